import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ChainRow, genesis, verifyChain } from '../journal/chain.ts';
import { StoreFault } from '../journal/event-store.ts';
import { openToLook } from '../journal/look.ts';
import { JournalRows } from '../journal/rows.ts';
import { guarded } from '../journal/schema.ts';
import { readSealed, sealedFiles } from '../journal/sealed-file.ts';
import { keepsJournal, type Loss } from '../journal/start-rule.ts';
import { writeWitness } from '../journal/witness.ts';
import { CannotStart } from '../model/cannot-start.ts';
import type { Fact } from '../model/event.ts';
import { createChain } from '../server/access-chain.ts';
import { inTransaction, openAccessDatabase, takeOverTrail } from '../server/access-database.ts';
import { openServerDatabase } from '../server/database.ts';
import { copyForOwner } from './backup.ts';
import { examineLife } from './examine-life.ts';
import { usable } from './obstacles.ts';
import { renewed } from './open-journal.ts';
import { isInUse } from './restore.ts';

/** What an adoption accepts, and what is left. */
export interface Adoption {
  readonly losses: readonly Loss[];
  /** Facts from the first one on that are whole. */
  readonly facts: number;
}

export interface Adopted extends Adoption {
  /** Where the files of before are. */
  readonly putAside: string;
}

const JOURNAL = 'journal.sqlite';
const FILES = [JOURNAL, 'server.sqlite', 'access.sqlite'].flatMap((name) => [name, `${name}-wal`]);
/** The journal that is rebuilt is whole before the one of before is removed. */
const REBUILT = '.new';
const WITNESS = ['witness', 'witness.key'];

/** What is lost in a data directory; null when nothing is. @throws CannotStart, StoreFault */
export function planAdoption(dataDir: string): Adoption | null {
  usable(dataDir, 'user');
  if (isInUse(dataDir)) throw new CannotStart(`a bot is using ${dataDir}; stop it first`, 1);
  const verdict = examineLife(dataDir);
  if (verdict.go !== 'refuse') return null;
  const { losses } = verdict;
  return { losses, facts: rebuilt(dataDir, losses)?.length ?? lastSeq(join(dataDir, JOURNAL)) };
}

/**
 * Accepts what is lost in a data directory that is not in use: keeps the files as they are aside, goes on with the facts that are whole,
 * and writes what was lost as a fact, which halts the bot until it is reset. Killed at any moment, it leaves a directory that is
 * refused as before, or has been adopted. @throws CannotStart, StoreFault
 */
export function adopt(dataDir: string, at: number): Adopted {
  const plan = planAdoption(dataDir);
  if (plan === null) throw new CannotStart(`nothing is lost in ${dataDir}`, 1);
  const { losses } = plan;
  const putAside = join(dataDir, `lost-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(putAside, { mode: 0o700 });
  const facts = rebuilt(dataDir, losses);
  const sealed = facts === null ? [] : sealedFiles(readdirSync(dataDir));
  for (const name of [...FILES, ...WITNESS, ...sealed.map(({ name }) => name)].filter((one) =>
    existsSync(join(dataDir, one)),
  )) {
    copyForOwner(join(dataDir, name), join(putAside, name));
  }
  const adopted: Fact = {
    type: 'LossAdopted',
    lost: losses.map(({ said }) => said),
    from: losses.find(({ from }) => from !== null)?.from ?? null,
    to: losses.find(({ to }) => to !== null)?.to ?? null,
    at,
  };
  const file = join(dataDir, JOURNAL);
  if (facts !== null) {
    const made = `${file}${REBUILT}`;
    removeDatabase(dataDir, `${JOURNAL}${REBUILT}`);
    const slot = renewed(made, [...facts, adopted]);
    removeDatabase(dataDir, JOURNAL);
    renameSync(made, file);
    writeWitness(dataDir, slot);
    // All their facts that are whole are in the journal again.
    for (const { name } of sealed) rmSync(join(dataDir, name));
  } else {
    writeWitness(dataDir, renewed(file, [adopted]));
  }
  // Only now: until the fact is written, these prove the loss.
  for (const name of lostFiles(losses)) removeDatabase(dataDir, name);
  settleBeside(dataDir, putAside, at);
  return { ...plan, putAside };
}

/**
 * The facts from which a journal is rebuilt, null where it goes on as it is. They are those up to the first that is missing, changed, or
 * cannot be read: as the database lists them, or, where the sealed files go on from what it lists, by the files themselves.
 */
function rebuilt(dataDir: string, losses: readonly Loss[]): readonly Fact[] | null {
  const journal = join(dataDir, JOURNAL);
  const file = existsSync(journal) ? journal : `${journal}${REBUILT}`;
  const listed = intact(file, (rows) => rows.from(1));
  const files = sealedFiles(readdirSync(dataDir)).map(({ name }) => readFileSync(join(dataDir, name)));
  const sealed = [...readSealed(files)];
  const last = listed.at(-1);
  const isBeyond = sealed.length > listed.length && (last === undefined || sealed[last.seq - 1]?.hash === last.hash);
  if (keepsJournal(losses) && !isBeyond) return null;
  const after = sealed.length + 1;
  const found = isBeyond ? [...sealed, ...intact(file, (rows) => rows.table(after), sealed.at(-1))] : listed;
  return found.map(({ payload }) => JSON.parse(payload) as Fact);
}

function lastSeq(file: string): number {
  using database = openToLook(file);
  return Number(database.prepare('SELECT max(seq) AS seq FROM journal').get()?.seq ?? 0);
}

function intact(file: string, read: (rows: JournalRows) => Iterable<ChainRow>, before?: ChainRow): readonly ChainRow[] {
  const found: ChainRow[] = [];
  if (!existsSync(file)) return found;
  try {
    using database = openToLook(file);
    let from = before === undefined ? { seq: 0, head: genesis } : { seq: before.seq, head: before.hash };
    for (const row of read(new JournalRows(database, file))) {
      const chain = verifyChain([row], 0, from);
      if (!chain.ok) break;
      from = { seq: row.seq, head: chain.head };
      found.push(row);
    }
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error) && !(error instanceof StoreFault)) throw error;
    // Here the file can no longer be read.
  }
  return found;
}

const lostFiles = (losses: readonly Loss[]): readonly string[] =>
  losses.flatMap(({ code, file }) => (code === 'file_lost' && file !== undefined ? [file] : []));

function removeDatabase(dataDir: string, name: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `${name}${end}`), { force: true });
}

/** Rebuilds the archive from the facts that are left, and says in the audit log why it has a gap. */
function settleBeside(dataDir: string, putAside: string, at: number): void {
  using server = existsSync(join(dataDir, 'server.sqlite')) ? openServerDatabase(dataDir) : null;
  using access = openAccessDatabase(dataDir);
  guarded(dataDir, () => {
    server?.exec('DROP TABLE IF EXISTS archived');
    // Entries of an old version come first: they keep their numbers.
    if (server !== null) takeOverTrail(server, access);
    access.exec('PRAGMA synchronous = FULL');
    const entry = { at, actor: 'adopt', action: 'adopt', target: basename(putAside), outcome: 'ok' };
    inTransaction(access, () => createChain(access, 'audit')(entry));
  });
}
