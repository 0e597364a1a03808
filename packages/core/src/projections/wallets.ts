import * as z from 'zod/mini';
import { Balances } from '../contract/wallet.ts';
import type { Projection } from './projection.ts';

/** `balances` null until known; `loaded_at` in epoch milliseconds. */
export const WalletsState = z.object({ balances: z.nullable(Balances), loaded_at: z.nullable(z.number()) });
export type WalletsState = z.infer<typeof WalletsState>;

const initial: WalletsState = { balances: null, loaded_at: null };

/** Balances on every exchange. */
export const wallets: Projection<WalletsState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'wallets' ? { balances: message.value, loaded_at: at } : state;
      case 'BalancesReported':
        return { balances: message.balances, loaded_at: at };
      case 'ResourceDropped':
        return message.resource === 'wallets' ? initial : state;
      default:
        return state;
    }
  },
};
