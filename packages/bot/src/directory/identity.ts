import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReadable } from './inventory.ts';

/** PKCS #8 in PEM, Ed25519 (RFC 8410). */
export const identityFile = 'identity.key';

// Loaded when it is needed: most commands prove nothing.
const crypto = () => process.getBuiltinModule('node:crypto');

/** A new private key as it is kept. */
export const newIdentity = (): string =>
  crypto().generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** Null for a text that holds no such key. */
export function identityIn(text: string): KeyObject | null {
  try {
    const key = crypto().createPrivateKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** The public key of a private one: 32 bytes in base64url, as clients keep it. */
export const publicKeyOf = (key: KeyObject): string => crypto().createPublicKey(key).export({ format: 'jwk' }).x ?? '';

/** The public key of the bot of a data directory, null where there is none that can be read. */
export function publicKeyIn(dataDir: string): string | null {
  if (!isReadable(dataDir, identityFile)) return null;
  try {
    const key = identityIn(readFileSync(join(dataDir, identityFile), 'utf8'));
    return key === null ? null : publicKeyOf(key);
  } catch {
    return null;
  }
}

/** A statement that a client wants to have signed. `nonce`: 32 random bytes in base64url. `address`: the origin that the client dialled. */
export interface Challenge {
  readonly nonce: string;
  readonly address: string;
}

/** A text that is signed for nothing else. */
const statementOf = ({ nonce, address }: Challenge): Buffer =>
  Buffer.from(`triquad bot identity 1\n${nonce}\n${address}\n`);

/** In base64url. */
export const signatureOf = (key: KeyObject, challenge: Challenge): string =>
  crypto().sign(null, statementOf(challenge), key).toString('base64url');

/** True for a signature that the holder of the private key made for this challenge. */
export function isSignedBy(publicKey: string, challenge: Challenge, signature: string): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = crypto().createPublicKey({ key: jwk, format: 'jwk' });
    return crypto().verify(null, statementOf(challenge), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
