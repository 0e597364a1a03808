import * as z from 'zod/mini';
import { role } from './auth.ts';
import { ifAny, looseNumber, looseText, looseTime, orElse, orNull } from './loose.ts';
import { count, name, text, time } from './primitives.ts';

const password = text.check(z.minLength(1), z.maxLength(1_000));

/** A user that may sign in with a name and a password. */
export const NewUser = z.strictObject({ name: name.check(z.maxLength(200)), password, role });
export type NewUser = z.infer<typeof NewUser>;
/** An absent field is not changed. */
export const UserChange = z
  .strictObject({ role: z.optional(role), password: z.optional(password) })
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), 'names nothing to change'));
export type UserChange = z.infer<typeof UserChange>;

/** `changed_at`: when role or password were last set; `sessions`: how many are open. */
export const UserRecord = z.object({ name: text, role, created_at: time, changed_at: time, sessions: count });
export type UserRecord = z.infer<typeof UserRecord>;

/** The client's form. */
export const User = z.looseObject({
  name: looseText,
  role: orElse(looseText, ''),
  created_at: orNull(looseTime),
  changed_at: ifAny(looseTime),
  sessions: ifAny(looseNumber),
  last_seen_at: ifAny(looseTime),
});
export type User = z.infer<typeof User>;

/** A valid token. `current`: the token of this call. */
export const Session = z.looseObject({
  id: looseText,
  user: orElse(looseText, ''),
  role: orElse(looseText, ''),
  created_at: orNull(looseTime),
  last_seen_at: orNull(looseTime),
  expires_at: orNull(looseTime),
  address: orNull(looseText),
  client: orNull(looseText),
  current: ifAny(z.boolean()),
});
export type Session = z.infer<typeof Session>;
