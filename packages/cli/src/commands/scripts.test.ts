import { describe, expect, test } from 'vitest';
import { always, asked, type Bot, running, stopped, triquad } from '../run-against.ts';

const trade = (id: string, at: string, profit: number) => ({
  id,
  status: 'completed',
  exchange: 'okx',
  opportunity_type: 'TRI',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  profit,
  entry_time: at,
});
const trades = always(200, {
  data: [trade('b', '2026-02-01T12:00:00Z', 1_234.5), trade('a', '2026-01-31T12:00:00Z', -0.5)],
});
const methods = (calls: Parameters<typeof asked>[0]) => asked(calls).map(({ method, path }) => `${method} ${path}`);

describe('ensure', () => {
  /** Stopped until it is started, running until it is stopped. */
  const switchable = (initial: object): Bot => {
    let status = initial;
    return ({ method, path }) => {
      if (method === 'POST') status = path.endsWith('/start') ? running : stopped;
      return { status: 200, body: method === 'POST' ? { message: 'done' } : status };
    };
  };

  test('running starts a stopped bot and waits; run again, it changes nothing', async () => {
    const bot = switchable(stopped);
    const first = await triquad('ensure running --mode paper', bot);
    expect({ code: first.code, state: first.out.split('\n')[0] }).toEqual({ code: 0, state: 'state       RUNNING' });
    expect(methods(first.calls)).toContain('POST /api/v1/bot/start');
    const second = await triquad('ensure running --mode paper', bot);
    expect({ code: second.code, calls: methods(second.calls) }).toEqual({ code: 0, calls: ['GET /api/v1/bot/status'] });
  });

  test('stopped stops a running bot, and leaves a stopped one alone', async () => {
    const bot = switchable(running);
    expect(methods((await triquad('ensure stopped', bot)).calls)).toContain('POST /api/v1/bot/stop');
    expect(methods((await triquad('ensure stopped', bot)).calls)).toEqual(['GET /api/v1/bot/status']);
  });

  test('a bot that runs with other limits is not touched: 5', async () => {
    const bot = always(200, { ...running, min_profit_threshold: 0.5 });
    const { code, err, calls } = await triquad('ensure running --min-profit 0.3', bot);
    expect({ code, calls: methods(calls) }).toEqual({ code: 5, calls: ['GET /api/v1/bot/status'] });
    expect(err).toBe(
      'triquad: the bot runs with min profit 0.5, not 0.3; "triquad restart" applies what is asked for\n',
    );
  });

  test('live money is not started without --confirm LIVE', async () => {
    const bot = switchable({ ...stopped, mode: 'live' });
    expect((await triquad('ensure running', bot)).code).toBe(2);
    expect((await triquad('ensure running --yes', bot)).code).toBe(2);
    expect((await triquad('ensure running --confirm LIVE', bot)).code).toBe(0);
  });
});

describe('wait', () => {
  test('ends when a figure passes its bound', async () => {
    let looks = 0;
    const bot: Bot = () => {
      looks += 1;
      return { status: 200, body: { max_drawdown: looks } };
    };
    const { code, out } = await triquad('wait --for drawdown>1 --json', bot);
    expect({ code, looks, said: JSON.parse(out) }).toEqual({
      code: 0,
      looks: 2,
      said: { waited_for: 'drawdown>1', value: 2 },
    });
  });

  test('within 0 seconds it looks once', async () => {
    const bot = always(200, { max_drawdown: 3 });
    expect((await triquad('wait --for drawdown>2 --within 0', bot)).code).toBe(0);
    expect((await triquad('wait --for drawdown>4 --within 0', bot)).code).toBe(124);
  });

  test.each([
    ['running', running, 0],
    ['stopped', stopped, 0],
    ['running', { ...stopped, halted: { reason: 'x', at: null } }, 6],
    ['stopped', running, 124],
  ])('for %s of a bot that is %j ends with %i', async (state, status, code) => {
    expect((await triquad(`wait --for ${state} --within 0.05`, always(200, status))).code).toBe(code);
  });

  test('idle is a bot without open orders and running executions', async () => {
    const open =
      (what: string): Bot =>
      ({ path }) => ({
        status: 200,
        body: { data: path.includes(what) ? [{ id: '1', status: 'pending' }] : [] },
      });
    const wait = (bot: Bot) => triquad('wait --for idle --within 0.05', bot);
    expect((await wait(open('nothing'))).code).toBe(0);
    expect((await wait(open('/orders/?'))).code).toBe(124);
    expect((await wait(open('/orders/history'))).code).toBe(124);
  });

  test.each(['drawdown', 'drawdown>x', 'profit>1', 'sleeping'])('for %s is wrong usage', async (text) => {
    const { code, err, calls } = await triquad(`wait --for ${text}`, always(200, running));
    expect({ code, calls }).toEqual({ code: 2, calls: [] });
    expect(err).toContain("running, stopped, idle, or like 'drawdown>2'");
  });
});

describe('mode', () => {
  test('prints it, changes to paper, and asks before live', async () => {
    expect((await triquad('mode', always(200, running))).out).toBe('mode  PAPER\n');
    const posts = ({ calls }: { calls: Parameters<typeof asked>[0] }) =>
      asked(calls).filter(({ method }) => method === 'POST');
    const bot =
      (mode: string): Bot =>
      ({ method }) => ({ status: 200, body: method === 'POST' ? { status: { ...stopped, mode } } : stopped });
    const paper = await triquad('mode paper', bot('paper'));
    expect(posts(paper)).toMatchObject([{ path: '/api/v1/bot/mode', body: { mode: 'paper' } }]);
    const unsure = await triquad('mode live', bot('live'));
    expect([unsure.code, posts(unsure)]).toEqual([2, []]);
    const live = await triquad('mode live --confirm LIVE', bot('live'));
    expect(posts(live)).toMatchObject([{ body: { mode: 'live', confirm: 'LIVE' } }]);
    expect(live.out).toBe('mode  LIVE\n');
  });
});

test('best names the best one, or says that there is none', async () => {
  const one = { id: 'x', type: 'TRI', exchange: 'okx', symbols: ['A', 'B', 'A'], profit_pct: 0.4123, profit_usd: 4.1 };
  const { out, calls } = await triquad('best --type tri', always(200, one));
  expect(methods(calls)).toEqual(['GET /api/v1/opportunities/best?type=TRI']);
  expect(out).toContain('cycle    TRI okx A→B→A\nprofit   +0.412%, +$4.10\n');
  expect(await triquad('best', always(200, null))).toMatchObject({ code: 0, out: 'best  nothing is valid now\n' });
  expect((await triquad('best --json', always(200, null))).out).toBe('null\n');
});

test('stats of the last minutes', async () => {
  const stats = {
    total: 12,
    dislocations: 3,
    valid: 1,
    per_minute: 2.4,
    avg_profit_pct: 0.25,
    max_profit_pct: 0.6,
    window_seconds: 300,
  };
  expect((await triquad('stats', always(200, stats))).out.split('\n').slice(0, 4)).toEqual([
    'window         300 s',
    'opportunities  12, 1 valid now',
    'dislocations   3',
    'a minute       2.4',
  ]);
});

describe('trades', () => {
  test('of a period, also of a bot that does not filter', async () => {
    const { out, calls } = await triquad('trades --since 2026-02-01 --json', trades);
    expect(methods(calls)).toEqual(['GET /api/v1/orders/history?limit=500&from=2026-02-01T00%3A00%3A00.000Z']);
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(['b']);
    const before = await triquad('trades --until 2026-02-01 --json', trades);
    expect(JSON.parse(before.out).map(({ id }: { id: string }) => id)).toEqual(['a']);
  });

  test('of one market, also of a bot that does not filter', async () => {
    const mixed = always(200, {
      data: [
        { ...trade('a', '2026-02-01T12:00:00Z', 1), market: 'live' },
        { ...trade('b', '2026-02-01T11:00:00Z', 500), market: 'practice' },
        trade('c', '2026-02-01T10:00:00Z', 1),
      ],
    });
    const { out, calls } = await triquad('trades --market live --csv --columns id,market', mixed);
    expect(methods(calls)).toEqual(['GET /api/v1/orders/history?limit=500&market=live']);
    expect(out).toBe('id,market\r\na,live\r\n');
    expect((await triquad('trades --market unknown --csv --columns id', mixed)).out).toBe('id\r\nc\r\n');
  });

  test('--csv is for a spreadsheet: plain figures, and no text that is computed', async () => {
    const { out } = await triquad('trades --csv --columns id,profit,fees,path', trades);
    expect(out).toBe('id,profit,fees,path\r\nb,1234.5,,USDT→BTC→ETH→USDT\r\na,-0.5,,USDT→BTC→ETH→USDT\r\n');
    const foreign = always(200, { data: [trade('=1+1,"x"', '2026-02-01T12:00:00Z', 1)] });
    expect((await triquad('trades --csv --columns id', foreign)).out).toBe('id\r\n"\'=1+1,""x"""\r\n');
  });

  test('--columns chooses and orders, and names those that there are', async () => {
    expect((await triquad('trades --columns profit,ID', trades)).out).toBe(
      '   PROFIT  ID\n+$1,234.50  b\n   -$0.50  a\n'.replace(/^ {3}/, '    ').replace('\n   -', '\n    -'),
    );
    const { code, err } = await triquad('trades --columns profits', trades);
    expect({ code, err }).toEqual({
      code: 2,
      err: "triquad: there is no column 'profits'; there are id, type, exchange, path, profit, profit %, fees, seconds, status, entry, market, source\n",
    });
    expect((await triquad('trades --csv --json', trades)).code).toBe(2);
  });
});

describe('history', () => {
  const decided = {
    id: 'd1',
    opportunity_id: 'o1',
    at: '2026-01-31T12:00:00.000Z',
    exchange: 'okx',
    type: 'TRI',
    symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
    profit_pct: 0.196,
    threshold_pct: 0.2,
    decision: 'skipped',
    reason: 'below_threshold',
    detail: 'it pays less than the threshold',
  };

  test('lists what was decided, with the code and the figures', async () => {
    const page = { data: [decided], next: 'c', total: 7, by_code: [], kept_since: null };
    const { out, err, calls } = await triquad('history --code below_threshold --find BTC --limit 1', always(200, page));
    expect(methods(calls)).toEqual(['GET /api/v1/history/?limit=1&code=below_threshold&q=BTC']);
    expect(out.split('\n')[1]).toBe(
      'd1  2026-01-31T12:00:00.000Z  TRI   okx       USDT→BTC→ETH→USDT  +0.196%  0.200%  below_threshold  not stated',
    );
    expect(err).toBe('more than 1 match; --until 2026-01-31T12:00:00.000Z continues\n');
  });

  test('life tells one from found to the facts of the journal', async () => {
    const life = {
      id: 'e1',
      opportunity_id: 'o1',
      execution_id: 'e1',
      found: { at: decided.at, profit_pct: 0.641, profit_usd: 6.41, capital_usd: 1_000, threshold_pct: 0.2 },
      decisions: [{ ...decided, reason: 'executed', decision: 'executed', detail: 'it pays' }],
      trigger: 'automatic',
      trade: {
        ...trade('e1', decided.at, 6.33),
        expected_profit: 6.41,
        fees: 3,
        legs: [
          {
            leg: 1,
            market: 'BTC/USDT',
            side: 'buy',
            quantity: 1,
            expected_quantity: 1,
            price: 2,
            expected_price: 2,
            status: 'filled',
            ms: 75,
          },
        ],
      },
      left: [{ asset: 'BTC', amount: '0.0000002', stranded: false }],
      facts: [{ seq: 7, at: decided.at, type: 'ExecutionStarted' }],
    };
    const { out } = await triquad('life e1', always(200, life));
    expect(out.split('\n').slice(3, -1)).toEqual([
      'found        2026-01-31T12:00:00.000Z',
      'showed       +0.641%, +$6.41 of $1,000.00, needed 0.200%',
      'decided      2026-01-31T12:00:00.000Z executed: it pays',
      'started      automatic',
      'leg 1        buy 1 of 1 BTC/USDT at 2, planned 2, filled, 75 ms',
      'result       completed: +$6.33 of +$6.41 shown, fees $3.00',
      'dust         0.0000002 BTC',
      'fact 7       2026-01-31T12:00:00.000Z ExecutionStarted',
      'source       source not stated',
    ]);
    expect(await triquad('life e1', always(404, {}))).toMatchObject({ code: 1, out: '' });
  });
});
