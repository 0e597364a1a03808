import type { Later } from '../en/later.ts';
import { figures } from './figures.ts';
import { logs } from './logs.ts';
import { safety } from './safety.ts';
import { session } from './session.ts';
import { trading } from './trading.ts';

export const later: Later = { ...figures, ...trading, ...safety, ...logs, ...session };
