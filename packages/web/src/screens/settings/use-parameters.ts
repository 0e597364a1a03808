import { type ClientState, selectBotCondition, selectWork } from '@triquad/core';
import type { SomeParameters } from '@triquad/core/contract';
import { useClient, useClientState } from '../../client-context.tsx';
import type { PanelState } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { submissionOf } from '../../forms/submission.ts';
import { parameterDefaults } from './parameters.ts';
import { useMessages } from './use-messages.ts';
import { selectKeeper, useMayChange } from './use-setting.ts';

const selectConfig = (state: ClientState) => state.loaded.config;
const selectKept = (state: ClientState) => state.settings.kept;
const works = { global: selectWork('global'), risk: selectWork('risk'), paper: selectWork('paper') };

/** One of the forms of parameters: the saved values, and the call that saves them. */
export const useParameters = (setting: keyof typeof works) => {
  const client = useClient();
  const keeper = useClientState(selectKeeper);
  const config = useClientState(selectConfig);
  const kept = useClientState(selectKept);
  const work = useClientState(works[setting]);
  const mayChange = useMayChange();
  const loaded = usePanelState('config', config !== null, null);
  const version = config?.version ?? null;
  const state: PanelState = keeper === 'browser' ? { kind: 'ready' } : loaded;
  return {
    /** For bots without parameters, this browser's parameters or the defaults. */
    saved: keeper === 'browser' ? { ...parameterDefaults, ...kept } : config,
    work,
    submission: submissionOf(work),
    state,
    mayChange,
    /** True if the bot follows the parameters. */
    isFollowed: keeper === 'bot',
    save: (parameters: SomeParameters) =>
      client.send({ type: 'SaveParameters', setting, parameters, ...(version === null ? {} : { version }) }),
  };
};

const selectRunning = (state: ClientState) => selectBotCondition(state) === 'running';

/** Message after the parameters were saved. */
export const useSavedText = (startsLater: boolean): string => {
  const { settings } = useMessages();
  const keeper = useClientState(selectKeeper);
  const running = useClientState(selectRunning);
  const version = useClientState(selectConfig)?.version ?? null;
  if (keeper === 'browser') return settings.savedHere;
  const saved = version === null ? settings.saved : settings.savedInBot(String(version));
  return running && startsLater ? `${saved}. ${settings.nextStart}` : saved;
};
