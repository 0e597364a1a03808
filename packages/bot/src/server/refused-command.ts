import type { CommandProblem } from '../model/command.ts';
import { Refusal } from './problem.ts';

const STATUS = { conflict: 409, 'not-found': 404, rejected: 422, unavailable: 503 } as const;
const CODE = {
  conflict: 'conflict',
  'not-found': 'not_found',
  rejected: 'rejected',
  unavailable: 'unavailable',
} as const;

/** What the engine would not do, as a refusal of the call. */
export function refusedCommand({ problem, detail, code = CODE[problem], preview }: CommandProblem): Refusal {
  return new Refusal(STATUS[problem], code, detail, preview === undefined ? {} : { preview });
}
