import type { KeyObject } from 'node:crypto';
import type { IdentityProof } from '@triquad/core/contract';
import {
  type Challenge,
  identityFile,
  identityIn,
  newIdentity,
  publicKeyOf,
  signatureOf,
} from '../directory/identity.ts';
import type { SecretFile } from './secret-file.ts';

/** `<dataDir>/identity.key`. */
export const identityKey: SecretFile<KeyObject> = {
  name: identityFile,
  what: 'the private key of a bot',
  make: newIdentity,
  parse: identityIn,
};

/** Proves to clients that they reach the bot of this data directory at one of its addresses. */
export interface Identity {
  /** From then on proofs are made for these origins alone: one for another would help a program that relays calls from there. */
  answerAt(addresses: ReadonlySet<string>): void;
  /** Null for an address that is not the bot's. */
  prove(challenge: Challenge): IdentityProof | null;
}

export function createIdentity(privateKey: KeyObject): Identity {
  const key = publicKeyOf(privateKey);
  let own: ReadonlySet<string> = new Set();
  return {
    answerAt: (addresses) => {
      own = addresses;
    },
    prove: (challenge) => (own.has(challenge.address) ? { key, signature: signatureOf(privateKey, challenge) } : null),
  };
}
