import type { WhatIfRecord } from '@triquad/core/contract';

/** The sum of it: at your own fee, at the highest fee at which anything paid, and how long it lasted. */
export const concludeOf = (found: Omit<WhatIfRecord, 'conclusion'>): string =>
  [atOwnFee(found), below(found), lived(found)].filter((sentence) => sentence !== '').join(' ');

const whole = (value: number): string => value.toLocaleString('en-US');
const pct = (value: number): string => `${Number(value.toFixed(4))} %`;
const money = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`;
const duration = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${Number((ms / 1_000).toFixed(1))} s`);
const paid = (cycles: number): string => (cycles === 1 ? '1 cycle' : `${whole(cycles)} cycles`);

type Found = Omit<WhatIfRecord, 'conclusion'>;

const atOwnFee = ({ terms, fees, cycles }: Found): string => {
  const all = whole(cycles.tri + cycles.quad);
  const own = fees.find(({ fee_pct }) => fee_pct === terms.fee_pct);
  const cell = own?.cells.find(({ latency_ms }) => latency_ms === terms.latency_ms);
  const fee = `At your fee of ${pct(terms.fee_pct)} a leg`;
  if (!own || !cell || own.cycles === 0) return `${fee}, none of ${all} cycles would have paid.`;
  const range = `${money(cell.modelled)}, between ${money(cell.pessimistic)} and ${money(cell.optimistic)}`;
  const reached = `${whole(cell.reached)} of ${whole(own.episodes)} times it was still there after ${terms.latency_ms} ms a leg`;
  return `${fee}, ${whole(own.cycles)} of ${all} cycles would have paid; ${reached}: ${range}.`;
};

const below = ({ terms, fees, break_even_pct }: Found): string => {
  if (break_even_pct === null) return 'No cycle had all its prices at once.';
  if (break_even_pct <= 0)
    return `None paid without a fee: the best breaks even at ${pct(break_even_pct)} a leg, a rebate.`;
  const best = `the best breaks even at ${pct(break_even_pct)} a leg`;
  const next = fees.findLast(({ cycles }) => cycles > 0);
  if (!next || next.fee_pct >= terms.fee_pct) return `${best.charAt(0).toUpperCase()}${best.slice(1)}.`;
  return `${paid(next.cycles)} paid ${next.fee_pct === 0 ? 'without a fee' : `at ${pct(next.fee_pct)}`}; ${best}.`;
};

const lived = ({ fees }: Found): string => {
  const free = fees.find(({ fee_pct }) => fee_pct === 0);
  if (!free || free.episodes === 0) return '';
  const count = free.episodes === 1 ? 'The one opportunity' : `Half of the ${whole(free.episodes)} opportunities`;
  return free.median_ms === null
    ? `More than half of the ${whole(free.episodes)} opportunities outlived what was recorded of them.`
    : `${count} without a fee lived ${free.episodes === 1 ? '' : 'no longer than '}${duration(free.median_ms)}.`;
};
