import * as z from 'zod/mini';
import { Flattened } from '../contract/flatten.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** `answer`: what would be sold, once `done` what was. Of a `failed` sale it is the preview; `problem` says why. */
export const FlattenState = z.object({
  phase: z.enum(['closed', 'previewing', 'previewed', 'selling', 'done', 'failed']),
  answer: z.nullable(Flattened),
  problem: z.nullable(Problem),
});
export type FlattenState = z.infer<typeof FlattenState>;

const initial: FlattenState = { phase: 'closed', answer: null, problem: null };

/** The sale of every residual position, which is previewed first. */
export const flatten: Projection<FlattenState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'Flatten':
        return message.preview
          ? { ...initial, phase: 'previewing' }
          : { answer: state.answer, phase: 'selling', problem: null };
      case 'FlattenAnswered':
        if (state.phase !== (message.preview ? 'previewing' : 'selling')) return state;
        return { phase: message.preview ? 'previewed' : 'done', answer: message.answer, problem: null };
      case 'FlattenFailed':
        if (state.phase !== (message.preview ? 'previewing' : 'selling')) return state;
        return { ...state, phase: 'failed', problem: message.problem };
      case 'CloseFlatten':
      case 'ClientStarted':
        return initial;
      default:
        return state;
    }
  },
};
