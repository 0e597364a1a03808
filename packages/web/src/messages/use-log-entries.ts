import type { ClientState } from '@triquad/core';
import type { LogEntry } from '@triquad/core/contract';
import { useMemo } from 'react';
import { useClientState } from '../client-context.tsx';
import { useMessages } from './messages.tsx';

const selectEntries = (state: ClientState) => state.logs.entries;

/** The log, oldest first, each line in the language of the screens where it has a code with a text. */
export const useLogEntries = (): readonly LogEntry[] => {
  const { texts } = useMessages();
  const entries = useClientState(selectEntries);
  return useMemo(
    () => entries.map((entry) => (entry.code === undefined ? entry : { ...entry, message: texts.log(entry) })),
    [entries, texts],
  );
};
