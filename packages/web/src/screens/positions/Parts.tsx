import { figureOf } from '@triquad/core';
import { Metric } from '../../components/Metric.tsx';
import { money, percent } from '../../messages/format.ts';
import { type Holding, type Part, parts, splitOf } from './holdings.ts';
import styles from './positions.module.css';
import { useMessages } from './use-messages.ts';

/** The equity and its parts, which add up to it. */
export function Parts({ holdings, stale }: { holdings: readonly Holding[] | null; stale: boolean }) {
  const { positions: text } = useMessages();
  const split = splitOf(holdings ?? []);
  const card = { loading: holdings === null, stale };
  const shareOf = (part: Part): number => (split.equity > 0 ? (split[part].usd / split.equity) * 100 : 0);
  return (
    <>
      <div className={styles.parts}>
        <Metric {...card} name={text.parts.equity} value={money(figureOf(split, split.equity))} note={text.addsUp} />
        {parts.map((part) => (
          <Metric
            {...card}
            key={part}
            name={text.parts[part]}
            {...(part === 'residual' && { term: 'residual' as const })}
            value={money(figureOf(split, split[part].usd))}
            note={
              split[part].assets === 0
                ? ''
                : `${percent(shareOf(part), { digits: 1 })} · ${text.assets(split[part].assets)}`
            }
          />
        ))}
      </div>
      <div className={styles.bar} aria-hidden>
        {parts.map((part) => (
          <span key={part} className={styles[part]} style={{ width: `${shareOf(part)}%` }} />
        ))}
      </div>
    </>
  );
}
