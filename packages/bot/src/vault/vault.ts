import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { CannotStart } from '../model/cannot-start.ts';
import { type LockOptions, nextKeyLock, passphraseLock, type Unlocked, unlock } from './lock.ts';
import { seal, unseal } from './seal.ts';

/** What was found under a name: the record, null where there is none, or why it cannot be read. */
export type Reading<T> =
  | { readonly ok: true; readonly record: T | null }
  | { readonly ok: false; readonly reason: string };

/** Records with secrets in them, sealed in the database under a key that is not in it. */
export interface Vault {
  /** Why nothing can be read or kept, in one line for the operator; null when it is open. */
  readonly locked: string | null;
  /** What the operator should know about it at the start, a line each. */
  readonly notices: readonly string[];
  /** The names in use that begin with `prefix`. */
  names(prefix: string): readonly string[];
  read<S extends z.core.$ZodType>(name: string, schema: S): Reading<z.output<S>>;
  /** What cannot be read is set aside, not overwritten. @throws when the vault is locked: ask first. */
  write(name: string, record: Readonly<Record<string, unknown>>): void;
  /** False when there was none. @throws when the vault is locked. */
  remove(name: string): boolean;
}

export interface VaultOptions extends Omit<LockOptions, 'inUse'> {
  readonly now: () => number;
  /** Told of every secret value it holds, so that it can be kept out of the log. */
  readonly onSecret: (secret: string) => void;
}

/** The write-only fields of a record. */
const SECRET_FIELDS = ['api_key', 'api_secret', 'passphrase', 'bot_token', 'smtp_password'];

/** Opens the vault of a data directory. A vault that cannot be opened is locked, and the bot runs without what is in it. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { database, now, onSecret } = options;
  database.exec(
    'CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, sealed BLOB NOT NULL, updated_at INTEGER NOT NULL) STRICT',
  );
  const selectNames = database.prepare('SELECT name FROM secret ORDER BY name');
  const stored = () => selectNames.all().map(({ name }) => String(name));
  const names = () => stored().filter((name) => !name.includes(SET_ASIDE));
  const lock = await unlock({ ...options, inUse: stored().length > 0 });
  if (!lock.ok) return lockedVault(lock.reason);
  const { records, notices } = await openRecords(options, lock, names());
  for (const name of names()) for (const secret of secretsIn(records.get(name))) onSecret(secret);

  return {
    locked: null,
    notices,
    names: (prefix) => names().filter((name) => name.startsWith(prefix)),
    read(name, schema) {
      const opened = records.get(name);
      if (opened === null) return { ok: true, record: null };
      const parsed = opened === 'unreadable' ? null : z.safeParse(schema, opened);
      return parsed?.success ? { ok: true, record: parsed.data } : { ok: false, reason: unreadable(name) };
    },
    write(name, record) {
      for (const secret of secretsIn(record)) onSecret(secret);
      if (records.get(name) === 'unreadable') records.rename(name, `${name}${SET_ASIDE}${now()}`);
      records.put(name, record, now());
    },
    remove: (name) => records.remove(name),
  };
}

function secretsIn(record: unknown): readonly string[] {
  const values = SECRET_FIELDS.map((field) => (isObject(record) ? record[field] : undefined));
  return values.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** The records under their key, or under that of a passphrase which takes over; and what there is to say of them. */
async function openRecords(
  { database, passphrase }: VaultOptions,
  { key, needsPassphrase }: Extract<Unlocked, { ok: true }>,
  names: readonly string[],
): Promise<{ records: SealedRecords; notices: readonly string[] }> {
  const records = sealedRecords(database, key);
  const damaged = names.filter((name) => records.get(name) === 'unreadable').map(unreadable);
  if (!needsPassphrase || passphrase === null) return { records, notices: damaged };
  if (damaged.length > 0) return { records, notices: [...damaged, NOT_RESEALED] };
  return { records: await resealed(database, names, records, passphrase), notices: [RESEALED] };
}

/** Between the name of a record that could not be read and when it was replaced. */
const SET_ASIDE = ' set aside at ';

const unreadable = (name: string): string =>
  `The vault's record ${name} cannot be read: it was changed outside the bot, or by a newer one. Enter it again, or put a backup back.`;

const RESEALED =
  'The vault is sealed with the passphrase from now on; its key file opens nothing any more and may be removed.';
const NOT_RESEALED =
  'The vault stays sealed with its key file and not with the passphrase, as not all of it can be read.';

/** Everything under a passphrase instead of the key file, all at once or not at all. */
async function resealed(
  database: DatabaseSync,
  names: readonly string[],
  records: SealedRecords,
  passphrase: string,
): Promise<SealedRecords> {
  const lock = await passphraseLock(database, passphrase);
  const under = sealedRecords(database, lock.key);
  reseal({ database, names, records, under, put: lock.put });
  return under;
}

type Resealing = {
  readonly database: DatabaseSync;
  readonly names: readonly string[];
  readonly records: SealedRecords;
  readonly under: SealedRecords;
  readonly put: () => void;
};

/** All at once or not at all. */
function reseal({ database, names, records, under, put }: Resealing): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const name of names) under.reseal(name, records.get(name));
    put();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Seals the vault with a new key in its key file; the number of its records. Ended at any moment, the vault is open to the old key or to the
 * new one, and the next start finds it. No bot may use the directory. @throws CannotStart, having changed nothing
 */
export async function rotateKey(database: DatabaseSync, dataDir: string): Promise<number> {
  const stored = () =>
    database
      .prepare('SELECT name FROM secret')
      .all()
      .map(({ name }) => String(name));
  const refuse = (reason: string): never => {
    throw new CannotStart(`the key was not rotated: ${reason}`, 1);
  };
  const hasVault = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'secret'").get() !== undefined;
  if (!hasVault) return refuse('nothing was ever sealed');
  const lock = await unlock({ database, dataDir, passphrase: null, inUse: stored().length > 0 });
  if (!lock.ok) return refuse(lock.reason);
  const names = stored();
  const records = sealedRecords(database, lock.key);
  const damaged = names.filter((name) => records.get(name) === 'unreadable');
  if (damaged.length > 0) return refuse(`${damaged.join(', ')} cannot be read; enter it again first`);
  database.exec('PRAGMA synchronous = FULL');
  const next = nextKeyLock(database, dataDir);
  reseal({ database, names, records, under: sealedRecords(database, next.key), put: next.put });
  next.use();
  return names.length;
}

function lockedVault(reason: string): Vault {
  const line = `The vault is locked: ${reason}.`;
  const refuse = () => {
    throw new Error(line);
  };
  return {
    locked: line,
    notices: [line],
    names: () => [],
    read: () => ({ ok: false, reason: line }),
    write: refuse,
    remove: refuse,
  };
}

type SealedRecords = ReturnType<typeof sealedRecords>;

function sealedRecords(database: DatabaseSync, key: Buffer) {
  const select = database.prepare('SELECT sealed FROM secret WHERE name = ?');
  const put = database.prepare(
    'INSERT INTO secret VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at',
  );
  const remove = database.prepare('DELETE FROM secret WHERE name = ?');
  const reseal = database.prepare('UPDATE secret SET sealed = ? WHERE name = ?');
  const rename = database.prepare('UPDATE secret SET name = ? WHERE name = ?');
  return {
    get(name: string): unknown {
      const row = select.get(name);
      if (row === undefined) return null;
      const text = unseal(key, name, Buffer.from(row.sealed as Uint8Array));
      return text === null ? 'unreadable' : JSON.parse(text);
    },
    put: (name: string, record: unknown, at: number) => void put.run(name, seal(key, name, JSON.stringify(record)), at),
    reseal: (name: string, record: unknown) => void reseal.run(seal(key, name, JSON.stringify(record)), name),
    remove: (name: string) => remove.run(name).changes === 1,
    rename: (name: string, to: string) => void rename.run(to, name),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
