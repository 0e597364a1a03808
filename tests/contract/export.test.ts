import { once } from 'node:events';
import { request } from 'node:http';
import { routes } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';

let live: LiveBot;
type Trade = { id: string; profit: number | null; entry_time: string };

beforeAll(async () => {
  live = await startLiveBot({ time: createLocalTime() });
  await live.call('bot.start', { body: { min_profit_threshold: 0.05 } });
  await live.until(async () => expect((await history()).length).toBeGreaterThan(3));
  await live.call('bot.stop');
  await live.until(async () => {
    expect((await live.call('bot.status')).body).toMatchObject({ is_running: false });
  });
});
afterAll(() => live[Symbol.asyncDispose]());

const history = async () =>
  ((await live.call('orders.history', { query: { limit: '500' } })).body as { data: Trade[] }).data;
const exported = (table: string, query = {}, token = live.token('viewer')) =>
  live.call('export.table', { parameters: { table }, query, token });
/** The cells of one column; those before it have no commas. */
const column = (csv: string, name: string): string[] => {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const place = head.split(',').indexOf(name);
  return lines.map((line) => line.split(',')[place] ?? '');
};

test('a viewer exports the trades that the history lists, to the last digit', async () => {
  const { status, headers, text } = await exported('trades');
  expect({ status, ...headers }).toMatchObject({
    ...{ status: 200, 'content-type': 'text/csv; charset=utf-8; header=present', 'cache-control': 'no-store' },
    'content-disposition': 'attachment; filename="triquad-trades-2026-01-31.csv"',
  });
  const trades = await history();
  expect(column(text, 'id')).toEqual(trades.map(({ id }) => id));
  expect(column(text, 'profit_usd').map(Number)).toEqual(trades.map(({ profit }) => Number(profit)));
  const second = trades[1]?.entry_time ?? '';
  const since = await exported('trades', { from: second });
  expect(column(since.text, 'id')).toEqual(trades.filter(({ entry_time }) => entry_time >= second).map(({ id }) => id));
});

test('every table is there in both formats', async () => {
  for (const table of ['trades', 'fills', 'facts', 'opportunities', 'decisions']) {
    const csv = await exported(table);
    expect({ table, status: csv.status, rows: csv.text.split('\r\n').length > 4 }).toEqual({
      ...{ table, status: 200, rows: true },
    });
    const { status, text } = await exported(table, { format: 'parquet' });
    expect({ table, status, ends: [text.slice(0, 4), text.slice(-4)] }).toEqual({
      ...{ table, status: 200, ends: ['PAR1', 'PAR1'] },
    });
  }
});

test('the OpenAPI document says both formats', async () => {
  const { paths } = (await (await fetch(`${live.address}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: object }>; parameters: { name: string }[] } }>;
  };
  const { responses, parameters } = paths[routes['export.table'].path]?.get ?? {};
  expect(Object.keys(responses?.[200]?.content ?? {})).toEqual(['text/csv', 'application/vnd.apache.parquet']);
  expect(parameters?.map(({ name }) => name)).toEqual([
    ...['table', 'format', 'from', 'to', 'mode', 'exchange', 'type', 'market', 'code', 'q'],
  ]);
});

test('a client that goes away gives its place back', async () => {
  for (let time = 0; time < 8; time += 1) {
    const call = request(`${live.address}/api/v1/export/facts`, {
      headers: { authorization: `Bearer ${live.adminToken}` },
    });
    const answered = once(call, 'response');
    call.end();
    const [answer] = await answered;
    expect([200, 429]).toContain(answer.statusCode);
    answer.on('error', () => {});
    answer.destroy();
  }
  await vi.waitFor(async () => {
    const all = await Promise.all([exported('facts'), exported('facts'), exported('facts')]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  }, 60_000);
});

test('an unknown table, a filter of another table and a bad moment are refused', async () => {
  expect((await exported('secrets')).body).toMatchObject({ status: 404, code: 'not_found' });
  expect((await exported('facts', { q: 'x' })).body).toMatchObject({ status: 422, errors: [{ path: 'q' }] });
  expect((await exported('trades', { from: 'soon' })).body).toMatchObject({ status: 422, errors: [{ path: 'from' }] });
  expect((await exported('trades', { format: 'xls' })).body).toMatchObject({
    status: 422,
    errors: [{ path: 'format' }],
  });
});
