import * as z from 'zod/mini';
import { BotConfig, SomeParameters } from '../contract/config.ts';
import type { Entry } from '../journal/journal.ts';
import { Problem } from '../journal/problem.ts';
import { EmailKept, ExchangeKept, type SettingName, settingAction, TelegramKept } from '../journal/setting.ts';
import type { Projection } from './projection.ts';

/** The last call of one form and its outcome; `seq` is the journal's number of the latest entry about it. */
export const SettingWork = z.object({
  action: settingAction,
  phase: z.enum(['busy', 'done', 'failed']),
  seq: z.number(),
  /** Outcome of a test, in the words of the bot. */
  success: z.nullable(z.boolean()),
  message: z.nullable(z.string()),
  latency_ms: z.nullable(z.number()),
  permissions: z.nullable(z.array(z.string())),
  problem: z.nullable(Problem),
});
export type SettingWork = z.infer<typeof SettingWork>;

/** Each null until known. `kept`: parameters stored by this client. `work` is read with `selectWork`. */
export const SettingsState = z.object({
  config: z.nullable(BotConfig),
  kept: z.nullable(SomeParameters),
  exchanges: z.nullable(z.record(z.string(), ExchangeKept)),
  telegram: z.nullable(TelegramKept),
  email: z.nullable(EmailKept),
  work: z.record(z.string(), SettingWork),
});
export type SettingsState = z.infer<typeof SettingsState>;

const initial: SettingsState = {
  config: null,
  kept: null,
  exchanges: null,
  telegram: null,
  email: null,
  work: {},
};

/** The bot's settings as last loaded, and the pending changes. Secrets are masked or absent. */
export const settings: Projection<SettingsState> = {
  initial,
  evolve: (state, entry) => {
    const { message } = entry;
    switch (message.type) {
      case 'ResourceLoaded':
        return Object.hasOwn(loadable, message.resource) ? { ...state, [message.resource]: message.value } : state;
      case 'SettingBegan':
        return put(state, message, { ...noWork, action: message.action, seq: entry.seq });
      case 'SettingFailed':
      case 'SettingTested':
        return conclude(state, entry, message);
      case 'SignedOut':
        return { ...initial, kept: state.kept };
      case 'ResourceDropped':
        return Object.hasOwn(loadable, message.resource) ? { ...state, [message.resource]: null } : state;
      default:
        return saved(state, entry);
    }
  },
};

const loadable = { config: null, exchanges: null, telegram: null, email: null };
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
  const { success, message: said, latency_ms, permissions } = message;
  const phase = success ? 'done' : 'failed';
  return put(state, message, { ...noWork, action, phase, seq, success, message: said, latency_ms, permissions });
};

const saved = (state: SettingsState, { seq, message }: Entry): SettingsState => {
  const done = (setting: SettingName, name: string | null, changed: Partial<SettingsState>): SettingsState =>
    put({ ...state, ...changed }, { setting, name }, { ...noWork, phase: 'done', seq });
  switch (message.type) {
    case 'ConfigSaved':
      return done(message.setting, null, { config: message.config });
    case 'ParametersKept': {
      const kept = { ...state.kept, ...message.parameters };
      return message.setting === null ? { ...state, kept } : done(message.setting, null, { kept });
    }
    case 'TelegramSaved':
      return done('telegram', null, { telegram: message.telegram });
    case 'EmailSaved':
      return done('email', null, { email: message.email });
    case 'ExchangeSaved':
      return done('exchange', message.name, { exchanges: { ...state.exchanges, [message.name]: message.exchange } });
    case 'ExchangeDeleted': {
      const { [message.name]: _, ...exchanges } = state.exchanges ?? {};
      const { [keyOf({ setting: 'exchange', name: message.name })]: __, ...work } = state.work;
      return { ...state, exchanges, work };
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
