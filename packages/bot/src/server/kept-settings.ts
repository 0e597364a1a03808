import type * as z from 'zod/mini';
import type { Vault } from '../vault/vault.ts';
import { Refusal } from './problem.ts';

/** What the vault cannot give, as a refusal of the call. */
export const lockedAway = (reason: string): Refusal => new Refusal(503, 'vault_unavailable', reason);

/** The settings kept under a name, or `none`. */
export function readKept<S extends z.core.$ZodType>(
  vault: Vault,
  name: string,
  schema: S,
  none: z.output<S>,
): z.output<S> | Refusal {
  const reading = vault.read(name, schema);
  return reading.ok ? (reading.record ?? none) : lockedAway(reading.reason);
}

/** As `readKept`, before they are written: what alone cannot be read may be replaced as a whole, and the vault sets it aside. */
export function readToReplace<S extends z.core.$ZodType>(
  vault: Vault,
  name: string,
  schema: S,
  none: z.output<S>,
): z.output<S> | Refusal {
  const before = readKept(vault, name, schema, none);
  return before instanceof Refusal && vault.locked === null ? none : before;
}
