import type { MoneyDayRecord, MoneyPartsRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { MoneyParts } from '../model/state.ts';

/** Equity at a moment in UTC milliseconds, with its parts as counted from the first fact of the journal. */
export type MoneyMark = MoneyParts & { readonly at: number; readonly equity_usd: number };

export const dayMs = 86_400_000;

/**
 * What the account was before its first mark: a trade may have ended before it, whose result would else be in what the account began
 * with. `before`: the last mark under another market, if there is one. The first mark itself where nothing was realised.
 */
export function openingOf(first: MoneyMark, before: MoneyMark | undefined): MoneyMark {
  const { realised, fees, unpriced_fees } = before ?? { realised: '0', fees: '0', unpriced_fees: 0 };
  if (new BigNumber(first.realised).eq(realised)) return first;
  // What is left over of other markets had other prices: then only the result itself is taken back.
  const start = before === undefined ? { unrealised: first.unrealised && '0', dust: first.dust && '0' } : {};
  const opening = { ...first, ...start, realised, fees, unpriced_fees, at: first.at - 1 };
  const parts = ['realised', 'unrealised', 'dust'] as const;
  const made = parts.reduce((sum, part) => sum.plus(between(opening[part], first[part]) ?? 0), new BigNumber(0));
  return { ...opening, equity_usd: new BigNumber(first.equity_usd).minus(made).toNumber() };
}

/** A part whose amount is not known at one of the two marks is not known between them. */
const between = (first: string | null, last: string | null): BigNumber | null =>
  first === null || last === null ? null : new BigNumber(last).minus(first);

/**
 * What changed the equity from one mark to a later one: realised + unrealised + dust + holdings + flows = change, exactly. Holdings are
 * what the others leave: the revaluation of what is held, and what orders by hand, late fees and roundings made of it.
 */
export function moneyBetween(first: MoneyMark, last: MoneyMark): MoneyPartsRecord {
  const change = new BigNumber(last.equity_usd).minus(first.equity_usd);
  const realised = new BigNumber(last.realised).minus(first.realised);
  const flows = new BigNumber(last.flows).minus(first.flows);
  const unrealised = between(first.unrealised, last.unrealised);
  const dust = between(first.dust, last.dust);
  const holdings = unrealised && dust && change.minus(realised).minus(unrealised).minus(dust).minus(flows);
  const fees = last.unpriced_fees === first.unpriced_fees ? between(first.fees, last.fees) : null;
  const parts = { realised, unrealised, dust, holdings, flows, fees };
  return {
    equity_start: first.equity_usd,
    equity_end: last.equity_usd,
    change: change.toNumber(),
    realised: realised.toNumber(),
    fees: fees?.toNumber() ?? null,
    unrealised: unrealised?.toNumber() ?? null,
    dust: dust?.toNumber() ?? null,
    holdings: holdings?.toNumber() ?? null,
    flows: flows.toNumber(),
    unknown: names.filter((name) => parts[name] === null),
  };
}
const names = ['fees', 'unrealised', 'dust', 'holdings'] as const;

/**
 * The same for each UTC day on which there was a mark, oldest first; together they are the whole.
 * @param marks oldest first: the one that the period is counted from, then the last of each day.
 */
export function moneyByDay(marks: readonly MoneyMark[]): readonly MoneyDayRecord[] {
  return marks.slice(1).map((last, place) => {
    const day = new Date(last.at).toISOString().slice(0, 10);
    return { day, ...moneyBetween(marks[place] ?? last, last) };
  });
}
