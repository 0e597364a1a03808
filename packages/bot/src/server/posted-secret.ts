import { isMask, isUnchanged } from '../vault/mask.ts';
import { notValid, Refusal } from './problem.ts';

/** What a posted secret makes of the stored one: itself, or the stored one where only its mask was posted, or nothing. */
export function chosenSecret(field: string, posted: string | undefined, stored: string): string | Refusal {
  if (isUnchanged(posted, stored)) return stored;
  if (posted === undefined || !isMask(posted)) return posted ?? stored;
  return notValid(field, 'is the mask of another value; enter the value itself');
}

/** As `chosenSecret`, for a field that is never answered and so is posted empty where it stays. */
export const hiddenSecret = (field: string, posted: string | undefined, stored: string): string | Refusal =>
  chosenSecret(field, posted === '' ? undefined : posted, stored);

/** What the vault cannot give, as a refusal of the call. */
export const lockedAway = (reason: string): Refusal => new Refusal(503, 'vault_unavailable', reason);

/** For calls that send something out into the world. */
export const tooManyTests = (seconds: number): Refusal =>
  new Refusal(429, 'too_many_tests', 'Too many tests; wait a little.', { retryAfterSeconds: seconds });
