import { describe, expect, test } from 'vitest';
import { always, asked, type Bot, known, running, triquad } from '../run-against.ts';

const residual = {
  exchange: 'kucoin',
  asset: 'BTC',
  amount: 0.01997,
  value_usd: 998.5,
  since: '2026-01-31T12:00:00.050Z',
  execution_id: 'e',
  way_out: {
    market: 'BTC/USDT',
    side: 'sell',
    quantity: 0.01997,
    expected_price: 49_999,
    expected_loss_usd: 1.02,
    path: ['BTC', 'USDT'],
  },
};
const tripped = {
  name: 'stale_data',
  status: 'tripped',
  reason: '4 of 5 books are not trusted, the limit is 50 %',
  tripped_at: '2026-01-31T12:00:00.000Z',
  resumes: 'itself',
};
const failures = { ...tripped, name: 'consecutive_failures', reason: '5 in a row', resumes: 'operator' };
const risk = {
  state: 'reducing',
  since: '2026-01-31T12:00:00.000Z',
  reason: null,
  breakers: [tripped, failures, { ...tripped, name: 'clock_skew', status: 'ok', reason: null, tripped_at: null }],
  limits: [
    { name: 'total_capital', scope: 'all', limit: 10_000, used: 998.5, unit: 'usd' },
    { name: 'position', scope: 'BTC', limit: 1000, used: null, unit: 'usd' },
    { name: 'simultaneous_executions', scope: 'all', limit: 3, used: 1, unit: 'count' },
    { name: 'cooldown', scope: 'route', limit: 60, used: 12.2, unit: 'seconds' },
    { name: 'stop_loss', scope: 'all', limit: 10, used: 0.4, unit: 'percent' },
  ],
  stranded: [residual],
  provenance: null,
};

const inMode =
  (mode: string | null, answer: object): Bot =>
  ({ path, method }) => ({
    status: 200,
    body: method === 'GET' && path.endsWith('/bot/status') ? { is_running: true, mode } : answer,
  });

describe('risk', () => {
  test('prints what holds the bot back, and each limit with what is used of it', async () => {
    const { code, out, calls } = await triquad('risk', always(200, risk));
    expect({ code, calls: asked(calls) }).toEqual({
      code: 0,
      calls: [{ method: 'GET', path: '/api/v1/risk/', body: undefined }],
    });
    expect(out.split('\n').map((line) => line.replace(/ {2,}/, ' | '))).toEqual([
      'state | REDUCING',
      'since | 2026-01-31T12:00:00.000Z',
      'stale_data | tripped 2026-01-31T12:00:00.000Z: 4 of 5 books are not trusted, the limit is 50 %; resumes by itself',
      'consecutive_failures | tripped 2026-01-31T12:00:00.000Z: 5 in a row; "triquad risk reset consecutive_failures"',
      'clock_skew | ok',
      'total_capital | $998.50 of $10,000.00',
      'position BTC | — of $1,000.00',
      'simultaneous_executions | 1 of 3',
      'cooldown | 13 of 60 s',
      'stop_loss | 0.40% of 10.00%',
      'residual | 1; see "triquad residuals"',
      'source | source not stated',
      '',
    ]);
    expect(JSON.parse((await triquad('risk --json', always(200, risk))).out)).toEqual({ ...risk, provenance: null });
  });

  test('says of each residual position why it is left, where the bot does', async () => {
    const reason = { code: 'no_book' };
    const unknown = { ...residual, asset: 'SOL', reason: { code: 'of_a_later_bot' } };
    const stranded = [{ ...residual, reason }, { ...residual, asset: 'ETH' }, unknown];
    const { out } = await triquad('risk', always(200, { ...risk, stranded }));
    expect(out).toMatch(
      /residual +3; see "triquad residuals"\nkucoin BTC +no trusted book took it\nsource +source not stated\n$/,
    );
    const json = JSON.parse((await triquad('risk --json', always(200, { ...risk, stranded }))).out);
    expect(json.stranded[0]).toEqual({ ...residual, reason });
  });

  test('reset takes the name of a breaker', async () => {
    const { code, calls, out } = await triquad(
      'risk reset consecutive_failures',
      always(200, { message: 'consecutive_failures is reset', risk: { ...risk, state: 'active' } }),
    );
    expect({ code, calls: asked(calls) }).toEqual({
      code: 0,
      calls: [{ method: 'POST', path: '/api/v1/risk/breakers/consecutive_failures/reset', body: undefined }],
    });
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(out).toContain('consecutive_failures is reset');
  });
});

describe('residuals', () => {
  test('lists what is left, with the way out', async () => {
    const bare = await triquad('residuals', always(200, risk));
    expect(bare.out).toContain('sell 0.01997 BTC/USDT @ 49,999');
    expect((await triquad('residuals list', always(200, risk))).out).toBe(bare.out);
    const why = '; left because the best way back would have lost at least 4.25%, and at most 1% is allowed';
    const left = { ...residual, reason: { code: 'loss', loss_pct: 4.25, most_pct: 1 } };
    const told = await triquad('residuals', always(200, { ...risk, stranded: [left] }));
    expect(told.out).toContain(`sell 0.01997 BTC/USDT @ 49,999${why}\n`);
    expect(bare.out).not.toContain('left because');
    // Its name in earlier versions.
    expect((await triquad('stranded', always(200, risk))).out).toBe(bare.out);
    expect(JSON.parse((await triquad('residuals --json', always(200, risk))).out)).toEqual([
      { ...residual, provenance: null },
    ]);
  });

  test.each(['sell', 'keep'] as const)('%s asks for --yes, and sends what was confirmed', async (action) => {
    const answer = inMode('paper', { message: 'done so', risk: { ...risk, stranded: [] } });
    const posted = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method === 'POST');
    const unsure = await triquad(`residuals ${action} kucoin BTC`, answer);
    expect({ code: unsure.code, calls: posted(unsure.calls).length, err: unsure.err }).toEqual({
      code: 2,
      calls: 0,
      err: `triquad: All BTC on kucoin is to be ${action === 'sell' ? 'sold' : 'kept'}. "triquad residuals" shows what it comes to. Confirm it with --yes\n`,
    });
    const { code, calls, out } = await triquad(`residuals ${action} KuCoin btc --yes`, answer);
    expect({ code, calls: asked(calls).filter(({ method }) => method === 'POST') }).toEqual({
      code: 0,
      calls: [{ method: 'POST', path: '/api/v1/risk/stranded/kucoin/BTC/resolve', body: { action, confirm: true } }],
    });
    expect(out.split('\n').slice(0, 2)).toEqual(['done      done so', 'residual  nothing']);
  });
});

test.each(['live', null])('in mode %s a residual is sold, and all of them, by the word alone', async (mode) => {
  const posted = async (line: string, answer: object) =>
    (await triquad(line, inMode(mode, answer))).calls.filter(({ method }) => method === 'POST').length;
  const sell = 'residuals sell kucoin BTC';
  expect([await posted(`${sell} --yes`, { risk }), await posted(`${sell} --confirm LIVE`, { risk })]).toEqual([0, 1]);
  // The first call is the preview.
  expect([await posted('flatten --yes', sale), await posted('flatten --confirm LIVE', sale)]).toEqual([1, 2]);
});

describe('differences', () => {
  const difference = {
    id: 'd1',
    exchange: 'okx',
    asset: 'BTC',
    booked: '0',
    found: '0.5',
    amount: '0.5',
    value_usd: 25_000,
    kind: 'deposit',
    found_at: '2026-01-31T12:00:00.000Z',
    provenance: null,
  };

  test('lists what differs, with what explains it', async () => {
    const { out } = await triquad('differences', always(200, { data: [difference] }));
    expect(out).toMatch(/d1 +okx +BTC +0 +0\.5 +\$25,000\.00 +deposit/);
    const halted = { ...difference, kind: 'unexplained' };
    expect((await triquad('differences', always(200, { data: [halted] }))).out).toContain('nothing: halted');
    expect(JSON.parse((await triquad('differences --json', always(200, { data: [difference] }))).out)).toEqual([
      { ...difference, provenance: null },
    ]);
  });

  test('accept asks for --yes, and sends the reason', async () => {
    const answer = always(200, { message: '0.5 BTC on okx is booked', differences: [] });
    const unsure = await triquad('differences accept d1 mine', answer);
    expect({ code: unsure.code, calls: asked(unsure.calls) }).toEqual({ code: 2, calls: known });
    const { code, calls, out } = await triquad('differences accept d1 mine --yes', answer);
    expect({ code, calls: asked(calls) }).toEqual({
      code: 0,
      calls: [
        ...known,
        { method: 'POST', path: '/api/v1/accounts/differences/d1/accept', body: { reason: 'mine', confirm: true } },
      ],
    });
    expect(out).toContain('0.5 BTC on okx is booked');
  });

  test('are named in the risk report, with why an exchange is down or halted', async () => {
    const accounts = [
      { exchange: 'kucoin', state: 'ready', reason: null, differences: 0 },
      { exchange: 'okx', state: 'halted', reason: 'okx does not hold what the ledger says', differences: 1 },
    ];
    const { out } = await triquad('risk', always(200, { ...risk, accounts }));
    expect(out).toMatch(/kucoin +ready/);
    expect(out).toMatch(/okx +okx does not hold what the ledger says; see "triquad differences"/);
  });
});

test('an execution that goes on is neither a success nor a failure: 124', async () => {
  const status = { is_running: true, mode: 'paper' };
  const pending = { status: 'pending', execution_id: 'e1', result: { legs: [] } };
  const answer = await triquad('execute a', ({ method }) => ({
    status: 200,
    body: method === 'POST' ? pending : status,
  }));
  expect(answer).toMatchObject({
    code: 124,
    err: 'triquad: it goes on: the exchange has not answered yet; see "triquad orders --history"; it is execution e1\n',
  });
});

const sale = {
  message: 'Sold.',
  positions: [
    {
      exchange: 'kraken',
      asset: 'ETH',
      amount: 0.4,
      value_usd: 1000,
      market: 'ETH/USD',
      expected_price: 2500,
      expected_loss_usd: 1.5,
    },
  ],
  expected_loss_usd: 1.5,
};

test('flatten shows what it would sell, and sells it only when that is confirmed', async () => {
  const bodies = (calls: readonly { body: unknown; method: string }[]) =>
    calls.flatMap(({ body, method }) => (method === 'POST' ? [body] : []));
  const shown = await triquad('flatten --preview', always(200, sale));
  expect({ code: shown.code, bodies: bodies(shown.calls), err: shown.err }).toEqual({
    code: 0,
    bodies: [{ preview: true }],
    err: 'expected loss $1.50 (source not stated)\n',
  });
  expect(shown.out).toContain('kraken    ETH       0.4  $1,000.00  ETH/USD  2,500  $1.50');
  const asked = await triquad('flatten', inMode('paper', sale));
  expect({ code: asked.code, bodies: bodies(asked.calls) }).toEqual({ code: 2, bodies: [{ preview: true }] });
  const sold = await triquad('flatten --yes', inMode('paper', sale));
  expect({ code: sold.code, bodies: bodies(sold.calls), err: sold.err }).toEqual({
    code: 0,
    bodies: [{ preview: true }, { preview: false }],
    err: 'Sold.\n',
  });
  expect(sold.calls.at(-1)?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('with nothing to sell, flatten sells nothing', async () => {
  const { code, calls, err } = await triquad('flatten --yes', always(200, { positions: [] }));
  expect({ code, sent: calls.map(({ body }) => body), err }).toEqual({
    code: 0,
    sent: [{ preview: true }],
    err: 'nothing to show\n',
  });
});

test('balances reset says what is lost and what stays, and resets the wallet of the market that it named', async () => {
  const bot: Bot = ({ method, path }) => {
    if (method === 'POST') return { status: 200, body: { message: 'done so', risk: { ...risk, stranded: [] } } };
    return {
      status: 200,
      body: path.endsWith('/status') ? { ...running, market: 'practice' } : { total_usd: 9_876.5 },
    };
  };
  const unsure = await triquad('balances reset', bot);
  expect({ code: unsure.code, sent: unsure.calls.filter(({ method }) => method === 'POST') }).toEqual({
    code: 2,
    sent: [],
  });
  expect(unsure.err).toBe(
    'triquad: To be reset: the paper wallet of the market practice, worth $9,876.50 (source not stated). Its balances, residual positions and what today has used of the limits are lost. Trades, decisions, settings, a halt and the wallets of other markets stay. Confirm it with --yes\n',
  );
  const { code, out, calls } = await triquad('balances reset --yes', bot);
  expect({ code, out }).toEqual({ code: 0, out: 'done  done so\n' });
  expect(asked(calls).at(-1)).toEqual({
    ...{ method: 'POST', path: '/api/v1/wallets/reset', body: { market: 'practice', confirm: true } },
  });
  expect(calls.at(-1)?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});
