import * as z from 'zod/mini';
import { Credentials, LoginCode, LoginRecord, OperatorRecord } from '../auth.ts';
import { enveloped } from '../loose.ts';
import { route } from '../route.ts';

export const authRoutes = {
  'auth.login': route({
    method: 'POST',
    path: '/auth/login',
    role: 'open',
    extension: 'auth',
    body: Credentials,
    record: LoginRecord,
    answer: LoginRecord,
    refuses: [401],
    summary: 'User and password for a token',
  }),
  'auth.code': route({
    method: 'POST',
    path: '/auth/code',
    role: 'open',
    extension: 'auth.code',
    body: LoginCode,
    record: LoginRecord,
    answer: LoginRecord,
    refuses: [401],
    summary: 'The one-time code of a login link for a token',
  }),
  'auth.logout': route({
    method: 'POST',
    path: '/auth/logout',
    role: 'viewer',
    extension: 'auth.code',
    record: z.undefined(),
    answer: z.unknown(),
    success: 204,
    summary: 'Revoke the token of this call',
  }),
  'auth.me': route({
    method: 'GET',
    path: '/auth/me',
    role: 'viewer',
    extension: 'auth.code',
    record: OperatorRecord,
    answer: enveloped(OperatorRecord),
    summary: 'Who calls',
  }),
} as const;
