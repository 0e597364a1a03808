import { type ClientState, selectCan, selectWork } from '@triquad/core';
import { useClientState, useWatch } from '../../client-context.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { submissionOf } from '../../forms/submission.ts';
import { useMayChange } from './use-setting.ts';

export type AlertName = 'telegram' | 'email';
const works = { telegram: selectWork('telegram'), email: selectWork('email') };
const selectKeeps = selectCan('alerts');

/** Loading and saving that the forms of Telegram and e-mail share. */
export const useAlert = (name: AlertName) => {
  useWatch(name);
  const isKnown = useClientState(({ loaded }: ClientState) => loaded[name] !== null);
  const work = useClientState(works[name]);
  return {
    work,
    submission: submissionOf(work),
    state: usePanelState(name, isKnown, null),
    mayChange: useMayChange(),
    /** True if the bot keeps a stored secret when it receives its mask or nothing. */
    keepsSecrets: useClientState(selectKeeps),
  };
};

/** The names in a comma list. */
export const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
