import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Reports } from '../kernel/reports.ts';
import { listed, liveOn, type MarketLife, type MarketSign, mayAsk } from '../market/market-life.ts';
import { later, passedOf } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Instrument } from '../model/instrument.ts';
import type { MarketRules } from '../model/market-event.ts';

type Needs = Reports & Pick<Core, 'clock' | 'markets' | 'recorder' | 'every'>;

/** The lives of all markets: exclusions and returns are facts, the rest is of this process. */
export type MarketLives = {
  note(exchange: string, symbol: string, sign: MarketSign): void;
  /** A question about the market is due, or none was asked in vain. */
  mayAsk(exchange: string, symbol: string): boolean;
  /** Takes out of the cycles what is excluded, of an exchange whose instruments have just been loaded. */
  apply(markets: ExchangeMarkets): void;
  hear(event: EngineEvent): void;
};

const minute = 60_000;
const checkMs = 1000;

export const createMarketLives = (core: Needs): MarketLives => {
  const { clock, recorder } = core;
  const { state } = recorder;
  const lives = new Map<string, MarketLife>();

  const lifeOf = (exchange: string, symbol: string): MarketLife =>
    lives.get(`${exchange} ${symbol}`) ?? remembered(exchange, symbol);

  /** As the journal has it. */
  const remembered = (exchange: string, symbol: string): MarketLife => {
    const known = state.excluded.get(exchange)?.get(symbol);
    if (!known) return listed;
    const { reason, at, for_ms: forMs, readmitted_at: ended } = known;
    if (ended !== null) return { ...listed, last: { forMs, ended: passedOf(clock, ended) } };
    return { ...listed, exclusion: { reason, forMs, until: later(passedOf(clock, at), forMs), isHalted: false } };
  };

  const note: MarketLives['note'] = (exchange, symbol, sign) => {
    const instrument = core.markets.get(exchange)?.market(symbol)?.instrument;
    if (!instrument) return;
    const before = lifeOf(exchange, symbol);
    const after = liveOn(before, sign, clock.monotonic());
    if (after === before || !hasRecorded(instrument, before, after, sign)) return;
    lives.set(`${exchange} ${symbol}`, after);
    const isExcluded = after.exclusion !== null;
    if (isExcluded !== (before.exclusion !== null)) core.markets.get(exchange)?.exclude(symbol, isExcluded);
  };

  /** False where the fact could not be written: then nothing has changed. */
  const hasRecorded = (instrument: Instrument, before: MarketLife, after: MarketLife, sign: MarketSign): boolean => {
    const { exchange, symbol } = instrument;
    const at = clock.now();
    if (before.exclusion === null && after.exclusion !== null) {
      const { reason, forMs: for_ms } = after.exclusion;
      const rules = rulesOf(instrument);
      if (!recorder.record([{ type: 'MarketExcluded', exchange, symbol, reason, for_ms, rules, at }])) return false;
      tellOfExclusion(exchange, symbol, after.exclusion);
    }
    if (before.exclusion !== null && after.exclusion === null) {
      const by = sign.type === 'waited' ? 'itself' : 'instruments';
      if (!recorder.record([{ type: 'MarketReadmitted', exchange, symbol, by, at }])) return false;
      const why =
        by === 'itself' ? 'its time is over' : 'its exchange says so, or demands something else of its orders';
      core.log('INFO', 'execution', `Routes use ${symbol} on ${exchange} again: ${why}`, { exchange, market: symbol });
    }
    return true;
  };

  const tellOfExclusion = (
    exchange: string,
    market: string,
    { reason, forMs }: NonNullable<MarketLife['exclusion']>,
  ) => {
    const params = { exchange, market, reason, minutes: forMs / minute };
    const message = `No route uses ${market} on ${exchange} for ${params.minutes} min: ${reason}`;
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

  core.every(checkMs, () => {
    for (const [exchange, markets] of state.excluded)
      for (const [symbol, { readmitted_at }] of markets)
        if (readmitted_at === null) note(exchange, symbol, { type: 'waited' });
  });

  return {
    note,
    mayAsk: (exchange, symbol) => mayAsk(lifeOf(exchange, symbol), clock.monotonic()),
    apply: (markets) => {
      for (const [symbol, { rules, readmitted_at }] of state.excluded.get(markets.exchange) ?? []) {
        const instrument = markets.market(symbol)?.instrument;
        if (readmitted_at !== null || !instrument) continue;
        markets.exclude(symbol, true);
        if (!isSame(rulesOf(instrument), rules)) note(markets.exchange, symbol, { type: 'listed' });
      }
    },
    hear: (event) => {
      if (event.type !== 'OrderClosed' || event.scope !== 'market') return;
      const order = state.orders.get(event.order_id);
      if (order && order.execution_id !== null)
        note(order.exchange, order.symbol, { type: 'refused', reason: event.reason ?? 'refused' });
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
