import { type ClientState, provenanceTag, provenanceText } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import type { Cell, Column } from './table.ts';
import type { Row } from './view.ts';

type Source = Provenance | null;

/** As long as the widest: what kind of prices, and of live ones whose money, says all. */
const word = (source: Source): string =>
  source === null ? 'not stated' : source.kind === 'live' ? `live ${source.money}` : source.kind;

export const sourceColumn: Column = { name: 'source', title: 'Source', width: 10 };
export const sourceCell = (source: Source): Cell => ({
  text: word(source),
  as: source?.money === 'invented' ? 'warn' : undefined,
});

const isSame = (one: Source, other: Source): boolean =>
  provenanceTag(one) === provenanceTag(other) && (one?.name ?? null) === (other?.name ?? null);

/**
 * How a list states the source of its money: not again where all rows have the one of the header, which names the market and the mode; in its
 * title where all have another one; else in a column.
 */
export function statedBy(
  rows: readonly Row[],
  { bot }: ClientState,
): { readonly tag: string; readonly isMixed: boolean } {
  const sources = rows.flatMap(({ source }) => (source === undefined ? [] : [source]));
  const [first] = sources;
  if (first === undefined) return { tag: '', isMixed: false };
  if (sources.some((one) => !isSame(one, first))) return { tag: '', isMixed: true };
  return { tag: isSame(first, bot.status?.provenance ?? null) ? '' : provenanceTag(first), isMixed: false };
}

/** Lines of the details: the prices, and the money, which together are too long for 80 columns. */
export const sourceFields = (source: Source): readonly (readonly [string, string])[] => {
  const [prices = '', money = ''] = provenanceText(source).split('; ');
  return [['source', prices], ...(money === '' ? [] : [['money', money.replace(/ money$/, '')] as const])];
};
