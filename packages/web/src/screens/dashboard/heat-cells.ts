import type { Pair } from '@triquad/core/contract';

/** One market: its share of the strongest colour by the root of its profit, so that one large cell does not pale the others. */
export type HeatCell = Pick<Pair, 'pair' | 'win_rate' | 'provenance'> & {
  readonly profit: number;
  readonly share: number;
};
/** Base currencies across, quote currencies down; a cell is absent where nothing was traded. */
export type HeatTable = {
  readonly bases: readonly string[];
  readonly rows: readonly { readonly quote: string; readonly cells: readonly (HeatCell | null)[] }[];
  /** Markets that have no room. */
  readonly hidden: number;
};

type Known = { base: string; quote: string; cell: Omit<HeatCell, 'share'> };

const known = (pairs: readonly Pair[]): readonly Known[] =>
  pairs.flatMap(({ pair, total_profit, win_rate, provenance }) => {
    const [base = '', quote = ''] = pair.split(/[/-]/);
    return total_profit === null ? [] : [{ base, quote, cell: { pair, win_rate, provenance, profit: total_profit } }];
  });

/** The currencies that moved most, gains and losses alike; equal ones by name. */
const largest = (cells: readonly Known[], side: 'base' | 'quote', most: number): string[] => {
  const sums = new Map<string, number>();
  for (const one of cells) sums.set(one[side], (sums.get(one[side]) ?? 0) + Math.abs(one.cell.profit));
  return [...sums]
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, most)
    .map(([name]) => name);
};

/** Largest number of columns and rows; the currencies that moved most stay. */
export const heatTable = (pairs: readonly Pair[], most: { columns: number; rows: number }): HeatTable => {
  const all = known(pairs);
  const quotes = largest(all, 'quote', most.rows);
  const bases = largest(
    all.filter(({ quote }) => quotes.includes(quote)),
    'base',
    most.columns,
  );
  const shown = all.filter(({ base, quote }) => bases.includes(base) && quotes.includes(quote));
  const top = Math.max(...shown.map(({ cell }) => Math.abs(cell.profit)), Number.MIN_VALUE);
  return {
    bases,
    rows: quotes.map((quote) => ({
      quote,
      cells: bases.map((base) => {
        const found = shown.find((one) => one.base === base && one.quote === quote)?.cell;
        return found === undefined ? null : { ...found, share: Math.sqrt(Math.abs(found.profit) / top) };
      }),
    })),
    hidden: all.length - shown.length,
  };
};
