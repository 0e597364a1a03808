import {
  type ClientState,
  type Command,
  factsOf,
  isLasting,
  permitted,
  type SettingWork,
  selectCan,
  selectIdentified,
  selectLackingRole,
  selectSession,
  type Texts,
} from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import type { Outcome } from '../../forms/FormFooter.tsx';
import type { Form } from '../../forms/use-form.ts';
import { useMessages } from './use-messages.ts';

// Its configuration does not matter to the permission.
const anyChange: Command = { type: 'ActivateConfig', id: '' };
/** The role of the operator where the bot names it and it may not change settings; else null. */
export const selectLesserRole: (state: ClientState) => string | null = selectLackingRole(anyChange.type);

const namesOperator = selectCan('auth.code');
/** True once the operator is known, or known to be unstated by the bot. */
export const selectRoleKnown = (state: ClientState): boolean => {
  if (selectSession(state) !== 'signed-in') return isChecked(state);
  return selectIdentified(state) || (isChecked(state) && !namesOperator(state));
};
const isChecked = ({ health }: ClientState): boolean => health.checked_at !== null;

export const useMayChange = (): boolean => useClientState(selectMayChange);
const selectMayChange = (state: ClientState): boolean =>
  selectRoleKnown(state) && !isLasting(permitted(factsOf(state), anyChange).obstacle);

const takesParameters = selectCan('config.write');

/** Place where parameters are saved: the bot, this browser alone, or not known yet. */
export const selectKeeper = (state: ClientState): 'bot' | 'browser' | 'unknown' => {
  const { value, problem } = state.health;
  if (takesParameters(state)) return 'bot';
  return value !== null || problem?.kind === 'not-found' ? 'browser' : 'unknown';
};

/** Message about the last save or test of a form; `saved`: text after a save. */
export const useOutcome = <T>(form: Form<T>, work: SettingWork | null, saved: string): Outcome | null => {
  const { settings, texts } = useMessages();
  const { phase, problem, isDirty } = form;
  if (work?.action === 'test' && work.phase !== 'busy') {
    if (work.phase === 'done') return { intent: 'success', text: work.message ?? settings.alerts.testSent };
    return {
      intent: 'danger',
      text: settings.failedTest(work.problem === null ? (testSaid(texts, work) ?? '') : texts.problem(work.problem)),
    };
  }
  if (phase === 'saved') return isDirty ? null : { intent: 'success', text: saved };
  if (phase !== 'failed' || problem === null) return null;
  if (problem.kind === 'conflict') return { intent: 'warning', text: settings.stale };
  const text = problem.kind === 'forbidden' ? settings.forbidden : settings.failedSave;
  return { intent: 'danger', text: text(texts.problem(problem)) };
};

const testSaid = (texts: Texts, { code, message }: SettingWork): string | null =>
  texts.said({ detail: message, code, params: {} });
