import { type ClientState, selectBotCondition } from '@triquad/core';
import type { SomeParameters } from '@triquad/core/contract';
import { useCallback, useMemo } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import type { PanelState } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/messages.tsx';
import { localParameters } from './parameter-texts.ts';
import { type Draft, type Texts, useDraft } from './use-draft.ts';
import { selectKeeper, useMayChange, useWork } from './use-setting.ts';

const selectConfig = (state: ClientState) => state.settings.config;
const selectKept = (state: ClientState) => state.settings.kept;
const selectRunning = (state: ClientState) => selectBotCondition(state) === 'running';
const nothing: Texts = {};

/** One of the two forms of parameters: what is saved, what was typed, and how it is saved. */
export const useParameters = (
  setting: 'global' | 'risk',
  textsOf: (source: NonNullable<ReturnType<typeof selectConfig>> | SomeParameters) => Texts,
  changesOf: (draft: Draft) => SomeParameters,
) => {
  const client = useClient();
  const keeper = useClientState(selectKeeper);
  const config = useClientState(selectConfig);
  const kept = useClientState(selectKept);
  const saved = useMemo(() => {
    if (keeper === 'browser') return textsOf(localParameters(kept));
    return config === null ? nothing : textsOf(config);
  }, [keeper, config, kept, textsOf]);
  const draft = useDraft(saved);
  const work = useWork(setting, null, draft.discard);
  const mayChange = useMayChange();
  const loaded = usePanelState('config', config !== null, null);
  const version = config?.version ?? null;
  const save = useCallback(
    () =>
      client.send({
        type: 'SaveParameters',
        setting,
        parameters: changesOf(draft),
        ...(version === null ? {} : { version }),
      }),
    [client, setting, changesOf, draft, version],
  );
  const state: PanelState = keeper === 'browser' ? { kind: 'ready' } : loaded;
  return {
    draft,
    work,
    save,
    state,
    followed: keeper === 'bot',
    disabled: !mayChange || work?.phase === 'busy',
  };
};

/** What is said once parameters are saved. */
export const useSavedText = (startsLater: boolean): string => {
  const { settings } = useMessages();
  const keeper = useClientState(selectKeeper);
  const running = useClientState(selectRunning);
  const version = useClientState((state) => state.settings.config?.version ?? null);
  if (keeper === 'browser') return settings.savedHere;
  const said = version === null ? settings.saved : settings.savedInBot(String(version));
  return running && startsLater ? `${said}. ${settings.nextStart}` : said;
};
