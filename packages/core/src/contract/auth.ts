import * as z from 'zod/mini';
import { text, time } from './primitives.ts';

/** `viewer` reads; `operator` also starts, stops, executes; `admin` also changes configuration, credentials and live mode. */
export const role = z.enum(['viewer', 'operator', 'admin']);
export type Role = z.infer<typeof role>;

export const OperatorRecord = z.object({ name: text, role });
export type OperatorRecord = z.infer<typeof OperatorRecord>;

export const Credentials = z.strictObject({
  username: text.check(z.minLength(1), z.maxLength(200)),
  password: text.check(z.minLength(1), z.maxLength(1_000)),
});
/** The one-time code of a login link. */
export const LoginCode = z.strictObject({ code: text.check(z.minLength(1), z.maxLength(200)) });
/** `access_token` is opaque and shown once; `expires_at` null means until revoked. */
export const LoginRecord = z.object({
  access_token: text,
  token_type: z.literal('bearer'),
  expires_at: z.nullable(time),
  operator: OperatorRecord,
});
export type LoginRecord = z.infer<typeof LoginRecord>;
