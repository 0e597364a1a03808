import * as z from 'zod/mini';
import { SomeParameters } from '../contract/config.ts';
import type { Entry } from '../journal/journal.ts';
import { Problem } from '../journal/problem.ts';
import { type SettingAction, type SettingName, settingAction } from '../journal/setting.ts';
import type { Projection } from './projection.ts';

/** The last call of one form and its outcome; `seq` is the journal's number of the latest entry about it. */
export const SettingWork = z.object({
  action: settingAction,
  phase: z.enum(['busy', 'done', 'failed']),
  seq: z.number(),
  /** Outcome of a test, in the words of the bot. */
  success: z.nullable(z.boolean()),
  message: z.nullable(z.string()),
  /** Code for the message in other languages. */
  code: z.optional(z.string()),
  latency_ms: z.nullable(z.number()),
  permissions: z.nullable(z.array(z.string())),
  problem: z.nullable(Problem),
});
export type SettingWork = z.infer<typeof SettingWork>;

/** `kept`: parameters stored by this client, null without any. `work` is read with `selectWork`. */
export const SettingsState = z.object({ kept: z.nullable(SomeParameters), work: z.record(z.string(), SettingWork) });
export type SettingsState = z.infer<typeof SettingsState>;

const initial: SettingsState = { kept: null, work: {} };

/** The calls of the forms of the settings, and what this client keeps for a bot that takes no parameters. */
export const settings: Projection<SettingsState> = {
  initial,
  evolve: (state, entry) => {
    const { message } = entry;
    switch (message.type) {
      case 'SettingBegan':
        return put(state, message, { ...noWork, action: message.action, seq: entry.seq });
      case 'SettingFailed':
      case 'SettingTested':
        return conclude(state, entry, message);
      case 'SignedOut':
        return { ...initial, kept: state.kept };
      default:
        return saved(state, entry);
    }
  },
};

const noWork: SettingWork = {
  action: 'save',
  phase: 'busy',
  seq: 0,
  success: null,
  message: null,
  latency_ms: null,
  permissions: null,
  problem: null,
};

type Key = { readonly setting: SettingName; readonly name: string | null };
const keyOf = ({ setting, name }: Key): string => (name === null ? setting : `${setting} ${name}`);
const put = (state: SettingsState, key: Key, work: SettingWork): SettingsState => ({
  ...state,
  work: { ...state.work, [keyOf(key)]: work },
});

type Outcome = Extract<Entry['message'], { type: 'SettingFailed' | 'SettingTested' }>;
const conclude = (state: SettingsState, { seq }: Entry, message: Outcome): SettingsState => {
  const { action } = message;
  if (message.type === 'SettingFailed')
    return put(state, message, { ...noWork, action, phase: 'failed', seq, problem: message.problem });
  const { success, message: said, code, latency_ms, permissions } = message;
  const coded = code === undefined ? {} : { code };
  const phase = success ? 'done' : 'failed';
  return put(state, message, {
    ...noWork,
    action,
    phase,
    seq,
    success,
    message: said,
    ...coded,
    latency_ms,
    permissions,
  });
};

const saved = (state: SettingsState, { seq, message }: Entry): SettingsState => {
  const done = (
    setting: SettingName,
    name: string | null = null,
    before = state,
    action: SettingAction = 'save',
  ): SettingsState => put(before, { setting, name }, { ...noWork, action, phase: 'done', seq });
  switch (message.type) {
    case 'ConfigSaved':
      return done(message.setting);
    case 'ParametersKept': {
      const kept = { ...state, kept: { ...state.kept, ...message.parameters } };
      return message.setting === null ? kept : done(message.setting, null, kept);
    }
    case 'TelegramSaved':
      return done('telegram');
    case 'EmailSaved':
      return done('email');
    case 'SettingChanged':
      return done(message.setting, message.name, state, message.action);
    case 'ConfigActivated':
      return done('configuration', message.id, state, 'activate');
    case 'ExchangeSaved':
      return done('exchange', message.name);
    case 'ExchangeDeleted': {
      const { [keyOf({ setting: 'exchange', name: message.name })]: _, ...work } = state.work;
      return { ...state, work };
    }
    default:
      return state;
  }
};

/** The last call of a form (of an exchange: by its name); null before the first. */
export const selectWork =
  (setting: SettingName, name: string | null = null) =>
  ({ settings: { work } }: { settings: SettingsState }): SettingWork | null =>
    work[keyOf({ setting, name })] ?? null;

/** The last call about any entry of a list, by the journal's order; null before the first. */
export const selectLatestWork =
  (setting: SettingName) =>
  ({ settings: { work } }: { settings: SettingsState }): SettingWork | null =>
    Object.entries(work)
      .filter(([key]) => key.startsWith(`${setting} `))
      .reduce<SettingWork | null>((latest, [, one]) => (latest === null || one.seq > latest.seq ? one : latest), null);
