import * as z from 'zod/mini';
import { Risk } from '../contract/risk.ts';
import type { Projection } from './projection.ts';

/** `report` null until known, and always for a bot without risk reports; `acting` while a reset, a sale or a keep is pending. */
export const RiskState = z.object({ report: z.nullable(Risk), acting: z.boolean() });
export type RiskState = z.infer<typeof RiskState>;

/** The bot's risk report: trading state, breakers, use of each limit, residual positions. */
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
