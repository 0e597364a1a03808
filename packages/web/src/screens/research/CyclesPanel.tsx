import { figureOf, none } from '@triquad/core';
import type { WhatIf } from '@triquad/core/contract';
import { pathOf, typeTone } from '../../components/cycle.ts';
import { Panel } from '../../components/Panel.tsx';
import { money, number } from '../../messages/format.ts';
import { tone } from '../../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import { feeText, lifeText } from './point.ts';
import { ready, type Shown } from './shown.ts';
import { type Messages, useMessages } from './use-messages.ts';

const height = 300;
type Cycle = WhatIf['best'][number];
const keyOf = ({ symbols, markets }: Cycle): string => `${symbols.join(' ')} ${markets.join(' ')}`;

const columnsOf = ({ research: text }: Messages, record: WhatIf, fee: number): readonly DataColumn<Cycle>[] => {
  const at = ({ fees }: Cycle) => fees[fee];
  const of = (usd: number | null | undefined) => figureOf(record, usd);
  const signed = (usd: number | null | undefined) => money(of(usd), { sign: true });
  return [
    {
      id: 'type',
      name: text.type,
      width: 64,
      card: 'head',
      text: ({ type }) => type,
      className: ({ type }) => typeTone(type),
    },
    { id: 'path', name: text.path, width: 204, grow: true, card: 'line', text: ({ symbols }) => pathOf(symbols) },
    {
      id: 'fee',
      name: text.breakEvenFee,
      width: 100,
      align: 'right',
      card: 'figure',
      text: ({ break_even_pct }) => feeText(break_even_pct),
      order: ({ break_even_pct }) => break_even_pct,
    },
    {
      id: 'latency',
      name: text.breakEvenMs,
      width: 88,
      align: 'right',
      text: (row) => {
        const ms = at(row)?.break_even_ms ?? null;
        return ms === null ? none : lifeText(ms);
      },
      order: (row) => at(row)?.break_even_ms ?? null,
    },
    {
      id: 'times',
      name: text.times,
      width: 76,
      align: 'right',
      spare: 3,
      text: (row) => number(at(row)?.episodes),
      order: (row) => at(row)?.episodes ?? 0,
    },
    moneyColumn({ id: 'size', name: text.size, width: 84, spare: 2, figure: ({ capital }) => of(capital) }),
    { id: 'ended', name: text.endedBy, width: 100, spare: 0, text: ({ ended }) => text.ended[ended] ?? ended },
    { id: 'time', name: text.time, width: 150, spare: 1, text: (row) => row.at.slice(0, 19).replace('T', ' ') },
    {
      id: 'range',
      name: text.range,
      width: 130,
      align: 'right',
      spare: 4,
      text: (row) => `${signed(at(row)?.pessimistic)} … ${signed(at(row)?.optimistic)}`,
      order: (row) => at(row)?.optimistic ?? 0,
    },
    moneyColumn({
      id: 'profit',
      name: text.profit,
      width: 96,
      sign: true,
      figure: (row) => of(at(row)?.modelled),
      className: (row) => tone(at(row)?.modelled ?? 0),
    }),
  ];
};

/** The cycles closest to a profit, with their result at the chosen fee and your own latency. */
export function CyclesPanel({ record, point }: Shown) {
  const messages = useMessages();
  const { research: text } = messages;
  const { terms, best } = record;
  const table = useSortedRows(best, columnsOf(messages, record, point.fee), 'cycles');
  return (
    <Panel
      title={text.cycles}
      state={best.length === 0 ? { kind: 'empty', text: text.noCycles } : ready}
      height={height}
      flush
      actions={
        <>
          <span className="muted small">
            {text.cyclesHint(feeText(terms.fees_pct[point.fee] ?? 0), `${number(terms.latency_ms)} ms`)}
          </span>
          <ExportButtons name="best-cycles" {...table} />
        </>
      }
    >
      <DataTable label={text.cycles} {...table} rowKey={keyOf} height={height} />
    </Panel>
  );
}
