import { figureOf } from '@triquad/core';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { money, number } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { feeText, lifeText, shareText } from './point.ts';
import styles from './research.module.css';
import { ready, type Shown } from './shown.ts';
import { type Messages, useMessages } from './use-messages.ts';

const height = 80;

/** The sum of it in two sentences, and what the chosen fee and latency come to. */
export function Conclusion({ record, point }: Shown) {
  const messages = useMessages();
  const { research: text } = messages;
  const { gaps } = record.data;
  return (
    <Panel title={text.conclusion} state={ready} height={height}>
      <div className={styles.conclusion}>
        <div>
          <p className={styles.sentence}>{sentences(record, messages)}</p>
          <p className="muted small">
            {text.meaning} {gaps > 0 && text.gaps(gaps)}
          </p>
        </div>
        <Range record={record} point={point} />
      </div>
    </Panel>
  );
}

/** At your own fee, where the best breaks even, and how long half of them lived. */
const sentences = ({ terms, fees, cycles, break_even_pct }: Shown['record'], { research: text }: Messages): string => {
  const all = number(cycles.tri + cycles.quad);
  const own = fees.find(({ fee_pct }) => fee_pct === terms.fee_pct);
  const free = fees.find(({ fee_pct }) => fee_pct === 0);
  const paid = own?.cycles ?? 0;
  const yours = feeText(terms.fee_pct);
  const first = paid === 0 ? text.noneAt(yours, all) : text.someAt(yours, number(paid), all);
  if (break_even_pct === null) return `${first} ${text.noPrices}`;
  if (break_even_pct <= 0) return `${first} ${text.rebate(feeText(break_even_pct))}`;
  const median = free?.median_ms ?? null;
  const count = free?.episodes ?? 0;
  const life = count === 0 ? '' : median === null ? text.longer(count) : text.half(lifeText(median), count);
  return `${first} ${text.best(feeText(break_even_pct))} ${life}`.trim();
};

function Range({ record, point }: Shown) {
  const { research: text } = useMessages();
  const fee = record.fees[point.fee];
  const cell = fee?.cells[point.latency];
  if (fee === undefined || cell === undefined) return null;
  const name = text.profitAt(feeText(fee.fee_pct), `${number(cell.latency_ms)} ms`);
  return (
    <section aria-label={name} className={styles.range}>
      <div className="small">{name}</div>
      <dl>
        {(['pessimistic', 'modelled', 'optimistic'] as const).map((one) => (
          <div key={one}>
            <dt className="muted small">{text[one]}</dt>
            <dd className={classes(tone(cell[one]), one === 'modelled' && styles.modelled)}>
              {money(figureOf(record, cell[one]), { sign: true })}
            </dd>
          </div>
        ))}
      </dl>
      {fee.episodes > 0 && (
        <div className="muted small">
          {text.reached(shareText(cell.reached_share ?? 0, text.underOne), fee.episodes)}
        </div>
      )}
    </section>
  );
}
