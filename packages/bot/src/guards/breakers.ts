import type { Core, Settings } from '../kernel/core.ts';
import { isOfWallet } from '../kernel/fold-market.ts';
import type { Reports } from '../kernel/reports.ts';
import { type BreakerName, type BreakerSettings, breakerNames } from '../model/breaker-settings.ts';
import { type Elapsed, later, passedOf, since } from '../model/clock.ts';
import { type Answers, type CommandResult, notWritten, type ResetBreaker, refuse } from '../model/command.ts';
import type { EngineEvent } from '../model/event.ts';
import type { BookUpdated, HeartbeatReceived } from '../model/feed-event.ts';
import { isFinal, type Order } from '../model/state.ts';
import { type BreakerReadings, judgeBreakers } from '../risk/breaker.ts';

type Needs = Settings & Reports & Pick<Core, 'clock' | 'exchanges' | 'markets' | 'recorder' | 'lifecycle' | 'every'>;

/** Watches what should make the bot take on nothing new, and lets it go on when that is over. */
export type Breakers = {
  /** Called for each message of a book and each heartbeat of a feed: reads the exchange's clock from it. */
  note(event: BookUpdated | HeartbeatReceived): void;
  reset(command: ResetBreaker): CommandResult<Answers['ResetBreaker']>;
  hear(event: EngineEvent): void;
  /** Trips what the executions so far should have tripped: a crash may have come in between. */
  judge(): void;
};

const everyMs = 1000;
const lagSamples = 3;

type Outcome = { readonly at: Elapsed; readonly rejected: boolean };

export const createBreakers = (core: Needs): Breakers => {
  const { clock, recorder } = core;
  const { state } = recorder;
  const skews = new Map<string, number>();
  const calmSince = new Map<BreakerName, Elapsed>();
  /** As the journal has them, of the money that is at stake now. */
  const outcomesSoFar = (): Outcome[] => {
    const resetAt = state.breakers.get('reject_rate')?.reset_at ?? 0;
    return [...state.orders.values()].flatMap((order) =>
      isAutomatic(order) && isOfWallet(state, order.execution_id) && isFinal(order) && order.updated_at >= resetAt
        ? [{ at: passedOf(clock, order.updated_at), rejected: order.status === 'failed' }]
        : [],
    );
  };
  let outcomes = outcomesSoFar();
  let lags: number[] = [];
  let lastTick: Elapsed | null = null;

  const settings = (): BreakerSettings => core.config().breakers;
  const isTripped = (name: BreakerName): boolean => (state.breakers.get(name)?.tripped_at ?? null) !== null;

  // A book that rests on a live connection is true: what counts is whether the connection is heard. Recorded prices have none.
  const feeds = (): BreakerReadings['feeds'] => {
    const now = clock.monotonic();
    const { for_ms } = settings().stale_data;
    let [silent, all] = [0, 0];
    for (const name of core.parameters().enabled_exchanges) {
      if (core.exchanges.get(name)?.market.source === 'recorded') continue;
      for (const connection of core.markets.get(name)?.connections() ?? []) {
        const staleMs = connection.staleMs(now);
        if (staleMs === null) continue;
        all++;
        if (staleMs > for_ms) silent++;
      }
    }
    return { silent, all };
  };

  const orders = (): BreakerReadings['orders'] => {
    const from = later(clock.monotonic(), -settings().reject_rate.window_ms);
    outcomes = outcomes.filter(({ at }) => at >= from);
    return { closed: outcomes.length, rejected: outcomes.filter(({ rejected }) => rejected).length };
  };

  /** `ms`: our clock less that of the exchange. The least of a second holds: the others are late. */
  const noteSkew = (exchange: string, ms: number): void => {
    const least = skews.get(exchange);
    if (least === undefined || Math.abs(ms) < Math.abs(least)) skews.set(exchange, ms);
  };

  const skew = (): BreakerReadings['skew'] => {
    // A clock that was measured counts beside the messages of this second, as all of these may be late.
    for (const { exchange, clockAheadMs } of core.markets.values())
      if (clockAheadMs !== null) noteSkew(exchange, -clockAheadMs);
    let worst: BreakerReadings['skew'] = null;
    for (const [exchange, ms] of skews) if (!worst || Math.abs(ms) > Math.abs(worst.ms)) worst = { exchange, ms };
    skews.clear();
    return worst;
  };

  const lag = (): number | null => {
    const now = clock.monotonic();
    if (lastTick !== null) lags = [...lags, since(lastTick, now) - everyMs].slice(-lagSamples);
    lastTick = now;
    return lags.length < lagSamples ? null : Math.min(...lags);
  };

  const trip = (name: BreakerName, reason: string): void => {
    const resumes = settings()[name].cool_off_ms === null ? 'operator' : 'itself';
    if (!recorder.record([{ type: 'BreakerTripped', name, reason, resumes, at: clock.now() }])) return;
    core.log('WARNING', 'risk', `Breaker ${name} tripped: ${reason}`, { name, resumes });
    core.notify({
      notification_type: 'circuit_breaker',
      level: 'warning',
      title: 'Circuit breaker tripped',
      message: `${name}: ${reason}. Nothing new is begun ${resumes === 'itself' ? 'until this is over' : 'until an operator resets it'}.`,
      source: 'risk',
      code: 'breaker_tripped',
      params: { name, reason, resumes },
      extra_data: { name, resumes },
    });
  };

  const letGo = (name: BreakerName, by: 'itself' | 'operator'): boolean => {
    if (!recorder.record([{ type: 'BreakerReset', name, by, at: clock.now() }])) return false;
    calmSince.delete(name);
    if (name === 'reject_rate') outcomes = [];
    const message = `Breaker ${name} was reset by ${by === 'itself' ? 'itself: its cause is gone' : 'an operator'}`;
    core.log('INFO', 'risk', message, { name, by });
    core.notify({
      notification_type: 'circuit_breaker',
      level: 'info',
      title: 'Circuit breaker reset',
      message,
      source: 'risk',
      code: 'breaker_reset',
      params: { name, by },
      extra_data: { name, by },
    });
    return true;
  };

  const resume = (name: BreakerName): void => {
    const { cool_off_ms } = settings()[name];
    const now = clock.monotonic();
    const calm = calmSince.get(name) ?? now;
    calmSince.set(name, calm);
    if (cool_off_ms !== null && since(calm, now) >= cool_off_ms) letGo(name, 'itself');
  };

  const judge = (read: BreakerReadings): void => {
    const reasons = judgeBreakers(read, settings());
    for (const name of breakerNames) {
      const reason = reasons.get(name);
      if (reason !== undefined) {
        calmSince.delete(name);
        if (!isTripped(name) && core.lifecycle() === 'running') trip(name, reason);
      } else if (isTripped(name)) resume(name);
    }
  };

  core.every(everyMs, () =>
    judge({
      failures_in_a_row: state.failures_in_a_row,
      orders: orders(),
      skew: skew(),
      feeds: feeds(),
      lag_ms: lag(),
    }),
  );

  /** What executions teach is judged at once, also while the bot starts or stops: the next one may be a moment away. */
  const judgeExecutions = (): void => {
    const none = { skew: null, feeds: { silent: 0, all: 0 }, lag_ms: null };
    const reasons = judgeBreakers(
      { failures_in_a_row: state.failures_in_a_row, orders: orders(), ...none },
      settings(),
    );
    for (const [name, reason] of reasons) if (!isTripped(name)) trip(name, reason);
  };

  return {
    note: ({ exchange, exchange_time, at }) => {
      if (exchange_time !== null) noteSkew(exchange, at - exchange_time);
    },
    reset: ({ name }) => {
      const known = breakerNames.find((one) => one === name);
      if (!known) return refuse('not-found', `there is no breaker ${name}`);
      if (!isTripped(known)) return refuse('conflict', `${name} is not tripped`);
      if (!letGo(known, 'operator')) return notWritten;
      return { ok: true, value: { message: `${name} is reset` } };
    },
    hear: (event) => {
      if (event.type === 'MarketOpened') outcomes = outcomesSoFar();
      if (event.type === 'OrderClosed') {
        const order = state.orders.get(event.order_id);
        if (order && isAutomatic(order)) outcomes.push({ at: clock.monotonic(), rejected: event.status === 'failed' });
      }
      if (event.type === 'ExecutionFinished' || event.type === 'ConfigActivated') judgeExecutions();
    },
    judge: judgeExecutions,
  };
};

/** Sent by an execution: what never left, no exchange has rejected. */
const isAutomatic = ({ execution_id, sent_at }: Order): boolean => execution_id !== null && sent_at !== null;
