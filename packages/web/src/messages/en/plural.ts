import { formatIn } from '../format.ts';

/** The count, and the word that goes with it. */
export const { plural } = formatIn('en');
