import * as z from 'zod/mini';

/** Everything that is loaded over HTTP, kept fresh while some screen watches it. */
export const resourceName = z.enum([
  'status',
  'opportunities',
  'orders',
  'trades',
  'executions',
  'logs',
  'notifications',
  'wallets',
  'summary',
  'today',
  'equity',
  'drawdown',
  'heatmap',
  'scan',
  'risk',
  'config',
  'exchanges',
  'telegram',
  'email',
  'backtests',
]);
export type ResourceName = z.infer<typeof resourceName>;
