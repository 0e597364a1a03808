import * as z from 'zod/mini';
import { BotConfig, BotConfigFields, BotConfigRecord, BotConfigUpdate } from '../config.ts';
import { enveloped, looseRows } from '../loose.ts';
import { listOf, page } from '../primitives.ts';
import { route } from '../route.ts';

const readOnly = ['id', 'is_active', 'created_at', 'updated_at'];

export const configRoutes = {
  'config.current': route({
    method: 'GET',
    path: '/config/',
    role: 'viewer',
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    summary: 'The active configuration',
  }),
  'config.all': route({
    method: 'GET',
    path: '/config/all',
    role: 'viewer',
    query: z.object(page),
    record: listOf(BotConfigRecord),
    answer: looseRows(BotConfig),
    summary: 'All configurations',
  }),
  'config.get': route({
    method: 'GET',
    path: '/config/{id}',
    role: 'viewer',
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    summary: 'One configuration',
  }),
  'config.create': route({
    method: 'POST',
    path: '/config/',
    role: 'admin',
    idempotent: true,
    body: BotConfigFields,
    readOnly: [...readOnly, 'version'],
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    success: 201,
    refuses: [409],
    summary: 'Create a configuration; 409 when there are five hundred',
  }),
  'config.update': route({
    method: 'PUT',
    path: '/config/{id}',
    role: 'admin',
    idempotent: true,
    body: BotConfigUpdate,
    readOnly,
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    refuses: [409],
    summary: 'Change a configuration; 409 when the version is stale',
  }),
  'config.delete': route({
    method: 'DELETE',
    path: '/config/{id}',
    role: 'admin',
    idempotent: true,
    record: z.undefined(),
    answer: z.unknown(),
    success: 204,
    refuses: [409],
    summary: 'Delete a configuration; 409 when it is active',
  }),
  'config.activate': route({
    method: 'POST',
    path: '/config/{id}/activate',
    role: 'admin',
    idempotent: true,
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    refuses: [409],
    summary: 'Make a configuration the active one',
  }),
} as const;
