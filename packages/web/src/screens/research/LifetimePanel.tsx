import { Chart } from '../../charts/Chart.tsx';
import { classes } from '../../components/classes.ts';
import { Panel } from '../../components/Panel.tsx';
import { marketOfRecording } from '../../components/shown-market.ts';
import { number, percent } from '../../messages/format.ts';
import { lifetimeChart } from './charts.ts';
import { feeText, lifeText } from './point.ts';
import styles from './research.module.css';
import { ready, type Shown } from './shown.ts';
import { useMessages } from './use-messages.ts';

const height = 250;

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
  const total = Object.values(record.ended).reduce((sum, count) => sum + count, 0);
  return (
    <Panel
      title={text.lifetime}
      state={total === 0 ? { kind: 'empty', text: text.noCycles } : ready}
      height={height + 40}
      actions={<span className="muted small">{text.lifetimeHint}</span>}
    >
      <ul className={styles.key}>
        {lines.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Chart
        label={text.lifetime}
        data={{ times: record.times_ms.map(lifeText), lines }}
        option={lifetimeChart}
        height={height}
        market={marketOfRecording(record.data.recording)}
      />
      <p className={classes('small', styles.note)}>
        <span className="muted">{text.endedBy}</span>{' '}
        {Object.entries(record.ended)
          .filter(([, count]) => count > 0)
          .map(([how, count]) => `${text.ended[how] ?? how} ${percent((100 * count) / total, { digits: 0 })}`)
          .join(' · ')}
      </p>
    </Panel>
  );
}
