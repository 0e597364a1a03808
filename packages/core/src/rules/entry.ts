import type { Preview } from '../contract/order.ts';
import { readNumber } from './number-text.ts';

/** The error text of each mistake in a typed figure. */
export type EntryMistake = 'not-a-number' | 'thousands' | 'zero';
/** A number field: empty, a number, or why it is none. */
export type Entry = { readonly value: number | null; readonly mistake: EntryMistake | null };

/** Reads a number field. An amount of `1.500` is refused, as it could be read as thousands. */
export const readEntry = (text: string, kind: 'amount' | 'percent'): Entry => {
  const read = readNumber(text);
  if (!read.ok) return { value: null, mistake: read.why === 'empty' ? null : read.why };
  if (kind === 'amount' && read.thousands !== null) return { value: null, mistake: 'thousands' };
  return kind === 'amount' && read.value <= 0 ? { value: null, mistake: 'zero' } : { value: read.value, mistake: null };
};

/** The placeable amount moves with the market while the order is on its way. */
const tolerance = 1.001;
/** True if the amount (USD) exceeds the placeable one. */
export const exceeds = (amount: number | null, preview: Preview | null): boolean =>
  amount !== null && preview !== null && preview.max_amount !== null && amount > preview.max_amount * tolerance;
