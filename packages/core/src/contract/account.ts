import * as z from 'zod/mini';
import { enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { asOfCommit, coded, id, text, time, usd } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** Cause of a difference; `unexplained` halts the account until it is accepted or gone. */
const differenceKind = z.enum(['late_fee', 'deposit', 'withdrawal', 'dust', 'unexplained']);

/**
 * An account that holds `found` of an asset where the ledger has `booked`. `amount` is the one less the other, exact decimals
 * as text; `value_usd` is signed, null without a price.
 */
export const DifferenceRecord = mark(
  z.object({
    id,
    exchange: text,
    provenance: z.nullable(ProvenanceRecord),
    asset: text,
    booked: text,
    found: text,
    amount: text,
    value_usd: z.nullable(usd),
    kind: differenceKind,
    found_at: time,
    ...coded,
  }),
  { required: ['id', 'exchange', 'asset', 'booked', 'found', 'amount', 'kind'] },
);
export type DifferenceRecord = z.infer<typeof DifferenceRecord>;

/** The client's form. */
export const Difference = tolerant(DifferenceRecord);
export type Difference = Tolerant<typeof DifferenceRecord>;

/** The reason given by the user who accepts a difference. */
export const AcceptDifference = z.strictObject({
  reason: text.check(z.trim(), z.minLength(1), z.maxLength(500)),
  confirm: z.literal(true),
});

const AcceptedRecord = mark(z.object({ message: text, differences: z.array(DifferenceRecord) }), {
  required: ['message', 'differences'],
});

export const accountRoutes = {
  'accounts.differences': route({
    method: 'GET',
    path: '/accounts/differences',
    role: 'viewer',
    extension: 'differences',
    record: asOfCommit(z.object({ data: z.array(DifferenceRecord) })),
    answer: looseRows(Difference),
    summary: 'Where an account holds something else than the ledger, and what explains it',
  }),
  'accounts.differences.accept': route({
    method: 'POST',
    path: '/accounts/differences/{id}/accept',
    role: 'admin',
    extension: 'differences',
    idempotent: true,
    body: AcceptDifference,
    record: AcceptedRecord,
    answer: enveloped(tolerant(AcceptedRecord)),
    summary: 'Book a difference with a reason; a halted account trades again after the last unexplained one',
  }),
} as const;
