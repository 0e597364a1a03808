import { expect, test } from 'vitest';
import { type Answer, asked, type Bot, triquad } from '../run-against.ts';

const leg = {
  leg: 1,
  market: 'BTC/USDT',
  side: 'buy',
  expected_price: 86_412.5,
  price: 86_416,
  expected_quantity: 0.01154,
  quantity: 0.01154,
  status: 'filled',
  ms: 75,
};
const life = {
  id: 'e1',
  opportunity_id: 'o1',
  execution_id: 'e1',
  found: {
    at: '2026-11-21T20:31:07.412Z',
    profit_pct: 0.642,
    profit_usd: 6.41,
    capital_usd: 998.36,
    threshold_pct: 0.2,
  },
  decisions: [
    {
      id: 'd1',
      opportunity_id: 'o1',
      at: '2026-11-21T20:31:07.415Z',
      exchange: 'kucoin',
      type: 'TRI',
      symbols: ['USDT', 'BTC', 'LINK', 'USDT'],
      profit_pct: 0.642,
      decision: 'executed',
      reason: 'executed',
      detail: '+0.642 % against +0.200 %',
    },
  ],
  trigger: 'automatic',
  trade: { id: 'e1', status: 'completed', profit: 6.33, expected_profit: 6.41, fees: 3, legs: [leg] },
  left: [
    { asset: 'BTC', amount: '0.0000002', stranded: false },
    { asset: 'ETH', amount: '0.0612', stranded: true, reason: { code: 'loss', loss_pct: 4, most_pct: 1 } },
  ],
  facts: [{ seq: 184_207, at: '2026-11-21T20:31:07.412Z', type: 'ExecutionStarted', hash: 'h', says: {} }],
  forgotten: ['orders'],
};

const health: Answer = { status: 200, body: { status: 'ok', version: '0.1.0', capabilities: ['history'] } };
const knowing =
  (status: number, body: unknown): Bot =>
  ({ path }) =>
    path.endsWith('/health') ? health : { status, body };

test('a life is shown from what was found to what is left, with the facts of the journal', async () => {
  const { code, out, err, calls } = await triquad('life e1', knowing(200, life));
  expect({ code, err, asked: asked(calls) }).toEqual({
    code: 0,
    err: '',
    asked: [{ method: 'GET', path: '/api/v1/history/e1', body: undefined }],
  });
  expect(out.trimEnd().split('\n')).toEqual([
    'id           e1',
    'opportunity  o1',
    'execution    e1',
    'found        2026-11-21T20:31:07.412Z',
    'showed       +0.642%, +$6.41 of $998.36, needed 0.200%',
    'decided      2026-11-21T20:31:07.415Z executed: +0.642 % against +0.200 %',
    'started      automatic',
    'leg 1        buy 0.01154 of 0.01154 BTC/USDT at 86,416, planned 86,412.5, filled, 75 ms',
    'result       completed: +$6.33 of +$6.41 shown, fees $3.00',
    'dust         0.0000002 BTC',
    'residual     0.0612 ETH: the best way back would have lost at least 4.00%, and at most 1% is allowed',
    'fact 184207  2026-11-21T20:31:07.412Z ExecutionStarted',
    'not kept     orders',
    'source       source not stated',
  ]);
});

test('one that was only found has neither legs nor a result', async () => {
  const found = { ...life, execution_id: null, trigger: null, trade: null, left: [], facts: [], forgotten: [] };
  const { out } = await triquad('life o1', knowing(200, found));
  expect(out).toMatch(/^execution +—$/m);
  expect(out).not.toMatch(/^(leg|result|dust|fact)/m);
});

test('--json is what the bot says, for a script', async () => {
  const { out } = await triquad('life e1 --json', knowing(200, life));
  expect(JSON.parse(out)).toMatchObject({ trade: { profit: 6.33 }, facts: [{ type: 'ExecutionStarted' }] });
});

test('an id that the bot does not know is one line and 1', async () => {
  const { code, out, err } = await triquad('life e9', knowing(404, { detail: 'No life e9.', code: 'not_found' }));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^triquad: life failed: No life e9\n$/);
});
