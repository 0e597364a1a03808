import { expect, test } from 'vitest';
import { always, asked, type Bot, triquad } from '../run-against.ts';

const preview = {
  opportunity_id: 'o',
  amount: 250,
  legs: [{ market: 'BTC/USDT', side: 'buy', price: 50_000, quantity: 0.005, fee_pct: 0.1 }],
  expected_profit: 1.5,
  expected_profit_pct: 0.6,
  fees: 0.75,
  slippage_pct: 0.01,
  max_amount: 400,
  warnings: ['Close to the limit.'],
  expires_at: '2026-11-22T12:00:00.000Z',
};

test('a preview takes what the opportunity is sized to, and executes nothing', async () => {
  const bot: Bot = ({ method }) => ({
    status: 200,
    body: method === 'POST' ? preview : { id: 'o', type: 'TRI', exchange: 'okx', capital_required: 250 },
  });
  const { code, out, calls } = await triquad('preview o', bot);
  expect({ code, sent: asked(calls).slice(1) }).toEqual({
    code: 0,
    sent: [{ method: 'POST', path: '/api/v1/orders/preview', body: { opportunity_id: 'o', amount: 250 } }],
  });
  expect(out.split('\n').slice(0, 3)).toEqual([
    'amount    $250.00 of at most $400.00',
    'profit    +$1.50 (+0.600%), expected',
    'fees      $0.75',
  ]);
  expect(out).toContain('leg 1     buy 0.005 BTC/USDT @ 50,000, fee 0.1000%\nwarning   Close to the limit.\n');
});

const text = '# HELP a What.\n# TYPE a counter\na{exchange="ok\\"x"} 3\nb NaN\n';
/** Answers with text where it is asked for metrics. */
const exposing = (status = 200, answer = text) => ({
  fetch: async (url: string) =>
    url.endsWith('/metrics')
      ? new Response(answer, { status })
      : new Response(JSON.stringify({ bot_status: 'stopped' }), { status: 200 }),
});

test('metrics are samples with their labels, or the text as it is', async () => {
  const { out } = await triquad('metrics --json', always(200, {}), exposing());
  expect(JSON.parse(out)).toEqual([
    { name: 'a', labels: { exchange: 'ok"x' }, value: 3 },
    { name: 'b', labels: {}, value: null },
  ]);
  expect((await triquad('metrics --raw', always(200, {}), exposing())).out).toBe(text);
  expect((await triquad('metrics --name b', always(200, {}), exposing())).out).toMatch(
    /^NAME +LABELS +VALUE\nb +\?\n$/,
  );
});

test.each([
  [403, '', 4, 'they are for admins'],
  [404, '{}', 1, 'this bot has no metrics'],
  [200, '<!doctype html>', 1, 'this bot has no metrics'],
])('metrics answered by %i %s end with %i', async (status, answer, code, message) => {
  const ended = await triquad('metrics', always(200, {}), exposing(status, answer));
  expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' });
  expect(ended.err).toContain(message);
});
