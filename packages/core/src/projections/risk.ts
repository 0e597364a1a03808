import * as z from 'zod/mini';
import { Risk } from '../contract/risk.ts';
import type { Projection } from './projection.ts';

/** `report` null until known, and for good with a bot that does not tell; `acting` while a reset, a sale or a keeping is under way. */
export const RiskState = z.object({ report: z.nullable(Risk), acting: z.boolean() });
export type RiskState = z.infer<typeof RiskState>;

/** What holds the bot back, how much of each limit is used, and what is stranded. */
export const risk: Projection<RiskState> = {
  initial: { report: null, acting: false },
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'risk' ? { ...state, report: message.value } : state;
      case 'ResetBreaker':
      case 'ResolveStranded':
        return { ...state, acting: true };
      case 'RiskActionDone':
        return { report: message.risk, acting: false };
      case 'RiskActionFailed':
        return { ...state, acting: false };
      default:
        return state;
    }
  },
};
