import type { ResourceName } from '@triquad/core';

/** What the screen is made of. Trades and orders are what the fill rate is counted from. */
export const watched: readonly ResourceName[] = [
  'status',
  'opportunities',
  'logs',
  'summary',
  'equity',
  'scan',
  'trades',
  'orders',
];
