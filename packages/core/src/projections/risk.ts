import * as z from 'zod/mini';
import { Difference } from '../contract/account.ts';
import { Risk } from '../contract/risk.ts';
import type { Projection } from './projection.ts';

/** `report` null until known, and always for a bot without risk reports; `acting` while a reset, a sale, a keep or an acceptance is pending. */
export const RiskState = z.object({
  report: z.nullable(Risk),
  acting: z.boolean(),
  /** Where an account holds something else than the ledger, the oldest first. */
  differences: z.array(Difference),
});
export type RiskState = z.infer<typeof RiskState>;

/** The bot's risk report: trading state, breakers, use of each limit, residual positions; and the differences of the accounts. */
export const risk: Projection<RiskState> = {
  initial: { report: null, acting: false, differences: [] },
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        if (message.resource === 'differences') return { ...state, differences: message.value };
        return message.resource === 'risk' ? { ...state, report: message.value } : state;
      case 'ResetBreaker':
      case 'ResolveStranded':
      case 'AcceptDifference':
        return { ...state, acting: true };
      case 'RiskActionDone':
        return { ...state, report: message.risk, acting: false };
      case 'DifferenceAccepted':
        return { ...state, differences: message.differences, acting: false };
      case 'RiskActionFailed':
        return { ...state, acting: false };
      default:
        return state;
    }
  },
};
