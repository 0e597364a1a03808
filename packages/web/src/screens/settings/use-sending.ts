import { type Command, type SettingAction, type SettingName, selectWork } from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';

/** Sends the command of a small form about one entry of a list. `isDone`: it was done since it was sent from here. */
export const useSending = (setting: SettingName, name: string, action: SettingAction) => {
  const client = useClient();
  const work = useClientState(selectWork(setting, name));
  const [before, setBefore] = useState<number | null>(null);
  const send = (command: Command) => {
    setBefore(work?.seq ?? 0);
    client.send(command);
  };
  const isDone = before !== null && work?.phase === 'done' && work.action === action && work.seq > before;
  return { send, isDone, forget: () => setBefore(null) };
};
