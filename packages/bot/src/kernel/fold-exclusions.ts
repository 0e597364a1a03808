import type { ExclusionEvent } from '../model/market-event.ts';
import type { Journalled } from './journalled.ts';

/** Folds what happened to a market, in place. One that has returned is remembered: the next time it is excluded for longer. */
export const foldExclusion = ({ excluded }: Pick<Journalled, 'excluded'>, fact: ExclusionEvent): void => {
  const { exchange, symbol, at } = fact;
  const own = excluded.get(exchange) ?? new Map();
  excluded.set(exchange, own);
  if (fact.type === 'MarketExcluded') {
    const { reason, for_ms, rules } = fact;
    own.set(symbol, { reason, for_ms, rules, at, readmitted_at: null });
    return;
  }
  const before = own.get(symbol);
  if (before) own.set(symbol, { ...before, readmitted_at: at });
};
