import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Reports } from '../kernel/reports.ts';
import { type Elapsed, later, passedOf, since } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Instrument } from '../model/instrument.ts';
import type { MarketReadmitted, MarketRules } from '../model/market-event.ts';

type Needs = Reports & Pick<Core, 'clock' | 'markets' | 'recorder' | 'every'>;

/** Markets that no route uses for a while, because the exchange refuses what is ordered in them. */
export type Exclusions = {
  /** No route uses the market for a while. */
  exclude(exchange: string, symbol: string, reason: string): void;
  /** An order in the market was refused, or would be, for what the market is. The third within a minute excludes it. */
  refuse(exchange: string, symbol: string, reason: string): void;
  /** Its exchange reports the market as halted: excluded until it reports otherwise. */
  halt(exchange: string, symbol: string, reason: string): void;
  /** Its exchange reports that the market trades again. */
  resume(exchange: string, symbol: string): void;
  /** Its exchange lists the market again, which it did not before. */
  welcome(exchange: string, symbol: string): void;
  /** Takes out of the cycles what is excluded, of an exchange whose instruments have just been loaded. */
  apply(markets: ExchangeMarkets): void;
  hear(event: EngineEvent): void;
};

const minute = 60_000;
const refusals = 3;
const windowMs = minute;
/** The first time, doubling each time that it follows the last one within the longest. */
const firstMs = 10 * minute;
const longestMs = 360 * minute;
const checkMs = 1000;

export const createExclusions = (core: Needs): Exclusions => {
  const { clock, recorder } = core;
  const { state } = recorder;
  const refused = new Map<string, readonly Elapsed[]>();
  const until = new Map<string, Elapsed>();

  const halted = new Set<string>();

  const keyOf = (exchange: string, symbol: string): string => `${exchange} ${symbol}`;

  const durationOf = (exchange: string, symbol: string, at: number): number => {
    const before = state.excluded.get(exchange)?.get(symbol);
    const isSoonAgain = before?.readmitted_at != null && at - before.readmitted_at <= longestMs;
    return isSoonAgain ? Math.min(2 * before.for_ms, longestMs) : firstMs;
  };

  const exclude: Exclusions['exclude'] = (exchange, symbol, reason) => {
    if (until.has(keyOf(exchange, symbol))) return;
    const instrument = core.markets.get(exchange)?.market(symbol)?.instrument;
    if (!instrument) return;
    const at = clock.now();
    const for_ms = durationOf(exchange, symbol, at);
    if (
      !recorder.record([{ type: 'MarketExcluded', exchange, symbol, reason, for_ms, rules: rulesOf(instrument), at }])
    )
      return;
    until.set(keyOf(exchange, symbol), later(clock.monotonic(), for_ms));
    core.markets.get(exchange)?.exclude(symbol, true);
    const params = { exchange, market: symbol, reason, minutes: for_ms / minute };
    const message = `No route uses ${symbol} on ${exchange} for ${params.minutes} min: ${reason}`;
    core.log('WARNING', 'execution', message, { code: 'market_excluded', ...params });
    core.notify({
      notification_type: 'failure',
      level: 'warning',
      title: 'Market excluded',
      message,
      source: 'execution',
      code: 'market_excluded',
      params,
      extra_data: params,
    });
  };

  const readmit = (exchange: string, symbol: string, by: MarketReadmitted['by']): void => {
    if (!recorder.record([{ type: 'MarketReadmitted', exchange, symbol, by, at: clock.now() }])) return;
    until.delete(keyOf(exchange, symbol));
    core.markets.get(exchange)?.exclude(symbol, false);
    const why = by === 'itself' ? 'its time is over' : 'its exchange says so, or demands something else of its orders';
    core.log('INFO', 'execution', `Routes use ${symbol} on ${exchange} again: ${why}`, { exchange, market: symbol });
  };

  const refuse = (exchange: string, symbol: string, reason: string): void => {
    const key = keyOf(exchange, symbol);
    const now = clock.monotonic();
    const recent = [...(refused.get(key) ?? []).filter((at) => since(at, now) < windowMs), now];
    refused.set(key, recent);
    if (recent.length < refusals || until.has(key)) return;
    refused.delete(key);
    exclude(exchange, symbol, reason);
  };

  core.every(checkMs, () => {
    const now = clock.monotonic();
    for (const [exchange, markets] of state.excluded) {
      for (const symbol of markets.keys()) {
        const end = until.get(keyOf(exchange, symbol));
        if (end && end <= now && !halted.has(keyOf(exchange, symbol))) readmit(exchange, symbol, 'itself');
      }
    }
  });

  return {
    halt: (exchange, symbol, reason) => {
      halted.add(keyOf(exchange, symbol));
      exclude(exchange, symbol, reason);
    },
    resume: (exchange, symbol) => {
      if (!halted.delete(keyOf(exchange, symbol))) return;
      if (until.has(keyOf(exchange, symbol))) readmit(exchange, symbol, 'instruments');
    },
    welcome: (exchange, symbol) => {
      if (!halted.has(keyOf(exchange, symbol)) && until.has(keyOf(exchange, symbol)))
        readmit(exchange, symbol, 'instruments');
    },
    exclude,
    refuse,
    apply: (markets) => {
      for (const [symbol, { at, for_ms, rules, readmitted_at }] of state.excluded.get(markets.exchange) ?? []) {
        const instrument = markets.market(symbol)?.instrument;
        if (readmitted_at !== null || !instrument) continue;
        markets.exclude(symbol, true);
        until.set(keyOf(markets.exchange, symbol), later(passedOf(clock, at), for_ms));
        if (!isSame(rulesOf(instrument), rules)) readmit(markets.exchange, symbol, 'instruments');
      }
    },
    hear: (event) => {
      if (event.type !== 'OrderClosed' || event.scope !== 'market') return;
      const order = state.orders.get(event.order_id);
      if (order && order.execution_id !== null) refuse(order.exchange, order.symbol, event.reason ?? 'refused');
    },
  };
};

const rulesOf = ({ tickSize, lotStep, minQuantity, minNotional }: Instrument): MarketRules => ({
  tick_size: tickSize,
  lot_step: lotStep,
  min_quantity: minQuantity,
  min_notional: minNotional,
});

const isSame = (one: MarketRules, other: MarketRules): boolean =>
  one.tick_size === other.tick_size &&
  one.lot_step === other.lot_step &&
  one.min_quantity === other.min_quantity &&
  one.min_notional === other.min_notional;
