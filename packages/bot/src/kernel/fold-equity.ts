import type { FundsMoved } from '../model/account-event.ts';
import type { DayStarted } from '../model/clock-event.ts';
import type { EquityMarked } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import type { OrderFilled } from '../model/order-event.ts';
import type { JournalledState, Order, Today } from '../model/state.ts';
import { markMoney, movedBetween } from './fold-money.ts';
import type { Journalled } from './journalled.ts';

/** How many marks are kept in memory. */
const keptMarks = 1_000;

type Accounts = Pick<Journalled, 'today' | 'equity'>;

const dayMs = 86_400_000;

/** The UTC day of a moment, as `2026-01-31`. */
export const dayOf = (at: number): string => {
  const count = Math.floor(at / dayMs);
  if (count !== last.count) last = { count, day: isoTime(at).slice(0, 10) };
  return last.day;
};
/** It is asked for each second: the day asked for last, counted from 1970. */
let last = { count: 0, day: '1970-01-01' };

/** A day on which nothing has happened yet. */
export const emptyDay = (at: number, peak_equity: number | null): Today => ({
  day: dayOf(at),
  executions: 0,
  volume: {},
  unpriced: [],
  peak_equity,
});

/**
 * Today as of a fact of that moment: only `DayStarted` begins a day. Journals of before it began one with the first fact of each
 * date: empty, from the equity that the last one ended with.
 */
export const todayAt = ({ today, equity }: Pick<JournalledState, 'today' | 'equity'>, at: number): Today => {
  if (today.begun) return today;
  const fresh = emptyDay(at, equity.last);
  return fresh.day === today.day ? today : fresh;
};

/** Begins the day, in place, unless it runs already: a day never goes back. */
export const startDay = (state: Accounts, { day }: DayStarted): void => {
  const { today, equity } = state;
  const fresh = day > today.day ? { ...emptyDay(0, equity.last), day } : today;
  state.today = { ...fresh, begun: true };
};

/** Forgets what gains and losses are measured from, in place: the next mark is the first under the prices that come now. */
export const forgetBase = (state: Accounts, at: number): void => {
  state.equity = { base: null, last: null, by_exchange: {} };
  state.today = { ...todayAt(state, at), peak_equity: null };
};

/** Takes note of a mark, in place. */
export const markEquity = (state: Journalled, mark: EquityMarked): void => {
  const { mode, equity_usd: equity, by_exchange, at } = mark;
  const today = todayAt(state, at);
  const { base, last, reopened } = state.equity;
  const came = movedBetween(state.equity.by_exchange, by_exchange).plus(markMoney(state, mark)).toNumber();
  const moved = reopened ? equity - (last ?? equity) : came;
  const peak = today.peak_equity === null ? equity : today.peak_equity + moved;
  state.today = { ...today, peak_equity: Math.max(equity, peak) };
  state.equity = { base: base === null ? equity : base + moved, last: equity, by_exchange };
  state.marks.push({ mode, at, equity_usd: equity });
  if (state.marks.length > keptMarks) state.marks.splice(0, keptMarks / 10);
};

/** Money that came or went is neither won nor lost: what losses are measured from goes along. A late fee is a loss. */
export const moveEquity = (state: Accounts & Pick<Journalled, 'mode'>, moved: FundsMoved): void => {
  const flow = flowOf(moved);
  const { base, last } = state.equity;
  const marked = state.equity.by_exchange[moved.exchange];
  // What an exchange holds that was not marked yet counts as a whole at its first mark.
  if (flow === 0 || moved.mode !== state.mode || last === null || marked === undefined) return;
  const by_exchange = { ...state.equity.by_exchange, [moved.exchange]: marked + flow };
  state.equity = { ...state.equity, base: base === null ? null : base + flow, last: last + flow, by_exchange };
  const today = todayAt(state, moved.at);
  const peak_equity = today.peak_equity === null ? null : today.peak_equity + flow;
  state.today = { ...today, peak_equity };
};

/** USD that came in, or went out, other than by trading; without a price nothing is known of them. */
const flowOf = ({ cause, usd_value }: FundsMoved): number => (cause === 'late_fee' ? 0 : (usd_value ?? 0));

/**
 * A fill without a price counts as the whole capital of its execution; without an execution nobody knows what it counts. So a limit
 * is rather reached too early.
 */
export const countVolume = (
  state: Accounts & Pick<Journalled, 'executions'>,
  { side, base, quote, usd_value, at }: OrderFilled,
  order: Order | undefined,
): void => {
  const execution = state.executions.get(order?.execution_id ?? '');
  const value = usd_value ?? (execution ? Number(execution.start_amount) * execution.usd_rate : null);
  const today = todayAt(state, at);
  const bought = side === 'buy' ? base : quote;
  if (value === null) {
    state.today = { ...today, unpriced: [...new Set([...today.unpriced, bought])] };
    return;
  }
  const volume = { ...today.volume, [bought]: (today.volume[bought] ?? 0) + value };
  state.today = { ...today, volume };
};
