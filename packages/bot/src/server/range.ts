import { isEmptyRange, momentOf, type OpenRange } from '@triquad/core/time';
import { notValid, type Refusal } from './problem.ts';

/** The range of a query, whose moments the contract has read. */
export function rangeOf({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): OpenRange | Refusal {
  const range = { from: from === undefined ? null : momentOf(from), to: to === undefined ? null : momentOf(to) };
  return isEmptyRange(range) ? notValid('to', 'must be after from: the range ends before it') : range;
}
