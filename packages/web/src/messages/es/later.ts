import type { Later } from '../en/later.ts';
import { figures } from './figures.ts';
import { frame } from './frame.ts';
import { logs } from './logs.ts';
import { safety } from './safety.ts';
import { session } from './session.ts';
import { trading } from './trading.ts';

export const later: Later = { ...frame, ...figures, ...trading, ...safety, ...logs, ...session };
