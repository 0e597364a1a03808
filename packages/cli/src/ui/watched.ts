import type { ResourceName } from '@triquad/core';

/** Resources that the screen shows. The fill rate is computed from trades and orders. */
export const watched: readonly ResourceName[] = [
  'status',
  'differences',
  'opportunities',
  'logs',
  'summary',
  'equity',
  'scan',
  'trades',
  'orders',
];
