import * as z from 'zod/mini';
import { Health } from '../contract/health.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** `value` null until the bot has answered; `capabilities` is empty for a bot without extensions. */
export const HealthState = z.object({
  value: z.nullable(Health),
  capabilities: z.array(z.string()),
  checked_at: z.nullable(z.number()),
  problem: z.nullable(Problem),
});
export type HealthState = z.infer<typeof HealthState>;

const initial: HealthState = { value: null, capabilities: [], checked_at: null, problem: null };

/** The last health report of the bot. It stays when a later check fails; `problem` then holds the reason. */
export const health: Projection<HealthState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'HealthLoaded':
        return { value: message.health, capabilities: message.health.capabilities, checked_at: at, problem: null };
      case 'HealthFailed':
        return { ...state, checked_at: at, problem: message.problem };
      default:
        return state;
    }
  },
};
