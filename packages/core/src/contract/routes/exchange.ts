import * as z from 'zod/mini';
import {
  AvailablePairs,
  AvailablePairsQuery,
  AvailablePairsRecord,
  ExchangeConfig,
  ExchangeConfigRecord,
  Exchanges,
  ExchangesRecord,
  ExchangeTest,
  ExchangeTestRecord,
  TestResult,
} from '../exchange.ts';
import { enveloped } from '../loose.ts';
import { route } from '../route.ts';

export const exchangeRoutes = {
  'exchanges.list': route({
    method: 'GET',
    path: '/system/exchanges',
    role: 'admin',
    record: ExchangesRecord,
    answer: enveloped(Exchanges),
    summary: 'Configured exchanges, keys masked',
  }),
  'exchanges.pairs': route({
    method: 'GET',
    path: '/system/exchanges/available-pairs',
    role: 'viewer',
    query: AvailablePairsQuery,
    record: AvailablePairsRecord,
    answer: enveloped(AvailablePairs),
    summary: 'Markets of an exchange',
  }),
  'exchanges.save': route({
    method: 'POST',
    path: '/system/exchanges/{name}',
    role: 'admin',
    idempotent: true,
    body: ExchangeConfig,
    readOnly: ['has_secret', 'has_passphrase'],
    record: ExchangeConfigRecord,
    answer: z.unknown(),
    summary: 'Save the credentials of an exchange',
  }),
  'exchanges.test': route({
    method: 'POST',
    path: '/system/exchanges/{name}/test',
    role: 'admin',
    idempotent: true,
    body: ExchangeTest,
    record: ExchangeTestRecord,
    answer: enveloped(TestResult),
    summary: 'Test the credentials of an exchange',
  }),
  'exchanges.delete': route({
    method: 'DELETE',
    path: '/system/exchanges/{name}',
    role: 'admin',
    extension: 'exchange.delete',
    idempotent: true,
    record: z.undefined(),
    answer: z.unknown(),
    success: 204,
    summary: 'Forget an exchange',
  }),
} as const;
