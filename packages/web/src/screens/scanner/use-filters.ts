import type { ScannerFilter } from '@triquad/core';
import { useCallback, useMemo } from 'react';
import { useQuery } from '../../components/use-query.ts';

/** The filters as they are typed and stand in the address; an empty text filters nothing. */
export type FilterTexts = { type: string; minProfit: string; exchange: string };

/** The number typed, above 0; null when nothing usable is typed. */
export const minProfitOf = (text: string): number | null => {
  const value = Number.parseFloat(text.replace(',', '.'));
  return Number.isFinite(value) && value > 0 ? value : null;
};

/** The filters, out of the address and back into it. */
export const useFilters = () => {
  const { get, set: setQuery } = useQuery();
  const asked = get('type').toUpperCase();
  const type = asked === 'TRI' || asked === 'QUAD' ? asked : '';
  const minProfit = get('min_profit');
  const exchange = get('exchange');
  const texts = useMemo<FilterTexts>(() => ({ type, minProfit, exchange }), [type, minProfit, exchange]);
  const filter = useMemo<ScannerFilter>(
    () => ({ type: type === '' ? 'ALL' : type, min_profit: minProfitOf(minProfit), exchange }),
    [type, minProfit, exchange],
  );
  const set = useCallback(
    (change: Partial<FilterTexts>) =>
      setQuery({
        ...(change.type === undefined ? {} : { type: change.type }),
        ...(change.minProfit === undefined ? {} : { min_profit: change.minProfit }),
        ...(change.exchange === undefined ? {} : { exchange: change.exchange }),
      }),
    [setQuery],
  );
  const clear = useCallback(() => set({ type: '', minProfit: '', exchange: '' }), [set]);
  return { texts, filter, set, clear };
};
