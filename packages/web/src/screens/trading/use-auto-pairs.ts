import { useEffect, useRef } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import type { TradingForm } from './use-trading-form.ts';

/** Asks the bot for the pairs of the chosen exchanges. An answer is dropped once others are chosen or the form is locked. */
export const useAutoPairs = (
  form: TradingForm,
  take: (pairs: readonly string[]) => void,
): { searching: boolean; search: () => void } => {
  const client = useClient();
  const { searching, found } = useClientState((state) => state.pairs);
  const asked = useRef<string | null>(null);
  const exchanges = form.list('selectedExchanges').join();

  useEffect(() => {
    if (found === null || asked.current === null) return;
    const isWanted = asked.current === exchanges && !form.disabled;
    asked.current = null;
    if (isWanted && found.pairs.length > 0) take(found.pairs);
  }, [found, exchanges, form.disabled, take]);

  const search = () => {
    if (exchanges === '')
      return client.send({ type: 'ShowToast', kind: 'error', code: 'exchange_required_first', params: {} });
    asked.current = exchanges;
    client.send({ type: 'FindPairs', exchanges: exchanges.split(',') });
  };
  return { searching, search };
};
