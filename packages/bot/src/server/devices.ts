import { createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

/**
 * Tokens of devices on which a user has signed in. What strangers at the same address try for the name does not hold such a device up. A token
 * is worth nothing else, and for no other name.
 */
export interface Devices {
  issue(name: string): string;
  /** The device of a token that was issued for the name; null for any other text. */
  idOf(name: string, token: string | undefined): string | null;
}

const statementOf = (name: string, id: string): Buffer =>
  Buffer.from(`triquad device 1\n${id}\n${name.trim().toLowerCase()}\n`);

/** `key`: Ed25519; tokens outlive a restart as it does. */
export function createDevices(key: KeyObject): Devices {
  const publicKey = createPublicKey(key);
  return {
    issue(name) {
      const id = randomBytes(16).toString('base64url');
      return `${id}.${sign(null, statementOf(name, id), key).toString('base64url')}`;
    },
    idOf(name, token = '') {
      const [id = '', signature = ''] = token.split('.');
      if (signature === '') return null;
      return verify(null, statementOf(name, id), publicKey, Buffer.from(signature, 'base64url')) ? id : null;
    },
  };
}
