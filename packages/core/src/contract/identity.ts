import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { mark } from './mark.ts';
import { text } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';

/** `nonce`: 32 random bytes in base64url. `address`: the origin that the client dialled, e.g. `https://bot.example`. */
const Challenge = z.strictObject({
  nonce: text.check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  address: text.check(z.minLength(1), z.maxLength(300)),
});

/** Ed25519, in base64url. `signature` is over `triquad bot identity 1`, nonce and address, each ended by a line feed. */
export const IdentityProof = mark(z.object({ key: text, signature: text }), { required: ['key', 'signature'] });
export type IdentityProof = z.infer<typeof IdentityProof>;

export const identityRoutes = {
  'identity.prove': route({
    method: 'POST',
    path: '/identity/proof',
    role: 'open',
    extension: 'identity',
    body: Challenge,
    record: IdentityProof,
    answer: enveloped(tolerant(IdentityProof)),
    refuses: [409],
    summary: 'Prove which bot this is; 409 for an address that is not its own',
  }),
} as const;
