/** `practice` pays what no market pays, so that there is something to see; `realistic` is fitted to recordings, and pays what they do. */
export type Preset = 'practice' | 'realistic';

/** How the book of one market behaves. Shares are of its price. */
export type Behaviour = {
  /** From the fair price to the best bid or ask at least. */
  readonly halfSpread: number;
  /** USD resting on a level, on average. */
  readonly levelUsd: number;
  /** It follows its fair price at the latest when that has moved this far (log), */
  readonly followBeyond: number;
  /** or after a time between these, in ms. */
  readonly restMs: { readonly least: number; readonly most: number };
  /** Its own noise around the fair price (log). */
  readonly noise: Noise;
};

/**
 * Noise that never goes beyond a bound. From change to change it keeps a share of what it was, or `null`, and it keeps 1/e of it for so many ms;
 * added to that is a deviation by the standard normal law: of each change, or, where time counts, of what it becomes in the end.
 */
export type Noise = {
  readonly bound: number;
  readonly deviation: number;
  readonly kept: number | null;
  readonly keptForMs: number;
};

/** What a behaviour depends on. */
export type Place = {
  /** `BTC/USDT`. */
  readonly symbol: string;
  readonly quote: string;
  /** 0 for the most liquid asset, 1 for the rarest. */
  readonly rarity: number;
  /** 0 on the exchange's main board. */
  readonly depth: number;
};

const bp = 1e-4;

/** Books rest well within the age at which one is distrusted, and noise and delay together stay below the fee of 0.1 %. */
const practised = ({ rarity, depth }: Place): Behaviour => ({
  halfSpread: (0.5 + 3.5 * rarity) * (depth === 0 ? 1 : 1.5) * bp,
  levelUsd: Math.max(800, 30_000 / ((1 + 60 * rarity) * (1 + depth))),
  followBeyond: 2 * bp,
  restMs: { least: 800, most: 1_200 },
  noise: { bound: 4 * bp, deviation: 0.8 * bp, kept: 0.9, keptForMs: 0 },
});

/**
 * What `tests/harness/calibrate-market.ts` prints of recordings (docs/realistic-market.md): by what is paid with, mean and deviation of the
 * logarithms of the half-spread in bp and of the size at the touch in USD.
 */
type Law = { readonly spread: readonly [number, number]; readonly touch: readonly [number, number] };
const usual: Law = { spread: [2.541, 1.144], touch: [3.37, 2.258] };
const laws: Readonly<Record<string, Law>> = {
  BTC: { spread: [3.378, 1.377], touch: [2.966, 2.765] },
  ETH: { spread: [3.596, 1.075], touch: [3.415, 2.317] },
  KCS: { spread: [2.966, 0.706], touch: [1.921, 2.496] },
  BNB: { spread: [2.966, 0.706], touch: [1.921, 2.496] },
};
/** Markets of their own: half-spread in bp, USD at the touch, mean time from change to change in ms. */
const majors: Readonly<Record<string, readonly [spread: number, touch: number, everyMs: number]>> = {
  'BTC/USDT': [0.013, 8_600, 238],
  'ETH/USDT': [0.017, 3_500, 1_498],
  'ETH/BTC': [0.074, 3_500, 1_269],
  'USDC/USDT': [0.05, 90_000, 1_500],
};

/** Of BTC, ETH and USDT: three books disagree by 1.38 bp, and keep 0.74 of it after 1 s. */
const ownNoise = (1.378 / Math.sqrt(3)) * bp;
const keptForMs = -1_000 / Math.log(0.744);
/** A wide book says less about its price: so much of its half-spread is noise too. */
const wideNoise = 0.25;
/** Of the rarest market, from change to change. Not in the recordings: they are too short for it. */
const rarestEveryMs = 20_000;
const frequentEveryMs = 1_500;

/** A book's distance from the fair price never exceeds its half-spread by more than 3.5 bp, a third of a fee of 0.1 %. */
const realistic = ({ symbol, quote, rarity }: Place): Behaviour => {
  const { spread, touch } = laws[quote] ?? usual;
  const [halfBp, levelUsd, everyMs] = majors[symbol] ?? [
    Math.exp(spread[0] + spread[1] * normalAt(rarity)),
    Math.exp(touch[0] - touch[1] * normalAt(rarity)),
    frequentEveryMs * (rarestEveryMs / frequentEveryMs) ** rarity,
  ];
  // On its grid a book is half a step wider than its least spread, on average.
  const halfSpread = (halfBp * bp) / 1.5;
  const deviation = ownNoise + wideNoise * halfSpread;
  return {
    halfSpread,
    levelUsd: Math.max(1, levelUsd),
    followBeyond: Math.max(0.5 * bp, halfSpread / 2),
    restMs: { least: everyMs / 2, most: (3 * everyMs) / 2 },
    noise: { bound: halfSpread / 2 + 3 * bp, deviation, kept: null, keptForMs },
  };
};

/** The value that a share of a normal law is below, nearly: by the logistic law. The ends are left out. */
const normalAt = (share: number): number => {
  const inner = 0.02 + 0.96 * share;
  return Math.log(inner / (1 - inner)) / 1.702;
};

/** How the book of a market behaves in a market of this preset. */
export const behaviourOf = (preset: Preset, place: Place): Behaviour =>
  preset === 'practice' ? practised(place) : realistic(place);
