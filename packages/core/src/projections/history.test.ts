import { expect, test } from 'vitest';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { timeOf } from '../testing/records.ts';

const decision = (id: string) => ({
  id,
  opportunity_id: null,
  at: '2026-01-31T12:00:00.000Z',
  exchange: 'kucoin',
  type: 'TRI',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  profit_pct: 0.5,
  decision: 'skipped',
  reason: 'asset_busy',
  detail: 'another execution holds ETH',
});
const page = (ids: string[], next: string | null, total: number | null) =>
  ok({
    data: ids.map(decision),
    next,
    total,
    by_code: total === null ? null : [{ code: 'asset_busy', count: total }],
    kept_since: null,
  });

const started = async (answers: object = {}) => {
  const t = createTestClient({ answers: { health: healthOf('history'), ...answers } });
  t.client.start();
  await t.clock.advance(0);
  const send = async (command: Parameters<typeof t.client.send>[0]) => {
    t.client.send(command);
    await t.clock.advance(0);
  };
  return { ...t, send, state: () => t.client.getSnapshot().history };
};

test('one life is loaded by its id; the answer to another that came late is dropped', async () => {
  const { api, send, state } = await started({ 'history.get': 'never' });
  await send({ type: 'LoadLife', id: 'a' });
  expect(state().life).toMatchObject({ phase: 'loading', id: 'a', value: null });
  api.answer('history.get', ok({ id: 'b', trade: { id: 't', profit: 6.33 } }));
  await send({ type: 'LoadLife', id: 'b' });
  expect(state().life).toMatchObject({ phase: 'loading', id: 'b' });
  await send({ type: 'LoadLife', id: 'b' });
  expect(state().life.id).toBe('b');
});

test('a life that is not kept any more is a failure that can be tried again', async () => {
  const { api, clock, send, state } = await started({
    'history.get': { status: 404, body: { code: 'not_kept', detail: 'not kept any more' } },
  });
  await send({ type: 'LoadLife', id: 'a' });
  await clock.advance(60_000);
  expect(state().life).toMatchObject({ phase: 'failed', value: null, problem: { status: 404 } });
  api.answer('history.get', ok({ id: 'a', forgotten: ['facts'] }));
  await send({ type: 'LoadLife', id: 'a' });
  expect(state().life).toMatchObject({ phase: 'loaded', value: { id: 'a', trade: null, forgotten: ['facts'] } });
});

test('trades of a window are loaded page by page, each once; another window replaces them', async () => {
  const rows = (from: number, count: number) =>
    ok({ data: Array.from({ length: count }, (_, at) => ({ id: `t${from + at}`, status: 'completed' })) });
  const { api, send, state } = await started({ 'orders.history': rows(0, 500) });
  await send({ type: 'LoadTrades', from: timeOf(0), offset: 0 });
  expect(state().trades).toMatchObject({ phase: 'loaded', next: 500 });
  // One more has ended meanwhile: the page begins with what the one before it ended with.
  api.answer('orders.history', rows(499, 3));
  await send({ type: 'LoadTrades', from: timeOf(0), offset: 500 });
  expect(state().trades.rows.map(({ id }) => id)).toEqual(Array.from({ length: 502 }, (_, at) => `t${at}`));
  expect(state().trades.next).toBeNull();
  api.answer('orders.history', rows(7, 1));
  await send({ type: 'LoadTrades', from: timeOf(1), to: timeOf(2), offset: 0 });
  expect(state().trades.rows.map(({ id }) => id)).toEqual(['t7']);
});

test('decisions are loaded page by page; the counts are those of the first page', async () => {
  const { api, send, state } = await started({ 'history.list': page(['d3', 'd2'], '2', 3) });
  await send({ type: 'LoadDecisions', query: { exchange: 'kucoin' } });
  expect(state().decisions).toMatchObject({ phase: 'loaded', next: '2', total: 3 });
  api.answer('history.list', page(['d1'], null, null));
  await send({ type: 'LoadDecisions', query: { exchange: 'kucoin' }, cursor: '2' });
  const { rows, next, total, by_code } = state().decisions;
  expect(rows.map(({ id }) => id)).toEqual(['d3', 'd2', 'd1']);
  expect([next, total, by_code]).toEqual([null, 3, [{ code: 'asset_busy', count: 3 }]]);
  const queries = api.calls.filter(({ name }) => name === 'history.list').map(({ request }) => request.query);
  expect(queries).toEqual([
    { exchange: 'kucoin', limit: 100 },
    { exchange: 'kucoin', limit: 100, cursor: '2' },
  ]);
  api.answer('history.list', page(['d9'], null, 1));
  await send({ type: 'LoadDecisions', query: {} });
  expect(state().decisions.rows.map(({ id }) => id)).toEqual(['d9']);
});
