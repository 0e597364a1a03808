import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createRecordings } from '../recording/recordings.ts';
import { type config, jobOf, nothing, reportIn } from './backtest.suite.ts';
import { runBacktest } from './run-backtest.ts';
import { whatIfOf } from './what-if-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-backtest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noon = Date.UTC(2026, 0, 31, 12);
const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize';
type Row = readonly [second: number, symbol: string, bid: number, ask: number, size?: number, session?: number];
const write = (name: string, rows: readonly Row[]): void => {
  const lines = rows.map(([second, symbol, bid, ask, size = 100.0001, session = 1]) =>
    [noon + 1000 * second, session, symbol, bid, size, ask, size].join(),
  );
  writeFileSync(join(folder, name), [header, ...lines, ''].join('\n'));
};
const jobOn = (recordings: Parameters<typeof jobOf>[1], change: Parameters<typeof config>[0] = {}) =>
  jobOf({ exchanges: ['kucoin'], paper: { conditions: 'practice' }, ...change }, recordings);
const runOn = async (...job: Parameters<typeof jobOn>) => reportIn(await runBacktest(jobOn(...job), nothing));
/** The same report, whether the recordings were surveyed when they were listed or are by the run. */
const run = async (change: Parameters<typeof config>[0] = {}) => {
  const recordings = await createRecordings(folder, []).all();
  const report = await runOn(recordings, change);
  const unsurveyed = recordings.map(({ surveyed, ...recording }) => recording);
  expect(await runOn(unsurveyed, change)).toEqual(report);
  return report;
};

/** Fair books of a triangle at that second, but for the price at which ETH is sold for dollars. */
const triangle = (second: number, bid = 2499.5, size = 100.0001, session = 1): readonly Row[] => [
  [second, 'BTC-USDT', 49_999, 50_001, size, session],
  [second, 'ETH-BTC', 0.04999, 0.05001, size, session],
  [second, 'ETH-USDT', bid, bid + 1, size, session],
];

describe('recorded quotes', () => {
  test('are traded on at the moment at which they were recorded, and what one order took is gone for the next', async () => {
    write('kucoin-a.csv', [
      ...triangle(10),
      ...triangle(11),
      ...[0, 0.25, 0.5, 0.75, 1, 1.5, 2].flatMap((later) => triangle(12 + later, 2530, 0.2001)),
      ...triangle(15),
    ]);
    const { trades, data, metrics } = await run();
    const [first] = trades;
    expect(first).toMatchObject({
      status: 'completed',
      exchange: 'kucoin',
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
      entry_time: '2026-01-31T12:00:12.000Z',
      duration_seconds: 0.15,
      capital: expect.closeTo(500, -1),
      profit: expect.closeTo(500 * 0.009, 0),
    });
    expect(first?.optimistic_profit).toBeGreaterThanOrEqual(first?.profit ?? Number.NaN);
    expect(first?.pessimistic_profit).toBeLessThanOrEqual(first?.profit ?? Number.NaN);
    expect(metrics.modelled).toBeCloseTo(metrics.net_profit, 9);
    expect(metrics.optimistic).toBeGreaterThanOrEqual(metrics.net_profit);
    expect(metrics.pessimistic).toBeLessThanOrEqual(metrics.net_profit);
    expect(metrics.net_profit).toBeCloseTo(
      trades.reduce((sum, { profit }) => sum + (profit ?? 0), 0),
      9,
    );
    expect(data).toMatchObject({
      source: 'recording kucoin-a.csv',
      from: '2026-01-31T12:00:10.000Z',
      to: '2026-01-31T12:00:15.001Z',
      markets: 3,
      events: 30,
    });
    expect(data).not.toHaveProperty('seed');
    expect(JSON.stringify(await run())).toBe(JSON.stringify(await run()));
    expect(data.notes[0]).toMatch(/^There are quotes from 2026-01-31T12:00:10.000Z to 2026-01-31T12:00:15.000Z/);
  });

  test('of before and after the range are left out', async () => {
    write('kucoin-a.csv', [...triangle(-5, 2530), ...triangle(1), ...triangle(601, 2530)]);
    const { trades, data } = await run();
    expect([trades.length, data.events, data.from, data.to]).toEqual([
      0,
      3,
      '2026-01-31T12:00:01.000Z',
      '2026-01-31T12:00:01.001Z',
    ]);
  });

  test('at the very end of the range are not of it: a cycle that pays there is not traded', async () => {
    write('kucoin-a.csv', [...triangle(1), ...triangle(600, 2530)]);
    const { trades, data } = await run();
    expect([trades.length, data.events, data.to]).toEqual([0, 3, '2026-01-31T12:00:01.001Z']);
    expect((await run({ end_date: '2026-01-31 12:10:00.001' })).data).toMatchObject({
      events: 6,
      to: '2026-01-31T12:10:00.001Z',
    });
  });

  test('of another session, or too old, are not traded on', async () => {
    write('kucoin-a.csv', [
      ...triangle(1),
      ...triangle(1.5).slice(0, 2),
      [2, 'ETH/USDT', 2530, 2531, 100.0001, 2],
      ...triangle(20, 2499.5, 100.0001, 2).slice(0, 2),
      [22, 'ETH/USDT', 2530, 2531, 100.0001, 2],
    ]);
    expect((await run()).trades).toEqual([]);
  });

  test('that lie days apart are passed over in no time; the bot waits until it trusts the books again', async () => {
    const later = 9 * 86_400;
    const calm = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((second) => triangle(later + second));
    write('kucoin-a.csv', [...triangle(1), ...calm, ...triangle(later + 8, 2530, 0.2001), ...triangle(later + 9)]);
    const { trades, data, daily_pnl, metrics } = await run({ end_date: '2026-02-10T12:00:00Z' });
    expect(trades.map(({ entry_time }) => entry_time)).toEqual(['2026-02-09T12:00:08.000Z']);
    expect(daily_pnl).toHaveLength(11);
    expect(daily_pnl.at(-1)?.cumulative_pnl).toBe(metrics.net_profit);
    expect(data.notes[0]).toMatch(/cover 2\.\d minutes, 0\.0 % of the range/);
    // A recording has no connection that could be stale: its books alone grow old.
    expect(data.notes.filter((note) => note.includes('stale_data'))).toEqual([]);
  });

  test('that cannot be read are counted, and where nothing is left that is said', async () => {
    writeFileSync(
      join(folder, 'kucoin-a.csv'),
      `${header}\n${noon + 1},1,BTC-USDT,0,1,2,1\n${noon + 2},1,BTC-USDT,1,1,2,1\n`,
    );
    expect((await run()).data.notes).toContain(
      'Bad rows of kucoin left out: 1, the first kucoin-a.csv:2: bid: "0" is not a number above zero.',
    );
    const job = jobOf({ exchanges: ['kucoin'] }, await createRecordings(folder, []).all());
    rmSync(join(folder, 'kucoin-a.csv'));
    expect(await runBacktest(job, nothing)).toEqual({
      status: 'failed',
      error: 'the recordings have no quotes of the range any more',
    });
  });
});

describe('a recording is priced as its own exchange prices it', () => {
  /** A cycle that stands for half a minute and pays 0.257 % after three fees of 0.1 %, and nothing after three of 0.26 %. */
  const standing = (second: number): readonly Row[] => [
    [second, 'BTC-USDT', 50_000.01, 50_001.01, 0.4001],
    [second, 'ETH-BTC', 0.04998, 0.05, 10.0001],
    [second, 'ETH-USDT', 2514.01, 2515.01, 10.0001],
  ];
  const seconds = Array.from({ length: 30 }, (_, at) => 10 + at);
  const fresh = (): void => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  };

  test('with the entry tier of that exchange, or the fees of the configuration, and the report names them', async () => {
    fresh();
    write('kraken-a.csv', seconds.flatMap(standing));
    const usual = await run({ exchanges: ['kraken'] });
    expect(usual.trades).toEqual([]);
    expect(usual.data.notes.join()).toContain(
      'kraken: fees taker 0.4 %, maker 0.25 % (entry tier). Conditions practice:',
    );
    const cheap = await run({ exchanges: ['kraken'], fees: { kraken: { taker_pct: 0.1 } } });
    expect(cheap.trades[0]).toMatchObject({ status: 'completed', exchange: 'kraken' });
    expect(cheap.data.notes.join()).toContain('kraken: fees taker 0.1 %, maker 0.25 % (configured).');
  });

  test("with the rules of that exchange's list of markets, where it lies beside the recording", async () => {
    fresh();
    write(
      'kucoin-a.csv',
      seconds.flatMap((second) => triangle(second, 2530)),
    );
    const guessed = await run();
    expect(guessed.trades.length).toBeGreaterThan(0);
    expect(guessed.data.notes.join()).toContain('the rules of 3 of 3 markets of kucoin are guessed');
    const market = (symbol: string, priceIncrement: string, minFunds: string) => {
      const [baseCurrency, quoteCurrency] = symbol.split('-');
      const steps = { priceIncrement, baseIncrement: '0.0001', baseMinSize: '0.0001', minFunds };
      return { symbol, baseCurrency, quoteCurrency, feeCurrency: quoteCurrency, enableTrading: true, ...steps };
    };
    const data = [market('BTC-USDT', '1', '1'), market('ETH-BTC', '0.00001', '1'), market('ETH-USDT', '0.5', '1')];
    writeFileSync(join(folder, 'kucoin-instruments.json'), JSON.stringify({ data }));
    const listed = await run();
    // No leg of $1,000 is worth the 1 BTC that ETH-BTC asks for.
    expect(listed.trades).toEqual([]);
    expect(listed.data.notes).toContain('The rules of kucoin are those of its list of markets.');
    writeFileSync(join(folder, 'kucoin-instruments.json'), '[]');
    expect((await run()).data.notes.join()).toContain('kucoin-instruments.json: it is not the symbol list');
  });
});

test('a recording that has changed since it was listed is surveyed again', async () => {
  write('kucoin-a.csv', [...triangle(10), ...triangle(11), ...triangle(12, 2530, 0.2001), ...triangle(15)]);
  const listed = await createRecordings(folder, []).all();
  expect(listed[0]?.surveyed?.survey).toMatchObject({ rows: 12, bad: { count: 0 } });
  // Finer sizes make finer lots.
  write('kucoin-a.csv', [...triangle(10), ...triangle(11), ...triangle(12, 2530, 0.20012345), ...triangle(16)]);
  const report = await run();
  expect(await runOn(listed)).toEqual(report);
  expect(report.trades[0]?.legs[1]?.quantity).not.toBe(Number(report.trades[0]?.legs[1]?.quantity.toFixed(4)));
});

test('the report of one recording asks it for other fees and latencies too; an invented market is not asked', async () => {
  write('kucoin-a.csv', [...triangle(10), ...triangle(11), ...triangle(12, 2530, 0.2001), ...triangle(15)]);
  const recordings = await createRecordings(folder, []).all();
  const job = (change: Parameters<typeof config>[0]) => jobOf(change, recordings);
  const { what_if } = await whatIfOf(
    job({ exchanges: ['kucoin'], fees: { kucoin: { taker_pct: 0.05 } }, max_position_size: 700 }),
  );
  expect(what_if).toMatchObject({
    terms: { recording: 'kucoin-a.csv', fee_pct: 0.05, capital: 700, enable_triangular: true },
    data: { rows: 12, markets: 3 },
  });
  expect(what_if?.fees.find(({ fee_pct }) => fee_pct === 0)?.episodes).toBe(1);
  expect(await whatIfOf(job({ exchanges: ['binance'] }))).toEqual({});
});
