import { expect, test } from 'vitest';
import { type Answer, always, asked, type Bot, triquad } from '../run-against.ts';

const figures = {
  total_pnl: 12.5,
  total_profit: 20,
  total_loss: 7.5,
  total_trades: 4,
  winning_trades: 3,
  losing_trades: 1,
};

test('performance of a period, and what a bot does not say as a dash', async () => {
  const line = 'performance --from 2026-01-01 --to 2026-02-01 --exchange Kraken';
  const { code, out, calls } = await triquad(line, always(200, { ...figures, win_rate: 75, sharpe_ratio: null }));
  expect(asked(calls)[0]?.path).toBe(
    '/api/v1/performance/metrics?from=2026-01-01T00%3A00%3A00.000Z&to=2026-02-01T00%3A00%3A00.000Z&exchange=kraken',
  );
  expect({ code, lines: out.split('\n').slice(0, 6) }).toEqual({
    code: 0,
    lines: [
      'profit and loss  +$12.50',
      'profit, loss     $20.00, $7.50',
      'trades           4: 3 won, 1 lost',
      'win rate         75.00%',
      'profit factor    —',
      'Sharpe ratio     —',
    ],
  });
});

test.each<[string, Answer]>([
  ['has no metrics', { status: 404, body: { detail: 'Not Found' } }],
  ['has other metrics', { status: 200, body: { latency: 3 } }],
])('performance of a bot that %s is its summary', async (_, answer) => {
  const specOnly: Bot = ({ path }) =>
    path.startsWith('/api/v1/performance/metrics') ? answer : { status: 200, body: figures };
  const { code, out } = await triquad('performance', specOnly);
  expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: 'profit and loss  +$12.50' });
  expect(await triquad('performance --from 2026-01-01', specOnly)).toMatchObject({
    code: 1,
    out: '',
    err: 'triquad: performance failed: this bot gives no figures of a period, an exchange or a market, only of all time\n',
  });
});

const decision = {
  id: '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11',
  opportunity_id: null,
  at: '2026-01-31T12:00:00.000Z',
  exchange: 'okx',
  type: 'TRI',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  profit_pct: 0.31,
  decision: 'skipped',
  reason: 'cooldown',
  detail: '42 s left of 60 s after a failure',
};

test('decisions with their reasons, of those that are asked for', async () => {
  const { out, calls } = await triquad('decisions --reason cooldown --limit 5', always(200, { data: [decision] }));
  expect(asked(calls)[0]?.path).toBe('/api/v1/decisions/?limit=5&reason=cooldown');
  expect(out.split('\n')[1]).toBe(
    '2026-01-31T12:00:00.000Z  okx       USDT→BTC→ETH→USDT  +0.31%  cooldown  42 s left of 60 s after a failure  not stated',
  );
  const none: Bot = ({ path }) => ({ status: 200, body: { data: path.includes('reason') ? [] : [decision] } });
  expect(await triquad('decisions --reason coldown', none)).toMatchObject({
    code: 0,
    out: '',
    err: 'nothing to show\nno decision has the reason coldown; there are cooldown\n',
  });
  expect(await triquad('decisions', always(404, {}))).toMatchObject({
    code: 1,
    err: 'triquad: decisions failed: this bot has no decisions\n',
  });
});

test('notifications, of which those shown are marked as read when that is wanted', async () => {
  const many = Array.from({ length: 5 }, (_, at) => ({
    id: `${at}`,
    level: 'info',
    title: 't',
    message: 'm',
    read: at < 3,
  }));
  const page = always(200, { data: { notifications: many, unread_count: 2 } });
  const ids = async (line: string) => JSON.parse((await triquad(line, page)).out).map(({ id }: { id: string }) => id);
  expect(await ids('notifications --limit 2 --json')).toEqual(['0', '1']);
  expect(await ids('notifications --unread --limit 1 --json')).toEqual(['3']);
  const note = (id: string, read: boolean) => ({ id, level: 'error', title: 'Bot halted', message: `no ${id}`, read });
  const bot: Bot = ({ method }) =>
    method === 'POST'
      ? { status: 200, body: { updated: 1 } }
      : { status: 200, body: { data: { notifications: [note('1', false), note('2', true)], unread_count: 1 } } };
  const shown = await triquad('notifications --unread', bot);
  expect({ lines: shown.out.split('\n').slice(1, -1), err: shown.err }).toEqual({
    lines: ['*  —     error  Bot halted  no 1     not stated'],
    err: 'unread: 1\n',
  });
  const marked = await triquad('notifications --mark-read --json', bot);
  expect(asked(marked.calls)).toEqual([
    { method: 'GET', path: '/api/v1/notifications/?page=1&page_size=20', body: undefined },
    { method: 'POST', path: '/api/v1/notifications/mark-read', body: { notification_ids: ['1'] } },
  ]);
  expect(JSON.parse(marked.out)).toMatchObject([{ id: '1' }, { id: '2' }]);
});

test('the audit log with what was changed, of one user and from one entry on', async () => {
  const entry = {
    seq: 12,
    at: '2026-01-31T12:00:00.000Z',
    actor: 'ana',
    action: 'config.update',
    target: 'c-1',
    outcome: 'ok',
    request_id: null,
    source: '10.0.0.1',
    session: 'abc',
    before: { 'risk.stop_loss_pct': 5 },
    after: { 'risk.stop_loss_pct': 3, name: 'careful' },
  };
  const { code, out, calls } = await triquad('audit --actor ana --before 13', always(200, { data: [entry] }));
  expect(asked(calls)[0]?.path).toBe('/api/v1/audit/?limit=50&actor=ana&before=13');
  expect(code).toBe(0);
  expect(out).toContain('risk.stop_loss_pct 5 → 3, name — → careful');
  const { out: json } = await triquad('audit --json', always(200, { data: [entry] }));
  expect(JSON.parse(json)).toEqual([entry]);
});
