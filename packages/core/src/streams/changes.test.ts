import { expect, test } from 'vitest';
import type { CallName } from '../contract/index.ts';
import { type Command, type CommandType, commands, isMutation } from '../journal/command.ts';
import { factsOf } from '../permitted/facts.ts';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { timeOf } from '../testing/records.ts';
import { effectRows } from './effects.ts';

type Changing = { readonly command: Command; readonly call: CallName; readonly done: unknown; readonly retries?: 0 };
const report = { state: 'active', since: null, reason: null, limits: [], breakers: [], stranded: [] };
const risk = { message: 'done', risk: report };
const order = { exchange: 'okx', symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: 0.0012 } as const;
const config = { id: 'c1', name: 'Calm', version: 1 };
const job = { id: 'i1', files: [], state: 'running', created_at: timeOf(0) };
const backup = { folder: '/srv/backups/1', created_at: timeOf(0), files: [] };
const mail = { smtp_host: 'h', smtp_port: 25, smtp_user: 'u', from_email: 'a@b.c', to_email: 'd@e.f' };
const telegram = { enabled: true, bot_token: 't', chat_id: 'c', alert_events: '' };
const request = { files: ['a.csv'], name: 'a' } as never;

/** One command of each type that changes something at the bot and needs no machine. `retries: 0`: never made again by itself. */
const changes: readonly Changing[] = [
  {
    command: { type: 'PlaceOrder', order, confirm: 'LIVE' },
    call: 'orders.place',
    done: { id: 'o1', status: 'filled' },
  },
  { command: { type: 'CancelOrder', order_id: 'o1' }, call: 'orders.cancel', done: { id: 'o1', status: 'cancelled' } },
  { command: { type: 'ResetBreaker', name: 'losses' }, call: 'risk.breaker.reset', done: risk },
  { command: { type: 'ResetWallet' }, call: 'wallets.reset', done: risk },
  {
    command: { type: 'ResolveStranded', exchange: 'okx', asset: 'BTC', action: 'sell', confirm: 'LIVE' },
    call: 'risk.stranded.resolve',
    done: risk,
  },
  {
    command: { type: 'AcceptDifference', id: 'd1', reason: 'fee' },
    call: 'accounts.differences.accept',
    done: { message: 'done', differences: [] },
  },
  {
    command: { type: 'Flatten', preview: false, confirm: 'LIVE' },
    call: 'bot.flatten',
    done: { message: 'flat', positions: [] },
  },
  { command: { type: 'RefreshWallets' }, call: 'wallets.refresh', done: { message: 'asked' } },
  { command: { type: 'SwitchRecorder', recording: true }, call: 'recordings.switch', done: {} },
  { command: { type: 'RunImport', request }, call: 'recordings.import', done: job },
  { command: { type: 'CancelImport', import_id: 'i1' }, call: 'recordings.import.cancel', done: job },
  { command: { type: 'CancelBacktest', backtest_id: 'b1' }, call: 'backtest.cancel', done: { id: 'b1' } },
  { command: { type: 'DeleteBacktest', backtest_id: 'b1' }, call: 'backtest.delete', done: undefined },
  { command: { type: 'MarkNotificationsRead', notification_ids: ['n1'] }, call: 'notifications.read', done: {} },
  { command: { type: 'MarkAllRead' }, call: 'notifications.read.all', done: {} },
  {
    command: { type: 'SaveParameters', setting: 'global', parameters: { total_capital: 5 }, version: 1 },
    call: 'config.update',
    done: config,
  },
  {
    command: { type: 'SaveExchange', name: 'okx', enabled: true, testnet: false, api_key: 'kkkk' },
    call: 'exchanges.save',
    done: {},
  },
  { command: { type: 'TestExchange', name: 'okx', testnet: false }, call: 'exchanges.test', done: {}, retries: 0 },
  { command: { type: 'DeleteExchange', name: 'okx' }, call: 'exchanges.delete', done: undefined },
  { command: { type: 'SaveTelegram', ...telegram }, call: 'telegram.save', done: telegram },
  {
    command: { type: 'TestTelegram', bot_token: 't', chat_id: 'c', message: 'm' },
    call: 'telegram.test',
    done: {},
    retries: 0,
  },
  { command: { type: 'SaveEmail', enabled: true, ...mail }, call: 'email.save', done: { enabled: true, ...mail } },
  { command: { type: 'TestEmail', ...mail, subject: 's', message: 'm' }, call: 'email.test', done: {}, retries: 0 },
  { command: { type: 'CreateConfig', config: { name: 'Night' } }, call: 'config.create', done: config },
  { command: { type: 'ActivateConfig', id: 'c1' }, call: 'config.activate', done: config },
  { command: { type: 'DeleteConfig', id: 'c1' }, call: 'config.delete', done: undefined },
  { command: { type: 'RemoveUser', name: 'ana' }, call: 'users.delete', done: undefined },
  { command: { type: 'EndSession', id: 'f00d' }, call: 'sessions.end', done: undefined },
  { command: { type: 'BackUp', keys: true }, call: 'system.backup', done: backup },
];
/** No key goes with these: they carry a password, or the bot that would answer may have ended. */
const unkeyed: readonly Changing[] = [
  {
    command: { type: 'CreateUser', name: 'ana', password: 'a good phrase', role: 'viewer' },
    call: 'users.create',
    done: { name: 'ana', role: 'viewer' },
    retries: 0,
  },
  {
    command: { type: 'ChangeUser', name: 'ana', password: 'a good phrase' },
    call: 'users.update',
    done: { name: 'ana', role: 'viewer' },
    retries: 0,
  },
  {
    command: { type: 'ChooseMarket', wanted: { source: 'simulated' } as never },
    call: 'market.choose',
    done: {},
    retries: 0,
  },
  { command: { type: 'CheckExchanges', exchanges: ['okx'] }, call: 'market.check', done: {}, retries: 0 },
];

const started = async ({ call }: Changing) => {
  const t = createTestClient({
    token: 't',
    answers: { health: healthOf('auth', 'config.write'), 'config.current': ok(config), 'auth.me': ok({ name: 'a' }) },
  });
  t.client.start();
  t.client.send({ type: 'Watch', resource: 'config' });
  await t.clock.advance(1_000);
  const made = () => t.api.calls.filter(({ name }) => name === call);
  const press = async (command: Command) => {
    t.client.send(command);
    await t.clock.advance(5_000);
  };
  return { ...t, made, press, keys: () => new Set(made().map(({ key }) => key)) };
};
const all = [...changes, ...unkeyed];
const named = (list: readonly Changing[]) => list.map((one) => [one.command.type, one] as const);
const tries = ({ retries }: Changing) => (retries === 0 ? 1 : 2);

test('every command that changes something and needs no machine is in one of the two lists', () => {
  const types = (Object.keys(effectRows) as CommandType[]).filter(isMutation);
  const [keyed, market] = [changes, unkeyed].map((list) => list.map(({ command }) => command.type).filter(isMutation));
  expect([...(keyed ?? []), ...(market ?? [])].sort()).toEqual(types.sort());
});

test.each(named(changes))(
  '%s: the answer is lost, and sent again it has the same key until it is answered',
  async (_, one) => {
    for (const lost of ['network', { status: 200, body: '<html>' }, { status: 502, body: '<html>' }] as const) {
      const { api, press, made, keys } = await started(one);
      api.answer(one.call, lost);
      await press(one.command);
      await press(one.command);
      expect([lost, made().length, keys().size, keys().has(undefined)]).toEqual([lost, 2 * tries(one), 1, false]);
      api.answer(one.call, ok(one.done));
      await press(one.command);
      await press(one.command);
      expect([lost, keys().size]).toEqual([lost, 2]);
    }
  },
);

test.each(named(unkeyed))('%s: made once, without a key, whatever became of the answer', async (_, one) => {
  for (const lost of ['network', { status: 503 }, { status: 429 }] as const) {
    const { api, press, made, keys } = await started(one);
    api.answer(one.call, lost);
    await press(one.command);
    expect([lost, made().length, [...keys()]]).toEqual([lost, 1, [undefined]]);
  }
});

test.each(named(all))(
  '%s: pressed twice while it runs it is one call, and a late answer is its outcome',
  async (_, one) => {
    const { api, clock, client, made, story } = await started(one);
    const late = Promise.withResolvers<{ status: number; body: unknown }>();
    api.answer(one.call, () => late.promise);
    client.send(one.command);
    client.send(one.command);
    await clock.advance(25_000);
    const before = story().length;
    late.resolve(ok(one.done));
    await clock.advance(0);
    expect(made().length).toBe(1);
    expect(story().slice(before)).not.toContain('RequestFailed');
    expect(story().length).toBeGreaterThan(before);
  },
);

test.each(named(all))('%s: 401 ends the session, 403 is its outcome, and neither is tried again', async (_, one) => {
  const unauthorized = await started(one);
  unauthorized.api.answer(one.call, { status: 401, body: {} });
  await unauthorized.press(one.command);
  expect([unauthorized.made().length, unauthorized.story().includes('SessionRefused')]).toEqual([1, true]);
  const forbidden = await started(one);
  forbidden.api.answer(one.call, { status: 403, body: { detail: 'not you' } });
  await forbidden.press(one.command);
  expect([forbidden.made().length, forbidden.story().includes('SessionRefused')]).toEqual([1, false]);
  expect(forbidden.story()).toContain('RequestFailed');
});

test.each(named(changes.filter(({ retries }) => retries !== 0)))(
  '%s: 429 and 503 are tried again when the bot says, with the same key',
  async (_, one) => {
    for (const status of [429, 503]) {
      const { api, clock, client, made, keys } = await started(one);
      api.answer(one.call, (_request, times) => (times === 1 ? { status, retryAfter: '7' } : ok(one.done)));
      client.send(one.command);
      await clock.advance(6_900);
      expect([status, made().length]).toEqual([status, 1]);
      await clock.advance(200);
      expect([status, made().length, keys().size]).toEqual([status, 2, 1]);
    }
  },
);

const second = ['PlaceOrder', 'CreateConfig'] as const;
test.each(named(changes.filter(({ command }) => second.some((type) => type === command.type))))(
  '%s: a bot without extensions may not honour keys, so it is called once',
  async (_, { command, call }) => {
    const t = createTestClient({ answers: { health: healthOf(), [call]: 'network' } });
    t.client.start();
    await t.clock.advance(1_000);
    t.client.send(command);
    await t.clock.advance(5_000);
    expect(t.api.count(call)).toBe(1);
  },
);

const idle = { bot_status: 'stopped', is_running: false, mode: 'paper' };
const up = { bot_status: 'running', is_running: true, mode: 'paper' };
const halted = { ...idle, halted: { reason: 'drill', since: timeOf(0) } };
const backtest = {
  ...{ name: 'b', exchange: 'kraken', start_date: '2026-01-01', end_date: '2026-01-02', initial_capital: 100 },
} as never;
const execution = { opportunity_id: 'o1', amount: 500, dry_run: true };

/** The commands of machines; a bot with this status takes them. */
const ofMachines: readonly (readonly [Command, CallName, status: object])[] = [
  [{ type: 'StartBot' }, 'bot.start', idle],
  [{ type: 'StopBot' }, 'bot.stop', up],
  [{ type: 'RestartBot' }, 'bot.restart', up],
  [{ type: 'KillBot', reason: 'drill' }, 'bot.kill', up],
  [{ type: 'ResetKill' }, 'bot.kill.reset', halted],
  [{ type: 'ChangeMode', mode: 'live', confirm: 'LIVE' }, 'bot.mode', idle],
  [{ type: 'ExecuteOpportunity', ...execution }, 'orders.execute', up],
  [{ type: 'RunBacktest', config: backtest }, 'backtest.run', idle],
];

test('every other command that changes something is one of a machine', () => {
  const types = (Object.keys(commands) as CommandType[]).filter(isMutation);
  const machines = ofMachines.map(([{ type }]) => type);
  expect(types.filter((type) => !Object.hasOwn(effectRows, type)).sort()).toEqual(machines.sort());
});

test.each(ofMachines.map((one) => [one[0].type, one] as const))(
  '%s: the answer is lost, and every call for it has the same key',
  async (_, [command, call, status]) => {
    const t = createTestClient({
      answers: { health: healthOf('bot.kill', 'bot.mode'), 'bot.status': ok(status), [call]: 'network' },
    });
    t.client.start();
    t.client.send({ type: 'Refresh', resource: 'status' });
    await t.clock.advance(1_000);
    t.api.answer('bot.status', 'network');
    for (const _ of ['first', 'again']) {
      t.client.send(command);
      await t.clock.advance(5_000);
    }
    const keys = t.api.calls.filter(({ name }) => name === call).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(2);
    expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  },
);

test('a part of an answer that cannot be read is journalled, and the rest of the answer is the outcome', async () => {
  const one = changes.find(({ command }) => command.type === 'ActivateConfig') as Changing;
  const { api, press, story, client } = await started(one);
  api.answer(one.call, ok({ ...config, total_capital: {} }));
  await press(one.command);
  expect(story()).toContain('ConfigActivated');
  const rejected = client.journal
    .entries()
    .flatMap(({ message }) => (message.type === 'ResponseRejected' ? message : []));
  expect(rejected).toMatchObject([{ path: 'total_capital', reason: 'not a number' }]);
});

type Midway = readonly [what: string, happens: (t: ReturnType<typeof createTestClient>) => Promise<void>];
/** Events of the connection while a command waits for its answer. */
const midway: readonly Midway[] = [
  [
    'the connection is lost and comes back',
    async ({ socket, clock }) => {
      socket.latest.close(1006);
      await clock.advance(3_000);
    },
  ],
  [
    'the bot falls silent',
    async ({ api, clock }) => {
      api.answer('bot.status', 'never');
      await clock.advance(8_000);
    },
  ],
  [
    'another bot answers',
    async ({ api, socket, clock }) => {
      api.answer('health', healthOf('markets'));
      socket.latest.close(1012);
      await clock.advance(3_000);
    },
  ],
];
const everyCommand = [
  ...all.map(({ command, call, done }) => [command, call, idle, done] as const),
  ...ofMachines.map(([command, call, status]) => [command, call, status, null] as const),
];
const outcomes = everyCommand.flatMap(([command, ...rest]) =>
  midway.map(([what, happens]) => [command.type, what, command, happens, ...rest] as const),
);

test.each(outcomes)('%s: %s before its answer: its outcome comes, and nothing is sent twice', async (...row) => {
  const [, what, command, happens, call, status, done] = row;
  const capabilities = ['auth', 'config.write', 'bot.kill', 'bot.mode', 'market', 'recordings'];
  const t = createTestClient({
    token: 't',
    answers: { health: healthOf(...capabilities), 'bot.status': ok(status), 'config.current': ok(config) },
  });
  t.client.start();
  for (const resource of ['config', 'status'] as const) t.client.send({ type: 'Watch', resource });
  await t.clock.advance(1_000);
  const answer = Promise.withResolvers<{ status: number; body: unknown }>();
  t.api.answer(call, () => answer.promise);
  t.client.send(command);
  await t.clock.advance(0);
  const before = t.story().length;
  await happens(t);
  const made = () => t.api.calls.filter(({ name }) => name === call);
  // The kill switch alone is repeated while it waits, under its key.
  const isKill = command.type === 'KillBot';
  expect([what, new Set(made().map(({ key }) => key)).size, isKill || made().length === 1]).toEqual([what, 1, true]);
  answer.resolve(done === null ? { status: 409, body: { detail: 'refused by the bot' } } : ok(done));
  await t.clock.advance(0);
  const story = t.story().slice(before);
  const isTold = done === null ? story.includes('RequestFailed') : !story.includes('RequestFailed');
  expect([what, isTold, isKill || made().length === 1]).toEqual([what, true, true]);
  const facts = factsOf(t.client.getSnapshot());
  expect([what, facts.command, facts.isExecuting, facts.isModeChanging, facts.isBacktestStarting]).toEqual([
    ...[what, null, false, false, false],
  ]);
});

test.each(outcomes.filter(([type]) => !unkeyed.some(({ command }) => command.type === type)))(
  '%s: %s and its answer is lost: the same command has the same key',
  async (...row) => {
    const [, what, command, happens, call, status] = row;
    const capabilities = ['auth', 'config.write', 'bot.kill', 'bot.mode', 'market', 'recordings'];
    const t = createTestClient({
      token: 't',
      answers: { health: healthOf(...capabilities), 'bot.status': ok(status), 'config.current': ok(config) },
    });
    t.client.start();
    for (const resource of ['config', 'status'] as const) t.client.send({ type: 'Watch', resource });
    await t.clock.advance(1_000);
    const answer = Promise.withResolvers<{ status: number; body: unknown }>();
    t.api.answer(call, () => answer.promise);
    t.api.answer('bot.status', 'never');
    t.client.send(command);
    await t.clock.advance(0);
    await happens(t);
    answer.resolve({ status: 502, body: '<html>' });
    await t.clock.advance(2_000);
    t.client.send(command);
    await t.clock.advance(2_000);
    const keys = t.api.calls.filter(({ name }) => name === call).map(({ key }) => key);
    expect([what, keys.length > 1, new Set(keys).size]).toEqual([what, true, 1]);
  },
);
