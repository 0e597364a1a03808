import * as z from 'zod/mini';
import type { Projection } from './projection.ts';

/** `found`: result of the last search, a new object each time: the pairs, and the exchanges whose call failed. */
export const PairsState = z.object({
  searching: z.boolean(),
  found: z.nullable(z.object({ pairs: z.array(z.string()), failed: z.array(z.string()) })),
});
export type PairsState = z.infer<typeof PairsState>;

/** The search for the pairs that exchanges trade. */
export const pairs: Projection<PairsState> = {
  initial: { searching: false, found: null },
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'PairSearchBegan':
        return { searching: true, found: null };
      case 'PairSearchEnded':
        return { searching: false, found: { pairs: message.pairs, failed: message.failed } };
      default:
        return state;
    }
  },
};
