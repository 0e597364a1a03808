import type { ResourceName } from '@triquad/core';
import { useCallback } from 'react';
import { useClient, useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import type { PanelState } from './Panel.tsx';

/** State of a panel for a resource. Loaded data stay if a later load fails; `empty` needs a successful load. */
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
