import type { Trade } from '@triquad/core/contract';

/** The trades with the highest and the lowest profit among those with a planned and an actual one; `worst` is null beside a single one. */
export const extremesOf = (trades: readonly Trade[]): { best: Trade | null; worst: Trade | null } => {
  const [worst, ...rest] = trades
    .filter(({ profit, expected_profit }) => profit !== null && expected_profit !== null)
    .sort((one, other) => (one.profit ?? 0) - (other.profit ?? 0));
  const best = rest.at(-1);
  return best === undefined ? { best: worst ?? null, worst: null } : { best, worst: worst ?? null };
};
