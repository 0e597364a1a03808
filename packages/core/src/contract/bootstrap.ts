import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { asOfCommit, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';

/** The calls whose answers a bootstrap may hold: what screens load first, each at once and for every reader. */
export const bootstrapCall = z.enum([
  'accounts.differences',
  'bot.status',
  'config.current',
  'notifications.list',
  'opportunities.list',
  'orders.history',
  'orders.list',
  'performance.drawdown',
  'performance.equity',
  'performance.heatmap',
  'performance.metrics',
  'performance.money',
  'performance.summary',
  'risk',
  'scan',
  'wallets.balances',
]);
/** The most calls of one bootstrap. */
export const bootstrapMost = 20;

/** `calls`: names of calls with their queries, with commas between: `bot.status,orders.list?status=pending&limit=20`. */
const BootstrapQuery = z.object({ calls: text.check(z.minLength(1), z.maxLength(4_000)) });

/** `answers`: by the call as it was asked for, each as that call answers; without those that it refuses. All are of one moment, `at`. */
export const BootstrapRecord = asOfCommit(z.object({ at: time, answers: z.record(text, z.unknown()) }));
export type BootstrapRecord = z.infer<typeof BootstrapRecord>;

/** The client's form: each answer is read by the schema of its own call. */
const Bootstrap = tolerant(BootstrapRecord);

export const bootstrapRoutes = {
  bootstrap: route({
    method: 'GET',
    path: '/bootstrap',
    role: 'viewer',
    extension: 'bootstrap',
    query: BootstrapQuery,
    record: BootstrapRecord,
    answer: enveloped(Bootstrap),
    summary: 'What a screen loads first: the answers of several calls, of one moment',
  }),
} as const;
