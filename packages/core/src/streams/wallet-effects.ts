import type { Rows } from './lanes.ts';
import { outcome, retried } from './perform.ts';

/** Balances and deposit addresses of the accounts. */
export const walletEffects = {
  LoadDeposit: {
    lane: ({ exchange, asset }) => `deposit ${exchange} ${asset}`,
    perform: ({ exchange, asset }, { api, clock }) =>
      outcome(
        retried(clock, (signal) => api.call('wallets.deposit', { path: { exchange, asset } }, { signal })),
        (deposit) => ({ type: 'DepositLoaded', exchange, asset, deposit }),
        (problem) => ({ type: 'DepositFailed', exchange, asset, problem }),
      ),
  },
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
