import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

/** Copies of the bot's data directory. */
export const backupEffects = {
  BackUp: {
    lane: () => 'backup',
    perform: ({ keys, key }, { api, clock }) =>
      outcome(
        // A copy may outlive the call; the bot answers the second call with the outcome of the first.
        retried(clock, () => api.call('system.backup', { body: { keys } }, { key })),
        (backup) => ({ type: 'BackedUp', backup }),
        (problem) => ({ type: 'BackUpFailed', problem }),
      ),
  },
} as const satisfies Rows;
