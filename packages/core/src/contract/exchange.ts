import * as z from 'zod/mini';
import { anything, enveloped } from './answer.ts';
import { coded, count, marketSymbol, text } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const secret = text.check(z.maxLength(4_096));

/** The body of a change; a masked value keeps the stored secret. */
export const ExchangeConfig = z.strictObject({
  enabled: z._default(z.boolean(), true),
  api_key: z.optional(secret),
  api_secret: z.optional(secret),
  passphrase: z.optional(secret),
  testnet: z._default(z.boolean(), true),
});
export type ExchangeConfig = z.infer<typeof ExchangeConfig>;

/** The answer: `api_key` masked to its first 8 and last 4 characters; secrets are never included. */
export const ExchangeConfigRecord = z.object({
  enabled: z.boolean(),
  api_key: text,
  testnet: z.boolean(),
  has_secret: z.boolean(),
  has_passphrase: z.boolean(),
});
export const ExchangesRecord = z.object({ exchanges: z.record(z.string(), ExchangeConfigRecord) });
export const Exchanges = tolerant(ExchangesRecord);
export type Exchanges = Tolerant<typeof ExchangesRecord>;

export const ExchangeTest = z.strictObject({
  api_key: z.optional(secret),
  api_secret: z.optional(secret),
  passphrase: z.optional(secret),
  testnet: z.optional(z.boolean()),
});
export const ExchangeTestRecord = z.object({
  success: z.boolean(),
  message: text,
  latency_ms: z.nullable(z.number()),
  permissions: z.optional(z.array(text)),
  balances_visible: z.optional(z.boolean()),
  ...coded,
});
/** Answer of every connection or message test. */
export const TestResult = tolerant(ExchangeTestRecord);
export type TestResult = Tolerant<typeof ExchangeTestRecord>;

export const AvailablePairsQuery = z.object({ exchange: text, quote_currencies: z._default(text, 'USDT,BTC,ETH') });
export const AvailablePairsRecord = z.object({ pairs: z.array(marketSymbol), total_pairs: count });
export const AvailablePairs = tolerant(AvailablePairsRecord);

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
    answer: anything,
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
    answer: anything,
    success: 204,
    summary: 'Forget an exchange',
  }),
} as const;
