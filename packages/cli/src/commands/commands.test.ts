import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { always, asked, type Bot, known, running, stopped, triquad } from '../run-against.ts';

describe('status', () => {
  test('prints what the bot is doing, field by field', async () => {
    const { code, out, err } = await triquad('status', always(200, running));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').slice(0, 5)).toEqual([
      'state       RUNNING',
      'mode        PAPER',
      'market      —',
      'uptime      02:14:09',
      'exchanges   binance',
    ]);
  });

  test('prints one JSON document for --json at any position', async () => {
    const after = await triquad('status --json', always(200, running));
    expect(JSON.parse(after.out)).toMatchObject(running);
    expect((await triquad('--json status', always(200, running))).out).toBe(after.out);
  });

  test('carries the application key and the token', async () => {
    const { calls } = await triquad('status --token secret --api-key app', always(200, running));
    expect(calls.map(({ headers }) => [headers.get('authorization'), headers.get('x-api-key')])).toEqual([
      ['Bearer secret', 'app'],
    ]);
  });
});

describe('start and stop', () => {
  test('start sends what was asked for, once, under a key of its own', async () => {
    const line = 'start --mode paper --exchanges Binance,kraken --pairs btc/usdt --min-profit 0.3 --max-capital 250';
    const { code, calls, err } = await triquad(line, ({ method }) =>
      method === 'POST' ? { status: 200, body: { message: 'Bot started' } } : { status: 200, body: stopped },
    );
    expect({ code, err }).toEqual({ code: 0, err: 'Bot started\n' });
    expect(asked(calls)).toEqual([
      ...known,
      {
        method: 'POST',
        path: '/api/v1/bot/start',
        body: {
          mode: 'paper',
          enabled_exchanges: ['binance', 'kraken'],
          trading_pairs: ['BTC/USDT'],
          min_profit_threshold: 0.3,
          max_capital_per_route: 250,
        },
      },
      { method: 'GET', path: '/api/v1/bot/status', body: undefined },
    ]);
    expect(calls[2]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('--wait asks until it runs', async () => {
    let looks = 0;
    const { code, out } = await triquad('start --wait', ({ method, path }) => {
      if (method === 'POST') return { status: 200, body: {} };
      if (path.endsWith('/status')) looks += 1;
      const starting = { ...stopped, bot_status: 'starting' };
      return { status: 200, body: looks === 1 ? stopped : looks < 3 ? starting : running };
    });
    expect({ code, looks, state: out.split('\n')[0] }).toEqual({ code: 0, looks: 3, state: 'state       RUNNING' });
  });

  test('--wait that runs out is 124', async () => {
    expect(await triquad('stop --wait 0.1', always(200, running))).toMatchObject({
      code: 124,
      out: '',
      err: 'triquad: not stopped after 0.1 s; see "triquad status"\n',
    });
  });

  test('--wait ends when the bot is halted', async () => {
    const halted = always(200, { ...stopped, halted: { reason: 'drawdown', at: null } });
    let isSent = false;
    const halting: Bot = (call) => {
      if (call.method === 'POST') isSent = true;
      return isSent ? halted(call) : { status: 200, body: stopped };
    };
    expect(await triquad('start --wait', halting)).toMatchObject({
      code: 6,
      err: 'triquad: the bot is halted: drawdown; "triquad risk" shows why, "triquad kill reset" lifts the halt\n',
    });
    expect((await triquad('stop --wait', halted)).code).toBe(0);
  });

  test.each([
    [{ is_running: true, bot_status: 'error' }, 'ERROR'],
    [{ is_running: true, bot_status: 'stopped' }, 'RUNNING'],
    [{}, 'UNKNOWN'],
    [{ ...running, halted: { reason: 'x', at: null } }, 'HALTED'],
  ])('status of %j is %s', async (status, state) => {
    expect((await triquad('status', always(200, status))).out.split('\n')[0]).toBe(`state       ${state}`);
  });

  test('--wait ends when the bot fails', async () => {
    const failed = always(200, { ...stopped, bot_status: 'error', message: 'no market' });
    expect(await triquad('restart --wait', failed)).toMatchObject({
      code: 1,
      err: 'no market\ntriquad: the bot failed: no market; see "triquad logs"\n',
    });
  });
});

describe('real money in the shell', () => {
  const bot = (mode: string | null): Bot => always(200, { ...stopped, mode, status: 'success' });
  const posts = ({ calls }: { calls: readonly { method: string }[] }) =>
    calls.filter(({ method }) => method === 'POST');

  test.each([
    ['start', 'live'],
    ['start', null],
    ['restart', 'live'],
    ['start --mode live', 'paper'],
    ['execute a', 'live'],
  ])('%s of a bot in mode %s is sent only with --confirm LIVE, never with --yes', async (line, mode) => {
    const unsure = await triquad(line, bot(mode));
    expect({ code: unsure.code, sent: posts(unsure) }).toEqual({ code: 2, sent: [] });
    for (const option of ['--yes', '--confirm live', '--confirm yes'])
      expect(posts(await triquad(`${line} ${option}`, bot(mode)))).toEqual([]);
    expect(posts(await triquad(`${line} --confirm LIVE`, bot(mode)))).toHaveLength(1);
  });

  test.each([
    ['LIVE', 0, 1],
    ['live', 1, 0],
    ['yes', 1, 0],
    ['', 1, 0],
  ])('%j typed on a terminal ends with %i', async (typed, code, sent) => {
    const stdin = Object.assign(Readable.from([`${typed}\n`]), { isTTY: true }) as unknown as Host['stdin'];
    const answer = await triquad('start', bot('live'), { stdin });
    expect({ code: answer.code, sent: posts(answer).length }).toEqual({ code, sent });
    expect(answer.err).toContain('LIVE MONEY: the bot trades by itself once it is started. Type LIVE to go on: ');
  });

  test('nothing is executed while the mode is unknown', async () => {
    const { code, calls, err } = await triquad('execute a', bot(null));
    expect({ code, sent: posts({ calls }), err }).toEqual({
      code: 5,
      sent: [],
      err: 'triquad: execute failed: The state of the bot is not known yet; see "triquad status"\n',
    });
  });
});

describe('opportunities', () => {
  const one = { id: 'a', type: 'TRI', exchange: 'binance', symbols: ['USDT', 'BTC', 'ETH', 'USDT'], profit_pct: 0.8 };
  const other = { ...one, id: 'b', type: 'QUAD', exchange: 'kraken', profit_pct: 0.2 };

  test('are filtered also when the bot knows no filters', async () => {
    const { out, calls } = await triquad(
      'opportunities --type tri --exchange BIN --min-profit 0.5 --json',
      always(200, { data: [one, other] }),
    );
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(['a']);
    expect(calls[0]?.path).toBe('/api/v1/opportunities/?limit=500&type=TRI&exchange=bin&min_profit=0.5');
  });

  test('of which there are none print nothing', async () => {
    expect(await triquad('opportunities', always(200, { data: [] }))).toMatchObject({
      code: 0,
      out: '',
      err: 'nothing to show\n',
    });
    expect((await triquad('opportunities --json', always(200, []))).out).toBe('[]\n');
  });
});

describe('execute', () => {
  const bot =
    (mode: string, answer: object): Bot =>
    ({ method }) => ({ status: 200, body: method === 'POST' ? answer : { ...running, mode } });
  const success = {
    status: 'success',
    execution_id: 'e',
    result: { actual_profit: 8.2, actual_profit_pct: 0.8, fees: 1 },
  };

  test.each([
    ['execute a', 'paper', { opportunity_id: 'a', dry_run: true }],
    ['execute a --amount 250 --confirm LIVE', 'live', { opportunity_id: 'a', dry_run: false, amount: 250 }],
    ['execute a --dry-run', 'live', { opportunity_id: 'a', dry_run: true }],
  ])('"%s" in %s mode', async (line, mode, body) => {
    const { code, calls, out } = await triquad(line, bot(mode, success));
    expect({ code, body: calls.at(-1)?.body }).toEqual({ code: 0, body });
    expect(out).toContain('profit     +$8.20 (0.80%)\n');
  });

  test('that failed says why and is 1', async () => {
    const failed = { status: 'failed', result: { error_message: 'leg 2 was not filled' } };
    expect(await triquad('execute a', bot('paper', failed))).toMatchObject({
      code: 1,
      err: 'triquad: execute failed: leg 2 was not filled\n',
    });
  });
});

describe('orders', () => {
  const order = {
    id: 'o1',
    exchange: 'binance',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.01,
    status: 'pending',
  };

  test('are listed, with and without the word', async () => {
    const bare = await triquad('orders --status pending --limit 5', always(200, { data: [order] }));
    expect(bare.out).toBe(
      'ID  EXCHANGE  SYMBOL    SIDE  TYPE   QUANTITY  FILLED   PRICE  AVG PRICE  STATUS   CREATED  SOURCE\n' +
        'o1  binance   BTC/USDT  buy   limit      0.01       —  Market          —  pending  —        not stated\n',
    );
    expect(asked(bare.calls)).toEqual([
      { method: 'GET', path: '/api/v1/orders/?limit=500&status=pending', body: undefined },
    ]);
    const named = await triquad('orders list --status pending --limit 5', always(200, { data: [order] }));
    expect({ out: named.out, calls: asked(named.calls) }).toEqual({ out: bare.out, calls: asked(bare.calls) });
  });

  test('are filtered before they are counted, whatever the bot does with the limit', async () => {
    const trade = (id: string, status: string) => ({ id, exchange: 'binance', symbols: [], status });
    const trades = [trade('1', 'completed'), trade('2', 'completed'), trade('3', 'failed'), trade('4', 'failed')];
    const { out } = await triquad('orders --history --status failed --limit 1 --json', always(200, { data: trades }));
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(['3']);
    const orders = Array.from({ length: 5 }, () => order);
    const { out: three } = await triquad('orders --limit 3 --json', always(200, { data: orders }));
    expect(JSON.parse(three)).toHaveLength(3);
  });

  const inMode =
    (mode: string | null): Bot =>
    ({ path, method }) =>
      method === 'GET' && path.endsWith('/bot/status')
        ? { status: 200, body: { ...running, mode } }
        : { status: 201, body: order };
  const place = 'orders place --exchange binance --symbol BTC/USDT --side buy --quantity 0.01';

  test.each(['live', null])('in mode %s are placed only with --confirm LIVE', async (mode) => {
    const unsure = await triquad(place, inMode(mode));
    expect({ code: unsure.code, sent: unsure.calls.filter(({ method }) => method === 'POST') }).toEqual({
      code: 2,
      sent: [],
    });
    expect(unsure.err).toMatch(/buy 0\.01 BTC\/USDT at the market on binance\. Confirm it with --confirm LIVE\n$/);
    expect((await triquad(`${place} --yes`, inMode(mode))).code).toBe(2);
    expect((await triquad(`${place} --confirm LIVE`, inMode(mode))).code).toBe(0);
  });

  test('are cancelled and placed', async () => {
    const { calls: cancelled } = await triquad('orders cancel o1', always(200, order));
    expect(asked(cancelled)).toEqual([{ method: 'POST', path: '/api/v1/orders/o1/cancel', body: undefined }]);
    const line = 'orders place --exchange Binance --symbol btc/usdt --side buy --quantity 0.01 --price 50000 --yes';
    const { calls: placed } = await triquad(line, inMode('paper'));
    expect(asked(placed).slice(2)).toEqual([
      {
        method: 'POST',
        path: '/api/v1/orders/',
        body: { exchange: 'binance', symbol: 'BTC/USDT', side: 'buy', quantity: 0.01, type: 'limit', price: 50000 },
      },
    ]);
  });
});

test('balances leave out what is not there and name what failed', async () => {
  const balances = {
    exchanges: [
      { exchange: 'binance', total_usd: 10, balances: { BTC: { total: 0.5, value_usd: 10 }, ETH: { total: 0 } } },
      { exchange: 'kraken', error: 'invalid key', balances: {} },
    ],
    total_usd: 10,
    last_updated: '2026-11-20T12:00:00.000Z',
  };
  expect(await triquad('balances', always(200, balances))).toMatchObject({
    code: 0,
    out: 'EXCHANGE  ASSET  TOTAL     USD  SOURCE\nbinance   BTC      0.5  $10.00  not stated\n',
    err: 'kraken: Error: invalid key\ntotal $10.00, 2026-11-20T12:00:00.000Z\n',
  });
});

test('what is reserved is shown with who holds it', async () => {
  const reserved_by = [
    { kind: 'execution', id: 'e-1', amount: 0.15 },
    { kind: 'fee', id: 'o-1', amount: 0.05 },
  ];
  const held = { total: 0.5, free: 0.3, reserved: 0.2, reserved_by, value_usd: 10 };
  const balances = { exchanges: [{ exchange: 'kraken', total_usd: 10, balances: { BTC: held } }], total_usd: 10 };
  expect((await triquad('balances', always(200, balances))).out).toBe(
    'EXCHANGE  ASSET  TOTAL     USD  RESERVED  BY                                                   SOURCE\nkraken    BTC      0.5  $10.00       0.2  execution e-1, the fee, not named yet, of order o-1  not stated\n',
  );
});

test('what is held is shown with its cost where the bot says it', async () => {
  const held = { total: 0.5, free: 0.5, value_usd: 30_000, cost_usd: 30_500 };
  const unpriced = { total: 3, free: 3, value_usd: null, cost_usd: null };
  const balances = { exchanges: [{ exchange: 'kraken', balances: { BTC: held, GIFT: unpriced } }] };
  expect((await triquad('balances', always(200, balances))).out).toBe(
    'EXCHANGE  ASSET  TOTAL         USD        COST  UNREALISED  SOURCE\n' +
      'kraken    BTC      0.5  $30,000.00  $30,500.00    -$500.00  not stated\n' +
      'kraken    GIFT       3           —           —           —  not stated\n',
  );
});

test('logs are printed oldest first and filtered', async () => {
  const entry = (id: string, level: string, message: string) => ({
    id,
    level,
    message,
    source: 'engine',
    timestamp: `2026-11-20T12:00:0${id}.000Z`,
  });
  const entries = [entry('3', 'ERROR', 'third'), entry('2', 'INFO', 'second'), entry('1', 'WARNING', 'first')];
  expect((await triquad('logs --level warning --grep ST|TH', always(200, { data: entries }))).out).toBe(
    'TIME                      LEVEL    SOURCE      MESSAGE\n' +
      '2026-11-20T12:00:01.000Z  WARNING  engine      first\n' +
      '2026-11-20T12:00:03.000Z  ERROR    engine      third\n',
  );
});

test('a log line and a notification with a code are shown and searched by their text', async () => {
  const coded = { code: 'executed_meanwhile', params: {}, message: 'words of the bot' };
  const text = 'This opportunity was executed since you saw its preview';
  const logs = always(200, { data: [{ id: '1', level: 'INFO', source: 'engine', ...coded }] });
  expect((await triquad('logs --grep since.you', logs)).out).toContain(text);
  expect((await triquad('logs --grep words', logs)).out).not.toContain('words of the bot');
  const notes = always(200, { data: { notifications: [{ id: '1', level: 'info', title: 'T', ...coded }] } });
  expect((await triquad('notifications', notes)).out).toContain(text);
});

test('a bot that keeps no logs is distinguished from a bot without entries', async () => {
  expect(await triquad('logs', always(404, { detail: 'Not Found' }))).toMatchObject({
    code: 1,
    out: '',
    err: 'triquad: logs failed: this bot has no logs.history\n',
  });
});
