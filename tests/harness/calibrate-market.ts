import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { readQuotes } from '../../packages/bot/src/recording/read-quotes.ts';
import { repository } from './recorded-data.ts';

/**
 * Prints what `venues/simulated/realistic.ts` is fitted to: `node --conditions=triquad-source tests/harness/calibrate-market.ts
 * <folder>`. It reads recordings that are no part of the repository; only the figures that it prints are.
 */

const bp = 1e4;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const round = (value: number, digits = 3): number => Number(value.toFixed(digits));

type Seen = { readonly spreads: number[]; readonly touches: number[]; bid: number };

/** Spread and size at the touch of each market: medians over all that was quoted. */
async function crossSection(file: string): Promise<ReadonlyMap<string, Seen>> {
  const markets = new Map<string, Seen>();
  for await (const quotes of readQuotes(file, () => {})) {
    for (const { symbol, bid, bidSize, ask, askSize } of quotes) {
      const seen = markets.get(symbol) ?? { spreads: [], touches: [], bid };
      markets.set(symbol, seen);
      seen.spreads.push(((ask - bid) / (ask + bid)) * bp);
      seen.touches.push(Math.min(bidSize * bid, askSize * ask));
      seen.bid = bid;
    }
  }
  return markets;
}

/** By what is paid with: mean and deviation of the logarithms of the half-spread in bp and of the size at the touch in USD. */
function laws(markets: ReadonlyMap<string, Seen>): object[] {
  const usd = (quote: string): number => (quote === 'USDT' ? 1 : (markets.get(`${quote}/USDT`)?.bid ?? Number.NaN));
  return ['USDT', 'BTC', 'ETH', 'KCS'].map((quote) => {
    const own = [...markets].filter(([symbol]) => symbol.endsWith(`/${quote}`)).map(([, seen]) => seen);
    const spreads = own.map(({ spreads }) => Math.log(median(spreads)));
    const touches = own.map(({ touches }) => Math.log(median(touches) * usd(quote)));
    return {
      ...{ quote, markets: own.length },
      ...{ spread: [round(mean(spreads)), round(deviation(spreads))] },
      ...{ touch: [round(mean(touches)), round(deviation(touches))] },
    };
  });
}

/** How far BTC/USDT, ETH/USDT and ETH/BTC are from agreeing, in bp, how long that lasts, and how often each changes. */
async function triangle(file: string): Promise<object> {
  const middles = new Map<string, number>();
  const times = new Map<string, number[]>();
  const spreads = new Map<string, number[]>();
  const seen: { at: number; apart: number }[] = [];
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const [time, symbol = '', bid, , ask] = line.split(',');
    const [at, low, high] = [Number(time), Number(bid), Number(ask)];
    if (!(low > 0 && high > low)) continue;
    middles.set(symbol, (low + high) / 2);
    times.set(symbol, [...(times.get(symbol) ?? []).slice(-1), at]);
    spreads.set(symbol, spreads.get(symbol) ?? []);
    spreads.get(symbol)?.push(((high - low) / (high + low)) * bp);
    const [eth, btc, cross] = ['ETHUSDT', 'BTCUSDT', 'ETHBTC'].map((name) => middles.get(name) ?? Number.NaN);
    const apart = Math.log(((cross ?? 0) * (btc ?? 0)) / (eth ?? 1)) * bp;
    if (!Number.isNaN(apart)) seen.push({ at, apart });
  }
  const centre = mean(seen.map(({ apart }) => apart));
  const [first, last] = [seen[0]?.at ?? 0, seen.at(-1)?.at ?? 0];
  const grid: number[] = [];
  let next = 0;
  for (let at = first; at < last; at += 1_000) {
    while ((seen[next + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) next++;
    grid.push((seen[next]?.apart ?? 0) - centre);
  }
  const power = mean(grid.map((value) => value ** 2));
  const kept = (lag: number): number => mean(grid.slice(lag).map((value, at) => value * (grid[at] ?? 0))) / power;
  const everyMs = Object.fromEntries(
    [...spreads].map(([symbol, all]) => [symbol, Math.round((last - first) / all.length)]),
  );
  return {
    ...{ apartBp: round(deviation(seen.map(({ apart }) => apart))), most: round(Math.max(...grid.map(Math.abs))) },
    ...{ keptAfterS: { 1: round(kept(1)), 5: round(kept(5)), 10: round(kept(10)) } },
    ...{ everyMs, halfSpreadBp: Object.fromEntries([...spreads].map(([name, all]) => [name, round(median(all))])) },
  };
}

const folder = process.argv[2] ?? join(repository, '..', 'shared', 'data');
const markets = await crossSection(join(folder, 'kucoin_l1_2022', 'kucoin_ticker_l1.csv.gz'));
const majors = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'KCS/USDT', 'KCS/BTC', 'USDC/USDT'].map((symbol) => {
  const { spreads = [], touches = [] } = markets.get(symbol) ?? {};
  return { symbol, halfSpreadBp: round(median(spreads)), touch: round(median(touches)) };
});
const found = { laws: laws(markets), majors };
const apart = await triangle(join(folder, 'binance_l2_triangle_20201101', 'derived_l1.csv.gz'));
process.stdout.write(`${JSON.stringify({ ...found, triangle: apart }, null, 1)}\n`);
