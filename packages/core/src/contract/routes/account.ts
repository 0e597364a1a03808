import * as z from 'zod/mini';
import { AcceptDifference, AcceptedRecord, Difference, DifferenceRecord } from '../account.ts';
import { enveloped, looseRows } from '../loose.ts';
import { asOfCommit } from '../primitives.ts';
import { route } from '../route.ts';

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
    answer: enveloped(z.looseObject({ message: z.string(), differences: z.array(Difference) })),
    summary: 'Book a difference with a reason; a halted account trades again after the last unexplained one',
  }),
} as const;
