import * as z from 'zod/mini';
import { mark } from './mark.ts';
import { count, page, queried, range, text, time } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** Types of facts in the embedded bot's journal. */
export const factTypes = [
  'AccountHalted',
  'AccountReconciled',
  'AccountReleased',
  'BackupRestored',
  'BotHalted',
  'BotStarted',
  'BotStopped',
  'BotStopping',
  'BreakerReset',
  'BreakerTripped',
  'ClockJumped',
  'ConfigActivated',
  'DayStarted',
  'DifferenceAccepted',
  'DifferenceFound',
  'EquityMarked',
  'ExecutionBounded',
  'ExecutionFinished',
  'ExecutionRestated',
  'ExecutionStarted',
  'FeeCharged',
  'FillCorrected',
  'FillRepriced',
  'FlattenFinished',
  'FlattenStarted',
  'FundsDeposited',
  'FundsMoved',
  'HaltReset',
  'LossAdopted',
  'MarketChosen',
  'MarketExcluded',
  'MarketOpened',
  'MarketReadmitted',
  'ModeChanged',
  'NotificationRaised',
  'NotificationsRead',
  'OrderAcknowledged',
  'OrderClosed',
  'OrderFilled',
  'OrderIntended',
  'OrderRecalled',
  'OrderSent',
  'OrderUnknown',
  'RoundingAdjusted',
  'StrandedCleared',
  'UnwindStarted',
  'WalletReset',
] as const;

/**
 * `says`: the fact without its type and time, and without who asked for it (the audit log has that). `provenance`: the prices that were watched, and
 * the money of its mode; null where the journal does not state them.
 */
const JournalFactRecord = mark(
  z.object({
    seq: count,
    provenance: z.nullable(ProvenanceRecord),
    at: time,
    type: text,
    hash: text,
    says: z.record(z.string(), z.unknown()),
  }),
  { required: ['seq', 'type'], defaults: { hash: '' } },
);
export type JournalFactRecord = z.infer<typeof JournalFactRecord>;

/**
 * Facts after the sequence `after`, or not before `from`; with neither, the latest. `types`: only these, with commas between. `limit`
 * counts those that fit.
 */
const FactsQuery = z.object({
  after: z.optional(queried(count)),
  ...range,
  types: z.optional(text),
  limit: page.limit,
});

/**
 * `through`: the last sequence that was looked at, the `after` of the next page. `last`: the last that is on the disk. `missing`: facts
 * after `after` that are not in the journal's database any more; null when none is missing.
 */
export const FactsRecord = mark(
  z.object({
    data: z.array(JournalFactRecord),
    through: count,
    last: count,
    missing: z.nullable(z.object({ from: count, to: count })),
  }),
  { required: ['through', 'last'] },
);
export type FactsRecord = z.infer<typeof FactsRecord>;

/** The client's form. */
export const Facts = tolerant(FactsRecord);
export type Facts = Tolerant<typeof FactsRecord>;

export const factRoutes = {
  'facts.list': route({
    method: 'GET',
    path: '/facts/',
    role: 'viewer',
    extension: 'facts',
    query: FactsQuery,
    record: FactsRecord,
    answer: Facts,
    summary: 'Facts of the journal, oldest first',
  }),
} as const;
