import * as z from 'zod/mini';
import { Health } from '../contract/health.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/**
 * `value` null until the bot has answered; `capabilities` is empty for a bot without extensions. `journal_id`: of the data that this client
 * shows; `named_id`: the one that the bot named last; both null while unknown. `replaced` counts how often other data took their place.
 */
export const HealthState = z.object({
  value: z.nullable(Health),
  capabilities: z.array(z.string()),
  checked_at: z.nullable(z.number()),
  problem: z.nullable(Problem),
  journal_id: z._default(z.nullable(z.string()), null),
  named_id: z._default(z.nullable(z.string()), null),
  replaced: z._default(z.number(), 0),
});
export type HealthState = z.infer<typeof HealthState>;

const initial: HealthState = {
  value: null,
  capabilities: [],
  checked_at: null,
  problem: null,
  journal_id: null,
  named_id: null,
  replaced: 0,
};

/** The last health report of the bot. It stays when a later check fails; `problem` then holds the reason. */
export const health: Projection<HealthState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'HealthLoaded': {
        const { capabilities, journal_id } = message.health;
        return { ...named(state, journal_id), value: message.health, capabilities, checked_at: at, problem: null };
      }
      case 'HealthFailed':
        return { ...state, checked_at: at, problem: message.problem };
      case 'SocketAuthenticated':
        return named(state, message.journal_id);
      case 'DataReplaced':
        return { ...state, journal_id: state.named_id, replaced: state.replaced + 1 };
      default:
        return state;
    }
  },
};

const named = (state: HealthState, named_id: string | null): HealthState =>
  named_id === null || named_id === state.named_id
    ? state
    : { ...state, named_id, journal_id: state.journal_id ?? named_id };

/** True if the bot named another journal than the one whose data are shown. */
export const isOtherData = ({ journal_id, named_id }: HealthState): boolean => journal_id !== named_id;
