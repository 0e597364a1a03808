import * as z from 'zod/mini';
import { enveloped } from '../loose.ts';
import { asOfCommit } from '../primitives.ts';
import { route } from '../route.ts';
import {
  Balances,
  BalancesRecord,
  DepositAddressRecord,
  ExchangeBalances,
  ExchangeBalancesRecord,
  RefreshedRecord,
} from '../wallet.ts';

export const walletRoutes = {
  'wallets.balances': route({
    method: 'GET',
    path: '/wallets/balances',
    role: 'viewer',
    record: asOfCommit(BalancesRecord),
    answer: enveloped(Balances),
    summary: 'Balances of every exchange',
  }),
  'wallets.exchange': route({
    method: 'GET',
    path: '/wallets/{exchange}/balances',
    role: 'viewer',
    record: asOfCommit(ExchangeBalancesRecord),
    answer: enveloped(ExchangeBalances),
    summary: 'Balances of one exchange',
  }),
  'wallets.deposit': route({
    method: 'GET',
    path: '/wallets/{exchange}/deposit-address/{asset}',
    role: 'admin',
    record: DepositAddressRecord,
    answer: enveloped(DepositAddressRecord),
    refuses: [409],
    summary: 'Where to deposit; 409 in paper mode',
  }),
  'wallets.refresh': route({
    method: 'POST',
    path: '/wallets/refresh',
    role: 'operator',
    idempotent: true,
    record: RefreshedRecord,
    answer: z.unknown(),
    success: 202,
    summary: 'Ask the exchanges for balances again',
  }),
} as const;
