import { randomBytes } from 'node:crypto';
import type { SecretFile } from './secret-file.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** An opaque 256-bit secret in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** `<dataDir>/admin.token`. */
export const adminToken: SecretFile<string> = {
  name: 'admin.token',
  what: 'a token',
  make: () => `${newToken()}\n`,
  parse: (text) => (TOKEN_FORM.test(text) ? text : null),
};
