import { BotConfigFields } from '@triquad/core/contract';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { CannotStart } from './server/cannot-start.ts';
import type { Configs } from './server/configs.ts';

/** Writes the given fields into the active configuration. @throws CannotStart naming the first field that is wrong. */
export function takeConfig(configs: Configs, given: unknown): void {
  const parsed = z.safeParse(z.partial(BotConfigFields), given, { error: en().localeError });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new CannotStart(`--config: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`, 1);
  }
  if (parsed.data.mode === 'live') {
    throw new CannotStart('--config: mode: live is chosen by an admin once the bot runs, with a typed word', 1);
  }
  const active = configs.active();
  const changes = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
  const fields = z.parse(z.object(BotConfigFields.shape), { ...active, ...changes });
  configs.update(active.id, active.version, fields);
}
