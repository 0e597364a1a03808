import type { Texts } from '@triquad/core';
import type { Preview } from '@triquad/core/contract';
import { exceeds } from '@triquad/core/rules';

/** Whole cents, rounded down so as never to be more than the given amount; less than a cent stays as it is. */
export const centsOf = (amount: number | null): string => {
  if (amount === null || amount <= 0) return '';
  const cents = Math.floor(amount * 100 + 1e-6) / 100;
  return cents > 0 ? cents.toFixed(2) : String(amount);
};

/** The warnings of the bot without those that are shown elsewhere: risk reasons, and what the amount field says. */
export const otherWarnings = (
  preview: Preview | null,
  reasons: readonly string[],
  amount: number | null,
  texts: Texts,
): string[] =>
  (preview === null ? [] : texts.warnings(preview)).filter(
    (text) =>
      !reasons.some((reason) => wordsOf(reason) === wordsOf(text)) &&
      !(exceeds(amount, preview) && text.includes('more than can be placed')),
  );

/** Without its figures: the same reason has others a second later. */
const wordsOf = (text: string): string => text.replaceAll(/[\d.,]+/g, '');
