import { HTMLSelect } from '@blueprintjs/core';
import { none } from '@triquad/core';
import type { WhatIf } from '@triquad/core/contract';
import { Chart } from '../../charts/Chart.tsx';
import { Panel } from '../../components/Panel.tsx';
import { classes } from '../../elements/classes.ts';
import { useQuery } from '../../elements/use-query.ts';
import { number } from '../../messages/format.ts';
import { Heads } from '../../tables/Heads.tsx';
import { lifetimeChart } from './charts.ts';
import { feeText, lifeText, shareText } from './point.ts';
import styles from './research.module.css';
import { ready, type Shown } from './shown.ts';
import { useMessages } from './use-messages.ts';

const height = 250;
const groupings = ['gain', 'market', 'hour'] as const;

/** How long opportunities lasted, all of them and those at the chosen fee, and how they ended. */
export function LifetimePanel({ record, point }: Shown) {
  const { research: text } = useMessages();
  const free = record.fees.find(({ fee_pct }) => fee_pct === 0);
  const chosen = record.fees[point.fee];
  const lines = [
    ...(free ? [{ name: text.all(number(free.episodes)), shares: free.survival }] : []),
    ...(chosen && chosen !== free && chosen.episodes > 0
      ? [{ name: text.paying(feeText(chosen.fee_pct), number(chosen.episodes)), shares: chosen.survival }]
      : []),
  ];
  const wait = 3 * record.terms.latency_ms;
  const at = record.times_ms.findIndex((time) => time >= wait);
  const legs = { at, text: text.threeLegs(`${number(record.terms.latency_ms)} ms`), isOwn: true };
  const { get, set } = useQuery();
  const by = groupings.find((one) => one === get('by')) ?? null;
  const total = Object.values(record.ended).reduce((sum, count) => sum + count, 0);
  return (
    <Panel
      title={text.lifetime}
      state={total === 0 ? { kind: 'empty', text: text.noCycles } : ready}
      height={height + 40}
      actions={
        <HTMLSelect
          aria-label={text.lifetimesBy}
          value={by ?? ''}
          options={[
            { value: '', label: text.lifetimeHint },
            ...groupings.map((one) => ({ value: one, label: text.by[one] })),
          ]}
          onChange={(event) => set({ by: event.currentTarget.value })}
        />
      }
    >
      {by === null ? (
        <>
          <ul className={styles.key}>
            {lines.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <Chart
            label={text.lifetime}
            data={{ times: record.times_ms.map(lifeText), lines, marks: at < 0 ? [] : [legs] }}
            option={lifetimeChart}
            height={height}
            source={record.provenance}
          />
        </>
      ) : (
        <Groups record={record} by={by} at={at} />
      )}
      <p className={classes('small', styles.note)}>
        <span className="muted">{text.endedBy}</span>{' '}
        {Object.entries(record.ended)
          .filter(([, count]) => count > 0)
          .map(([how, count]) => `${text.ended[how] ?? how} ${shareText(count / total, text.underOne)}`)
          .join(' · ')}
      </p>
    </Panel>
  );
}

type GroupsProps = { record: WhatIf; by: (typeof groupings)[number]; at: number };

/** Lifetimes without a fee by gross size, by market or by hour, and the share that three legs of your own still reach. */
function Groups({ record, by, at }: GroupsProps) {
  const { research: text } = useMessages();
  const rows = record.lifetimes.filter((row) => row.by === by);
  const reach = record.times_ms[at];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section className={styles.scroll} style={{ height: height + 24 }} tabIndex={0} aria-label={text.by[by]}>
      <table className={styles.groups}>
        <Heads
          of={[text.by[by], text.times, text.halfLife, ...(reach === undefined ? [] : [text.after(lifeText(reach))])]}
        />
        <tbody>
          {rows.map(({ name, episodes, median_ms, survival }) => (
            <tr key={name}>
              <th scope="row">{by === 'hour' ? `${name}:00` : by === 'gain' ? text.gain(name) : name}</th>
              <td>{number(episodes)}</td>
              <td>{median_ms === null ? none : lifeText(median_ms)}</td>
              {reach !== undefined && <td>{survival[at] == null ? none : shareText(survival[at], text.underOne)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
