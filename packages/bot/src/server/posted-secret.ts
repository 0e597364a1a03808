import { isMask, maskOf, WHOLE_MASK } from '@triquad/core/rules';
import { notValid, type Refusal } from './problem.ts';

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
