import { figureOf, none } from '@triquad/core';
import type { Life } from '@triquad/core/contract';
import { exact, money, percent } from '../../messages/format.ts';
import { milliseconds, tone } from '../../messages/numbers.ts';
import styles from './life.module.css';
import { againstOf, shareOf, worthOfLeft } from './life-figures.ts';
import { useMessages } from './use-messages.ts';

/** Shown, planned and actual figures, with costs and remainders. */
export function LifeFigures({ life }: { life: Life }) {
  const { life: text, texts } = useMessages();
  const { trade, found, opportunity, left } = life;
  const shown = found?.profit_usd ?? null;
  const result = trade?.profit ?? null;
  const against = againstOf(shown, result);
  const took = trade?.duration_seconds ?? null;
  const share = shareOf(result, shown);
  const lived = opportunity?.lifetime_ms ?? null;
  const worth = worthOfLeft(life);
  const amounts = left.map(leftText).join(', ');
  return (
    <dl className={styles.figures}>
      <Figure
        name={text.result}
        value={trade === null ? text.notExecuted : money(figureOf(trade, result), { sign: true })}
        note={
          trade === null
            ? ''
            : text.ofCapital(
                percent(trade.profit_pct, { digits: 3, sign: true }),
                money(figureOf(trade, trade.capital)),
              )
        }
        tone={tone(result)}
      />
      <Figure
        name={text.shown}
        value={money(figureOf(life, shown), { sign: true })}
        note={percent(found?.profit_pct, { digits: 3, sign: true })}
      />
      <Figure
        name={text.against}
        value={money(figureOf(life, against), { sign: true })}
        note={share === null || share < 0 ? '' : text.came(percent(share, { digits: 1 }))}
      />
      <Figure name={text.fees} value={money(figureOf(trade, trade?.fees))} note="" />
      <Figure
        name={text.left}
        value={
          left.length === 0
            ? trade === null
              ? none
              : text.nothingLeft
            : worth === null
              ? amounts
              : money(figureOf(life, worth))
        }
        note={[
          worth === null ? '' : amounts,
          left.some(({ stranded }) => stranded) ? text.residual : '',
          ...left.map(({ reason }) => texts.left(reason)),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <Figure
        name={text.took}
        value={milliseconds(took === null ? null : took * 1_000)}
        note={lived === null ? '' : text.lived(milliseconds(lived))}
      />
    </dl>
  );
}

const leftText = ({ amount, asset }: Life['left'][number]): string => `${exact(amount)} ${asset}`;

type Props = { name: string; value: string; note: string; tone?: string };

function Figure({ name, value, note, tone: colour = '' }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={colour}>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
