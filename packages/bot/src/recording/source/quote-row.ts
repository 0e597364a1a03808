import { type Cells, numberOf } from './table-form.ts';

/** The best prices of a row, or what is wrong with one of them. */
export type Sides =
  | {
      readonly ok: true;
      readonly bid: number;
      readonly bidSize: number;
      readonly ask: number;
      readonly askSize: number;
    }
  | { readonly ok: false; readonly field: string; readonly message: string };

const plain: Cells = { separator: ',', hasDecimalComma: false };
const fields = ['bid', 'bidSize', 'ask', 'askSize'] as const;

/** Judges the four cells of a quote: a side that is not there ends the trust in the book as much as one that cannot be. */
export const sidesOf = (cells: readonly (string | undefined)[], form: Cells = plain): Sides => {
  const values = cells.map((cell) => numberOf(cell ?? '', form));
  for (const [place, field] of fields.entries()) {
    const value = values[place] as number;
    if (value > 0 && value < Number.POSITIVE_INFINITY) continue;
    const cell = cells[place];
    return {
      ok: false,
      field,
      message: cell === undefined ? 'missing in this row' : `"${cell}" is not a number above zero`,
    };
  }
  const [bid = 0, bidSize = 0, ask = 0, askSize = 0] = values;
  if (bid >= ask) return { ok: false, field: 'ask', message: `not above the bid: ${ask} against ${bid}` };
  return { ok: true, bid, bidSize, ask, askSize };
};
