const SHORTEST_SHOWN = 20;
const FIRST = 8;
const LAST = 4;

/** What stands for a secret of which nothing is shown. */
export const WHOLE_MASK = '••••••••';

/** The first 8 and last 4 characters of a key, nothing of one under 20 characters; empty where there is none. */
export function maskOf(secret: string): string {
  if (secret === '') return '';
  const characters = [...secret];
  if (characters.length < SHORTEST_SHOWN) return WHOLE_MASK;
  return `${characters.slice(0, FIRST).join('')}${WHOLE_MASK}${characters.slice(-LAST).join('')}`;
}

/** True when what was posted is only the mask of what is stored. */
export function isUnchanged(posted: string, stored: string): boolean {
  return posted === WHOLE_MASK || (stored !== '' && posted === maskOf(stored));
}

/** True for a mask of anything: no secret has such characters. */
export const isMask = (text: string): boolean => text.includes(WHOLE_MASK);
