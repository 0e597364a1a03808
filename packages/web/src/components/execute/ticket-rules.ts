import type { Texts } from '@triquad/core';
import type { Preview } from '@triquad/core/contract';
import { type Entry, exceeds } from '@triquad/core/rules';
import type { Messages } from './use-messages.ts';

type Words = Messages['ticket'];

/** Whole cents, rounded down so as never to be more than the given amount; less than a cent stays as it is. */
export const centsOf = (amount: number | null): string => {
  if (amount === null || amount <= 0) return '';
  const cents = Math.floor(amount * 100 + 1e-6) / 100;
  return cents > 0 ? cents.toFixed(2) : String(amount);
};

export type Facts = {
  readonly replaying: boolean;
  readonly viewer: boolean;
  readonly stale: boolean;
  readonly mode: 'paper' | 'live' | null;
  readonly modeChanging: boolean;
  readonly halted: boolean;
  readonly executingOther: boolean;
  readonly expired: boolean;
  readonly amount: Entry;
  readonly floor: Entry;
  /** True if the order may leave the amount to the bot. */
  readonly mayOmitAmount: boolean;
  readonly preview: Preview | null;
  readonly previewing: boolean;
  /** The bot has no preview call. */
  readonly noPreviews: boolean;
};

export type Blocked = keyof Words['blocked'];

/** Why the order cannot be sent now; null when it can. The first reason counts. */
export const blockedBy = (facts: Facts): Blocked | null => {
  if (facts.replaying) return 'replaying';
  if (facts.viewer) return 'viewer';
  if (facts.stale) return 'stale';
  if (facts.modeChanging) return 'modeChanging';
  if (facts.mode === null) return 'modeUnknown';
  if (facts.halted) return 'halted';
  if (facts.executingOther) return 'executing';
  if (facts.expired) return 'expired';
  return blockedByEntries(facts);
};

const blockedByEntries = ({ amount, floor, mode, mayOmitAmount, preview, ...facts }: Facts): Blocked | null => {
  if (amount.mistake !== null) return 'amount';
  if (floor.mistake !== null) return 'floor';
  if (amount.value === null) return mode === 'live' ? 'liveAmount' : mayOmitAmount ? null : 'amount';
  if (facts.noPreviews) return null;
  if (preview === null) return facts.previewing ? 'previewing' : 'failed';
  return exceeds(amount.value, preview) ? 'tooMuch' : null;
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
