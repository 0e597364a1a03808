import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreFault, type StoreFaultKind } from '../journal/event-store.ts';
import { openToLook } from '../journal/look.ts';
import { faultOf, guarded } from '../journal/schema.ts';
import { type ChainHeads, judgeHead } from '../journal/slot.ts';
import { type FoundLife, judgeStart, type Loss, type LostFile, type StartVerdict } from '../journal/start-rule.ts';
import { isDamage, isSound, surveyJournal } from '../journal/survey.ts';
import { type FoundWitness, readWitness } from '../journal/witness.ts';
import { engineSnapshot } from '../kernel/snapshot.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { createHashes } from '../server/access-chain.ts';
import { CHAINED } from '../server/access-database.ts';

/** What an operator may do about a loss. */
export const waysOn = 'restore a backup with "triquad restore", or accept the loss with "triquad adopt"';

const holds = {
  'server.sqlite': 'configurations, encrypted secrets and backtests',
  'access.sqlite': 'users, sessions and the audit log',
} as const;
type Beside = keyof typeof holds;

/**
 * Judges by its files whether a data directory still holds everything that its bot acknowledged; changes nothing. `witness`: of the
 * directory that this one is a copy of.
 * @throws StoreFault for a journal that is in use, of a newer version, or out of reach.
 */
export function examineLife(dataDir: string, witness: FoundWitness = readWitness(dataDir)): StartVerdict {
  const server = lookBeside(dataDir, 'server.sqlite', archivedIn);
  const heads = witness.kind === 'read' ? witness.last.heads : null;
  const access = lookBeside(dataDir, 'access.sqlite', (database) => chainsLost(database, heads));
  const archived = server.found ?? null;
  const places = [witness.kind === 'read' ? witness.last.seq : 0, archived?.seq ?? 0];
  return judgeStart({
    journal: surveyJournal(join(dataDir, 'journal.sqlite'), { places, snapshot: engineSnapshot }),
    witness,
    archived,
    traces: tracesIn(dataDir),
    files: [server.lost, access.lost, ...(access.found ?? [])].filter((file) => file !== null),
  });
}

/** A verdict that lets a start go on. */
export type Passed = Exclude<StartVerdict, { readonly go: 'refuse' }>;

/** Ends a start over files that have lost something. @throws CannotStart, StoreFault */
export function examineStart(dataDir: string): Passed | null {
  try {
    const verdict = examineLife(dataDir);
    if (verdict.go === 'refuse') throw new CannotStart(lineOf(verdict.losses), 1);
    return verdict;
  } catch (error) {
    // The holder of the journal holds more: taking the directory fails with a line that says so.
    if (error instanceof StoreFault && error.kind === 'locked') return null;
    throw error;
  }
}

/** A failure of the files during a start as one line for the operator; every other error as it is. */
export function cannotStart(error: unknown, dataDir: string): unknown {
  const first = originOf(error);
  const fault = first instanceof StoreFault ? first : (faultOf(first, dataDir) ?? systemFaultOf(first, dataDir));
  if (fault === null) return first;
  return new CannotStart(isDamage(fault) ? `${fault.message}; ${waysOn}` : fault.message, 1);
}

/** What ended the start, when closing what was open by then failed as well. */
const originOf = (error: unknown): unknown => (error instanceof SuppressedError ? originOf(error.suppressed) : error);

const systemFaults: Readonly<Record<string, readonly [StoreFaultKind, string]>> = {
  EACCES: ['read-only', 'cannot be written: it belongs to another user'],
  EROFS: ['read-only', 'cannot be written: it is read-only'],
  EIO: ['unreachable', 'cannot be read or written: the disk reports an error'],
  EMFILE: ['unreachable', 'cannot be opened: too many files are open'],
  ENOSPC: ['disk-full', 'cannot be written: the disk is full'],
};

/** The fault behind an error of a plain file of the data directory, null when the error is of another kind. */
function systemFaultOf(error: unknown, dataDir: string): StoreFault | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const meaning = systemFaults[code];
  return meaning ? new StoreFault(meaning[0], `${dataDir} ${meaning[1]}`) : null;
}

/** All losses and the ways on, in one line. */
const lineOf = (losses: readonly Loss[]): string => `${losses.map(({ said }) => said).join('; ')}; ${waysOn}`;

type Looked<T> = { readonly lost: LostFile | null; readonly found: T | null };

function lookBeside<T>(dataDir: string, name: Beside, look: (database: DatabaseSync) => T): Looked<T> {
  const file = join(dataDir, name);
  const lost = (state: LostFile['state']): Looked<T> => ({ lost: { name, state, lost: holds[name] }, found: null });
  if (!existsSync(file)) return lost('missing');
  if (statSync(file).size === 0) return lost('empty');
  try {
    using database = openToLook(file, patienceMs);
    return guarded(file, () => {
      if (!isSound(database, file)) return lost('damaged');
      if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return lost('empty');
      return { lost: null, found: look(database) };
    });
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // The bot that holds it is found by its lock.
    return isDamage(error) ? lost('damaged') : { lost: null, found: null };
  }
}

/** `triquad user` holds its database for a moment. */
const patienceMs = 1_000;

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

function archivedIn(database: DatabaseSync): FoundLife['archived'] {
  if (!hasTable(database, 'archived')) return null;
  const row = database.prepare('SELECT * FROM archived').get();
  const seq = Number(row?.seq ?? 0);
  return seq > 0 ? { seq, hash: String(row?.hash) } : null;
}

/** The chains of `access.sqlite` that do not hold what the witness says of them. */
function chainsLost(database: DatabaseSync, heads: ChainHeads | null): readonly LostFile[] {
  const isChained = Number(database.prepare('PRAGMA user_version').get()?.user_version) >= CHAINED;
  const hashAt = isChained ? createHashes(database) : () => null;
  return (['audit', 'access'] as const).flatMap((chain) => {
    const anchored = heads?.[chain] ?? null;
    const state = judgeHead(anchored, (seq) => hashAt(chain, seq));
    return state === 'holds'
      ? []
      : [{ name: 'access.sqlite', state, lost: `entry ${anchored?.count} of ${chains[chain]}` }];
  });
}

const chains = { audit: 'the audit log', access: 'the record of user changes' } as const;

/** What a start makes only after the journal. */
function tracesIn(dataDir: string): readonly string[] {
  const made = ['journal.sqlite-wal', 'logs'].filter((name) => existsSync(join(dataDir, name)));
  return hasConfigurations(dataDir) ? [...made, 'configurations'] : made;
}

function hasConfigurations(dataDir: string): boolean {
  const file = join(dataDir, 'server.sqlite');
  if (!existsSync(file)) return false;
  try {
    using database = openToLook(file);
    return guarded(file, () => hasTable(database, 'config'));
  } catch (error) {
    // A database that cannot be read is a trace as well; one that is in use says so itself.
    return error instanceof StoreFault && isDamage(error);
  }
}
