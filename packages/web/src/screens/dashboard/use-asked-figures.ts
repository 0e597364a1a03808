import type { Client } from '@triquad/core';
import { useEffect } from 'react';
import { useClient } from '../../client-context.tsx';
import { useWindow } from '../../components/window/use-window.ts';
import { asked } from '../../components/window/windows.ts';
import { selectKnowsWindows } from './known-windows.ts';

/** Loads the figures of the window that the address names: at each request of the summary, so that one call brings both. */
export const useAskedFigures = (): void => {
  const client = useClient();
  const { from, to } = asked(useWindow().days);
  useEffect(() => {
    const ask = () => {
      if (!selectKnowsWindows(client.getSnapshot())) return;
      const asks = { window: { from, to }, before: null, exchange: null, market: null, parts: 'overview' } as const;
      client.send({ type: 'LoadPerformance', ...asks });
    };
    if (client.getSnapshot().resources.summary.status !== 'idle') ask();
    const { unsubscribe } = onRequest(client, ask);
    return unsubscribe;
  }, [client, from, to]);
};

/** Calls `ask` when the client requests the summary, but for retries. */
const onRequest = (client: Client, ask: () => void): ReturnType<Client['subscribe']> => {
  let before = client.getSnapshot().resources.summary;
  return client.subscribe(() => {
    const { summary } = client.getSnapshot().resources;
    if (summary === before) return;
    before = summary;
    if (summary.status === 'loading' && summary.attempt === 1 && summary.retry_at === null) ask();
  });
};
