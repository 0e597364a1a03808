import * as z from 'zod/mini';
import { anything, committed, enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { asOfCommit, marketSymbol, stamped, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { RiskAnswer, RiskAnswerRecord } from './risk.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/**
 * Amounts in the asset; `value_usd` at the books' prices, null without a path to USD. total = free + reserved; `free` is what a new
 * execution may spend. Contained in these:
 * `residual`, which executions left and can be sold, and `dust`, which is below the minimum of its market; `usd` is the value of both,
 * absent without a price.
 */
export const AssetBalanceRecord = z.object({
  total: z.number(),
  free: z.number(),
  reserved: z.number(),
  /**
   * The running executions, open orders and open differences that hold what is reserved; as `fee`, with the id of its order, the usual fee
   * of what the exchange has filled and named no fee for yet.
   */
  reserved_by: z.array(
    mark(z.object({ kind: z.enum(['execution', 'order', 'difference', 'fee']), id: text, amount: z.number() }), {
      required: ['kind', 'id'],
    }),
  ),
  value_usd: z.nullable(usd),
  /** Cost of the holding by weighted average; null for dollars and their tokens, and while part of it has no price. */
  cost_usd: z.nullable(usd),
  residual: z.number(),
  dust: z.number(),
  usd: z.optional(usd),
});
/** `total_usd`: sum of the known values; null without any. */
export const ExchangeBalancesRecord = mark(
  z.object({
    exchange: text,
    provenance: z.nullable(ProvenanceRecord),
    total_usd: z.nullable(usd),
    error: z.nullable(text),
    balances: z.record(z.string(), AssetBalanceRecord),
  }),
  { required: ['exchange'] },
);
export type ExchangeBalancesRecord = z.infer<typeof ExchangeBalancesRecord>;
export const BalancesRecord = asOfCommit(
  z.object({
    provenance: z.nullable(ProvenanceRecord),
    exchanges: z.array(ExchangeBalancesRecord),
    total_usd: z.nullable(usd),
    last_updated: time,
    ...stamped,
  }),
);
export type BalancesRecord = z.infer<typeof BalancesRecord>;

/** The client's forms. */
export const ExchangeBalances = tolerant(ExchangeBalancesRecord);
export type ExchangeBalances = Tolerant<typeof ExchangeBalancesRecord>;
export const Balances = tolerant(BalancesRecord);
export type Balances = Tolerant<typeof BalancesRecord>;

/**
 * Dust of an account: remainders below the minimum of their markets. Several may reach an order together: `sale` is that order at the best
 * price of now. Without one, `code` is the reason: no market sells the asset for money with a price, no book of it is trusted, or every
 * market requires `minimum_usd`.
 */
export const DustRecord = mark(
  z.object({
    exchange: text,
    provenance: z.nullable(ProvenanceRecord),
    asset: text,
    amount: z.number(),
    value_usd: z.nullable(usd),
    sale: z.nullable(
      mark(z.object({ market: marketSymbol, quantity: z.number(), expected_usd: usd }), {
        required: ['market', 'quantity'],
      }),
    ),
    code: z.nullable(z.enum(['no_market', 'no_price', 'below_minimum'])),
    minimum_usd: z.nullable(usd),
  }),
  { required: ['exchange', 'asset'] },
);
export type DustRecord = z.infer<typeof DustRecord>;

/** The client's form. */
export const Dust = tolerant(DustRecord);
export type Dust = Tolerant<typeof DustRecord>;

export const DepositAddressRecord = mark(
  z.object({
    exchange: text,
    asset: text,
    address: text,
    tag: z.optional(text),
    network: text,
  }),
  { required: ['exchange', 'asset', 'address', 'network'] },
);
/** `market`: the one that the caller saw; another one is refused (409 `another_market`). */
const ResetWallet = z.strictObject({ market: z.optional(text), confirm: z.literal(true) });

export const RefreshedRecord = z.object({ message: text });

export const walletRoutes = {
  'wallets.balances': route({
    method: 'GET',
    path: '/wallets/balances',
    role: 'viewer',
    record: BalancesRecord,
    answer: enveloped(Balances),
    summary: 'Balances of every exchange',
  }),
  'wallets.exchange': route({
    method: 'GET',
    path: '/wallets/{exchange}/balances',
    role: 'viewer',
    ...committed(ExchangeBalancesRecord),
    summary: 'Balances of one exchange',
  }),
  'wallets.dust': route({
    method: 'GET',
    path: '/wallets/dust',
    role: 'viewer',
    extension: 'dust',
    record: asOfCommit(z.object({ data: z.array(DustRecord) })),
    answer: looseRows(Dust),
    summary: 'What lies below the minima of its markets, and what of it one order would sell',
  }),
  'wallets.deposit': route({
    method: 'GET',
    path: '/wallets/{exchange}/deposit-address/{asset}',
    role: 'admin',
    record: DepositAddressRecord,
    answer: enveloped(tolerant(DepositAddressRecord)),
    refuses: [409],
    summary: 'Where to deposit; 409 in paper mode',
  }),
  'wallets.reset': route({
    method: 'POST',
    path: '/wallets/reset',
    role: 'operator',
    extension: 'wallets.reset',
    idempotent: true,
    keyed: true,
    body: ResetWallet,
    record: RiskAnswerRecord,
    answer: enveloped(RiskAnswer),
    refuses: [409],
    summary:
      'Give the paper wallet of the present market its starting funds again; 409 with real money, or while an execution or order is open',
  }),
  'wallets.refresh': route({
    method: 'POST',
    path: '/wallets/refresh',
    role: 'operator',
    idempotent: true,
    record: RefreshedRecord,
    answer: anything,
    success: 202,
    summary: 'Ask the exchanges for balances again',
  }),
} as const;
