import type { ScanRecord } from '@triquad/core/contract';
import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import { feeSummary } from '../market/fees.ts';
import { type Elapsed, since } from '../model/clock.ts';
import { isoTime } from '../model/moment.ts';
import type { EngineStatistics } from '../model/state.ts';
import type { Decisions } from './decisions.ts';
import type { Lately } from './lately.ts';
import type { Tracker } from './tracker.ts';

type Needs = Pick<Core, 'clock' | 'parameters' | 'markets'>;

/** How long an update takes, over the last thousand. */
export type Latency = {
  add(ms: number): void;
  /** In microseconds, null before the first; `share` 0.5 is the median. */
  quantile(share: number): number | null;
};

const room = 1024;

export const createLatency = (): Latency => {
  const samples = new Float64Array(room);
  let count = 0;
  return {
    add: (ms) => {
      samples[count++ % room] = ms * 1000;
    },
    quantile: (share) => {
      const filled = Math.min(count, room);
      if (filled === 0) return null;
      const sorted = samples.slice(0, filled).sort();
      return sorted[Math.min(filled - 1, Math.floor(share * filled))] ?? null;
    },
  };
};

/** Updates a second over the last few seconds, from a count that only grows. */
export type Rate = { sample(): void; perSecond(): number };

const seconds = 5;

export const createRate = (now: () => Elapsed, count: () => number): Rate => {
  const samples: { readonly at: Elapsed; readonly count: number }[] = [{ at: now(), count: count() }];
  return {
    sample: () => {
      samples.push({ at: now(), count: count() });
      if (samples.length > seconds + 1) samples.shift();
    },
    perSecond: () => {
      const first = samples[0];
      const elapsed = first ? since(first.at, now()) : 0;
      return first && elapsed > 0 ? ((count() - first.count) / elapsed) * 1000 : 0;
    },
  };
};

type Parts = {
  readonly core: Needs;
  readonly tracker: Tracker;
  readonly decisions: Decisions;
  readonly latency: Latency;
  readonly lately: Lately;
  readonly rate: Rate;
};

/** What the scan sees now. Costs a walk over every cycle: for the screens, once a second. */
export const statisticsOf = ({ core, tracker, decisions, latency, lately, rate }: Parts): EngineStatistics => {
  const found = tracker.found();
  const scanned = scannedBy(core);
  const exchanges = scanned.map(exchangeStatistics);
  const counts = Object.entries(decisions.counts()).map(([reason, count]) => ({ reason, count }));
  const executed = counts.find(({ reason }) => reason === 'executed')?.count ?? 0;
  return {
    markets: sum(exchanges, 'markets'),
    markets_trusted: sum(exchanges, 'markets_trusted'),
    untrusted: untrustedOf(scanned),
    directed_tri: sum(exchanges, 'directed_tri'),
    directed_quad: sum(exchanges, 'directed_quad'),
    updates: [...core.markets.values()].reduce((all, { updates }) => all + updates.count, 0),
    updates_per_second: rate.perSecond(),
    detection_p50_us: latency.quantile(0.5),
    detection_p99_us: latency.quantile(0.99),
    best_cycle: bestOf(scanned),
    lately: lately.most(),
    threshold_pct: core.parameters().min_profit_threshold,
    opportunities_found: found.opportunities,
    dislocations_found: found.dislocations,
    decisions: {
      executed,
      skipped: counts.reduce((all, { count }) => all + count, 0) - executed,
      by_reason: counts.sort((a, b) => b.count - a.count),
    },
    exchanges,
    at: isoTime(core.clock.now()),
  };
};

/** What there is to see at this moment, for `lately`. Costs a walk over every cycle. */
export const seenNow = (core: Needs): Parameters<Lately['add']>[0] => {
  const scanned = scannedBy(core);
  const exchanges = scanned.map(exchangeStatistics);
  return {
    markets_trusted: sum(exchanges, 'markets_trusted'),
    directed_tri: sum(exchanges, 'directed_tri'),
    directed_quad: sum(exchanges, 'directed_quad'),
    best_cycle: bestOf(scanned),
  };
};

const scannedBy = (core: Needs): readonly ExchangeMarkets[] =>
  [...core.markets.values()].filter(({ exchange }) => core.parameters().enabled_exchanges.includes(exchange));

type Counted = 'markets' | 'markets_trusted' | 'directed_tri' | 'directed_quad';
const sum = (exchanges: ScanRecord['exchanges'], field: Counted): number =>
  exchanges.reduce((all, one) => all + one[field], 0);

const exchangeStatistics = (markets: ExchangeMarkets): ScanRecord['exchanges'][number] => {
  const { tri, quad } = markets.detector().counts();
  const { taker_pct, maker_pct, sources } = feeSummary(markets.markets.map(({ instrument }) => instrument));
  return {
    exchange: markets.exchange,
    markets: markets.markets.length,
    markets_trusted: markets.markets.filter((market) => markets.trust(market) === 'trusted').length,
    directed_tri: tri,
    directed_quad: quad,
    updates: markets.updates.count,
    taker_fee_pct: taker_pct,
    maker_fee_pct: maker_pct,
    ...(sources.length > 0 ? { fee_source: sources.join(', ') } : {}),
    last_update_at: markets.updates.last_at === null ? null : isoTime(markets.updates.last_at),
  };
};

const untrustedOf = (scanned: readonly ExchangeMarkets[]): ScanRecord['untrusted'] => {
  const counts = new Map<string, number>();
  for (const markets of scanned) {
    for (const market of markets.markets) {
      const trust = markets.trust(market);
      if (trust !== 'trusted') counts.set(trust, (counts.get(trust) ?? 0) + 1);
    }
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
};

const bestOf = (scanned: readonly ExchangeMarkets[]): ScanRecord['best_cycle'] => {
  const all = scanned.flatMap((markets) => {
    const cycle = markets.detector().best();
    return cycle ? [{ exchange: markets.exchange, cycle }] : [];
  });
  const best = all.sort((a, b) => b.cycle.product - a.cycle.product)[0];
  if (!best) return null;
  const { type, symbols, markets, product } = best.cycle;
  return { type, exchange: best.exchange, symbols, markets, profit_pct: (product - 1) * 100 };
};
