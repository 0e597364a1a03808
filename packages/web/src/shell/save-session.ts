import type { Client } from '@triquad/core';
import { download } from '../elements/download.ts';

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '');

/** Saves what this browser has recorded of the session. */
export const saveSession = (journal: Client['journal']): void =>
  download(`triquad-session-${stamp()}.jsonl`, journal.exportJsonl(), 'application/jsonl');
