import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { QueryOf, TradeRecord } from '@triquad/core/contract';
import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../journal/memory.ts';
import type { Fact } from '../../model/event.ts';
import { parquetRows } from '../../recording/parquet.suite.ts';
import type { TradePlace } from '../archive-reader.ts';
import type { Backend } from '../backend.ts';
import { Download } from '../download.ts';
import { Refusal } from '../problem.ts';
import { exportRoutes } from './export.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const day = (at: number): Fact => ({ type: 'DayStarted', day: '2026-01-31', at }) as Fact;

/** Exports of these facts, and of as many trades, two each millisecond. */
function desk({ facts = [] as Fact[], trades = 0, stalledMs = 60_000 } = {}) {
  const store = createMemoryStore<Fact>();
  store.append(facts);
  const read = { facts: 0 };
  const reading: typeof store.facts = async (from, limit) => {
    const page = await store.facts(from, limit);
    read.facts += page.length;
    return page;
  };
  const trade = (place: number): TradeRecord => {
    const entry_time = new Date(noon + Math.floor(place / 2)).toISOString();
    return { id: `t${String(place).padStart(6, '0')}`, entry_time, symbols: ['A', 'B', 'A'], legs: [] } as never;
  };
  const tradesBefore = ({ mode }: { mode: string }, before: TradePlace | null, limit: number) => {
    if (mode === 'live') return [];
    const place = before === null ? trades : Number(before.id.slice(1));
    return Array.from({ length: Math.min(limit, place) }, (_, at) => trade(place - 1 - at));
  };
  const log = vi.fn();
  const backend = {
    ...{ store: { ...store, facts: reading, committed: () => store.committed() }, log },
    ...{ archive: { tradesBefore, behind: () => 0 }, redact: (line: string) => line.replaceAll('hunter2', '***') },
    ...{ engine: { log, state: () => ({ opportunities: [] }) }, now: () => noon },
  };
  const routes = exportRoutes(backend as unknown as Backend, stalledMs);
  const ask = (table: string, query: Partial<QueryOf<'export.table'>> = {}) =>
    routes['export.table']({ parameters: { table }, query: { format: 'csv', ...query } } as never);
  const stream = async (...asked: Parameters<typeof ask>): Promise<Readable> => {
    const answer = await ask(...asked);
    if (!(answer instanceof Download)) throw new Error(JSON.stringify(answer));
    return answer.bytes as Readable;
  };
  return { ask, stream, read, log };
}
const rows = (csv: string) => csv.split('\r\n').slice(1, -1);
const refusal = (answer: unknown) => (answer instanceof Refusal ? `${answer.status} ${answer.detail}` : 'answered');

test('fills have a row for each further and each later fee, and what was taken back is negative, as is a lower amount', async () => {
  const order = { id: 'o', exchange: 'x', execution_id: 'e', leg: 2, purpose: 'leg' };
  const fill = { order_id: 'o', exchange: 'x', mode: 'live', symbol: 'A/B', base: 'A', quote: 'B', side: 'buy' };
  const fees = [
    { asset: 'A', amount: '0.001' },
    { asset: 'BNB', amount: '0.000000000000000001' },
  ];
  const facts = [
    { type: 'MarketOpened', market: 'practice' },
    { type: 'OrderIntended', order },
    { type: 'OrderFilled', ...fill, quantity: '1.10', quote_quantity: '2', usd_value: 2.5, fees },
    { type: 'FeeCharged', order_id: 'o', exchange: 'x', mode: 'live', asset: 'C', amount: '-0.5' },
    { type: 'FillCorrected', ...fill, quantity: '1.10', quote_quantity: '2', fees: fees.slice(0, 1) },
    { type: 'FillRepriced', ...fill, quote_quantity: '-0.25', usd_value: -0.3 },
  ].map((fact, place) => ({ ...fact, at: noon + 1_000 * place }) as unknown as Fact);
  const { stream } = desk({ facts });
  const cells = (csv: string) => rows(csv).map((row) => row.split(','));
  const found = cells(await text(await stream('fills')));
  // seq, kind, quantity, quote quantity, fee, its asset, USD
  expect(found.map((row) => [0, 2, 9, 10, 11, 12, 13].map((place) => row[place]))).toEqual([
    ['3', 'fill', '1.10', '2', '0.001', 'A', '2.5'],
    ['3', 'fee', '', '', '0.000000000000000001', 'BNB', ''],
    ['4', 'fee', '', '', '-0.5', 'C', ''],
    ['5', 'correction', '-1.10', '-2', '-0.001', 'A', ''],
    ['6', 'repricing', '', '-0.25', '', '', '-0.3'],
  ]);
  for (const row of found)
    expect(row.slice(-8)).toEqual([...['e', '2', 'leg', 'practice'], ...['practice', 'x', 'practice', 'invented']]);
  const late = cells(await text(await stream('fills', { from: '2026-01-31T12:00:03Z' })));
  expect(late.map(([seq, , kind]) => `${seq} ${kind}`)).toEqual(['4 fee', '5 correction', '6 repricing']);
});

test('each fact has the source of the prices that were watched, in columns of its own', async () => {
  const kucoin = { kind: 'recorded', exchange: 'kucoin', name: 'kucoin-1', money: 'paper' };
  const facts = [
    { type: 'EquityMarked', mode: 'paper' },
    { type: 'MarketOpened', market: 'kucoin-1', source: 'recorded', provenance: kucoin },
    { type: 'EquityMarked', mode: 'paper' },
    { type: 'MarketOpened', market: 'live', source: 'exchange' },
    { type: 'EquityMarked', mode: 'live' },
  ].map((fact, place) => ({ ...fact, at: noon + 1_000 * place }) as unknown as Fact);
  const { stream } = desk({ facts });
  const found = rows(await text(await stream('facts'))).map((row) => row.split(',').slice(-4));
  const recorded = ['recorded', 'kucoin', 'kucoin-1', 'paper'];
  expect(found).toEqual([
    ['', '', '', ''],
    recorded,
    recorded,
    ['live', '', 'live', 'paper'],
    ['live', '', 'live', 'real'],
  ]);
});

test('a hundred thousand trades are there, each once, in both formats', async () => {
  const { stream } = desk({ trades: 100_000 });
  let [seen, bytes, tail] = [0, 0, ''];
  for await (const part of await stream('trades')) {
    const lines = (tail + String(part)).split('\r\n');
    tail = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(`t${String(99_999 - seen).padStart(6, '0')},`)) seen += 1;
  }
  expect([seen, tail]).toEqual([100_000, '']);
  let last: Buffer = Buffer.alloc(0);
  for await (const part of await stream('trades', { format: 'parquet' })) {
    bytes += part.length;
    last = part;
  }
  expect(last.toString('latin1', last.length - 4)).toBe('PAR1');
  expect(bytes).toBeGreaterThan(100_000);
});

test('it reads no further than the client has taken, and not at all once the client has gone', async () => {
  const facts = Array.from({ length: 50_000 }, (_, at) => day(noon + at));
  const { stream, read } = desk({ facts });
  const body = await stream('facts');
  body.read(1);
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  const taken = read.facts;
  expect(taken).toBeLessThan(2_500);
  body.destroy();
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  expect(read.facts).toBeLessThanOrEqual(taken + 250);
});

test('a fourth at once is told to wait, until one has ended, has been left, or is not taken any more', async () => {
  const facts = Array.from({ length: 5_000 }, (_, at) => day(noon + at));
  const { ask, stream } = desk({ facts });
  const [first, second] = [await stream('facts'), await stream('facts'), await stream('facts')];
  const answer = await ask('facts');
  expect(answer).toMatchObject({ status: 429, code: 'too_many_exports', retryAfterSeconds: 5 });
  expect(rows(await text(first))).toHaveLength(5_000);
  await stream('facts');
  expect(await ask('facts')).toMatchObject({ status: 429 });
  second.destroy();
  await expect.poll(() => ask('facts')).toBeInstanceOf(Download);
  const hung = desk({ facts, stalledMs: 10 });
  for (let time = 0; time < 3; time += 1) (await hung.stream('facts')).read(1);
  await expect.poll(() => hung.ask('facts')).toBeInstanceOf(Download);
});

test('what cannot be asked is refused with a reason', async () => {
  const { ask } = desk();
  expect(refusal(await ask('secrets'))).toBe('404 No table secrets.');
  expect(refusal(await ask('facts', { market: 'live' }))).toBe('422 market: the table facts is not narrowed by it');
  expect(refusal(await ask('trades', { from: '2026-02-01', to: '2026-01-01' }))).toMatch(/^422 to: must be after from/);
});

test('a secret in a reason is not told, nor is a formula run', async () => {
  const accepted = { type: 'DifferenceAccepted', id: 'd', reason: 'hunter2', actor: { name: 'ana' }, at: noon };
  const { stream } = desk({ facts: [accepted as never] });
  const csv = await text(await stream('facts'));
  expect(csv).toContain('***');
  expect(csv).not.toMatch(/hunter2|ana/);
  const { stream: told } = desk({ facts: [{ type: '=1+1', at: noon } as never] });
  expect(rows(await text(await told('facts')))[0]).toMatch(/,'=1\+1,/);
});

test('the file is named by its table, day and format', async () => {
  const answer = await desk().ask('trades', { format: 'parquet' });
  expect(answer instanceof Download && answer.headers).toEqual({
    'content-type': 'application/vnd.apache.parquet',
    'content-disposition': 'attachment; filename="triquad-trades-2026-01-31.parquet"',
  });
});

test('an export that fails on its way is cut off and logged, and gives its place back', async () => {
  const { stream, ask, log } = desk({ facts: [{ type: 'DayStarted', at: noon, n: '1' } as never] });
  const bad = [
    { type: 'OrderIntended', order: { id: 'o', leg: 1.5 }, at: noon },
    { type: 'FeeCharged', order_id: 'o', asset: 'A', amount: '1', at: noon },
  ] as unknown as Fact[];
  const broken = desk({ facts: bad });
  for (let time = 0; time < 4; time += 1)
    await expect(text(await broken.stream('fills', { format: 'parquet' }))).rejects.toThrow('BigInt');
  await expect.poll(() => broken.log.mock.calls.length).toBe(4);
  expect(broken.log.mock.calls[0]?.slice(0, 3)).toEqual(['ERROR', 'server', 'An export failed.']);
  expect(rows(await text(await stream('facts')))).toHaveLength(1);
  expect(await ask('facts')).toBeInstanceOf(Download);
  expect(log).not.toHaveBeenCalled();
});

test('amounts finer than 18 places and larger than 38 digits leave in full, in CSV and Parquet alike', async () => {
  const [quantity, quote_quantity] = ['0.123456789012345678901', '123456789012345678901234567890123456789.5'];
  const fill = { type: 'OrderFilled', order_id: 'o', exchange: 'x', mode: 'paper', quantity, quote_quantity, fees: [] };
  const { stream } = desk({ facts: [{ ...fill, at: noon } as unknown as Fact] });
  expect(await text(await stream('fills'))).toContain(`,${quantity},${quote_quantity},`);
  const parquet = await stream('fills', { format: 'parquet' });
  expect(await parquetRows(await buffer(parquet))).toMatchObject([{ quantity, quote_quantity }]);
});
