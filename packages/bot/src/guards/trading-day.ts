import { dayOf } from '../kernel/fold-equity.ts';
import { type Clock, since } from '../model/clock.ts';
import type { JournalledState } from '../model/state.ts';

const dayMs = 86_400_000;
/** How far the two clocks may differ about a day, in ms. */
const toleranceMs = 5 * 60_000;

/** When the trading day changes. */
export type TradingDay = {
  /** The day that begins now; null while the last one goes on. */
  due(): string | null;
};

/**
 * A trading day never goes back, and a new one begins only when both clocks say so: the wall clock is past midnight UTC, and so is
 * the monotonic one, which counts from the first trusted reading of the wall clock in this process. A clock that was set ahead
 * thus gives no limit back, and a suspended machine has a longer day. As no exchange tells its time yet, a reading is trusted
 * where it is not before the newest fact of earlier processes; else after a whole day of the monotonic clock.
 */
export const createTradingDay = (clock: Clock, state: Pick<JournalledState, 'today' | 'newest_at'>): TradingDay => {
  const begun = clock.monotonic();
  const newest = state.newest_at;
  let trusted: { readonly at: number; readonly elapsed: typeof begun } | null = null;

  return {
    due: () => {
      const now = { at: clock.now(), elapsed: clock.monotonic() };
      const isLater = now.at >= newest - toleranceMs;
      if (isLater || since(begun, now.elapsed) >= dayMs - toleranceMs) trusted ??= now;
      const reckoned = trusted && trusted.at + since(trusted.elapsed, now.elapsed) + toleranceMs;
      const day = reckoned === null ? state.today.day : dayOf(Math.min(now.at, reckoned));
      if (day > state.today.day) return day;
      return state.today.begun ? null : state.today.day;
    },
  };
};
