import { clientRoutes } from '../contract/index.ts';
import type { Contract } from './api.ts';
import { problemOfAnswer } from './problem-of-answer.ts';

/** For a client that makes many calls: every row, and how to read problems, are part of the program. */
export const wholeContract: Contract = { routeOf: async (name) => clientRoutes[name], problemOf: problemOfAnswer };
