import {
  type BotConfigRecord,
  type FrameRecord,
  HealthRecord,
  OpportunityRecord,
  type RouteName,
  routes,
} from '@triquad/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LATER, LATER_BODIES } from './later.ts';
import { type CallRequest, type LiveBot, startLiveBot } from './live-bot.ts';
import { type LiveSocket, openSocket } from './live-socket.ts';
import { createWalk, type Walk } from './walk.ts';

const EASY = { min_profit_threshold: 0.05 };

let live: LiveBot;
let socket: LiveSocket;
let walk: Walk;

beforeAll(async () => {
  // What executes by itself would be gone before it is executed by hand.
  live = await startLiveBot({ config: { auto_execute: false } });
  socket = await openSocket(live.address, live.adminToken);
  walk = createWalk(live);
});
afterAll(async () => {
  socket[Symbol.dispose]();
  await live[Symbol.asyncDispose]();
});

const good = (name: RouteName, request?: CallRequest) => walk.good(name, request);
const refused = (name: RouteName, status: number, request?: CallRequest) => walk.refused(name, status, request);

const isOpportunity = (frame: FrameRecord): frame is Extract<FrameRecord, { type: 'opportunity' }> =>
  frame.type === 'opportunity';
type Finished = Extract<FrameRecord, { type: 'execution' }>;
const isFinished = (frame: FrameRecord): frame is Finished =>
  frame.type === 'execution' && frame.data.status !== 'pending';

/** Previews and executes the first opportunity that stays long enough; gives the execution's id. */
async function executeOne(): Promise<string> {
  for (;;) {
    const { data } = await socket.next(isOpportunity);
    if (!data.is_valid) continue;
    const body = { opportunity_id: data.id, amount: 50 };
    const preview = await live.call('orders.preview', { body });
    const executed = await live.call('orders.execute', { body: { ...body, dry_run: true } });
    if (preview.status !== 200 || executed.status !== 200) continue;
    walk.fits('orders.preview', preview);
    walk.fits('orders.execute', executed);
    return (executed.body as { execution_id: string }).execution_id;
  }
}

describe('a live bot speaks the contract', () => {
  test('health announces what it does', async () => {
    const health = HealthRecord.parse((await good('health', { token: null })).body);
    const announced = new Set<string>(health.capabilities);
    for (const name of LATER) {
      const { extension } = routes[name];
      if (extension !== null) expect(announced).not.toContain(extension);
    }
    expect(health).toMatchObject({ market_source: 'simulated', version: '0.0.0-test' });
    expect(health.market_detail).toContain('seed 7');
  });

  test('before it runs', async () => {
    expect((await good('bot.status')).body).toMatchObject({
      is_running: false,
      bot_status: 'stopped',
      mode: 'paper',
      uptime: 0,
    });
    await refused('bot.stop', 409);
    await refused('bot.mode', 422, { body: { mode: 'live' } });
    await refused('bot.start', 409, { body: { mode: 'live' } });
    await good('bot.mode', { body: { mode: 'paper' } });
  });

  test('it runs, finds, executes and tells of it on every channel', { timeout: 60_000 }, async () => {
    for (const channel of [
      'opportunities',
      'executions',
      'bot_status',
      'logs',
      'orders',
      'balances',
      'metrics',
    ] as const) {
      socket.send({ type: 'subscribe', channel });
      await socket.next((frame): frame is FrameRecord => frame.type === 'subscribed' && frame.channel === channel);
    }
    const started = await good('bot.start', { body: EASY });
    expect(started.body).toMatchObject({ status: { is_running: true, min_profit_threshold: 0.05 } });
    await refused('bot.start', 409);
    const frame = await socket.ofType('bot_status');
    expect(frame.data.is_running).toBe(true);
    const opportunity = await socket.next(isOpportunity);
    expect((await good('opportunities.get', { parameters: { id: opportunity.data.id } })).body).toMatchObject({
      id: opportunity.data.id,
    });
    await socket.ofType('log');
    const metrics = await socket.ofType('metrics');
    expect(metrics.data.scan.markets).toBeGreaterThan(100);
    await socket.ofType('balances');
  });

  test('an opportunity is previewed and executed by hand', { timeout: 60_000 }, async () => {
    const id = await executeOne();
    const execution = await socket.next((frame): frame is Finished => isFinished(frame) && frame.data.id === id);
    const { data: order } = await socket.ofType('order');
    await good('orders.get', { parameters: { id: order.id } });
    const history = await good('orders.history', { query: { limit: '500' } });
    expect(history.body).toMatchObject({
      data: [{ id, profit: execution.data.profit, status: execution.data.status }],
    });
    const gone = { opportunity_id: '00000000-0000-7000-8000-000000000000', amount: 50 };
    await refused('orders.preview', 404, { body: gone });
    await refused('orders.execute', 404, { body: gone });
    await refused('orders.execute', 422, { body: { ...gone, amount: -1 } });
  });

  test('lists, statistics and books', async () => {
    const list = await good('opportunities.list', { query: { limit: '5' } });
    expect(list.body).toMatchObject({ limit: 5, offset: 0 });
    await good('opportunities.stats');
    const best = await good('opportunities.best', { query: { type: 'TRI' } });
    if (best.body !== null) expect(OpportunityRecord.parse(best.body).type).toBe('TRI');
    await refused('opportunities.get', 404, { parameters: { id: 'nobody' } });
    await refused('opportunities.list', 422, { query: { limit: '0' } });
    const orders = await good('orders.list', { query: { limit: '10' } });
    const [order] = (orders.body as { data: { id: string }[] }).data;
    await good('orders.get', { parameters: { id: order?.id ?? '' } });
    await refused('orders.get', 404, { parameters: { id: 'nobody' } });
    await refused('orders.history', 422, { query: { from: 'yesterday' } });
    await good('scan');
    await good('decisions.list', { query: { limit: '20' } });
    await good('performance.summary');
    await good('performance.metrics', { query: { mode: 'paper' } });
    await good('performance.equity', { query: { period_hours: '168', interval: '1m' } });
    await good('performance.drawdown');
    await good('performance.heatmap');
    const balances = await good('wallets.balances');
    const [first] = (balances.body as { exchanges: { exchange: string }[] }).exchanges;
    const exchange = first?.exchange ?? '';
    await good('wallets.exchange', { parameters: { exchange } });
    await refused('wallets.exchange', 404, { parameters: { exchange: 'nobody' } });
    await refused('wallets.deposit', 409, { parameters: { exchange, asset: 'BTC' } });
    walk.walked.add('wallets.deposit');
    await good('wallets.refresh');
    await socket.ofType('balances');
    const pairs = await good('exchanges.pairs', { query: { exchange: 'binance', quote_currencies: 'BTC' } });
    expect((pairs.body as { pairs: string[] }).pairs.every((pair) => pair.endsWith('/BTC'))).toBe(true);
    await good('logs.list', { query: { limit: '5', level: 'INFO' } });
    await good('system.backup');
  });

  test('risk: state, breakers, limits, and what is stranded', async () => {
    const { body } = await good('risk');
    expect(body).toMatchObject({ state: 'active', since: null, reason: null, stranded: [] });
    const { breakers, limits } = body as { breakers: { name: string; status: string }[]; limits: { name: string }[] };
    expect(breakers.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'consecutive_failures ok',
      'reject_rate ok',
      'clock_skew ok',
      'stale_data ok',
      'event_loop_lag ok',
    ]);
    expect(limits).toContainEqual({ name: 'simultaneous_executions', scope: 'all', limit: 3, used: 0, unit: 'count' });
    // Nothing has tripped or is stranded here: the engine's own tests say what these calls do then.
    await refused('risk.breaker.reset', 409, { parameters: { name: 'clock_skew' } });
    await refused('risk.breaker.reset', 404, { parameters: { name: 'mood' } });
    const parameters = { exchange: 'binance', asset: 'BTC' };
    await refused('risk.stranded.resolve', 404, { parameters, body: { action: 'keep', confirm: true } });
    await refused('risk.stranded.resolve', 422, { parameters, body: { action: 'keep' } });
    expect((await live.call('audit.list', { query: { limit: '2' } })).body).toMatchObject({
      data: [
        { action: 'risk.stranded.resolve', target: 'binance/BTC/keep', outcome: 'not_valid' },
        { action: 'risk.stranded.resolve', target: 'binance/BTC/keep', outcome: 'not_found' },
      ],
    });
    for (const name of ['risk.breaker.reset', 'risk.stranded.resolve'] as const) walk.walked.add(name);
  });

  test('an order by hand rests until it is cancelled', async () => {
    const body = {
      exchange: 'binance',
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      quantity: 0.001,
      price: 10_000,
    };
    const placed = await good('orders.place', { body });
    expect(placed.body).toMatchObject({ status: 'pending', filled_quantity: 0, execution_id: null });
    const { id } = placed.body as { id: string };
    expect((await good('orders.cancel', { parameters: { id } })).body).toMatchObject({ id, status: 'cancelled' });
    await refused('orders.cancel', 409, { parameters: { id } });
    await refused('orders.cancel', 404, { parameters: { id: 'nobody' } });
    expect(await refused('orders.place', 422, { body: { ...body, price: undefined } })).toMatchObject({
      errors: [{ path: 'price' }],
    });
    await refused('orders.place', 422, { body: { ...body, type: 'market' } });
    expect(await refused('orders.place', 422, { body: { ...body, quantity: 'much', side: 'hold' } })).toMatchObject({
      errors: [{ path: 'side' }, { path: 'quantity' }],
    });
  });

  test('configurations', async () => {
    const { id, version, is_active, created_at, updated_at, ...fields } = (await good('config.current'))
      .body as BotConfigRecord;
    expect(is_active).toBe(true);
    await good('config.get', { parameters: { id } });
    await good('config.all');
    await refused('config.delete', 409, { parameters: { id } });
    const made = (await good('config.create', { body: { ...fields, name: 'Careful' } })).body as BotConfigRecord;
    const put = { parameters: { id: made.id }, body: { version: 1, max_capital_per_route: 250 } };
    expect((await good('config.update', put)).body).toMatchObject({
      name: 'Careful',
      version: 2,
      max_capital_per_route: 250,
    });
    await refused('config.update', 409, put);
    expect((await good('config.activate', { parameters: { id: made.id } })).body).toMatchObject({ is_active: true });
    expect((await good('bot.status')).body).toMatchObject({ active_config_id: made.id });
    await good('bot.stop');
    expect((await good('bot.start')).body).toMatchObject({ status: { max_capital_per_route: 250 } });
    await refused('config.update', 422, { parameters: { id }, body: { version, mode: 'live' } });
    await good('config.activate', { parameters: { id } });
    await good('config.delete', { parameters: { id: made.id } });
    await refused('config.get', 404, { parameters: { id: made.id } });
  });

  test('it restarts, is killed, latches, and is let go', { timeout: 60_000 }, async () => {
    await good('bot.restart', { body: EASY });
    const killed = await good('bot.kill', { body: { reason: 'drill' } });
    expect(killed.body).toMatchObject({ status: { is_running: false, halted: { reason: 'drill' } } });
    await refused('bot.start', 409);
    await good('bot.kill.reset');
    await good('bot.start', { body: EASY });
    expect((await good('bot.stop')).body).toMatchObject({ status: { is_running: false, halted: null } });
  });

  test('notifications are read', async () => {
    await socket.ofType('notification');
    const page = await good('notifications.list', { query: { page: '1', page_size: '2' } });
    const { data } = page.body as { data: { notifications: { id: string }[]; unread_count: number } };
    expect(data.unread_count).toBeGreaterThan(0);
    const ids = data.notifications.map(({ id }) => id);
    expect((await good('notifications.read', { body: { notification_ids: ids } })).body).toEqual({
      updated: ids.length,
    });
    await good('notifications.read.all');
    expect((await good('notifications.list')).body).toMatchObject({ data: { unread_count: 0 } });
  });

  test('sessions', async () => {
    const code = new URL(live.bot.loginUrl).hash.replace('#code=', '');
    const session = await good('auth.code', { token: null, body: { code } });
    const { access_token: token } = session.body as { access_token: string };
    expect((await good('auth.me', { token })).body).toEqual({ name: 'admin', role: 'admin' });
    await good('auth.logout', { token });
    await refused('auth.me', 401, { token });
    await refused('auth.code', 401, { token: null, body: { code } });
    await refused('auth.login', 401, { token: null, body: { username: 'ana', password: 'not hers' } });
    await live.addUser('ana', 'operator');
    const login = await good('auth.login', { token: null, body: { username: 'ana', password: live.password } });
    expect(login.body).toMatchObject({ token_type: 'bearer', operator: { name: 'ana', role: 'operator' } });
    expect((await good('health', { token: null })).body).toMatchObject({
      capabilities: expect.arrayContaining(['auth']),
    });
    const audit = await good('audit.list', { query: { limit: '3', actor: 'admin' } });
    expect((audit.body as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual([
      'auth.logout',
      'auth.code',
      'notifications.read.all',
    ]);
  });

  test('exchanges, and alerts by Telegram and e-mail', async () => {
    const parameters = { name: 'kucoin' };
    const keys = { api_key: '0123456789abcdefghijklmn', api_secret: 'hidden', testnet: false };
    const kucoin = {
      enabled: true,
      api_key: '01234567••••••••klmn',
      testnet: false,
      has_secret: true,
      has_passphrase: false,
    };
    expect((await good('exchanges.list')).body).toEqual({ exchanges: {} });
    expect((await good('exchanges.save', { parameters, body: keys })).body).toEqual(kucoin);
    expect((await good('exchanges.list')).body).toEqual({ exchanges: { kucoin } });
    expect((await good('exchanges.test', { parameters, body: {} })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Missing: passphrase.'),
    });
    await good('exchanges.delete', { parameters });
    await refused('exchanges.delete', 404, { parameters });
    await refused('exchanges.save', 404, { parameters: { name: 'nobody' }, body: keys });
    await refused('exchanges.save', 422, { parameters, body: { api_key: 1 } });

    const bot_token = '123456789:AAabcdefghijklmnopqrstuvwxyz';
    const telegram = { enabled: true, bot_token, chat_id: '7', alert_events: 'execution,failure' };
    const masked = { ...telegram, bot_token: '12345678••••••••wxyz' };
    await good('telegram.get');
    expect((await good('telegram.save', { body: telegram })).body).toEqual(masked);
    expect((await good('telegram.get')).body).toEqual(masked);
    const test = { bot_token: masked.bot_token, chat_id: '8', message: 'Hello' };
    expect((await good('telegram.test', { body: test })).body).toMatchObject({ success: true });
    expect(live.telegrams.at(-1)).toContain(`/bot${bot_token}/sendMessage`);
    await refused('telegram.save', 422, { body: { ...telegram, alert_events: 'everything' } });
    await refused('telegram.save', 422, { body: { ...telegram, bot_token: 'x' } });

    const email = { enabled: true, smtp_host: '127.0.0.1', smtp_port: 1, from_email: 'a@b.c', to_email: 'd@e.f' };
    await good('email.get');
    expect((await good('email.save', { body: email })).body).toEqual({
      ...email,
      smtp_user: '',
      has_password: false,
      alert_events: 'failure,stop_loss,circuit_breaker',
    });
    const { enabled, ...target } = email;
    expect((await good('email.test', { body: target })).body).toMatchObject({
      success: false,
      message: 'Not sent: the mail server cannot be reached over an encrypted connection.',
    });
    await refused('email.save', 422, { body: { ...email, to_email: 'd@e.f\r\nBcc: g@h.i' } });
    await refused('email.save', 422, { body: { ...email, smtp_user: 'ana' } });
  });

  test('what comes later says so', async () => {
    for (const name of LATER) {
      walk.walked.add(name);
      const parameters = { id: 'x', name: 'binance' };
      const answer = await live.call(name, { parameters, body: LATER_BODIES[name] });
      expect({ name, status: answer.status }).toEqual({ name, status: 501 });
    }
  });

  test('no call was left out, and every frame fitted', () => {
    expect(Object.keys(routes).filter((name) => !walk.walked.has(name as RouteName))).toEqual([]);
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([]);
    const opportunities = socket.frames.filter(isOpportunity).map(({ seq }) => seq);
    expect(opportunities).toEqual(opportunities.map((_, index) => (opportunities[0] ?? 0) + index));
  });

  test('the document of the calls names them all', async () => {
    const answer = await live.call('health');
    expect(answer.status).toBe(200);
    const response = await fetch(`${live.address}/api/v1/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const named = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(named.toSorted()).toEqual(Object.keys(routes).toSorted());
  });
});
