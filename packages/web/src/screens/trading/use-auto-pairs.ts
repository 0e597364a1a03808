import { autoPresetError } from '@triquad/core';
import { useCallback, useEffect, useRef } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** Asks the bot for the pairs of these exchanges. What comes once others are chosen, or the bot runs, is not taken. */
export const useAutoPairs = (
  exchanges: readonly string[],
  locked: boolean,
  take: (pairs: readonly string[]) => void,
): { searching: boolean; search: () => void } => {
  const { errors } = useMessages().control;
  const client = useClient();
  const { searching, found } = useClientState((state) => state.pairs);
  const asked = useRef<readonly string[] | null>(null);

  useEffect(() => {
    if (found === null || asked.current === null) return;
    const wanted = asked.current === exchanges && !locked;
    asked.current = null;
    if (wanted && found.pairs.length > 0) take(found.pairs);
  }, [found, exchanges, locked, take]);

  const search = useCallback(() => {
    const error = autoPresetError(exchanges);
    if (error !== null) return client.send({ type: 'ShowToast', kind: 'error', message: errors[error] ?? error });
    asked.current = exchanges;
    client.send({ type: 'FindPairs', exchanges: [...exchanges] });
  }, [client, exchanges, errors]);
  return { searching, search };
};
