import { of } from 'rxjs';
import { readParameters } from '../contract/index.ts';
import { mapResult, type Result } from '../gateway/api.ts';
import { emailSaved, exchangeSaved, telegramKept } from '../gateway/redacted-settings.ts';
import type { KeyStore } from '../gateway/storage.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import { secretsIn, without } from '../journal/journal.ts';
import type { SettingAction, SettingName } from '../journal/setting.ts';
import { storageKeys } from '../rules/limits.ts';
import type { Row, Rows } from './lanes.ts';
import { type EffectPorts, keyedRetries, outcome, retried } from './perform.ts';

type Of<T extends StampedCommand['type']> = Extract<StampedCommand, { type: T }>;
/** The form, or the entry of a list, that a command is about. */
export type Form = { readonly setting: SettingName; readonly name: string | null };

/** None for a test, which contacts a third party, and for a command without a key. */
const retriesOf = (action: SettingAction, command: StampedCommand, ports: EffectPorts): number | undefined => {
  if (action === 'test' || !('key' in command)) return 0;
  return action === 'create' ? keyedRetries(ports) : undefined;
};

/** One call at a time for each form. */
export const ofForm = <T extends StampedCommand['type']>(
  action: SettingAction,
  formOf: (command: Of<T>) => Form,
  call: (command: Of<T>, ports: EffectPorts) => Promise<Result<ClientEvent>>,
): Row<Of<T>> => ({
  lane: (command) => Object.values(formOf(command)).join(' '),
  began: (command) => ({ type: 'SettingBegan', ...formOf(command), action }),
  perform: (command, ports) =>
    outcome(
      retried(ports.clock, () => call(command, ports), retriesOf(action, command, ports)),
      (event) => event,
      (problem) => ({ type: 'SettingFailed', ...formOf(command), action, problem }),
    ),
});

const exchange = ({ name }: { readonly name: string }): Form => ({ setting: 'exchange', name });
const telegram = (): Form => ({ setting: 'telegram', name: null });
const email = (): Form => ({ setting: 'email', name: null });
const bodyOf = <C extends { type: string; at: number; key: string }>({ type: _, at: __, key: ___, ...body }: C) => body;

type Tested = {
  success: boolean | null;
  message: string | null;
  code?: string | null | undefined;
  latency_ms: number | null;
  permissions?: unknown;
};
/** An answer without `success` counts as done. */
const tested = (
  form: Form,
  secrets: readonly string[],
  answer: Promise<Result<Tested>>,
): Promise<Result<ClientEvent>> =>
  mapResult(answer, ({ success, message, code, latency_ms, permissions }) => ({
    type: 'SettingTested',
    ...form,
    action: 'test',
    success: success ?? true,
    message: message === null ? null : without(secrets, message),
    ...(typeof code === 'string' && { code }),
    latency_ms,
    permissions: Array.isArray(permissions) ? permissions.filter((one) => typeof one === 'string') : null,
  }));

/** Parameters go into the active configuration of a bot that takes them, otherwise into this client's storage. */
const parametersRow = ofForm<'SaveParameters'>(
  'save',
  ({ setting }) => ({ setting, name: null }),
  ({ setting, parameters, version, key }, { api, state }) => {
    const { config } = state().loaded;
    const body = { ...parameters, version: version ?? config?.version ?? 1 };
    return mapResult(api.call('config.update', { path: { id: String(config?.id) }, body }, { key }), (saved) => ({
      type: 'ConfigSaved',
      setting,
      config: saved,
    }));
  },
);
const takesParameters = ({ state }: EffectPorts): boolean => state().health.capabilities.includes('config.write');
const isLoaded = ({ state }: EffectPorts): boolean => (state().loaded.config?.id ?? null) !== null;

const keepParameters = (command: Of<'SaveParameters'>, { storage }: EffectPorts): ClientEvent => {
  const { setting, parameters } = command;
  const before = readParameters(storage.get(storageKeys.parameters) ?? '');
  storage.set(storageKeys.parameters, JSON.stringify({ ...before, ...parameters }));
  return { type: 'ParametersKept', setting, parameters };
};

/** The parameters that an earlier session kept in this client's storage, null without any. */
export const restoredParameters = (storage: KeyStore): ClientEvent | null => {
  const parameters = readParameters(storage.get(storageKeys.parameters) ?? '');
  return parameters === null ? null : { type: 'ParametersKept', setting: null, parameters };
};

/** The commands of the forms of the settings. */
export const settingEffects: Rows = {
  SaveParameters: {
    ...parametersRow,
    began: (command, ports) =>
      takesParameters(ports) && isLoaded(ports) ? (parametersRow.began?.(command, ports) ?? null) : null,
    perform: (command, ports) => {
      if (!takesParameters(ports)) return of(keepParameters(command, ports));
      if (isLoaded(ports)) return parametersRow.perform(command, ports);
      return of({ type: 'CommandRefused', command: command.type, code: 'config_not_loaded', params: {} });
    },
  },

  SaveExchange: ofForm<'SaveExchange'>('save', exchange, (command, { api, state }) => {
    const { name, ...body } = bodyOf(command);
    return mapResult(api.call('exchanges.save', { path: { name }, body }, { key: command.key }), () => ({
      type: 'ExchangeSaved',
      name,
      exchange: exchangeSaved(body, state().loaded.exchanges?.[name]),
    }));
  }),
  TestExchange: ofForm<'TestExchange'>('test', exchange, ({ name, testnet, key }, { api }) =>
    tested(exchange({ name }), [], api.call('exchanges.test', { path: { name }, body: { testnet } }, { key })),
  ),
  DeleteExchange: ofForm<'DeleteExchange'>('delete', exchange, ({ name, key }, { api }) =>
    mapResult(api.call('exchanges.delete', { path: { name } }, { key }), () => ({ type: 'ExchangeDeleted', name })),
  ),

  SaveTelegram: ofForm<'SaveTelegram'>('save', telegram, (command, { api }) => {
    const body = bodyOf(command);
    return mapResult(api.call('telegram.save', { body }, { key: command.key }), () => ({
      type: 'TelegramSaved',
      telegram: telegramKept(body),
    }));
  }),
  TestTelegram: ofForm<'TestTelegram'>('test', telegram, (command, { api }) => {
    const body = bodyOf(command);
    return tested(telegram(), secretsIn(body), api.call('telegram.test', { body }, { key: command.key }));
  }),

  SaveEmail: ofForm<'SaveEmail'>('save', email, (command, { api }) => {
    const body = bodyOf(command);
    return mapResult(api.call('email.save', { body }, { key: command.key }), ({ has_password }) => ({
      type: 'EmailSaved',
      email: emailSaved(body, has_password),
    }));
  }),
  TestEmail: ofForm<'TestEmail'>('test', email, (command, { api }) => {
    const body = bodyOf(command);
    return tested(email(), secretsIn(body), api.call('email.test', { body }, { key: command.key }));
  }),
};
