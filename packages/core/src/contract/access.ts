import * as z from 'zod/mini';

import { anything, enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { count, listOf, name, page, text, time } from './primitives.ts';
import { role, route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const password = text.check(z.minLength(1), z.maxLength(1_000));

/** A user that may sign in with a name and a password. */
export const NewUser = z.strictObject({ name: name.check(z.maxLength(200)), password, role });
/** An absent field is not changed. */
export const UserChange = z
  .strictObject({ role: z.optional(role), password: z.optional(password) })
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), 'names nothing to change'));

/** `changed_at`: when role or password were last set; `sessions`: how many are open. */
export const UserRecord = mark(
  z.object({ name: text, role, created_at: time, changed_at: time, sessions: count, last_seen_at: z.optional(time) }),
  { required: ['name'], defaults: { role: '' } },
);
export type UserRecord = z.infer<typeof UserRecord>;

/** The client's form. */
export const User = tolerant(UserRecord);
export type User = Tolerant<typeof UserRecord>;

/**
 * A token that is valid now; the administrator's token of the data directory is none. `id` is its name in the audit log. `last_seen_at`
 * and `address` are of its last call since the bot was started, null before one. `current`: the token of this call.
 */
export const SessionRecord = mark(
  z.object({
    id: text,
    user: text,
    role,
    created_at: time,
    last_seen_at: z.nullable(time),
    expires_at: time,
    address: z.nullable(text),
    client: z.optional(text),
    current: z.boolean(),
  }),
  { required: ['id'], defaults: { user: '', role: '' } },
);
export type SessionRecord = z.infer<typeof SessionRecord>;

/** The client's form. */
export const Session = tolerant(SessionRecord);
export type Session = Tolerant<typeof SessionRecord>;

// No key is honoured where a password is sent: it would be kept as a quick hash of the body.
export const userRoutes = {
  'users.list': route({
    method: 'GET',
    path: '/users/',
    role: 'admin',
    extension: 'users',
    query: z.object(page),
    record: listOf(UserRecord),
    answer: looseRows(User),
    summary: 'Who may sign in, by name',
  }),
  'users.create': route({
    method: 'POST',
    path: '/users/',
    role: 'admin',
    extension: 'users',
    body: NewUser,
    record: UserRecord,
    answer: enveloped(User),
    success: 201,
    refuses: [409],
    summary: 'Add a user; 409 when the name is taken',
  }),
  'users.update': route({
    method: 'PUT',
    path: '/users/{name}',
    role: 'admin',
    extension: 'users',
    body: UserChange,
    record: UserRecord,
    answer: enveloped(User),
    refuses: [409],
    summary: 'Change role or password, which ends the sessions of the user; 409 for the last administrator',
  }),
  'users.delete': route({
    method: 'DELETE',
    path: '/users/{name}',
    role: 'admin',
    extension: 'users',
    idempotent: true,
    record: z.undefined(),
    answer: anything,
    success: 204,
    refuses: [409],
    summary: 'Remove a user and end its sessions; 409 for the last administrator',
  }),
} as const;

export const sessionRoutes = {
  'sessions.list': route({
    method: 'GET',
    path: '/sessions/',
    role: 'admin',
    extension: 'sessions',
    query: z.object(page),
    record: listOf(SessionRecord),
    answer: looseRows(Session),
    summary: 'Tokens that are valid now, newest first',
  }),
  'sessions.end': route({
    method: 'DELETE',
    path: '/sessions/{id}',
    role: 'admin',
    extension: 'sessions',
    idempotent: true,
    record: z.undefined(),
    answer: anything,
    success: 204,
    summary: 'Revoke a token, which closes its sockets',
  }),
} as const;
