import { routeOf } from '../contract/index.ts';
import type { Contract } from './api.ts';
import { problemOfAnswer } from './problem-of-answer.ts';

/** For a client that makes many calls: the rows of the first screen, and how to read problems, are part of the program. */
export const wholeContract: Contract = { routeOf, problemOf: problemOfAnswer };
