import { Chart } from '../../charts/Chart.tsx';
import { Panel } from '../../components/Panel.tsx';

import { breakEvenChart } from './charts.ts';
import { barsOf, feeText } from './point.ts';
import { ready, type Shown } from './shown.ts';
import { useMessages } from './use-messages.ts';

const height = 270;

/** At which fee the opportunities break even; those at the chosen fee and above would have paid. */
export function BreakEvenPanel({ record, point }: Shown) {
  const { research: text } = useMessages();
  const chosen = record.terms.fees_pct[point.fee] ?? 0;
  const bars = barsOf(record);
  const { step_pct } = record.break_even;
  const { fee_pct } = record.terms;
  const best = record.break_even_pct;
  const marks = [
    ...(best !== null && best > 0
      ? [{ at: Math.floor(best / step_pct), text: text.bestAt(feeText(best)), isOwn: false }]
      : []),
    ...(fee_pct >= 0
      ? [{ at: Math.floor(fee_pct / step_pct + 1e-9), text: text.you(feeText(fee_pct)), isOwn: true }]
      : []),
  ];
  const isEmpty = record.break_even.counts.every((count) => count === 0);
  return (
    <Panel
      title={text.breakEven}
      state={isEmpty ? { kind: 'empty', text: text.noCycles } : ready}
      height={height}
      actions={<span className="muted small">{text.breakEvenHint(feeText(record.break_even.step_pct))}</span>}
    >
      <Chart
        label={text.breakEven}
        data={{ bars, chosen, name: text.times, marks }}
        option={breakEvenChart}
        height={height}
        source={record.provenance}
      />
    </Panel>
  );
}
