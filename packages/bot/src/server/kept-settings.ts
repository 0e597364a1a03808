import type { RecordOf } from '@triquad/core/contract';
import { isMask, maskOf, WHOLE_MASK } from '@triquad/core/rules';
import type * as z from 'zod/mini';
import type { Delivery } from '../alert/channel.ts';
import type { Elapsed } from '../model/clock.ts';
import type { Vault } from '../vault/vault.ts';
import { notValid, Refusal } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';

const AT_ONCE = 5;
const PER_SECOND = 5 / 60;

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

/** True when what was posted is only the mask of what is stored. */
const isUnchanged = (posted: string, stored: string): boolean =>
  posted === WHOLE_MASK || (stored !== '' && posted === maskOf(stored));

/** What a posted secret makes of the stored one: itself, or the stored one where nothing or its mask was posted. */
export function chosenSecret(field: string, posted: string | undefined, stored: string): string | Refusal {
  if (posted === undefined || isUnchanged(posted, stored)) return stored;
  return isMask(posted) ? notValid(field, 'is the mask of another value; enter the value itself') : posted;
}

/** As `chosenSecret`, for a field that is never answered and so is posted empty where it stays. */
export const hiddenSecret = (field: string, posted: string | undefined, stored: string): string | Refusal =>
  chosenSecret(field, posted === '' ? undefined : posted, stored);

/** Counts tests of settings, which reach out into the world: gives a refusal once there were too many, else null. */
export function createTestLimit(monotonic: () => Elapsed): () => Refusal | null {
  const limit = createRateLimit(AT_ONCE, PER_SECOND, monotonic);
  return () => {
    const seconds = limit.take('');
    if (seconds === null) return null;
    return new Refusal(429, 'too_many_tests', 'Too many tests; wait a little.', { retryAfterSeconds: seconds });
  };
}

/** What became of a test message, as the contract tells it. */
export const testRecord = (delivery: Delivery): RecordOf<'telegram.test'> =>
  delivery.ok
    ? { success: true, message: 'The test message was handed over.' }
    : {
        success: false,
        message: `Not sent: ${delivery.reason}.`,
        ...(delivery.code && { code: delivery.code, params: {} }),
      };
