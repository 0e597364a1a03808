import * as z from 'zod/mini';
import { combinedProvenance, type Provenance } from '../contract/provenance.ts';
import { isCounted, Trade } from '../contract/trade.ts';
import { caps } from '../rules/limits.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** Newest first. */
export const TradesState = z.object({ items: z.array(Trade) });
export type TradesState = z.infer<typeof TradesState>;

const key = (item: Trade): string => item.execution_id ?? item.id;
const moment = (item: Trade): string | null => item.entry_time;
const dated = (trade: Trade, at: number): Trade =>
  trade.entry_time === null ? { ...trade, entry_time: iso(at), created_at: trade.created_at ?? iso(at) } : trade;
const datedAll = (trades: readonly Trade[], at: number): Trade[] => trades.map((trade) => dated(trade, at));
/** An ended execution stays ended, even if an older answer arrives later. */
const sober = (known: Trade, loaded: Trade): Trade =>
  loaded.status === 'pending' && known.status !== 'pending' ? known : loaded;

/** Executions of one resource, and the ones reported since it was loaded. */
const listing = (
  resource: 'trades' | 'executions',
  cap: number,
  isListed: (trade: Trade) => boolean,
): Projection<TradesState> => {
  const of = { key, moment, cap };
  return {
    initial: { items: [] },
    evolve: (state, { at, message }) => {
      switch (message.type) {
        case 'ResourceLoaded':
          if (message.resource !== resource) return state;
          return { items: reload(of, state.items, datedAll(message.value, at), sober) };
        case 'ExecutionReported': {
          const { trade } = message;
          if (!isListed(trade)) return state;
          const known = state.items.find((item) => key(item) === key(trade));
          if (known === undefined) return { items: upsert(of, state.items, [dated(trade, at)]) };
          const since = trade.entry_time === null ? { ...trade, entry_time: known.entry_time } : trade;
          return { items: upsert(of, state.items, [sober(known, since)]) };
        }
        case 'ResourceDropped':
          return message.resource === resource ? { items: [] } : state;
        default:
          return state;
      }
    },
  };
};

/** The history: executions that have ended. */
export const trades = listing('trades', caps.trades, ({ status }) => status !== 'pending');
/** The latest executions, running ones included. */
export const executions = listing('executions', caps.executions, () => true);

/**
 * Totals over the given rows, in USD; `total` of all, everything else of those that count (`isCounted`). Null without such a row,
 * and where a row does not say it. `shown`: what they were shown to bring; `win_rate` in percent.
 */
export type TradeSummary = {
  provenance: Provenance | null;
  total: number;
  counted: number;
  winning: number;
  losing: number;
  win_rate: number | null;
  avg_profit: number | null;
  realised: number | null;
  shown: number | null;
  fees: number | null;
};
export const summarise = (items: readonly Trade[]): TradeSummary => {
  const rows = items.filter(isCounted);
  const sumOf = (values: readonly (number | null)[]): number | null =>
    values.length === 0
      ? null
      : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
  const winning = rows.filter(({ profit }) => profit > 0).length;
  const realised = sumOf(rows.map(({ profit }) => profit));
  return {
    provenance: combinedProvenance(rows.map(({ provenance }) => provenance)),
    total: items.length,
    counted: rows.length,
    winning,
    losing: rows.filter(({ profit }) => profit < 0).length,
    win_rate: rows.length === 0 ? null : (winning / rows.length) * 100,
    avg_profit: realised === null ? null : realised / rows.length,
    realised,
    shown: sumOf(rows.map(({ expected_profit }) => expected_profit)),
    fees: sumOf(rows.map(({ fees }) => fees)),
  };
};
