import * as z from 'zod/mini';
import { anything, enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { text, time } from './primitives.ts';
import { role, route } from './route.ts';
import { tolerant } from './tolerant.ts';

export const OperatorRecord = mark(z.object({ name: text, role }), { required: ['name', 'role'], exact: true });
const Operator = tolerant(OperatorRecord);
export type OperatorRecord = z.infer<typeof OperatorRecord>;

export const Credentials = z.strictObject({
  username: text.check(z.minLength(1), z.maxLength(200)),
  password: text.check(z.minLength(1), z.maxLength(1_000)),
  /** Token of this device's last sign-in, for a bot with `auth.device`. */
  device: z.optional(text.check(z.maxLength(200))),
});
/** The one-time code of a login link. */
export const LoginCode = z.strictObject({ code: text.check(z.minLength(1), z.maxLength(200)) });
/** `access_token` is opaque and shown once; `expires_at` null means until revoked. */
export const LoginRecord = mark(
  z.object({
    access_token: text,
    token_type: z.literal('bearer'),
    expires_at: z.nullable(time),
    operator: OperatorRecord,
    /** To be kept and sent with the next sign-in: strangers at the same address then do not hold it up. */
    device: z.optional(text),
  }),
  { required: ['access_token', 'operator'] },
);
const Login = tolerant(LoginRecord);
export type LoginRecord = z.infer<typeof LoginRecord>;

export const authRoutes = {
  'auth.login': route({
    method: 'POST',
    path: '/auth/login',
    role: 'open',
    extension: 'auth',
    body: Credentials,
    record: LoginRecord,
    answer: Login,
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
    answer: Login,
    refuses: [401],
    summary: 'The one-time code of a login link for a token',
  }),
  'auth.logout': route({
    method: 'POST',
    path: '/auth/logout',
    role: 'viewer',
    extension: 'auth.code',
    record: z.undefined(),
    answer: anything,
    success: 204,
    summary: 'Revoke the token of this call',
  }),
  'auth.me': route({
    method: 'GET',
    path: '/auth/me',
    role: 'viewer',
    extension: 'auth.code',
    record: OperatorRecord,
    answer: enveloped(Operator),
    summary: 'Who calls',
  }),
} as const;
