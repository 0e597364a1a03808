import * as z from 'zod/mini';
import { count, text, time } from './primitives.ts';

/** A backup as it lies on the machine of the bot: a folder that its owner alone can read. */
export const BackupRecord = z.object({
  folder: text,
  created_at: time,
  files: z.array(z.object({ name: text, bytes: count, sha256: text })),
});
export type BackupRecord = z.infer<typeof BackupRecord>;
