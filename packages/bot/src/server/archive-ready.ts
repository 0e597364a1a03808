import type { Archive } from './archive.ts';
import { Refusal } from './problem.ts';

/** Why nothing can be told of what is over, while a part of it has not been read: half a history would be wrong figures. */
export function unread(archive: Pick<Archive, 'behind'>): Refusal | null {
  const facts = archive.behind();
  if (facts === 0) return null;
  const detail = `The bot is reading its history: ${facts.toLocaleString('en-US')} facts to go. Trading does not wait for it.`;
  return new Refusal(503, 'history_unread', detail, { retryAfterSeconds: 1 });
}
