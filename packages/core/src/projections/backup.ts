import * as z from 'zod/mini';
import { BackupRecord } from '../contract/system.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** The last backup that was requested here, and why it failed. */
export const BackupState = z.object({
  running: z.boolean(),
  made: z.nullable(BackupRecord),
  problem: z.nullable(Problem),
});
type BackupState = z.infer<typeof BackupState>;

const initial: BackupState = { running: false, made: null, problem: null };

export const backup: Projection<BackupState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'BackUp':
        return { ...initial, running: true };
      case 'BackedUp':
        return { ...initial, made: message.backup };
      case 'BackUpFailed':
        return { ...initial, problem: message.problem };
      case 'SignedOut':
        return initial;
      default:
        return state;
    }
  },
};
