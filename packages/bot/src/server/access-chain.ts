import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Where a chain ends: how many rows it has had, and the hash of the last. */
export interface ChainHead {
  readonly count: number;
  readonly hash: string;
}

/** The heads of both chains of `access.sqlite`: a copy kept elsewhere reveals a file that was cut, rewritten or put back. */
export interface AccessHeads {
  readonly audit: ChainHead;
  readonly access: ChainHead;
}

type Row = Readonly<Record<string, unknown>>;

/** The columns of the audit log that its hashes cover. */
const AUDIT_COLUMNS = [
  'seq',
  'at',
  'actor',
  'action',
  'target',
  'outcome',
  'request_id',
  'source',
  'session',
  'before',
  'after',
] as const;
const CHANGE_COLUMNS = ['seq', 'at', 'name', 'digest'] as const;
type Table = 'audit' | 'user_change';
const COLUMNS = { audit: AUDIT_COLUMNS, user_change: CHANGE_COLUMNS } as const;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of a row over its values and the hash of the row before it; the first row follows the empty string. */
const hashOf = (table: Table, before: string, row: Row): string =>
  sha256(JSON.stringify([before, ...COLUMNS[table].map((column) => row[column] ?? null)]));

/** Appends a row and gives its `seq`; to be called in a transaction, as other processes write too. */
export function createChain(database: DatabaseSync, table: Table): (row: Row) => number {
  const columns = COLUMNS[table];
  const last = database.prepare(`SELECT seq, hash FROM ${table} ORDER BY seq DESC LIMIT 1`);
  const names = [...columns, 'hash'];
  const insert = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `:${name}`)})`);
  // A row that was cut off the end is not to get a successor under its number.
  const used = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?');
  return (values) => {
    const end = last.get();
    const seq = Math.max(Number(end?.seq ?? 0), Number(used.get(table)?.seq ?? 0)) + 1;
    const row = Object.fromEntries(
      columns.map((column) => [column, column === 'seq' ? seq : (values[column] ?? null)]),
    );
    insert.run({ ...row, hash: hashOf(table, String(end?.hash ?? ''), row) } as Record<string, string | number | null>);
    return seq;
  };
}

/** Gives rows of before there was a chain their hashes. */
export function chainAudit(database: DatabaseSync): void {
  const update = database.prepare('UPDATE audit SET hash = ? WHERE seq = ?');
  let hash = '';
  for (const row of database.prepare('SELECT * FROM audit ORDER BY seq').all()) {
    hash = hashOf('audit', hash, row);
    update.run(hash, Number(row.seq));
  }
}

/** Records how a user stands after a change; to be called in the transaction of the change. */
export function noteUser(database: DatabaseSync, name: string, at: number): void {
  const user = database.prepare('SELECT name, role, password FROM user WHERE name = ?').get(name);
  createChain(
    database,
    'user_change',
  )({ at, name: name.toLowerCase(), digest: user === undefined ? '' : digestOf(user) });
}

const digestOf = ({ name, role, password }: Row): string => sha256(JSON.stringify([name, role, password]));

export function createHeads(database: DatabaseSync): () => AccessHeads {
  const headOf = (table: Table) => {
    const select = database.prepare(`SELECT seq, hash FROM ${table} ORDER BY seq DESC LIMIT 1`);
    return (): ChainHead => {
      const row = select.get();
      return { count: Number(row?.seq ?? 0), hash: String(row?.hash ?? '') };
    };
  };
  const [audit, access] = [headOf('audit'), headOf('user_change')];
  return () => ({ audit: audit(), access: access() });
}

/** The hash of a row of a chain; null where there is no such row. */
export function createHashes(database: DatabaseSync): (chain: keyof AccessHeads, seq: number) => string | null {
  const hashIn = (table: Table) => database.prepare(`SELECT hash FROM ${table} WHERE seq = ?`);
  const select = { audit: hashIn('audit'), access: hashIn('user_change') };
  return (chain, seq) => {
    const row = select[chain].get(seq);
    return row === undefined ? null : String(row.hash);
  };
}

/**
 * Walks both chains and compares the users with the record of their changes. One sentence for each fault, without its full stop; none when all
 * is as it was written. What was rewritten together with all hashes after it is found only by heads that are kept elsewhere.
 */
export function accessFaults(database: DatabaseSync): readonly string[] {
  const log = chainFault(database, 'audit', 'the audit log');
  const changes = chainFault(database, 'user_change', 'the record of user changes');
  const faults = [log, changes].filter((fault) => fault !== null);
  return changes === null ? [...faults, ...userFaults(database)] : faults;
}

function chainFault(database: DatabaseSync, table: Table, name: string): string | null {
  let before: { readonly seq: number; readonly hash: string } | null = null;
  for (const row of database.prepare(`SELECT * FROM ${table} ORDER BY seq`).iterate()) {
    const [seq, hash] = [Number(row.seq), String(row.hash)];
    if (before !== null && seq > before.seq + 1) return `${name} lacks ${rows(before.seq + 1, seq - 1)}`;
    if (hash !== hashOf(table, before?.hash ?? '', row)) return `${name} was changed at or before row ${seq}`;
    before = { seq, hash };
  }
  const used = Number(database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)?.seq ?? 0);
  const end: number = before?.seq ?? 0;
  return used > end ? `${name} lacks ${rows(end + 1, used)}, its last` : null;
}

const rows = (from: number, to: number): string => (from === to ? `row ${from}` : `rows ${from} to ${to}`);

function userFaults(database: DatabaseSync): readonly string[] {
  const changes = database.prepare('SELECT name, digest FROM user_change ORDER BY seq').all();
  const recorded = new Map(changes.map(({ name, digest }) => [String(name), String(digest)]));
  const faults: string[] = [];
  for (const user of database.prepare('SELECT name, role, password FROM user').all()) {
    const name = String(user.name);
    if (recorded.get(name.toLowerCase()) !== digestOf(user))
      faults.push(`user ${name} was not made or changed by triquad`);
    recorded.delete(name.toLowerCase());
  }
  for (const [name, digest] of recorded) if (digest !== '') faults.push(`user ${name} was removed, but not by triquad`);
  return faults;
}
