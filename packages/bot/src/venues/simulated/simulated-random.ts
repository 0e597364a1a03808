/** A reproducible source of chance: the same seed gives the same numbers. */
export type Random = {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal, never beyond ±3.5, so that what moves by it moves by a bounded step. */
  normal(): number;
};

const normalBound = 3.5;
/** Into so many equally likely pieces the normal law is cut; within one of them it is even. */
const pieces = 4096;
let table: Float64Array | null = null;

/** Where the pieces of the normal law between its bounds begin and end, to a deviation of 1. */
const cutNormal = (): Float64Array => {
  const steps = 16 * pieces;
  const width = (2 * normalBound) / steps;
  const density = (at: number): number => Math.exp((-at * at) / 2);
  const below = new Float64Array(steps + 1);
  for (let step = 0; step < steps; step++)
    below[step + 1] = (below[step] as number) + density((step + 0.5) * width - normalBound);
  const all = below[steps] as number;
  const ends = new Float64Array(pieces + 1);
  for (let piece = 0, step = 0; piece <= pieces; piece++) {
    const share = (piece / pieces) * all;
    while (step < steps - 1 && (below[step + 1] as number) < share) step++;
    const [low, high] = [below[step] as number, below[step + 1] as number];
    ends[piece] = Math.min(normalBound, (step + (share - low) / (high - low)) * width - normalBound);
  }
  return ends;
};

/** So many numbers are drawn at once. */
const drawn = 128;

/** sfc32 by C. Doty-Humphrey (PractRand), its state filled from the seed, the first outputs thrown away. */
export function seededRandom(seed: number): Random {
  const state = Int32Array.of(seed, Math.floor(seed / 2 ** 32), 0x9e3779b9, 1);
  const numbers = new Float64Array(drawn);
  let used = drawn;
  const draw = (): void => {
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let counter = state[3] as number;
    for (let at = 0; at < drawn; at++) {
      const result = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + result) | 0;
      numbers[at] = (result >>> 0) / 2 ** 32;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
    used = 0;
  };
  const next = (): number => {
    if (used === drawn) draw();
    return numbers[used++] as number;
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) next();
  table ??= cutNormal();
  const ends = table;
  const normal = (): number => {
    const place = pieces * next();
    const piece = Math.floor(place);
    const low = ends[piece] as number;
    return low + (place - piece) * ((ends[piece + 1] as number) - low);
  };
  return { uniform: next, normal };
}
