import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;

/** Length of a data key. */
export const KEY_BYTES = 32;

/**
 * AES-256-GCM: a byte that names the format, the nonce, the tag, the ciphertext. The name is authenticated too, so that one record cannot be
 * put in the place of another.
 */
export function seal(key: Buffer, name: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(name));
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), hidden]);
}

/** Null when it was sealed with another key or under another name, or changed since. */
export function unseal(key: Buffer, name: string, sealed: Buffer): string | null {
  if (sealed.length < HEAD_BYTES + TAG_BYTES || sealed[0] !== FORMAT) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEAD_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(name));
  decipher.setAuthTag(sealed.subarray(HEAD_BYTES, HEAD_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const boundTo = (name: string): Buffer => Buffer.from(`triquad vault ${FORMAT}\n${name}`);
