import type { Core } from '../kernel/core.ts';
import type { NoticeCoded, Reports } from '../kernel/reports.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { Stamp } from '../model/event.ts';
import { createTradingDay } from './trading-day.ts';

type Told = NoticeCoded<'clock_jumped' | 'process_stalled'>;
type Needs = Reports & Pick<Core, 'clock' | 'recorder' | 'every'>;

/** Compares the wall clock with the monotonic one, and begins the trading days. */
export type ClockWatch = {
  /** Takes note of a message before it is applied: the books of before a suspend must not meet the first one after it. */
  note(stamp: Pick<Stamp, 'received'> & { readonly at: number }): void;
  /** Compares the clocks now, and begins the day where one is due. */
  check(): void;
};

const everyMs = 1000;
/** So much may the clocks part within a second, in ms. */
const toleranceMs = 1000;
/** A process that did nothing for longer, in ms, reads late what came meanwhile as if it were new. */
const stalledMs = 10_000;

/** `renew` voids all books and has every feed connect again; where new books are awaited, nothing is begun before every exchange has sent some. */
export const watchClocks = (core: Needs, renew: (isAwaited: boolean) => void): ClockWatch => {
  const { clock, recorder } = core;
  const day = createTradingDay(clock, recorder.state);
  let last: { readonly at: number; readonly elapsed: Elapsed } | null = null;

  const warn = (title: string, message: string, coded: Told): void => {
    const { code, params } = coded;
    core.log('WARNING', 'clock', message, { code, ...params });
    core.notify({
      notification_type: 'bot',
      level: 'warning',
      title,
      message,
      source: 'clock',
      ...coded,
      extra_data: params,
    });
  };

  const jumped = (by_ms: number, at: number): void => {
    recorder.record([{ type: 'ClockJumped', by_ms, at }]);
    const what =
      by_ms < 0
        ? `The machine's clock was set back by ${spanOf(by_ms)}.`
        : `The machine slept for ${spanOf(by_ms)}, or its clock was set ahead by as much.`;
    const next = 'All books are discarded; nothing is begun until every exchange has sent new ones.';
    warn('Clock jumped', `${what} ${next}`, { code: 'clock_jumped', params: { by_ms } });
    renew(true);
  };

  const stalled = (for_ms: number): void => {
    const message = `The process stood still for ${spanOf(for_ms)}. All books are discarded, and the feeds connect again.`;
    warn('Process stood still', message, { code: 'process_stalled', params: { for_ms } });
    renew(false);
  };

  const check = (): void => {
    const now = { at: clock.now(), elapsed: clock.monotonic() };
    const before = last ?? now;
    last = now;
    const passed = since(before.elapsed, now.elapsed);
    const by_ms = Math.round(now.at - before.at - passed);
    if (Math.abs(by_ms) > toleranceMs) jumped(by_ms, now.at);
    else if (passed > stalledMs) stalled(Math.round(passed));
    const due = day.due();
    if (due !== null) recorder.record([{ type: 'DayStarted', day: due, at: now.at }]);
  };

  core.every(everyMs, check);
  return {
    check,
    note: ({ at, received }) => {
      const passed = last ? since(last.elapsed, received) : 0;
      if (last && (Math.abs(at - last.at - passed) > toleranceMs || passed > stalledMs)) check();
    },
  };
};

/** A length of time in the unit that suits it, e.g. `62 s` or `1.5 h`. */
const spanOf = (ms: number): string => {
  const seconds = Math.abs(ms) / 1000;
  const [amount, unit] =
    seconds < 120
      ? [seconds, 's']
      : seconds < 7200
        ? [seconds / 60, 'min']
        : seconds < 172_800
          ? [seconds / 3600, 'h']
          : [seconds / 86_400, 'days'];
  return `${Number(amount.toFixed(1))} ${unit}`;
};
