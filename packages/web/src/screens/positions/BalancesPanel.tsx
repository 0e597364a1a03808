import { Lock } from '@blueprintjs/icons';
import { type Figure, figureOf, none } from '@triquad/core';
import { combinedProvenance } from '@triquad/core/contract';
import { Meter } from '../../components/Meter.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { amount, dollars, money } from '../../messages/format.ts';
import { shortId, tone } from '../../messages/numbers.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import type { Holding } from './holdings.ts';
import styles from './positions.module.css';
import { type Messages, useMessages } from './use-messages.ts';
import { WalletReset } from './WalletReset.tsx';

const height = 380;
const keyOf = ({ exchange, asset }: Holding): string => `${exchange} ${asset}`;
/** A dash without a value. */
const some = (value: number): string => (value === 0 ? none : amount(value));

const columnsOf = ({ positions: text }: Messages): readonly DataColumn<Holding>[] => {
  const part = (id: 'free' | 'residual' | 'dust', name: string): DataColumn<Holding> => ({
    id,
    name,
    width: { free: 126, residual: 84, dust: 112 }[id],
    align: 'right',
    text: (row) => some(row[id]),
    order: (row) => row[id],
    ...(id === 'residual' && { className: (row: Holding) => (row.residual > 0 ? 'caution' : '') }),
  });
  const boughtOf = (bought: NonNullable<Holding['bought']>): string =>
    text.of(money(figureOf(bought, bought.used), { digits: 0 }), dollars(bought.limit, { digits: 0 }));
  return [
    {
      id: 'asset',
      name: text.asset,
      width: 68,
      card: 'head',
      text: ({ asset }) => asset,
      cell: ({ asset }) => <strong>{asset}</strong>,
    },
    { id: 'exchange', name: text.exchange, width: 102, grow: true, card: 'head', text: ({ exchange }) => exchange },
    part('free', text.free),
    {
      id: 'reserved',
      name: text.reserved,
      width: 92,
      align: 'right',
      text: (row) => some(row.reserved),
      order: (row) => row.reserved,
      cell: (row) =>
        row.reserved === 0 ? (
          none
        ) : (
          <span title={text.holders(holders(row.reserved_by, text.holder))}>
            <Lock size={11} /> {amount(row.reserved)}
          </span>
        ),
    },
    part('residual', text.residual),
    part('dust', text.dust),
    moneyColumn({
      id: 'value',
      name: text.value,
      width: 96,
      card: 'figure',
      figure: (row) => figureOf(row, row.value),
    }),
    {
      id: 'cost',
      name: text.costOfUnit,
      width: 100,
      spare: 1,
      align: 'right',
      // Cheap assets need more digits: a cent buys many units.
      text: (row) => money(figureOf(row, row.cost), { digits: row.cost !== null && row.cost < 1 ? 6 : 2 }),
      order: ({ cost }) => cost,
    },
    moneyColumn({
      id: 'unrealised',
      name: text.unrealised,
      width: 104,
      spare: 3,
      sign: true,
      figure: (row) => figureOf(row, row.unrealised),
      // Less than a cent is shown as nothing.
      className: ({ unrealised }) => (Math.abs(unrealised ?? 0) < 0.005 ? '' : tone(unrealised)),
    }),
    {
      id: 'bought',
      name: text.bought,
      width: 166,
      spare: 2,
      text: ({ bought }) => (bought === null ? text.noLimit : boughtOf(bought)),
      order: ({ bought }) => bought?.share ?? null,
      cell: ({ bought }) =>
        bought === null ? (
          <span className="muted">{text.noLimit}</span>
        ) : (
          <span className={styles.bought}>
            <Meter share={bought.share} />
            <span>{boughtOf(bought)}</span>
          </span>
        ),
    },
  ];
};

const holders = (held: Holding['reserved_by'], names: Messages['positions']['holder']): string =>
  (held ?? []).map((one) => `${names[one.kind] ?? one.kind} ${shortId(one.id)}: ${amount(one.amount)}`).join(', ');

const sumOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);

/** Holdings of each account by asset, the most valuable first. */
export function BalancesPanel({
  holdings,
  known,
  worth,
  stale,
}: {
  holdings: readonly Holding[];
  known: boolean;
  worth: Figure;
  stale: boolean;
}) {
  const messages = useMessages();
  const { positions: text } = messages;
  const empty = known && holdings.length === 0 ? { text: text.empty, hint: text.emptyHint } : null;
  const state = usePanelState('wallets', known, empty);
  const table = useSortedRows(holdings, columnsOf(messages), 'balances');
  const accounts = new Set(holdings.map(({ exchange }) => exchange)).size;
  const priced = holdings.flatMap(({ value }) => (value === null ? [] : [value]));
  const open = holdings.flatMap(({ unrealised }) => (unrealised === null ? [] : [unrealised]));
  const source = combinedProvenance(holdings.map(({ provenance }) => provenance));
  const total = {
    asset: text.all,
    exchange: text.accounts(accounts),
    value: money({ usd: sumOf(priced), source }),
    ...(open.length > 0 && { unrealised: money({ usd: sumOf(open), source }, { sign: true }) }),
  };
  return (
    <Panel
      title={text.balances}
      state={state}
      height={height}
      flush
      stale={stale}
      actions={
        <>
          <WalletReset total={worth} />
          <ExportButtons name="balances" {...table} />
        </>
      }
    >
      <DataTable label={text.balances} {...table} rowKey={keyOf} height={height} total={total} />
    </Panel>
  );
}
