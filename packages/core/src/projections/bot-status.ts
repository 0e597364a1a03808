import * as z from 'zod/mini';
import { BotStatus } from '../contract/bot.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** `status` null until known; `status_at` (epoch ms) is when it was true; `phase` is the wish under way. */
export const BotState = z.object({
  status: z.nullable(BotStatus),
  status_at: z.nullable(z.number()),
  phase: z.enum(['idle', 'start', 'stop', 'restart', 'kill', 'reset']),
  message: z.nullable(z.string()),
  problem: z.nullable(Problem),
});
export type BotState = z.infer<typeof BotState>;

const initial: BotState = { status: null, status_at: null, phase: 'idle', message: null, problem: null };

/** What the bot is doing: loaded whole, then live updates merged in. */
export const bot: Projection<BotState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'status' ? { ...state, status: message.value, status_at: at } : state;
      case 'BotStatusReported':
        return { ...state, status: merge(state.status, message.status), status_at: at };
      case 'BotActionBegan':
        return { ...state, phase: message.action, message: null, problem: null };
      case 'BotActionDone':
        return { ...state, phase: 'idle', message: message.message };
      case 'BotActionFailed':
        return { ...state, phase: 'idle', problem: message.problem };
      default:
        return state;
    }
  },
};

// A bot that names its market source sends whole records; any other may send only what changed.
const merge = (known: BotStatus | null, update: BotStatus): BotStatus => {
  if (known === null || update.market_source !== null) return update;
  const merged: BotStatus = { ...known };
  for (const [field, value] of Object.entries(update)) {
    if (value !== null && !(Array.isArray(value) && value.length === 0)) Object.assign(merged, { [field]: value });
  }
  return merged;
};
