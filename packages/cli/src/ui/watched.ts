import type { ResourceName } from '@triquad/core';

/** What the screen is made of. */
export const watched: readonly ResourceName[] = ['status', 'opportunities', 'logs', 'summary', 'equity', 'scan'];
