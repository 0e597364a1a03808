import type { WhatIf } from '@triquad/core/contract';
import { number, percent } from '../../messages/format.ts';

/** A fee and a latency of the grid, by their places. */
export type Point = { readonly fee: number; readonly latency: number };

const placeOf = (values: readonly number[], wanted: string, usual: number): number => {
  const place = wanted === '' ? -1 : values.indexOf(Number(wanted));
  return place < 0 ? values.indexOf(usual) : place;
};

/** The point that the address names; without one, your own. */
export const pointOf = ({ terms }: WhatIf, fee: string, latency: string): Point => ({
  fee: placeOf(terms.fees_pct, fee, terms.fee_pct),
  latency: placeOf(terms.latencies_ms, latency, terms.latency_ms),
});

/** `0.075%`: as many decimals as it has, at most four. */
export const feeText = (pct: number): string => percent(pct, { digits: decimalsOf(pct) });
/** A step of the grid as it is written, without its unit. */
export const stepText = (value: number): string => number(value, { digits: decimalsOf(value) });
const decimalsOf = (value: number): number => (String(Number(value.toFixed(4))).split('.')[1] ?? '').length;

/** A share of 0 to 1; `under` where it is some, but less than a percent: it is not none. */
export const shareText = (share: number, under: string): string =>
  share > 0 && share < 0.01 ? under : percent(100 * share, { digits: 0 });

/** `25 ms`, `1.9 s`. */
export const lifeText = (ms: number): string =>
  ms < 1_000 ? `${number(ms)} ms` : `${number(ms / 1_000, { digits: ms < 10_000 ? 1 : 0 })} s`;

/** True if anything was filled with a profit. */
export const pays = (record: WhatIf, { fee, latency }: Point): boolean =>
  (record.fees[fee]?.cells[latency]?.modelled ?? 0) > 0;

/** Bars of the histogram up to the last one with a count, extended slightly beyond the operator's own fee. */
export const barsOf = ({
  break_even: { step_pct, counts },
  terms,
}: WhatIf): readonly { fee: number; count: number }[] => {
  const last = counts.findLastIndex((count) => count > 0);
  const own = Math.ceil(terms.fee_pct / step_pct) + 1;
  return counts
    .slice(0, Math.min(counts.length, Math.max(last + 1, own, 10)))
    .map((count, place) => ({ fee: Number((place * step_pct).toFixed(6)), count }));
};

/** The most profitable point; null if nothing was filled. */
export const bestOf = ({ fees }: WhatIf): Point | null => {
  const cells = fees.flatMap(({ cells }, fee) => cells.map(({ modelled }, latency) => ({ fee, latency, modelled })));
  const best = cells.reduce((one, other) => (other.modelled > one.modelled ? other : one), {
    fee: 0,
    latency: 0,
    modelled: 0,
  });
  return best.modelled > 0 ? best : null;
};

/** The address of the form of a backtest on the same stretch of the same recording, with this fee and latency. */
export const backtestOf = ({ terms, data, fees }: WhatIf, { fee, latency }: Point): string => {
  const row = fees[fee];
  const query = new URLSearchParams({
    ...{ recording: data.recording, exchange: data.exchange ?? '', from: data.from, to: data.to },
    ...{
      position: String(terms.capital),
      fee: String(row?.fee_pct ?? 0),
      latency: String(row?.cells[latency]?.latency_ms ?? 0),
    },
  });
  return `/backtest?${query}`;
};
