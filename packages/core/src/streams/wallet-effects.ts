import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

/** Balances of the accounts. */
export const walletEffects = {
  RefreshWallets: {
    lane: () => 'wallets',
    perform: ({ key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('wallets.refresh', {}, { key })),
        () => ({ type: 'WalletsRefreshAsked' }),
        (problem) => ({ type: 'WalletsRefreshFailed', problem }),
      ),
  },
} as const satisfies Rows;
