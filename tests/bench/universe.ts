import type { Instrument } from '../../packages/bot/src/model/instrument.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';

/** The shape of a large exchange: how likely a coin has a market in each quote currency. */
const quotes: readonly (readonly [currency: string, share: number])[] = [
  ['USDT', 0.98],
  ['BTC', 0.62],
  ['ETH', 0.4],
  ['USDC', 0.3],
  ['BNB', 0.22],
  ['EUR', 0.14],
  ['TRY', 0.1],
  ['FDUSD', 0.06],
  ['BRL', 0.04],
  ['TRX', 0.02],
];

/** Markets of one exchange, the most traded first, with a fair price for each. */
export type Universe = { instruments: Instrument[]; fair: Float64Array };

/** Makes an exchange of so many markets; the same each time. */
export function createUniverse(markets: number): Universe {
  const { uniform } = seededRandom(markets);
  const value = new Map<string, number>([['USDT', 1]]);
  const instruments: Instrument[] = [];
  const list = (base: string, quote: string): void => {
    if (instruments.length < markets) instruments.push(instrument(base, quote));
  };
  quotes.forEach(([base], at) => {
    for (const [quote] of quotes.slice(0, Math.min(at, 4))) list(base, quote);
  });
  for (let coin = 0; instruments.length < markets; coin++) {
    for (const [quote, share] of quotes) if (uniform() < share) list(`C${coin}`, quote);
  }
  const worth = (currency: string): number => {
    const known = value.get(currency) ?? Math.exp(8 * uniform() - 4);
    value.set(currency, known);
    return known;
  };
  return { instruments, fair: Float64Array.from(instruments, ({ base, quote }) => worth(base) / worth(quote)) };
}

function instrument(base: string, quote: string): Instrument {
  return {
    exchange: 'bench',
    symbol: `${base}/${quote}`,
    base,
    quote,
    tickSize: 1e-8,
    lotStep: 1e-4,
    minQuantity: 0,
    minNotional: 0,
    takerFee: 0.001,
    feeCurrency: 'received',
  };
}

/** Best quotes in the order of their arrival. */
export type QuoteStream = { market: Int32Array; bid: Float64Array; ask: Float64Array };

/** `uniform`: each market as often; `liquid-heavy`: the n-th most traded market 1/n as often as the first. */
export type StreamShape = 'uniform' | 'liquid-heavy';

/** Makes a stream of quotes near the fair prices, so that now and then a cycle is profitable. */
export function createStream({ instruments, fair }: Universe, shape: StreamShape, length: number): QuoteStream {
  const { uniform, normal } = seededRandom(length);
  const markets = instruments.length;
  // The n-th market of a harmonic series is found where the logarithm of its place is uniform.
  const pick = (): number =>
    Math.min(markets - 1, Math.floor(shape === 'uniform' ? markets * uniform() : (markets + 1) ** uniform() - 1));
  const stream = { market: new Int32Array(length), bid: new Float64Array(length), ask: new Float64Array(length) };
  for (let at = 0; at < length; at++) {
    const market = pick();
    const mid = (fair[market] as number) * (1 + 0.0007 * normal());
    stream.market[at] = market;
    stream.bid[at] = mid * 0.9997;
    stream.ask[at] = mid * 1.0003;
  }
  return stream;
}
