import * as z from 'zod/mini';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/**
 * `open`: no token, and the bot has not asked for one. `identified`: who is signed in was asked and answered; `operator` stays null
 * where the bot does not say.
 */
export const SessionState = z.object({
  state: z.enum(['restoring', 'open', 'signing-in', 'signed-in', 'signed-out']),
  operator: z.nullable(z.object({ name: z.string(), role: z.string() })),
  identified: z.boolean(),
  reason: z.nullable(z.enum(['required', 'refused', 'logout'])),
  problem: z.nullable(Problem),
});
export type SessionState = z.infer<typeof SessionState>;

const initial: SessionState = { state: 'restoring', operator: null, identified: false, reason: null, problem: null };

/** Who is signed in; `signed-out` is what sends a screen to the login. */
export const session: Projection<SessionState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'SessionRestored':
        return { ...initial, state: message.has_token ? 'signed-in' : 'open' };
      case 'SignInBegan':
        return { ...initial, state: 'signing-in' };
      case 'SignedIn':
        return { ...initial, state: 'signed-in', operator: message.operator, identified: true };
      case 'OperatorKnown':
        return { ...state, operator: message.operator, identified: true };
      case 'SignInFailed':
        return { ...initial, state: 'signed-out', reason: 'refused', problem: message.problem };
      case 'SignedOut':
        return { ...initial, state: 'signed-out', reason: message.reason };
      default:
        return state;
    }
  },
};
