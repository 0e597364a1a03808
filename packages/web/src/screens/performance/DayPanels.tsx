import { figureOf, none } from '@triquad/core';
import { Chart } from '../../charts/Chart.tsx';
import { dayChart } from '../../charts/day-chart.ts';
import { Panel } from '../../components/Panel.tsx';
import { day, number, percent } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { type DayRow, winRate } from './figures.ts';
import type { PanelProps } from './panel-props.ts';
import { ShareBar } from './ShareBar.tsx';
import { type Messages, useMessages } from './use-messages.ts';
import type { Choice } from './use-performance.ts';

const chartHeight = 260;
const tableHeight = 420;
const nameOf = (text: string): string => day(new Date(text), { utc: true });
type Props = PanelProps & { rows: readonly DayRow[]; choice: Choice };
/** Its last day is not over. */
const isOpen = ({ window }: Choice): boolean => window !== 'yesterday' && window !== 'custom';

/** Realised profit of each day, beside the days before. */
export function DayPanel({ rows, choice, ...panel }: Props) {
  const { performance: text } = useMessages();
  const bars = rows.map((row) => ({ name: nameOf(row.day), value: row.net, before: row.before }));
  const compares = choice.earlier !== null;
  const shape = {
    source: rows[0]?.provenance ?? null,
    bars,
    open: isOpen(choice),
    compares,
    names: { value: text.net, before: text.daysBefore },
  };
  return (
    <Panel
      {...panel}
      title={text.byDay}
      height={chartHeight}
      actions={<span className="muted small">{text.byDayHint}</span>}
    >
      <Chart label={text.byDay} source={shape.source} data={shape} height={chartHeight} option={dayChart} />
    </Panel>
  );
}

const columnsOf = (
  { performance: text }: Messages,
  rows: readonly DayRow[],
  choice: Choice,
): readonly DataColumn<DayRow>[] => {
  const most = Math.max(...rows.map(({ net }) => Math.abs(net ?? 0)));
  const last = isOpen(choice) ? rows[0]?.day : undefined;
  return [
    {
      id: 'day',
      name: text.day,
      width: 100,
      grow: true,
      card: 'head',
      text: (row) => row.day,
      cell: (row) => (
        <>
          {nameOf(row.day)} {row.day === last && <span className="muted">{text.soFar}</span>}
        </>
      ),
    },
    moneyColumn({
      id: 'net',
      name: text.net,
      width: 92,
      card: 'figure',
      sign: true,
      figure: (row) => figureOf(row, row.net),
      className: (row) => tone(row.net),
    }),
    {
      id: 'bar',
      name: text.scale,
      width: 64,
      action: true,
      spare: 0,
      text: () => '',
      cell: (row) => <ShareBar value={row.net} most={most} />,
    },
    ...(choice.earlier === null
      ? []
      : [
          moneyColumn<DayRow>({
            id: 'before',
            name: text.daysBefore,
            width: 92,
            spare: 1,
            sign: true,
            figure: (row) => figureOf(row, row.before),
            className: () => 'muted',
          }),
        ]),
    {
      id: 'trades',
      name: text.trades,
      width: 76,
      align: 'right',
      text: (row) => number(row.trades),
      order: (row) => row.trades,
    },
    {
      id: 'won',
      name: text.won,
      width: 64,
      align: 'right',
      text: (row) => percent(winRate(row), { digits: 0 }) || none,
      order: (row) => winRate(row),
    },
  ];
};

/** Realised profit of each day as a table, newest first. */
export function DaysPanel({ rows, choice, ...panel }: Props) {
  const messages = useMessages();
  const { performance: text } = messages;
  const newest = rows.toReversed();
  const table = useSortedRows(newest, columnsOf(messages, newest, choice), 'days');
  return (
    <Panel
      {...panel}
      flush
      title={text.days}
      height={tableHeight}
      actions={<ExportButtons name={`performance-${choice.days.first}-${choice.days.last}`} {...table} />}
    >
      <DataTable label={text.days} {...table} rowKey={(row) => row.day} height={tableHeight} />
    </Panel>
  );
}
