import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type BootstrapRecord,
  bootstrapCall,
  capability,
  FactsRecord,
  type FrameRecord,
  HealthRecord,
  HistoryRecord,
  ImportRecord,
  type LivesRecord,
  OpportunityRecord,
  RecorderRecord,
  type RecordingRecord,
  type RouteName,
  routes,
  WhatIfAnswerRecord,
} from '@triquad/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { type LiveSocket, openSocket } from './live-socket.ts';
import { createWalk, strayCalls, unwalked, type Walk } from './walk.ts';

const EASY = { min_profit_threshold: 0.05 };

let live: LiveBot;
let socket: LiveSocket;
let walk: Walk;

beforeAll(async () => {
  // Automatic execution would take the opportunities that the test executes manually.
  live = await startLiveBot({ config: { auto_execute: false }, time: createLocalTime() });
  socket = await openSocket(live.address, live.adminToken);
  walk = createWalk(live);
});
afterAll(async () => {
  socket[Symbol.dispose]();
  await live[Symbol.asyncDispose]();
});

const good: Walk['good'] = (...call) => walk.good(...call);
const refused: Walk['refused'] = (...call) => walk.refused(...call);

/** Looks at a file of prices, imports it, and asks what became of that. */
async function walkImport(): Promise<void> {
  const header = 'exchange,symbol,time,bid,bid_size,ask,ask_size\n';
  mkdirSync(join(live.dataDir, 'imports'), { recursive: true });
  writeFileSync(join(live.dataDir, 'imports', 'quotes.csv'), `${header}kraken,XBT/USD,1700000000,5,1,6,1\n`);
  const { data } = (await good('recordings.files')).body as { data: readonly { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual(['quotes.csv']);
  const body = { files: ['quotes.csv'] };
  const preview = await good('recordings.preview', { body });
  expect(preview.body).toMatchObject({ recordings: [{ exchange: 'kraken', taker_fee_pct: 0.4 }], missing: [] });
  await refused('recordings.preview', 422, { body: { files: ['../quotes.csv'] } });
  await refused('recordings.import', 422, { body: { files: ['nothing.csv'] } });
  const begun = ImportRecord.parse((await good('recordings.import', { body })).body);
  const path = { id: begun.id };
  const found = async () => ImportRecord.parse((await good('recordings.import.get', { parameters: path })).body);
  await live.until(async () => expect(await found()).toMatchObject({ status: 'done', quotes: 1, error: null }));
  expect((await good('recordings.imports')).body).toMatchObject({ total: 1 });
  await refused('recordings.import.get', 404, { parameters: { id: 'none' } });
  await refused('recordings.import.cancel', 409, { parameters: path });
  const many = Array.from({ length: 300_000 }, (_, row) => `kraken,XBT/USD,${1_700_000_000_000 + row},5,1,6,1\n`);
  writeFileSync(join(live.dataDir, 'imports', 'many.csv'), header + many.join(''));
  const { id } = ImportRecord.parse((await good('recordings.import', { body: { files: ['many.csv'] } })).body);
  await refused('recordings.import', 409, { body });
  expect((await good('recordings.import.cancel', { parameters: { id } })).body).toMatchObject({ status: 'cancelled' });
  expect(readdirSync(join(live.dataDir, 'recordings')).filter((name) => name.startsWith('.'))).toEqual([]);
}

/** Sends a file, whose bytes are the body. */
const sendFile = (name: string, body: string, headers: Record<string, string> = {}) => ({
  parameters: { name },
  body,
  headers: { 'content-type': 'application/octet-stream', ...headers },
});

/** A joined name of a market is read by a list that is sent beside the file. */
async function walkList(): Promise<void> {
  const prices = 'exchange,symbol,time,bid,bid_size,ask,ask_size\nbinance,SHIBUSD,1700000000,5,1,6,1\n';
  await good('recordings.files.upload', sendFile('shib.csv', prices));
  const body = { files: ['shib.csv'] };
  const read = (symbol: string | null) => ({ files: [{ markets: [{ text: 'SHIBUSD', symbol }] }] });
  expect((await good('recordings.preview', { body })).body).toMatchObject(read(null));
  await refused('recordings.preview', 422, { body: { ...body, instruments: 'list.json' } });
  await refused('recordings.preview', 422, { body: { ...body, instruments: '../list.json' } });
  const market = {
    symbol: 'SHIBUSD',
    status: 'TRADING',
    baseAsset: 'SHIB',
    quoteAsset: 'USD',
    isSpotTradingAllowed: true,
  };
  const filters = [
    { filterType: 'PRICE_FILTER', minPrice: '0.1', maxPrice: '100', tickSize: '0.1' },
    { filterType: 'LOT_SIZE', minQty: '1', maxQty: '9000', stepSize: '1' },
  ];
  const text = JSON.stringify({ symbols: [{ ...market, filters }] });
  await good('recordings.files.upload', sendFile('list.json', text));
  const listed = await good('recordings.preview', { body: { ...body, instruments: 'list.json' } });
  expect(listed.body).toMatchObject({ ...read('SHIB/USD'), recordings: [{ list: 'list.json' }], missing: [] });
  await good('recordings.files.upload', sendFile('broken.json', '{'));
  const broken = await good('recordings.preview', { body: { ...body, instruments: 'broken.json' } });
  expect(broken.body).toMatchObject({ missing: [{ what: 'file', file: 'broken.json' }, { what: 'symbol' }] });
  for (const name of ['shib.csv', 'list.json', 'broken.json'])
    await good('recordings.files.remove', { parameters: { name } });
}

/** Sends a file of prices to the bot, imports it, and removes another one. */
async function walkUpload(): Promise<void> {
  const quotes = 'exchange,symbol,time,bid,bid_size,ask,ask_size\nkraken,XBT/USD,1700000000,5,1,6,1\n';
  expect((await good('recordings.files.upload', sendFile('sent.csv', quotes))).body).toMatchObject({ bytes: 81 });
  expect((await refused('recordings.files.upload', 409, sendFile('sent.csv', 'x'))).params).toEqual({
    name: 'sent.csv',
  });
  await refused('recordings.files.upload', 422, sendFile('../sent.csv', 'x'));
  await refused('recordings.files.upload', 400, { parameters: { name: 'a.csv' }, body: quotes });
  const endless = { 'content-length': '99999999999999', expect: '100-continue' };
  const large = await refused('recordings.files.upload', 413, sendFile('large.csv', 'x', endless));
  expect(large).toMatchObject({ code: 'file_too_large', params: { most_bytes: 20e9 } });
  const unmeasured = await fetch(`${live.address}/api/v1/recordings/files/unmeasured.csv`, {
    ...{ method: 'PUT', body: new Blob(['x']).stream(), duplex: 'half' },
    headers: { authorization: `Bearer ${live.adminToken}`, 'content-type': 'application/octet-stream' },
  } as RequestInit);
  expect(await unmeasured.json()).toMatchObject({ status: 411, code: 'length_required' });
  await good('recordings.files.upload', sendFile('other.csv', quotes));
  await good('recordings.files.remove', { parameters: { name: 'other.csv' } });
  await refused('recordings.files.remove', 404, { parameters: { name: 'other.csv' } });
  await refused('recordings.import', 422, { body: { files: ['sent.csv'], remove: ['quotes.csv'] } });
  await walkList();
  const body = { files: ['sent.csv'], remove: ['sent.csv'] };
  const { id } = ImportRecord.parse((await good('recordings.import', { body })).body);
  const found = async () => ImportRecord.parse((await good('recordings.import.get', { parameters: { id } })).body);
  await live.until(async () => expect(await found()).toMatchObject({ status: 'done', quotes: 1 }));
  expect(readdirSync(join(live.dataDir, 'imports')).sort()).toEqual(['many.csv', 'quotes.csv']);
}

const isOpportunity = (frame: FrameRecord): frame is Extract<FrameRecord, { type: 'opportunity' }> =>
  frame.type === 'opportunity';
type Finished = Extract<FrameRecord, { type: 'execution' }>;
const isFinished = (frame: FrameRecord): frame is Finished =>
  frame.type === 'execution' && frame.data.status !== 'pending';

/** Previews and executes the newest opportunity; gives the execution's id. */
async function executeOne(): Promise<string> {
  const body = await live.until(async () => {
    const { body: best } = await live.call('opportunities.best');
    const wanted = { opportunity_id: (best as OpportunityRecord | null)?.id, amount: 50 };
    expect(await live.call('orders.preview', { body: wanted })).toMatchObject({ status: 200 });
    return wanted;
  });
  await good('orders.preview', { body });
  const executed = await live.during(good('orders.execute', { body: { ...body, dry_run: true } }));
  return (executed.body as { execution_id: string }).execution_id;
}

describe('a live bot speaks the contract', () => {
  test('health announces the capabilities', async () => {
    const health = HealthRecord.parse((await good('health', { token: null })).body);
    expect([...health.capabilities].toSorted()).toEqual(capability.options.filter((one) => one !== 'auth').toSorted());
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

  test('it runs, finds, executes and publishes on every channel', async () => {
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
    await live.until(async () => expect((await live.call('opportunities.list')).body).not.toMatchObject({ total: 0 }));
    const opportunity = await socket.next(isOpportunity);
    expect((await good('opportunities.get', { parameters: { id: opportunity.data.id } })).body).toMatchObject({
      id: opportunity.data.id,
    });
    await socket.ofType('log');
    const metrics = await socket.ofType('metrics');
    expect(metrics.data.scan.markets).toBeGreaterThan(100);
    await socket.ofType('balances');
  });

  test('an opportunity is previewed and executed by hand', async () => {
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
    const conditions = await good('conditions.list');
    expect(conditions.body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ paper: expect.objectContaining({ conditions: 'practice' }) }),
      ]),
    });
    const feeds = await good('feeds.list');
    expect(feeds.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ state: 'live' })]) });
    const off = { recording: false, since: null, rows: 0, bytes: 0, reason: null };
    expect((await good('recordings.recorder')).body).toMatchObject(off);
    const on = await good('recordings.switch', { body: { recording: true } });
    expect(on.body).toMatchObject({ recording: true, since: expect.any(String), reason: null });
    await refused('recordings.switch', 422, { body: { recording: 'yes' } });
    const rows = async () => RecorderRecord.parse((await good('recordings.recorder')).body).rows;
    await live.until(async () => expect(await rows()).toBeGreaterThan(0));
    expect((await good('recordings.switch', { body: { recording: false } })).body).toMatchObject(off);
    const { data: recorded } = (await good('recordings.list')).body as { data: readonly RecordingRecord[] };
    expect(recorded.map(({ exchange }) => exchange)).toContain('binance');
    await walkImport();
    await walkUpload();
    const query = { recording: recorded[0]?.name ?? '', fees_pct: '0,0.1', latencies_ms: '0,25', types: 'tri' };
    const answer = async () => WhatIfAnswerRecord.parse((await good('research.whatif', { query })).body);
    await expect.poll(async () => (await answer()).status).toBe('completed');
    expect((await answer()).result?.terms).toMatchObject({ latencies_ms: [0, 25], enable_quadrangular: false });
    await refused('research.whatif', 404, { query: { recording: 'gone' } });
    await refused('research.whatif', 422, { query: { ...query, fees_pct: '100' } });
    await good('decisions.list', { query: { limit: '20' } });
    const lives = (await good('history.list', { query: { limit: '20', route: 'USDT' } })).body as LivesRecord;
    const { data: decided } = (await good('history.list', { query: { code: 'executed' } })).body as LivesRecord;
    expect(lives.by_code?.find(({ code }) => code === 'executed')?.count).toBe(decided.length);
    const life = await good('history.get', { parameters: { id: decided[0]?.opportunity_id ?? '' } });
    expect(life.body).toMatchObject({ execution_id: decided[0]?.execution_id, forgotten: [] });
    await refused('history.get', 404, { parameters: { id: 'missing' } });
    await refused('history.list', 422, { query: { from: 'yesterday' } });
    const facts = FactsRecord.parse((await good('facts.list', { query: { types: 'OrderFilled', after: '0' } })).body);
    expect(facts.data.map(({ type }) => type)).toContain('OrderFilled');
    await refused('facts.list', 422, { query: { types: 'Tpyo' } });
    const file = await live.call('export.table', { parameters: { table: 'trades' } });
    walk.fits('export.table', { ...file, body: file.text });
    await good('performance.summary');
    await good('performance.money');
    await good('performance.breakdown', { query: { exchange: 'kucoin', mode: 'paper' } });
    await good('performance.metrics', { query: { mode: 'paper' } });
    await good('performance.equity', { query: { period_hours: '168', interval: '1m' } });
    await good('performance.drawdown');
    await good('performance.heatmap');
    const balances = await good('wallets.balances');
    const [first] = (balances.body as { exchanges: { exchange: string }[] }).exchanges;
    const exchange = first?.exchange ?? '';
    await good('wallets.exchange', { parameters: { exchange } });
    await refused('wallets.exchange', 404, { parameters: { exchange: 'nobody' } });
    await good('wallets.dust');
    await refused('wallets.deposit', 409, { parameters: { exchange, asset: 'BTC' } });
    walk.walked.add('wallets.deposit');
    await good('wallets.refresh');
    await socket.ofType('balances');
    await good('logs.list', { query: { limit: '5', level: 'INFO' } });
    await good('system.backup');
    await good('system.doctor');
  });

  test('what a screen loads first comes in one answer, each part as its own call answers', async () => {
    const names = bootstrapCall.options;
    const queries: Partial<Record<RouteName, string>> = { 'orders.list': '?status=pending&limit=20' };
    const calls = names.map((name) => `${name}${queries[name] ?? ''}`);
    const { body } = await good('bootstrap', { query: { calls: calls.join(',') } });
    const { answers } = body as BootstrapRecord;
    expect(Object.keys(answers).toSorted()).toEqual(calls.toSorted());
    const unfit = names.filter(
      (name) => !routes[name].record.safeParse(answers[`${name}${queries[name] ?? ''}`]).success,
    );
    expect(unfit).toEqual([]);
    const { total, summary } = HistoryRecord.parse(answers['orders.history']);
    expect(total).toBeGreaterThan(0);
    expect(summary.total).toBe(total);
    await refused('bootstrap', 422, { query: { calls: 'bot.status,audit.list' } });
    await refused('bootstrap', 422);
    await refused('bootstrap', 401, { token: null, query: { calls: 'bot.status' } });
  });

  test('risk: state, breakers, limits, and residual positions', async () => {
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
    // Nothing has tripped or is left here; the engine's own tests cover these calls.
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

  test('differences between accounts and the ledger: none at a paper exchange', async () => {
    expect((await good('accounts.differences')).body).toEqual({ data: [] });
    const parameters = { id: 'none' };
    await refused('accounts.differences.accept', 404, { parameters, body: { reason: 'mine', confirm: true } });
    await refused('accounts.differences.accept', 422, { parameters, body: { reason: ' ', confirm: true } });
    await refused('accounts.differences.accept', 422, { parameters, body: { reason: 'mine' } });
    walk.walked.add('accounts.differences.accept');
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
    const placed = await live.during(good('orders.place', { body }));
    expect(placed.body).toMatchObject({ status: 'pending', filled_quantity: 0, execution_id: null });
    const { id } = placed.body as { id: string };
    const cancelled = await live.during(good('orders.cancel', { parameters: { id } }));
    expect(cancelled.body).toMatchObject({ id, status: 'cancelled' });
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

  test('it restarts, is killed, stays halted, and is released', async () => {
    await live.during(good('bot.restart', { body: EASY }));
    const killed = await good('bot.kill', { body: { reason: 'drill' } });
    expect(killed.body).toMatchObject({ status: { is_running: false, halted: { reason: 'drill' } } });
    expect(killed.body).toMatchObject({
      status: { trading_state: 'halted', trading_code: 'killed' },
      sent: expect.any(Number),
    });
    await refused('bot.start', 409);
    expect((await good('bot.flatten', { body: { preview: true } })).body).toMatchObject({ preview: true });
    await refused('bot.flatten', 409, { body: { preview: false } });
    await refused('bot.flatten', 400, { body: { preview: false }, headers: { 'idempotency-key': '' } });
    await good('bot.kill.reset');
    await good('bot.start', { body: EASY });
    expect((await live.during(good('bot.stop'))).body).toMatchObject({ status: { is_running: false, halted: null } });
  });

  test('a paper wallet is reset once under one key, and not for another market', async () => {
    await refused('wallets.reset', 422, { body: { market: 'practice' } });
    await refused('wallets.reset', 409, {
      body: { market: 'live', confirm: true },
      headers: { 'idempotency-key': 'reset-0' },
    });
    const { market } = (await good('bot.status')).body as { market: string };
    const call = { body: { market, confirm: true }, headers: { 'idempotency-key': 'reset-1' } };
    const first = await good('wallets.reset', call);
    expect(first.body).toMatchObject({ message: `The paper wallet of ${market} has its starting funds again` });
    expect((await good('wallets.reset', call)).body).toEqual(first.body);
    const { data } = (await good('facts.list', { query: { types: 'WalletReset' } })).body as { data: unknown[] };
    expect(data).toHaveLength(1);
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

  test('no call was left out, and every frame fitted', () => {
    expect(unwalked('trading', walk)).toEqual([]);
    expect(strayCalls()).toEqual([]);
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([]);
    const opportunities = socket.frames.filter(isOpportunity).map(({ seq }) => seq);
    expect(opportunities).toEqual(opportunities.map((_, index) => (opportunities[0] ?? 0) + index));
  });

  test('the OpenAPI document lists every call', async () => {
    const answer = await live.call('health');
    expect(answer.status).toBe(200);
    const response = await fetch(`${live.address}/api/v1/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const named = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(named.toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  test.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])(
    'answers of a kilobyte and more come as %s to a client that takes %s, smaller ones as they are',
    async (encoding, accepted) => {
      const { hostname, port } = new URL(live.address);
      const asked = (path: string) =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const headers = { 'accept-encoding': accepted, authorization: `Bearer ${live.adminToken}` };
          get({ hostname, port, path: `/api/v1${path}`, headers }, resolve).on('error', reject);
        });
      const document = await asked('/openapi.json');
      const plain = await buffer(document);
      expect(document.headers['content-encoding']).toBe(encoding);
      const read = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }[encoding ?? 'none'];
      expect(JSON.parse(String(read?.(plain)))).toMatchObject({ openapi: expect.any(String) });
      const small = await asked('/orders/history?limit=1&offset=400');
      small.resume();
      expect(small.headers['content-encoding']).toBeUndefined();
    },
  );
});
