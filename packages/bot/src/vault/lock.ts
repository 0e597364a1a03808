import { argon2, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import {
  type KeyFound,
  keyFilePath,
  makeKeyFile,
  makeNextKey,
  readKeyFile,
  readNextKey,
  useNextKey,
} from './key-file.ts';
import { KEY_BYTES, seal, unseal } from './seal.ts';

const deriveKey = promisify(argon2);

const PROOF = 'proof';
const SALT_BYTES = 16;
/** RFC 9106's second choice: 64 MiB, three passes. */
const COST = { memory: 64 * 1024, passes: 3, parallelism: 4 };
const MOST_MEMORY = 1024 * 1024;

/** Where the data key comes from; the key itself never stands here. Memory in KiB. */
const Derivation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file') }),
  z.object({
    kind: z.literal('argon2id'),
    salt: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
    memory: z.int().check(z.gte(8), z.lte(MOST_MEMORY)),
    passes: z.int().check(z.gte(1), z.lte(64)),
    parallelism: z.int().check(z.gte(1), z.lte(16)),
  }),
]);
type Derivation = z.infer<typeof Derivation>;

export interface LockOptions {
  readonly database: DatabaseSync;
  readonly dataDir: string;
  /** Null: the key file. */
  readonly passphrase: string | null;
  /** Whether something is sealed already: then the lock stays the one it is. */
  readonly inUse: boolean;
}

/** The data key, and whether it is that of the key file although a passphrase was given. */
export type Unlocked =
  | { readonly ok: true; readonly key: Buffer; readonly needsPassphrase: boolean }
  | { readonly ok: false; readonly reason: string };

/** Finds the data key and proves that it is the right one; makes a lock where there is none. Nothing sealed is ever touched. */
export async function unlock({ database, dataDir, passphrase, inUse }: LockOptions): Promise<Unlocked> {
  database.exec(
    'CREATE TABLE IF NOT EXISTS vault_lock (id INTEGER PRIMARY KEY CHECK (id = 1), derivation TEXT NOT NULL, proof BLOB NOT NULL) STRICT',
  );
  const row = database.prepare('SELECT derivation, proof FROM vault_lock').get();
  if (row === undefined) {
    if (inUse) return { ok: false, reason: 'its lock is gone from server.sqlite; put a backup back' };
    return makeLock(database, dataDir, passphrase);
  }
  const derivation = readDerivation(String(row.derivation));
  if (derivation === null) return { ok: false, reason: 'its lock in server.sqlite cannot be read; put a backup back' };
  if (derivation.kind === 'file') finishRotation(dataDir, row.proof);
  const found = derivation.kind === 'file' ? readKeyFile(dataDir) : await keyOf(passphrase, derivation);
  if (!found.ok) return found;
  if (!proves(found.key, row.proof)) {
    return {
      ok: false,
      reason: derivation.kind === 'file' ? notItsKey(dataDir) : 'the passphrase is not the one it was sealed with',
    };
  }
  return { ok: true, key: found.key, needsPassphrase: derivation.kind === 'file' && passphrase !== null };
}

/**
 * Why the key file of a folder does not open what its database has sealed, in one line; null where it does, where nothing was ever sealed,
 * and where a passphrase opens it.
 */
export function keyFileFault(database: DatabaseSync, folder: string): string | null {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'vault_lock'").get() === undefined) return null;
  const row = database.prepare('SELECT derivation, proof FROM vault_lock').get();
  if (row === undefined) return null;
  const derivation = readDerivation(String(row.derivation));
  if (derivation === null) return 'its lock in server.sqlite cannot be read; put a backup back';
  if (derivation.kind !== 'file') return null;
  const next = readNextKey(folder);
  if (next !== null && proves(next, row.proof)) return null;
  const found = readKeyFile(folder);
  if (!found.ok) return found.reason;
  return proves(found.key, row.proof) ? null : notItsKey(folder);
}

/** A rotation may have ended when the vault was sealed with the next key and the key file was not yet replaced. */
function finishRotation(dataDir: string, proof: unknown): void {
  const next = readNextKey(dataDir);
  if (next !== null && proves(next, proof)) useNextKey(dataDir);
}

const proves = (key: Buffer, proof: unknown): boolean => unseal(key, PROOF, Buffer.from(proof as Uint8Array)) === PROOF;
const notItsKey = (folder: string): string =>
  `${keyFilePath(folder)} is not the key it was sealed with; put the right file back`;

async function makeLock(database: DatabaseSync, dataDir: string, passphrase: string | null): Promise<Unlocked> {
  if (passphrase !== null) {
    const lock = await passphraseLock(database, passphrase);
    lock.put();
    return { ok: true, key: lock.key, needsPassphrase: false };
  }
  const found = makeKeyFile(dataDir);
  if (!found.ok) return found;
  putLock(database, { kind: 'file' }, found.key);
  return { ok: true, key: found.key, needsPassphrase: false };
}

/** A new key for the key file; `put` makes it the one that the vault is sealed with, and `use`, after the commit, that of the file. */
export function nextKeyLock(database: DatabaseSync, dataDir: string) {
  const key = makeNextKey(dataDir);
  return { key, put: () => putLock(database, { kind: 'file' }, key), use: () => useNextKey(dataDir) };
}

/** A new key out of a passphrase; `put` makes it the one that the vault is sealed with. */
export async function passphraseLock(
  database: DatabaseSync,
  passphrase: string,
): Promise<{ key: Buffer; put(): void }> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const derivation = { kind: 'argon2id', salt, ...COST } as const;
  const key = await derived(passphrase, derivation);
  return { key, put: () => putLock(database, derivation, key) };
}

function putLock(database: DatabaseSync, derivation: Derivation, key: Buffer): void {
  database
    .prepare('INSERT OR REPLACE INTO vault_lock VALUES (1, ?, ?)')
    .run(JSON.stringify(derivation), seal(key, PROOF, PROOF));
}

type Passphrased = Extract<Derivation, { kind: 'argon2id' }>;

async function keyOf(passphrase: string | null, derivation: Passphrased): Promise<KeyFound> {
  if (passphrase !== null) return { ok: true, key: await derived(passphrase, derivation) };
  return { ok: false, reason: 'it was sealed with a passphrase; start the bot with TRIQUAD_PASSPHRASE' };
}

function derived(passphrase: string, { salt, memory, passes, parallelism }: Passphrased): Promise<Buffer> {
  const nonce = Buffer.from(salt, 'base64url');
  // However the keyboard composed its accents.
  const message = passphrase.normalize('NFC');
  return deriveKey('argon2id', { message, nonce, memory, passes, parallelism, tagLength: KEY_BYTES });
}

function readDerivation(text: string): Derivation | null {
  try {
    const parsed = z.safeParse(Derivation, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
