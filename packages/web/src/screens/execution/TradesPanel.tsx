import {
  type ClientState,
  figureOf,
  rows as limits,
  selectMinute,
  selectStale,
  summarise,
  type TradeSummary,
} from '@triquad/core';
import { marketNameOf, ofMarket, type Trade } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { pathOf } from '../../components/cycle.ts';
import { useTellsLives } from '../../components/LifeLink.tsx';
import { Panel } from '../../components/Panel.tsx';
import { tradeColumns } from '../../components/trade-columns.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useQuery } from '../../elements/use-query.ts';
import { money, number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { tone } from '../../messages/numbers.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import { useSortedRows } from '../../tables/sorting.ts';
import styles from './TradesPanel.module.css';

const height = 360;
const keyOf = (trade: Trade) => trade.id;
const tradeText = ({ exchange, symbols }: Trade): string => `${exchange} ${pathOf(symbols)}`;
const selectTrades = (state: ClientState) => state.trades.items;

export function TradesPanel() {
  const messages = useMessages();
  const { execution, outcomes } = messages;
  const { set } = useQuery();
  const tells = useTellsLives();
  const open = ({ id }: Trade) => set({ life: id });
  useWatch('trades', limits.history);
  const items = useClientState(selectTrades);
  const minute = useClientState(selectMinute);
  const stale = useClientState(selectStale);
  const market = useClientState(({ bot }) => marketNameOf(bot.status));
  const recent = items.slice(0, limits.history);
  const versioned = recent.some(({ config_version }) => config_version !== undefined);
  const summary = summarise(ofMarket(recent, market));
  const table = useSortedRows(recent, tradeColumns(messages, minute, versioned), 'trades');
  const none = { text: execution.noTrades, hint: execution.noTradesHint };
  const state = usePanelState('trades', recent.length > 0, recent.length > 0 ? null : none);
  return (
    <Panel
      title={execution.trades}
      of={summary.counted > 0 ? summary : null}
      state={state}
      height={height}
      flush
      stale={stale}
      actions={<ExportButtons name="trades" {...table} />}
    >
      <Summary all={summary} />
      <DataTable
        label={execution.trades}
        {...table}
        rowKey={keyOf}
        height={height - summaryHeight}
        flash
        {...(tells && { onOpen: open, openLabel: (trade: Trade) => outcomes.why(tradeText(trade)) })}
      />
    </Panel>
  );
}

const summaryHeight = 40;

function Summary({ all }: { all: TradeSummary }) {
  const { summary } = useMessages().execution;
  const { total, winning, losing, win_rate, avg_profit } = all;
  return (
    <dl className={styles.summary} aria-label={summary.label} style={{ minHeight: summaryHeight }}>
      <Figure name={summary.total} value={number(total)} />
      <Figure name={summary.winning} value={number(winning)} tone="gain" />
      <Figure name={summary.losing} value={number(losing)} tone="loss" />
      <Figure name={summary.winRate} value={percent(win_rate, { digits: 1 })} />
      <Figure
        name={summary.avgProfit}
        value={money(figureOf(all, avg_profit), { sign: true })}
        tone={tone(avg_profit)}
      />
    </dl>
  );
}

function Figure({ name, value, tone: colour = '' }: { name: string; value: string; tone?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={colour}>{value}</dd>
    </div>
  );
}
