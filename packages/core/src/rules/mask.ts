const SHORTEST_SHOWN = 20;
const FIRST = 8;
const LAST = 4;

/** Placeholder for a secret of which nothing is shown. */
export const WHOLE_MASK = '••••••••';

/** The first 8 and last 4 characters of a key; nothing of keys under 20 characters. */
export const maskOf = (secret: string): string => {
  if (secret === '') return '';
  const characters = [...secret];
  if (characters.length < SHORTEST_SHOWN) return WHOLE_MASK;
  return `${characters.slice(0, FIRST).join('')}${WHOLE_MASK}${characters.slice(-LAST).join('')}`;
};

/** True if the text is a mask; no secret contains these characters. */
export const isMask = (text: string): boolean => text.includes(WHOLE_MASK);

/** Masks the key that a bot answered; one that the bot has already masked stays as it is. */
export const maskedOf = (answered: string): string => (/[•*…]{2}/.test(answered) ? answered : maskOf(answered));
