import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * argon2id by the second choice of RFC 9106 (64 MiB, 3 passes) on one lane: some 0.2 s of one core, the other stays with the
 * market. What a password was hashed with stands beside it, so that later versions may ask for more.
 */
const COST = { memory: 65_536, passes: 3, parallelism: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const LEAST = 12;
const MOST = 1_000;
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2);

/** Why a password will not do, as the end of a sentence, or null when it will. */
export function passwordFault(name: string, password: string): string | null {
  const { length } = [...normal(password)];
  if (length < LEAST) return `must have at least ${LEAST} characters`;
  if (length > MOST) return `may have at most ${MOST} characters`;
  if (new Set(normal(password)).size < 4) return 'must not repeat the same few characters';
  return normal(password).toLowerCase().includes(name.toLowerCase()) && name.length > 3
    ? 'must not contain the name of the user'
    : null;
}

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`; `memory` in KiB. */
export async function hashPassword(password: string, cost: typeof COST = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive('argon2id', { ...cost, tagLength: HASH_BYTES, message: normal(password), nonce: salt });
  return stored(cost, salt, hash);
}

const stored = ({ memory, passes, parallelism }: typeof COST, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;

/** Whether the password is the one that was hashed. Without a hash it takes as long, and is not: names cannot be guessed by time. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = FORM.exec(kept ?? nobodys) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a password is stored in an unknown form');
  const wanted = Buffer.from(hash, 'base64');
  const derived = await derive('argon2id', {
    message: normal(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(derived, wanted) && kept !== null;
}

// The same characters may be typed as different code points on another keyboard.
const normal = (password: string): string => password.normalize('NFKC');

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const nobodys = stored(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));
