import * as z from 'zod/mini';
import type { Projection } from './projection.ts';

/** `acting` while a reset, a sale, a keep or an acceptance is pending. */
export const RiskState = z.object({ acting: z.boolean() });
export type RiskState = z.infer<typeof RiskState>;

/** Actions of an operator on risk: breakers, residual positions, differences of accounts, the paper wallet. */
export const risk: Projection<RiskState> = {
  initial: { acting: false },
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResetBreaker':
      case 'ResetWallet':
      case 'ResolveStranded':
      case 'AcceptDifference':
        return { acting: true };
      case 'RiskActionDone':
      case 'DifferenceAccepted':
      case 'RiskActionFailed':
        return { acting: false };
      default:
        return state;
    }
  },
};
