import {
  type ClientState,
  type SettingName,
  type SettingWork,
  selectCan,
  selectIdentified,
  selectReplaying,
  selectSession,
  selectWork,
} from '@triquad/core';
import { useEffect, useMemo, useRef } from 'react';
import { useClientState } from '../../client-context.tsx';

/** The role of who is signed in, where the bot tells it and it may not change settings; else null. */
export const selectLesserRole = ({ session: { operator } }: ClientState): string | null =>
  operator === null || operator.role === 'admin' ? null : operator.role;

const tellsWho = selectCan('auth.code');
/** Whether it is known who is signed in, or known that the bot does not say. */
export const selectRoleKnown = (state: ClientState): boolean => {
  if (selectSession(state) === 'signed-in') return selectIdentified(state) || (isAsked(state) && !tellsWho(state));
  return isAsked(state);
};
const isAsked = ({ health }: ClientState): boolean => health.checked_at !== null;

/** Whether this screen may be used to change something. */
export const useMayChange = (): boolean => useClientState(selectMayChange);
const selectMayChange = (state: ClientState): boolean =>
  selectRoleKnown(state) && selectLesserRole(state) === null && !selectReplaying(state);

/** What was last wished for a form; `onSaved` is called once for each save that succeeded since. */
export const useWork = (setting: SettingName, name: string | null, onSaved: () => void): SettingWork | null => {
  const work = useClientState(useMemo(() => selectWork(setting, name), [setting, name]));
  const seen = useRef({ name, seq: work?.seq ?? 0 });
  useEffect(() => {
    const seq = work?.seq ?? 0;
    const isOld = seen.current.name !== name || seen.current.seq === seq;
    seen.current = { name, seq };
    if (isOld || work === null) return;
    if (work.action === 'save' && work.phase === 'done') onSaved();
  }, [work, name, onSaved]);
  return work;
};

const takesParameters = selectCan('config.write');

/** Where parameters are saved: in the bot, here alone, or not known yet. */
export const selectKeeper = (state: ClientState): 'bot' | 'browser' | 'unknown' => {
  const { value, problem } = state.health;
  if (takesParameters(state)) return 'bot';
  return value !== null || problem?.kind === 'not-found' ? 'browser' : 'unknown';
};

/** What is wrong with a field in the bot's own words, once it has refused what was sent. */
export const refusedField = (work: SettingWork | null, path: string): string | null =>
  (work?.phase === 'failed' ? work.problem?.errors.find((error) => error.path === path)?.message : null) ?? null;
