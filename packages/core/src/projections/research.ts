import * as z from 'zod/mini';
import { WhatIfAnswer, WhatIfAsked } from '../contract/research.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** The last question, and its answer, progress or problem. */
export const ResearchState = z.nullable(
  z.object({ asked: WhatIfAsked, answer: z.optional(WhatIfAnswer), problem: z.optional(Problem) }),
);

export const research: Projection<z.infer<typeof ResearchState>> = {
  initial: null,
  evolve: (state, { message }) => {
    if (message.type === 'WhatIfAnswered') return message;
    return message.type === 'SignedOut' || message.type === 'ClientStarted' ? null : state;
  },
};
