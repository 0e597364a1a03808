const SHORTEST_SHOWN = 20;
const FIRST = 8;
const LAST = 4;

/** What stands for a secret of which nothing is shown. */
export const WHOLE_MASK = '••••••••';

/** The first 8 and last 4 characters of a key, nothing of one under 20 characters; empty where there is none. */
export const maskOf = (secret: string): string => {
  if (secret === '') return '';
  const characters = [...secret];
  if (characters.length < SHORTEST_SHOWN) return WHOLE_MASK;
  return `${characters.slice(0, FIRST).join('')}${WHOLE_MASK}${characters.slice(-LAST).join('')}`;
};

/** True for a mask of anything: no secret has such characters. */
export const isMask = (text: string): boolean => text.includes(WHOLE_MASK);

/** The mask of what a bot answered: of a key its own, and of what another bot has masked already that one. */
export const maskedOf = (answered: string): string => (/[•*…]{2}/.test(answered) ? answered : maskOf(answered));
