import { argon2, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { type KeyFound, keyFilePath, makeKeyFile, readKeyFile } from './key-file.ts';
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

/** `notice`: what the operator should know although it opened. */
export type Unlocked =
  | { readonly ok: true; readonly key: Buffer; readonly notice: string | null }
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
  if (derivation.kind === 'file' && passphrase !== null && !inUse) return makeLock(database, dataDir, passphrase);
  const found = derivation.kind === 'file' ? readKeyFile(dataDir) : await keyOf(passphrase, derivation);
  if (!found.ok) return found;
  if (unseal(found.key, PROOF, Buffer.from(row.proof as Uint8Array)) !== PROOF) {
    return {
      ok: false,
      reason:
        derivation.kind === 'file'
          ? `${keyFilePath(dataDir)} is not the key it was sealed with; put the right file back`
          : 'the passphrase is not the one it was sealed with',
    };
  }
  const unused = derivation.kind === 'file' && passphrase !== null;
  const notice = unused ? 'it was sealed with its key file and not with the passphrase, which is not used' : null;
  return { ok: true, key: found.key, notice };
}

async function makeLock(database: DatabaseSync, dataDir: string, passphrase: string | null): Promise<Unlocked> {
  const derivation: Derivation =
    passphrase === null
      ? { kind: 'file' }
      : { kind: 'argon2id', salt: randomBytes(SALT_BYTES).toString('base64url'), ...COST };
  const found = derivation.kind === 'file' ? makeKeyFile(dataDir) : await keyOf(passphrase, derivation);
  if (!found.ok) return found;
  database
    .prepare('INSERT OR REPLACE INTO vault_lock VALUES (1, ?, ?)')
    .run(JSON.stringify(derivation), seal(found.key, PROOF, PROOF));
  return { ok: true, key: found.key, notice: null };
}

async function keyOf(
  passphrase: string | null,
  { salt, memory, passes, parallelism }: Extract<Derivation, { kind: 'argon2id' }>,
): Promise<KeyFound> {
  if (passphrase === null) {
    return { ok: false, reason: 'it was sealed with a passphrase; start the bot with TRIQUAD_PASSPHRASE' };
  }
  const nonce = Buffer.from(salt, 'base64url');
  const key = await deriveKey('argon2id', {
    message: passphrase,
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: KEY_BYTES,
  });
  return { ok: true, key };
}

function readDerivation(text: string): Derivation | null {
  try {
    const parsed = z.safeParse(Derivation, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
