import { marketSymbol } from '../contract/primitives.ts';

/** Why a typed pair is not added. */
export type PairProblem = 'empty' | 'not_a_pair' | 'known';
export type WithPair =
  | { readonly ok: true; readonly pairs: readonly string[] }
  | { readonly ok: false; readonly why: PairProblem };

/** Adds the typed pair in upper case (`BASE/QUOTE`), unless it is invalid or already in the list. */
export const withPair = (pairs: readonly string[], typed: string): WithPair => {
  const pair = typed.trim().toUpperCase();
  if (pair === '') return { ok: false, why: 'empty' };
  if (!marketSymbol.safeParse(pair).success) return { ok: false, why: 'not_a_pair' };
  return pairs.includes(pair) ? { ok: false, why: 'known' } : { ok: true, pairs: [...pairs, pair] };
};
