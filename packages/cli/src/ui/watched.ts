import type { ResourceName } from '@triquad/core';

/** Resources that every view shows: the header, the attention line, and what dialogs need. Each view watches its own beside them. */
export const watched: readonly ResourceName[] = [
  'status',
  'opportunities',
  'today',
  'equity',
  'risk',
  'differences',
  'notifications',
  'market',
  'recordings',
];
