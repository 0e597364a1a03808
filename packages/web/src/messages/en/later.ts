import { figures } from './figures.ts';
import { logs } from './logs.ts';
import { safety } from './safety.ts';
import { session } from './session.ts';
import { trading } from './trading.ts';

/** The texts that several screens and dialogs share, and that the page does not begin with. */
export const later = { ...figures, ...trading, ...safety, ...logs, ...session };
export type Later = typeof later;
