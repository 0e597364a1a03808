import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { count, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';

/** `keys: false` omits the files with the administrator's token and the key of the vault. */
export const BackupWish = z.strictObject({ keys: z._default(z.boolean(), true) });

/** A backup on the machine of the bot: a folder that only its owner can read. */
export const BackupRecord = mark(
  z.object({
    folder: text,
    created_at: time,
    files: z.array(mark(z.object({ name: text, bytes: count, sha256: text }), { required: 'all' })),
  }),
  { required: 'all' },
);
export type BackupRecord = z.infer<typeof BackupRecord>;

/** A check, its result, and its remedy if it failed. Texts are English. */
const finding = mark(
  z.object({
    name: text,
    verdict: z.enum(['ok', 'warn', 'fail']),
    detail: text,
    advice: z.nullable(text),
  }),
  { defaults: { name: '', verdict: 'warn', detail: '' } },
);

/** Checks of a running bot's data directory. `at`: when its copy was made. */
export const DoctorRecord = z.object({ at: time, checks: z.array(finding) });
export type DoctorRecord = z.infer<typeof DoctorRecord>;

/** The client's forms; a verdict that is unknown is shown as a warning. */
export const Doctor = tolerant(DoctorRecord);
const Backup = tolerant(BackupRecord);

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
    answer: enveloped(Backup),
    refuses: [409],
    summary: 'Copy the data directory while the bot runs; 409 while another copy is made',
  }),
} as const;
