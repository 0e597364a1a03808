import * as z from 'zod/mini';
import { count, text, time } from './primitives.ts';

/** `keys: false` omits the files with the administrator's token and the key of the vault. */
export const BackupWish = z.strictObject({ keys: z._default(z.boolean(), true) });

/** A backup on the machine of the bot: a folder that only its owner can read. */
export const BackupRecord = z.object({
  folder: text,
  created_at: time,
  files: z.array(z.object({ name: text, bytes: count, sha256: text })),
});
export type BackupRecord = z.infer<typeof BackupRecord>;
