import { type ClientState, type EmailKept, selectCan, type TelegramKept } from '@triquad/core';
import { useCallback, useMemo, useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useUnsaved } from './unsaved.tsx';
import { type Texts, useDraft } from './use-draft.ts';
import { useMayChange, useWork } from './use-setting.ts';

type Kept = { telegram: TelegramKept; email: EmailKept };
export type AlertForm = ReturnType<typeof useAlertForm>;

const selectors = {
  telegram: ({ settings }: ClientState) => settings.telegram,
  email: ({ settings }: ClientState) => settings.email,
};
const selectKeeps = selectCan('alerts');
const nothing: Texts = {};

/** What the forms of Telegram and of e-mail have in common. `textsOf` is always the same function. */
export const useAlertForm = <N extends keyof Kept>(name: N, textsOf: (kept: Kept[N]) => Texts) => {
  useWatch(name);
  const kept = useClientState(selectors[name] as (state: ClientState) => Kept[N] | null);
  const draft = useDraft(useMemo(() => (kept === null ? nothing : textsOf(kept)), [kept, textsOf]));
  const work = useWork(name, null, draft.discard);
  const state = usePanelState(name, kept !== null, null);
  const mayChange = useMayChange();
  /** The bot takes a mask, or nothing, for a secret that stays as it is. */
  const keepsSecrets = useClientState(selectKeeps);
  const [lacks, setLacks] = useState(false);
  useUnsaved(name, draft.isDirty);
  const { values, set } = draft;
  const read = (field: string): string => (values[field] ?? '').trim();
  const type = useCallback(
    (field: string, text: string) => {
      setLacks(false);
      set(field, text);
    },
    [set],
  );
  const isBusy = work?.phase === 'busy';
  return {
    kept,
    draft,
    work,
    state,
    keepsSecrets,
    lacks,
    setLacks,
    read,
    type,
    isBusy,
    disabled: !mayChange || isBusy,
  };
};
