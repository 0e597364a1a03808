import { BotConfigFields } from '@triquad/core/contract';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { CannotStart } from './model/cannot-start.ts';

/** Reads the fields of a configuration that a start was given. @throws CannotStart naming the first one that is wrong. */
export function readConfigFile(given: unknown): Partial<BotConfigFields> {
  const parsed = z.safeParse(z.partial(BotConfigFields), given, { error: en().localeError });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new CannotStart(`--config: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`, 1);
  }
  if (parsed.data.mode === 'live') {
    throw new CannotStart('--config: mode: live is chosen by an admin once the bot runs, with a typed word', 1);
  }
  const changes = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(changes) as Partial<BotConfigFields>;
}
