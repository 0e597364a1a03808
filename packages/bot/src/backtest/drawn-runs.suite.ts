import { join } from 'node:path';
import type { BacktestConfig } from '@triquad/core/contract';
import { openQuoteFile } from '../recording/quote-file.ts';
import { type Random, seededRandom } from '../venues/simulated/simulated-random.ts';

/** How an invented recording looks. Shares are of its rows. */
export type Invented = {
  readonly exchange: string;
  readonly from: number;
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Coins beside BTC and ETH, each with a market against USDT, BTC and ETH. */
  readonly coins: number;
  /** By how much a coin's worth changes at most from one row to the next, as a fraction. */
  readonly drift: number;
  /** A market's price leaves the others for a while, by so many percent at most. */
  readonly dislocated: number;
  readonly dislocatedPct: number;
  readonly void: number;
  /** Nothing is quoted for a second up to three minutes. */
  readonly silent: number;
  /** The time goes back: another session begins. */
  readonly sessions: number;
};

const decimals = (value: number, places: number): number => Number(value.toFixed(places));
const void_ = Number.NaN;

type Pair = { readonly symbol: string; readonly base: number; readonly quote: number };

const pairsOf = (coins: number): readonly Pair[] => {
  const names = ['USDT', 'BTC', 'ETH', ...Array.from({ length: coins }, (_, at) => `C${at}`)];
  const pair = (base: number, quote: number): Pair => ({ symbol: `${names[base]}/${names[quote]}`, base, quote });
  const others = Array.from({ length: coins }, (_, at) => [0, 1, 2].map((quote) => pair(3 + at, quote)));
  return [pair(1, 0), pair(2, 0), pair(2, 1), ...others.flat()];
};

/** Busy markets are quoted much more often than others. */
const busy = (random: Random, count: number): number => Math.floor(random.uniform() ** 2.5 * count);

/** Writes a recording whose prices are those of an efficient market but for what is asked for; where it is. */
export const inventRecording = async (folder: string, invented: Invented, seed: number): Promise<string> => {
  const { exchange, rows, coins } = invented;
  const random = seededRandom(seed);
  const pairs = pairsOf(coins);
  const worth = [1, 50_000, 2_500, ...Array.from({ length: coins }, () => 0.5 + 20 * random.uniform())];
  const until = new Map<number, { readonly at: number; readonly factor: number }>();
  const path = join(folder, `${exchange}-${seed}.arrows`);
  let fault: unknown = null;
  const file = await openQuoteFile({
    path,
    exchange,
    symbols: pairs.map(({ symbol }) => symbol),
    onFault: (error) => {
      fault = error;
    },
  });
  let at = invented.from;
  const size = (): number => decimals(random.uniform() < 0.05 ? 0.0002 : 0.01 + 40 * random.uniform() ** 3, 4);
  for (let row = 0; row < rows; row++) {
    const market = busy(random, pairs.length);
    const { base, quote } = pairs[market] as Pair;
    at += -Math.log(1 - random.uniform()) * (1000 / invented.rowsPerSecond);
    if (random.uniform() < invented.silent) at += 1000 * 180 ** random.uniform();
    if (random.uniform() < invented.sessions) at -= 40_000;
    const timeMs = Math.floor(at);
    const moved = 1 + Math.floor(random.uniform() * (worth.length - 1));
    worth[moved] = (worth[moved] ?? 1) * (1 + invented.drift * (2 * random.uniform() - 1));
    if (random.uniform() < invented.void) file.add(market, timeMs, void_, void_, void_, void_);
    else {
      if (random.uniform() < invented.dislocated)
        until.set(market, {
          at: at + 6000 * random.uniform() ** 3,
          factor: 1 + (invented.dislocatedPct / 100) * (2 * random.uniform() - 1),
        });
      const { at: end = 0, factor = 1 } = until.get(market) ?? {};
      const price = ((worth[base] ?? 1) / (worth[quote] ?? 1)) * (at < end ? factor : 1);
      const places = 6 - Math.min(4, Math.floor(Math.log10(price)));
      const bid = decimals(price * 0.9999, places);
      const ask = decimals(Math.max(price * 1.0001, bid + 10 ** -places), places);
      file.add(market, timeMs, bid, size(), ask, size());
    }
    if (row % 4_096 === 4_095) await file.flush();
  }
  await file.close();
  if (fault !== null) throw fault;
  return path;
};

/** Noon of the last day of a month. */
export const noon = Date.UTC(2026, 0, 31, 12);

/** A recording of a minute in which a cycle pays now and then. */
export const usual: Invented = {
  exchange: 'kucoin',
  from: noon + 1_000,
  rows: 4_000,
  rowsPerSecond: 60,
  coins: 6,
  drift: 0.00005,
  dislocated: 0.003,
  dislocatedPct: 2,
  void: 0.002,
  silent: 0.002,
  sessions: 0,
};

/** A backtest, its recordings, and what lies beyond its configuration. */
export type Drawn = {
  readonly invented: readonly Invented[];
  readonly change: Partial<BacktestConfig>;
  readonly maxBookAgeMs: number;
  readonly mostTrades: number;
};

/** Small recordings in which much happens, under settings that differ much. */
export const draw = (seed: number): Drawn => {
  const random = seededRandom(7_000_000 + seed);
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(random.uniform() * of.length)] as T;
  const exchanges = pick(['kucoin'], ['kucoin'], ['kucoin', 'binance']);
  const invented = exchanges.flatMap((exchange) =>
    pick([0], [0, 1]).map(
      (part): Invented => ({
        exchange,
        from: noon + part * 1_000_000 + Math.floor(5_000 * random.uniform()),
        rows: pick(500, 1_500),
        rowsPerSecond: pick(30, 200, 1_000),
        coins: pick(1, 3, 6),
        drift: pick(5e-5, 5e-6),
        dislocated: pick(0.002, 0.01, 0.05),
        dislocatedPct: pick(0.5, 1.5, 3),
        void: pick(0, 0.001, 0.03),
        silent: pick(0, 0.002, 0.02),
        sessions: pick(0, 0, 0.001),
      }),
    ),
  );
  const fee = { taker_pct: pick(0, 0.02, 0.1), ...pick({}, { token: { asset: 'C0', discount_pct: 25 } }) };
  const change = {
    exchanges,
    initial_capital: pick(1_000, 10_000),
    min_profit_threshold: pick(0, 0.05, 0.2),
    max_position_size: pick(100, 1_000),
    fees: Object.fromEntries(exchanges.map((exchange) => [exchange, fee])),
    paper: {
      conditions: pick('practice' as const, 'realistic' as const),
      ...pick({}, { taken_pct: 50, rejected_pct: 10, timed_out_pct: 15, rate_limited_pct: 3 }),
    },
    limits: {
      cooldown_after_failure_seconds: pick(0, 5),
      max_concurrent_orders: pick(1, 10),
      max_daily_drawdown_pct: 50,
      stop_loss_pct: 50,
    },
  };
  return { invented, change, maxBookAgeMs: pick(1_500, 300, 20_000), mostTrades: pick(50_000, 50_000, 3) };
};

/** Half an hour that may cross midnight, under limits that bind: drawdown, stop loss, positions, volume and cooldown. */
export const drawHard = (seed: number): Drawn => {
  const random = seededRandom(31_000 + seed);
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(random.uniform() * of.length)] as T;
  const exchanges = pick(['kucoin'], ['kucoin'], ['kucoin', 'binance']);
  const start = pick(noon, noon + 12 * 3_600_000 - 240_000);
  const rowsPerSecond = pick(20, 60, 400);
  const invented = exchanges.flatMap((exchange) =>
    pick([0], [0, 1]).map(
      (part): Invented => ({
        ...{ exchange, from: start + 1_000 + part * 700_000, rows: pick(4_000, 12_000), rowsPerSecond },
        ...{ coins: pick(3, 6, 12), drift: pick(1e-4, 5e-5, 2e-5) },
        ...{ dislocated: pick(3e-4, 1e-3, 5e-3), dislocatedPct: pick(1.5, 3) },
        ...{ void: pick(0, 0.001, 0.01), silent: pick(0, 0.0005, 0.003), sessions: pick(0, 0.0003) },
      }),
    ),
  );
  const fee = { taker_pct: pick(0, 0.02, 0.1, 0.2), ...pick({}, { token: { asset: 'C0', discount_pct: 25 } }) };
  const change: Drawn['change'] = {
    ...{ start_date: new Date(start).toISOString(), end_date: new Date(start + 1_800_000).toISOString(), exchanges },
    ...{ initial_capital: pick(500, 1_000, 10_000), max_position_size: pick(100, 300, 1_000) },
    min_profit_threshold: pick(0, 0.05, 0.2),
    fees: Object.fromEntries(exchanges.map((exchange) => [exchange, fee])),
    ...pick({}, { start_currencies: ['USDT', 'BTC', 'C1'] }),
    paper: {
      conditions: pick('practice' as const, 'realistic' as const),
      ...pick(
        {},
        { taken_pct: 60, rejected_pct: 10, timed_out_pct: 25, rate_limited_pct: 5 },
        { taken_pct: 30, timed_out_pct: 50 },
      ),
    },
    limits: {
      ...{ cooldown_after_failure_seconds: pick(0, 5, 60), max_concurrent_orders: pick(1, 2, 10) },
      ...{ max_daily_drawdown_pct: pick(0.01, 0.05, 0.3, 20), stop_loss_pct: pick(0.02, 0.1, 0.5, 30) },
      ...pick({}, { assets: boundAssets(pick(200, 500), pick(300, 2_000)) }),
    },
  };
  return { invented, change, maxBookAgeMs: pick(300, 1_500, 20_000), mostTrades: 50_000 };
};

const boundAssets = (max_position: number, max_daily_volume: number) => ({
  BTC: { max_position, max_daily_volume },
  C0: { max_position: 150, max_daily_volume: 500 },
});
