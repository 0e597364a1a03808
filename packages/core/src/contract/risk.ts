import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { side } from './opportunity.ts';
import { asOfCommit, coded, id, marketSymbol, stamped, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** `reducing`: only orders that lower exposure; `halted`: only cancels and unwinds, and after a kill nothing. */
export const riskState = z.enum(['active', 'reducing', 'halted']);

/** `resumes`: by `itself` some time after its cause has ended, or only when an `operator` resets it. */
export const BreakerRecord = mark(
  z.object({
    name: text,
    status: z.enum(['ok', 'tripped']),
    reason: z.nullable(text),
    tripped_at: z.nullable(time),
    resumes: z.enum(['itself', 'operator']),
    ...coded,
  }),
  { required: 'all', exact: true },
);

/** `scope`: `all`, `route`, or an asset. `used` is null if an asset has no price. */
export const LimitRecord = mark(
  z.object({
    name: z.enum([
      'capital_per_route',
      'total_capital',
      'simultaneous_executions',
      'position',
      'daily_volume',
      'cooldown',
      'daily_drawdown',
      'stop_loss',
    ]),
    scope: text,
    limit: z.number(),
    used: z.nullable(z.number()),
    unit: z.enum(['usd', 'count', 'seconds', 'percent']),
  }),
  { required: 'all', exact: true },
);

/**
 * Why something is left: the best way back loses more than is allowed, no trusted book takes it, as many orders as may be sent have not sold
 * it, orders are halted, or a fill came after the end. Of `loss` alone, in percent of what was spent and before fees: `loss_pct` is lost by
 * that way, `most_pct` may be.
 */
export const ResidualReason = mark(
  z.object({
    code: z.enum(['loss', 'no_book', 'orders', 'halted', 'late_fill']),
    loss_pct: z.optional(z.number()),
    most_pct: z.optional(z.number()),
  }),
  { required: ['code'], exact: true },
);
export type ResidualReason = z.infer<typeof ResidualReason>;

/**
 * A residual position of a failed execution. `reason`: why it is left; absent for those of earlier versions. `way_out`: the first order of
 * the best liquidation path at current books, and the cost of the whole path; null if no trusted book accepts it.
 */
export const ResidualRecord = mark(
  z.object({
    exchange: text,
    asset: text,
    amount: z.number(),
    value_usd: z.nullable(usd),
    since: time,
    execution_id: z.nullable(id),
    reason: z.optional(ResidualReason),
    way_out: z.nullable(
      mark(
        z.object({
          market: marketSymbol,
          side,
          quantity: z.number(),
          expected_price: z.number(),
          expected_loss_usd: z.nullable(usd),
          /** Currencies in order. */
          path: z.array(text),
        }),
        { required: 'all', exact: true },
      ),
    ),
    ...coded,
  }),
  { required: 'all' },
);

/**
 * An exchange: `down` has not come in yet, `halted` differs from the ledger and trades nothing new, `unverified` could not be compared with
 * the ledger for 5 minutes and begins no execution. `reason` null while ready.
 */
const AccountRiskRecord = mark(
  z.object({
    exchange: text,
    state: z.enum(['ready', 'starting', 'down', 'halted', 'unverified']),
    reason: z.nullable(text),
    differences: z.number(),
    ...coded,
  }),
  { required: 'all', exact: true },
);

/** `since` null while active. */
export const RiskRecord = asOfCommit(
  mark(
    z.object({
      provenance: z.nullable(ProvenanceRecord),
      state: riskState,
      since: z.nullable(time),
      reason: z.nullable(text),
      breakers: z.array(BreakerRecord),
      limits: z.array(LimitRecord),
      stranded: z.array(ResidualRecord),
      accounts: z.optional(z.array(AccountRiskRecord)),
      ...stamped,
      ...coded,
    }),
    { required: ['state', 'breakers', 'limits', 'stranded'], exact: true },
  ),
);
export type RiskRecord = z.infer<typeof RiskRecord>;

/** The client's form. */
export const Risk = tolerant(RiskRecord);
export type Risk = Tolerant<typeof RiskRecord>;

/** `sell`: over the best liquidation path at a bounded price; `keep`: it becomes a position, and routes may use the asset again. */
export const ResolveStranded = z.strictObject({ action: z.enum(['sell', 'keep']), confirm: z.literal(true) });

/** The action, and the risk report after it. */
export const RiskAnswerRecord = mark(z.object({ message: text, risk: RiskRecord, ...coded }), {
  required: ['message', 'risk'],
});
export const RiskAnswer = tolerant(RiskAnswerRecord);

export const riskRoutes = {
  risk: route({
    method: 'GET',
    path: '/risk/',
    role: 'viewer',
    extension: 'risk',
    record: RiskRecord,
    answer: enveloped(Risk),
    summary: 'What holds the bot back, how much of each limit is used, and residual positions',
  }),
  'risk.breaker.reset': route({
    method: 'POST',
    path: '/risk/breakers/{name}/reset',
    role: 'operator',
    extension: 'risk',
    idempotent: true,
    record: RiskAnswerRecord,
    answer: enveloped(RiskAnswer),
    refuses: [409],
    summary: 'Reset a tripped breaker; it trips again while its cause lasts',
  }),
  'risk.stranded.resolve': route({
    method: 'POST',
    path: '/risk/stranded/{exchange}/{asset}/resolve',
    role: 'operator',
    extension: 'risk',
    idempotent: true,
    keyed: true,
    body: ResolveStranded,
    record: RiskAnswerRecord,
    answer: enveloped(RiskAnswer),
    refuses: [409],
    summary: 'Sell a residual position by the best way back, or keep it as a position',
  }),
} as const;
