import type { BackupRecord, DoctorRecord } from '@triquad/core/contract';
import { createBackups } from './backups.ts';
import { createDiagnoses } from './diagnoses.ts';

/** What a running bot does with its own data directory when it is asked. */
export interface OwnMaintenance {
  readonly backUp: (keys: boolean) => Promise<BackupRecord | null>;
  readonly diagnose: () => Promise<DoctorRecord | null>;
}

type Options = Parameters<typeof createBackups>[0];
type Needs = Parameters<typeof createDiagnoses> extends [unknown, ...infer Others] ? [Options, ...Others] : never;

/** `balances`: as the bot answers them, for the comparison with its ledger. */
export const createOwnMaintenance = (...[options, held, balances, now]: Needs): OwnMaintenance => ({
  backUp: createBackups(options, held, now),
  diagnose: createDiagnoses(options, held, balances, now),
});
