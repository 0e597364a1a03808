import type { ScannerFilter } from '@triquad/core';
import { useQuery } from '../../elements/use-query.ts';

/** The filters as typed and as in the address; an empty text filters nothing. */
export type FilterTexts = { readonly type: string; readonly minProfit: string; readonly exchange: string };

/** The typed number if it is above 0, else null. */
export const minProfitOf = (text: string): number | null => {
  const value = Number.parseFloat(text.replace(',', '.'));
  return Number.isFinite(value) && value > 0 ? value : null;
};

const inAddress = ({ type, minProfit, exchange }: Partial<FilterTexts>) => ({
  ...(type === undefined ? {} : { type }),
  ...(minProfit === undefined ? {} : { min_profit: minProfit }),
  ...(exchange === undefined ? {} : { exchange }),
});

export type Filters = {
  readonly texts: FilterTexts;
  readonly filter: ScannerFilter;
  readonly set: (change: Partial<FilterTexts>) => void;
  readonly type: (change: Partial<FilterTexts>) => void;
  /** Applies the typed text. */
  readonly settle: () => void;
};

/** The filters of the scanner, kept in the address. */
export const useFilters = (): Filters => {
  const query = useQuery();
  const asked = query.get('type').toUpperCase();
  const type = asked === 'TRI' || asked === 'QUAD' ? asked : '';
  const [minProfit, exchange] = [query.get('min_profit'), query.get('exchange')];
  return {
    texts: { type, minProfit, exchange },
    filter: { type: type === '' ? 'ALL' : type, min_profit: minProfitOf(minProfit), exchange },
    set: (change) => query.set(inAddress(change)),
    type: (change) => query.type(inAddress(change)),
    settle: query.settle,
  };
};
