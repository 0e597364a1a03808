/** The views, in the order of their keys. */
export const viewNames = [
  'overview',
  'opportunities',
  'executions',
  'orders',
  'balances',
  'risk',
  'decisions',
  'feeds',
  'logs',
  'attention',
  'notifications',
] as const;
export type ViewName = (typeof viewNames)[number];
