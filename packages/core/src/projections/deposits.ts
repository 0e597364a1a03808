import * as z from 'zod/mini';
import { DepositAddressRecord } from '../contract/wallet.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

const Deposit = z.object({
  exchange: z.string(),
  asset: z.string(),
  address: z.nullable(DepositAddressRecord),
  problem: z.nullable(Problem),
});
type Deposit = z.infer<typeof Deposit>;

/** Deposit addresses as the exchanges named them; both fields are null while one is requested. */
export const DepositsState = z.array(Deposit);

const put = (state: Deposit[], deposit: Deposit): Deposit[] => [
  ...state.filter(({ exchange, asset }) => exchange !== deposit.exchange || asset !== deposit.asset),
  deposit,
];

/** An address of another account would lose the money: all are dropped whenever the account may be another one. */
export const deposits: Projection<Deposit[]> = {
  initial: [],
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'LoadDeposit':
        return put(state, { exchange: message.exchange, asset: message.asset, address: null, problem: null });
      case 'DepositLoaded': {
        const { exchange, asset, deposit } = message;
        return put(state, { exchange, asset, address: deposit, problem: null });
      }
      case 'DepositFailed': {
        const { exchange, asset, problem } = message;
        return put(state, { exchange, asset, address: null, problem });
      }
      case 'Connected':
      case 'ExchangeSaved':
      case 'ExchangeDeleted':
      case 'ModeChanged':
      case 'SignedOut':
        return state.length === 0 ? state : [];
      default:
        return state;
    }
  },
};
