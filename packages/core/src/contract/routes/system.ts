import * as z from 'zod/mini';
import { enveloped } from '../loose.ts';
import { route } from '../route.ts';
import { BackupRecord, BackupWish, Doctor, DoctorRecord } from '../system.ts';

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
