import type { EntryMistake } from '@triquad/core/rules';

/** The error text of each mistake in a typed figure. */
export const mistakes: Record<EntryMistake, string> = {
  'not-a-number': 'digits only, with a point before the decimals',
  thousands: 'could be read as thousands: write it without separators',
  zero: 'must be more than 0',
};
