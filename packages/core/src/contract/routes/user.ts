import * as z from 'zod/mini';
import { NewUser, User, UserChange, UserRecord } from '../access.ts';
import { enveloped, looseRows } from '../loose.ts';
import { listOf, page } from '../primitives.ts';
import { route } from '../route.ts';

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
    answer: z.unknown(),
    success: 204,
    refuses: [409],
    summary: 'Remove a user and end its sessions; 409 for the last administrator',
  }),
} as const;
