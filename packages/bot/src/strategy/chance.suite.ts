import { seededRandom } from '../venues/simulated/simulated-random.ts';

/** Numbers in [0, 1) for a property test; the seed is printed, and `SEED=…` runs it again. */
export function chance(property: string): () => number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`${property}: SEED=${seed}`);
  return seededRandom(seed).uniform;
}
