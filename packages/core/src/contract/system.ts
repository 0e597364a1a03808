import * as z from 'zod/mini';
import { enveloped, looseText, looseTime, orElse, orNull } from './loose.ts';
import { count, text, time } from './primitives.ts';
import { route } from './route.ts';

/** `keys: false` omits the files with the administrator's token and the key of the vault. */
export const BackupWish = z.strictObject({ keys: z._default(z.boolean(), true) });

/** A backup on the machine of the bot: a folder that only its owner can read. */
export const BackupRecord = z.object({
  folder: text,
  created_at: time,
  files: z.array(z.object({ name: text, bytes: count, sha256: text })),
});
export type BackupRecord = z.infer<typeof BackupRecord>;

/** What was looked at, how it is, and what to do where it is not well. Texts are English. */
const finding = z.object({
  name: text,
  verdict: z.enum(['ok', 'warn', 'fail']),
  detail: text,
  advice: z.nullable(text),
});

/** What is right and wrong with the data directory of a running bot. `at`: when its copy was made. */
export const DoctorRecord = z.object({ at: time, checks: z.array(finding) });
export type DoctorRecord = z.infer<typeof DoctorRecord>;

/** The client's form; a verdict that it does not know is shown as a warning. */
export const Doctor = z.looseObject({
  at: orNull(looseTime),
  checks: orElse(
    z.array(
      z.looseObject({
        name: orElse(looseText, ''),
        verdict: orElse(looseText, 'warn'),
        detail: orElse(looseText, ''),
        advice: orNull(looseText),
      }),
    ),
    [],
  ),
});

export const systemRoutes = {
  'system.doctor': route({
    method: 'GET',
    path: '/system/doctor',
    role: 'operator',
    extension: 'doctor',
    record: DoctorRecord,
    answer: enveloped(Doctor),
    refuses: [409],
    summary: 'Check journal, ledger, files, clock and disk, changing nothing; 409 while a check or a copy is made',
  }),
  'system.backup': route({
    method: 'POST',
    path: '/system/backup',
    role: 'admin',
    extension: 'backup',
    idempotent: true,
    body: z.optional(BackupWish),
    record: BackupRecord,
    answer: enveloped(BackupRecord),
    refuses: [409],
    summary: 'Copy the data directory while the bot runs; 409 while another copy is made',
  }),
} as const;
