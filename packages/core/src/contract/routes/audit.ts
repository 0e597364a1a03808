import * as z from 'zod/mini';
import { Audit, AuditQuery, AuditRecord } from '../audit.ts';
import { looseRows } from '../loose.ts';
import { route } from '../route.ts';

export const auditRoutes = {
  'audit.list': route({
    method: 'GET',
    path: '/audit/',
    role: 'admin',
    extension: 'audit',
    query: AuditQuery,
    record: z.object({ data: z.array(AuditRecord) }),
    answer: looseRows(Audit),
    summary: 'Who did what, newest first',
  }),
} as const;
