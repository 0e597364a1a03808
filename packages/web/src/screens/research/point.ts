import type { WhatIfRecord } from '@triquad/core/contract';
import { number, percent } from '../../messages/format.ts';

/** A fee and a latency of the grid, by their places. */
export type Point = { readonly fee: number; readonly latency: number };

const placeOf = (values: readonly number[], wanted: string, usual: number): number => {
  const place = wanted === '' ? -1 : values.indexOf(Number(wanted));
  return place < 0 ? values.indexOf(usual) : place;
};

/** The point that the address names; without one, your own. */
export const pointOf = ({ terms }: WhatIfRecord, fee: string, latency: string): Point => ({
  fee: placeOf(terms.fees_pct, fee, terms.fee_pct),
  latency: placeOf(terms.latencies_ms, latency, terms.latency_ms),
});

/** `0.075%`: as many decimals as it has, at most four. */
export const feeText = (pct: number): string => percent(pct, { digits: decimalsOf(pct) });
/** A step of the grid as it is written, without its unit. */
export const stepText = (value: number): string => number(value, { digits: decimalsOf(value) });
const decimalsOf = (value: number): number => (String(Number(value.toFixed(4))).split('.')[1] ?? '').length;

/** `25 ms`, `1.9 s`. */
export const lifeText = (ms: number): string =>
  ms < 1_000 ? `${number(ms)} ms` : `${number(ms / 1_000, { digits: ms < 10_000 ? 1 : 0 })} s`;

/** Whether anything was filled with a profit. */
export const pays = (record: WhatIfRecord, { fee, latency }: Point): boolean =>
  (record.fees[fee]?.cells[latency]?.modelled ?? 0) > 0;

/** Bars of the histogram up to the last that is not empty, and a little further than your own fee. */
export const barsOf = ({
  break_even: { step_pct, counts },
  terms,
}: WhatIfRecord): readonly { fee: number; count: number }[] => {
  const last = counts.findLastIndex((count) => count > 0);
  const own = Math.ceil(terms.fee_pct / step_pct) + 1;
  return counts
    .slice(0, Math.min(counts.length, Math.max(last + 1, own, 10)))
    .map((count, place) => ({ fee: Number((place * step_pct).toFixed(6)), count }));
};
