/** A reproducible source of chance: the same seed gives the same numbers. */
export type Random = {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal, never beyond ±3.5, so that what moves by it moves by a bounded step. */
  normal(): number;
};

const normalBound = 3.5;

/** sfc32 by C. Doty-Humphrey (PractRand), its state filled from the seed, the first outputs thrown away. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1];
  const next = () => {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    return (result >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) next();
  let spare: number | null = null;
  const normal = () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    // Box–Muller gives two at a time.
    const radius = Math.min(Math.sqrt(-2 * Math.log(1 - next())), normalBound);
    const angle = 2 * Math.PI * next();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform: next, normal };
}
