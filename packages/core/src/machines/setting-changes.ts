import { type BotConfig, readParameters } from '../contract/index.ts';
import type { Api, CallOptions, Result } from '../gateway/api.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { secretsIn, without } from '../journal/redact.ts';
import type { ExchangeKept, SettingAction, SettingName } from '../journal/setting.ts';
import { storageKeys } from '../rules/limits.ts';
import { emailSaved, exchangeSaved, telegramKept } from './kept.ts';
import { change, type Tools } from './tools.ts';

type Wish<T extends StampedCommand['type']> = Extract<StampedCommand, { type: T }>;
type Key = { readonly setting: SettingName; readonly name: string | null; readonly action: SettingAction };
/** One call for one form, and the fact that its success is. */
type Deed = Key & { readonly perform: (options: CallOptions) => Promise<Result<ClientEvent>> };
/** What has to be known of the bot to change it. */
type Known = {
  readonly takesParameters: boolean;
  readonly config: BotConfig | null;
  readonly exchanges: Readonly<Record<string, ExchangeKept>>;
};

/** The wishes about settings: one call, one fact, and of each form one at a time. */
export const createSettingChanges = (tools: Tools): ((message: Message) => void) => {
  const { clock, storage, append } = tools;
  const busy = new Set<string>();
  let known: Known = { takesParameters: false, config: null, exchanges: {} };

  const act = async ({ perform, ...key }: Deed, options: CallOptions): Promise<void> => {
    const form = `${key.setting} ${key.name}`;
    if (busy.has(form)) return;
    busy.add(form);
    append({ type: 'SettingBegan', ...key });
    // A test writes to somebody or knocks somewhere: it is not made twice.
    const result = await change(clock, () => perform(options), key.action === 'test' ? 0 : undefined);
    busy.delete(form);
    append(result.ok ? result.value : { type: 'SettingFailed', ...key, problem: result.problem });
  };

  const keep = ({ setting, parameters }: Wish<'SaveParameters'>): void => {
    const before = readParameters(storage.get(storageKeys.parameters) ?? '');
    storage.set(storageKeys.parameters, JSON.stringify({ ...before, ...parameters }));
    append({ type: 'ParametersKept', setting, parameters });
  };

  const restore = (): void => {
    const parameters = readParameters(storage.get(storageKeys.parameters) ?? '');
    if (parameters !== null) append({ type: 'ParametersKept', setting: null, parameters });
  };

  return (message) => {
    known = learn(known, message);
    if (message.type === 'ClientStarted') restore();
    if (message.type === 'SaveParameters' && !known.takesParameters) return keep(message);
    if (message.type === 'SaveParameters' && known.config?.id === undefined) {
      return append({ type: 'CommandRefused', command: message.type, reason: 'The configuration is not loaded yet' });
    }
    const deed = deedOf(tools.api, known, message);
    if (deed !== null) void act(deed, { key: 'key' in message ? message.key : '' });
  };
};

const bodyOf = <W extends { type: string; at: number; key: string }>({ type: _, at: __, key: ___, ...body }: W) => body;

const learn = (known: Known, message: Message): Known => {
  switch (message.type) {
    case 'HealthLoaded':
      return { ...known, takesParameters: message.health.capabilities.includes('config.write') };
    case 'ConfigLoaded':
    case 'ConfigSaved':
      return { ...known, config: message.config };
    case 'ExchangesLoaded':
      return { ...known, exchanges: message.exchanges };
    default:
      return known;
  }
};

const deedOf = (api: Api, known: Known, message: Message): Deed | null => {
  switch (message.type) {
    case 'SaveParameters':
      return saveParameters(api, known, message);
    case 'SaveExchange':
      return saveExchange(api, known, message);
    case 'TestExchange': {
      const { name, testnet } = message;
      return test('exchange', name, [], (options) =>
        api.call('exchanges.test', { path: { name }, body: { testnet } }, options),
      );
    }
    case 'DeleteExchange':
      return deleteExchange(api, message);
    case 'SaveTelegram': {
      const body = bodyOf(message);
      const saved = { type: 'TelegramSaved', telegram: telegramKept(body) } as const;
      return save('telegram', null, async (options) => told(api.call('telegram.save', { body }, options), () => saved));
    }
    case 'TestTelegram': {
      const body = bodyOf(message);
      return test('telegram', null, secretsIn(body), (options) => api.call('telegram.test', { body }, options));
    }
    case 'SaveEmail':
      return saveEmail(api, message);
    case 'TestEmail': {
      const body = bodyOf(message);
      return test('email', null, secretsIn(body), (options) => api.call('email.test', { body }, options));
    }
    default:
      return null;
  }
};

const saveParameters = (api: Api, { config }: Known, wish: Wish<'SaveParameters'>): Deed => {
  const { setting, parameters, version } = wish;
  const path = { id: String(config?.id) };
  const body = { ...parameters, version: version ?? config?.version ?? 1 };
  return save(setting, null, (options) =>
    told(api.call('config.update', { path, body }, options), (saved) => ({
      type: 'ConfigSaved',
      setting,
      config: saved,
    })),
  );
};

const saveExchange = (api: Api, { exchanges }: Known, wish: Wish<'SaveExchange'>): Deed => {
  const { name, ...body } = bodyOf(wish);
  const saved = { type: 'ExchangeSaved', name, exchange: exchangeSaved(body, exchanges[name]) } as const;
  return save('exchange', name, (options) =>
    told(api.call('exchanges.save', { path: { name }, body }, options), () => saved),
  );
};

const deleteExchange = (api: Api, { name }: Wish<'DeleteExchange'>): Deed => ({
  setting: 'exchange',
  name,
  action: 'delete',
  perform: (options) =>
    told(api.call('exchanges.delete', { path: { name } }, options), () => ({ type: 'ExchangeDeleted', name })),
});

const saveEmail = (api: Api, wish: Wish<'SaveEmail'>): Deed => {
  const body = bodyOf(wish);
  return save('email', null, (options) =>
    told(api.call('email.save', { body }, options), ({ has_password }) => ({
      type: 'EmailSaved',
      email: emailSaved(body, has_password),
    })),
  );
};

const save = (setting: SettingName, name: string | null, perform: Deed['perform']): Deed => ({
  setting,
  name,
  action: 'save',
  perform,
});

type Said = { success: boolean | null; message: string | null; latency_ms: number | null; permissions?: unknown };

/** A bot that says nothing of success has done what it was asked. */
const test = (
  setting: SettingName,
  name: string | null,
  secrets: readonly string[],
  call: (options: CallOptions) => Promise<Result<Said>>,
): Deed => {
  const key = { setting, name, action: 'test' } as const;
  const perform: Deed['perform'] = (options) =>
    told(call(options), ({ success, message, latency_ms, permissions }) => ({
      type: 'SettingTested',
      ...key,
      success: success ?? true,
      message: message === null ? null : without(secrets, message),
      latency_ms,
      permissions: Array.isArray(permissions) ? permissions.filter((one) => typeof one === 'string') : null,
    }));
  return { ...key, perform };
};

const told = async <T>(answer: Promise<Result<T>>, fact: (value: T) => ClientEvent): Promise<Result<ClientEvent>> => {
  const result = await answer;
  return result.ok ? { ok: true, value: fact(result.value) } : result;
};
