import { enveloped, looseRows } from '../loose.ts';
import { listOf } from '../primitives.ts';
import { route } from '../route.ts';
import { Decision, DecisionQuery, DecisionRecord, ScanRecord } from '../scan.ts';

export const scanRoutes = {
  scan: route({
    method: 'GET',
    path: '/scan/',
    role: 'viewer',
    extension: 'scan',
    record: ScanRecord,
    answer: enveloped(ScanRecord),
    summary: 'What the scan sees: markets, cycles, the best one now, decisions by reason',
  }),
  'decisions.list': route({
    method: 'GET',
    path: '/decisions/',
    role: 'viewer',
    extension: 'decisions',
    query: DecisionQuery,
    record: listOf(DecisionRecord),
    answer: looseRows(Decision),
    summary: 'Why each opportunity was executed or skipped, newest first',
  }),
} as const;
