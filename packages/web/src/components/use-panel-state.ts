import type { ResourceName } from '@triquad/core';
import { useCallback } from 'react';
import { useClient, useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import type { PanelState } from './Panel.tsx';

/**
 * The state of a panel that shows a resource: what was loaded stays when a later load fails,
 * and `empty` is said only once it is known to be so.
 */
export const usePanelState = (
  resource: ResourceName,
  known: boolean,
  empty: { text: string; hint?: string } | null,
): PanelState => {
  const client = useClient();
  const { texts } = useMessages();
  const { status, problem, loaded_at } = useClientState((state) => state.resources[resource]);
  const retry = useCallback(() => client.send({ type: 'Refresh', resource }), [client, resource]);
  if (known && empty === null) return { kind: 'ready' };
  if (status === 'failed') return { kind: 'failed', detail: problem === null ? '' : texts.problem(problem), retry };
  if (empty !== null && loaded_at !== null) return { kind: 'empty', ...empty };
  return { kind: 'loading' };
};
