import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { RejectedRow } from './recorded-row.ts';
import { type ScanOptions, scan } from './scan.ts';
import type { ScannedCycle } from './scanner.ts';

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const recording = join(data, 'kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
const isAbsent = !existsSync(recording);
if (isAbsent) console.warn('skipped: the recorded market is not beside the repository');

const folder = mkdtempSync(join(tmpdir(), 'triquad-scan-'));
afterAll(() => rmSync(folder, { recursive: true }));

const defaults: Omit<ScanOptions, 'file'> = {
  session: null,
  feePct: 0,
  minProfitPct: 0,
  maxAgeMs: null,
  types: { tri: true, quad: true },
  sizing: 'none',
  instrumentsFile: null,
  atEnd: false,
  anyStart: false,
};

type Scanned = {
  outcome: Awaited<ReturnType<typeof scan>>;
  cycles: ScannedCycle[];
  rejects: Omit<RejectedRow, 'file'>[];
};

async function scanned(file: string, options: Partial<ScanOptions> = {}): Promise<Scanned> {
  const cycles: ScannedCycle[] = [];
  const rejects: Omit<RejectedRow, 'file'>[] = [];
  const outcome = await scan(
    { ...defaults, file, ...options },
    {
      onCycle: (cycle) => cycles.push(cycle),
      onReject: ({ line, field, message }) => rejects.push({ line, field, message }),
    },
  );
  return { outcome, cycles, rejects };
}

/** 2020 */
const start = Date.UTC(2020, 0);
const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize';

function written(name: string, text: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const summaryOf = ({ outcome }: Scanned) => (outcome.ok ? outcome.summary : outcome.message);

describe.skipIf(isAbsent)('the recorded KuCoin market', () => {
  it.each<[string, Partial<ScanOptions>, object]>([
    ['session 3 without fees', { session: 3 }, { markets: 608, tri: 590, quad: 20_684, found: { tri: 13, quad: 64 } }],
    [
      'session 3 with 0.1 %',
      { session: 3, feePct: 0.1 },
      { markets: 608, tri: 590, quad: 20_684, found: { tri: 0, quad: 0 } },
    ],
    [
      'session 1 with quotes at most 400 ms old',
      { session: 1, feePct: 0.1, maxAgeMs: 400 },
      { markets: 257, tri: 114, quad: 1_110, found: { tri: 0, quad: 0 } },
    ],
    [
      'session 1 with quotes of any age',
      { session: 1, feePct: 0.1 },
      { markets: 483, tri: 304, quad: 6_490, found: { tri: 21, quad: 286 } },
    ],
  ])('%s at its end', async (_, options, answer) => {
    const result = await scanned(recording, { ...options, atEnd: true, anyStart: true });
    expect(summaryOf(result)).toMatchObject({ ...answer, sessions: 1, rejected: 0, unlisted: 0 });
    const paths = result.cycles.map(({ symbols }) => symbols.join());
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('shows no profit above the fee at any update of any session while quotes are young', async () => {
    const result = await scanned(recording, { feePct: 0.1, maxAgeMs: 400, anyStart: true });
    expect(result.cycles).toEqual([]);
    expect(summaryOf(result)).toMatchObject({ sessions: 26, updates: 5_679, rejected: 0 });
  });

  it('is sized in whole lots by the exchange’s list', async () => {
    const instrumentsFile = join(data, 'instruments/kucoin_symbols_2021-04-25.json.gz');
    const result = await scanned(recording, { session: 3, sizing: 'lots', instrumentsFile });
    const continuous = await scanned(recording, { session: 3, sizing: 'continuous', instrumentsFile });
    expect(result.cycles.length).toBeGreaterThan(0);
    const best = new Map(continuous.cycles.map((cycle) => [cycle.symbols.join(), cycle.profit_pct]));
    for (const { symbols, profit_pct } of result.cycles) {
      expect(profit_pct).toBeGreaterThan(0);
      expect(best.has(symbols.join())).toBe(true);
    }
  });
});

describe('a recording', () => {
  const triangle = (session: number, time: number): string[] => [
    `${start + time},${session},BTC-USDT,99,1,100,1`,
    `${start + time + 10},${session},ETH-BTC,0.09,50,0.1,50`,
    `${start + time + 500},${session},ETH-USDT,11,4,12,4`,
  ];

  it('gives each cycle once a session, with empty books at the start of each', async () => {
    const [first, second] = [triangle(0, 1_000), triangle(1, 9_000)];
    const file = written(
      'two.csv',
      [
        header,
        ...first,
        '1577836801600,0,ETH-USDT,11.1,4,12,4',
        ...second,
        '1577836809700,1,BTC-USDT,99,1,101,1',
        '',
      ].join('\n'),
    );
    const result = await scanned(file, { sizing: 'continuous' });
    const cycle = {
      type: 'TRI',
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
      markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
      provenance: { kind: 'imported', exchange: null, name: 'two.csv', money: 'paper' },
    };
    const size = {
      profit_pct: expect.closeTo(10, 9),
      capital_required: expect.closeTo(40, 9),
      profit: expect.closeTo(4, 9),
    };
    expect(result.cycles).toEqual([
      { ...cycle, ...size, detected_at: '2020-01-01T00:00:01.500Z' },
      { ...cycle, ...size, detected_at: '2020-01-01T00:00:09.500Z' },
    ]);
    expect(summaryOf(result)).toEqual({
      provenance: cycle.provenance,
      from: Date.UTC(2020, 0, 1, 0, 0, 1),
      to: Date.UTC(2020, 0, 1, 0, 0, 9, 701),
      sessions: 2,
      markets: 3,
      tri: 4,
      quad: 0,
      updates: 8,
      seconds: expect.any(Number),
      found: { tri: 2, quad: 0 },
      rejected: 0,
      unlisted: 0,
    });
  });

  it('counts a cycle only while its oldest quote is young enough', async () => {
    const file = written('aged.csv', [header, ...triangle(0, 1_000)].join('\n'));
    const found = async (maxAgeMs: number): Promise<number> => (await scanned(file, { maxAgeMs })).cycles.length;
    expect([await found(500), await found(499)]).toEqual([1, 0]);
  });

  it('may lack the session column and end its lines as Windows does', async () => {
    const rows = triangle(0, 1_000).map((row) => row.replace(',0,', ','));
    const file = written('windows.csv', [header.replace('session,', ''), ...rows].join('\r\n'));
    expect((await scanned(file)).cycles).toHaveLength(1);
  });

  it('loses its bad rows, each by line and field', async () => {
    const bad = [
      '1577836802000,0,BTC-USDT,NaN,1,2,1',
      '1577836802000,0,BTC-USDT,0,1,2,1',
      '1577836802000,0,BTC-USDT,2,1,2,1',
      '1577836802000,0,BTC-USDT,1,,2,1',
      '1577836802000,0,BTC-USDT,1,1,2',
      '1577836802000,x,BTC-USDT,1,1,2,1',
    ];
    const result = await scanned(written('bad.csv', [header, ...triangle(0, 1_000), ...bad, ''].join('\n')));
    expect(result.rejects).toEqual([
      { line: 5, field: 'bid', message: '"NaN" is not a number above zero' },
      { line: 6, field: 'bid', message: '"0" is not a number above zero' },
      { line: 7, field: 'ask', message: 'not above the bid: 2 against 2' },
      { line: 8, field: 'bidSize', message: '"" is not a number above zero' },
      { line: 9, field: 'askSize', message: 'missing in this row' },
      { line: 10, field: 'session', message: '"x" is not a whole number' },
    ]);
    expect(summaryOf(result)).toMatchObject({ updates: 9, rejected: 6, found: { tri: 1 } });
  });

  it('whose gzip is cut off gives the whole rows before the cut', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `${start + at},0,BTC-USDT,${((at * 7919) % 1_000) + 1},1,2000,${at * 31 + 1}`,
    );
    const whole = gzipSync([header, ...rows].join('\n'));
    const result = await scanned(written('cut.csv.gz', whole.subarray(0, Math.floor(whole.length / 2))));
    const updates = result.outcome.ok ? result.outcome.summary.updates : 0;
    expect(updates).toBeGreaterThan(1_000);
    // The last of them ends the trust in the book.
    expect(result.rejects).toEqual([
      { line: updates + 1, field: 'row', message: 'the file breaks off: unexpected end of file' },
    ]);
  });

  it.each<[string, string | null, object]>([
    ['without a byte', '', { line: 0, field: 'file', message: 'the file is empty' }],
    [
      'without columns',
      'time,price\n1,2\n',
      { line: 1, field: 'bid, bidSize, ask, askSize', message: 'missing in the header' },
    ],
    ['that is not there', null, { line: 0, field: 'row', message: expect.stringContaining('ENOENT') }],
  ])('%s is refused', async (name, text, reject) => {
    const file = text === null ? join(folder, 'absent.csv') : written(`${name}.csv`, text);
    const result = await scanned(file);
    expect(result).toEqual({
      outcome: { ok: false, message: `${file} has no usable row` },
      cycles: [],
      rejects: [reject],
    });
  });

  it('with only a header, or without the session asked for, is refused', async () => {
    const file = written('header.csv', `${header}\n`);
    expect((await scanned(file)).outcome).toEqual({ ok: false, message: `${file} has no usable row` });
    expect((await scanned(file, { session: 7 })).outcome).toEqual({
      ok: false,
      message: `${file} has no usable row in session 7`,
    });
  });

  it('is sized by no more than its exchange takes in an order', async () => {
    const file = written('largest.csv', [header, ...triangle(0, 1_000)].join('\n'));
    const capital = async (name: string, filters: readonly object[]) => {
      const tick = { filterType: 'PRICE_FILTER', tickSize: '0.001' };
      const named = { BTCUSDT: ['BTC', 'USDT'], ETHBTC: ['ETH', 'BTC'], ETHUSDT: ['ETH', 'USDT'] } as const;
      const symbols = Object.entries(named).map(([symbol, [baseAsset, quoteAsset]]) => ({
        ...{ symbol, baseAsset, quoteAsset, status: 'TRADING' },
        filters: [tick, ...(symbol === 'ETHBTC' ? filters : [{ filterType: 'LOT_SIZE', stepSize: '0.01' }])],
      }));
      const instrumentsFile = written(`${name}.json`, JSON.stringify({ symbols }));
      const { cycles } = await scanned(file, { sizing: 'lots', instrumentsFile });
      return cycles.map(({ capital_required }) => capital_required);
    };
    const lot = { filterType: 'LOT_SIZE', stepSize: '0.01' };
    expect(await capital('unlimited', [lot])).toEqual([expect.closeTo(40, 9)]);
    expect(await capital('quantity', [{ ...lot, maxQty: '2' }])).toEqual([expect.closeTo(20, 9)]);
    expect(await capital('value', [lot, { filterType: 'NOTIONAL', maxNotional: '0.1' }])).toEqual([
      expect.closeTo(10, 9),
    ]);
    expect(await capital('unreadable', [{ ...lot, maxQty: 'many' }])).toEqual([]);
  });

  it('is not scanned by an instrument list that cannot be read or has none of its markets', async () => {
    const file = written('listed.csv', [header, ...triangle(0, 1_000)].join('\n'));
    const other = JSON.stringify({
      data: [
        {
          instId: 'A-B',
          instType: 'SPOT',
          baseCcy: 'A',
          quoteCcy: 'B',
          state: 'live',
          lotSz: '1',
          tickSz: '1',
          minSz: '1',
        },
      ],
    });
    const message = async (instrumentsFile: string | null) => {
      const { outcome } = await scanned(file, { sizing: 'lots', instrumentsFile });
      return outcome.ok ? '' : outcome.message;
    };
    expect(await message(null)).toBe('sizing in lots needs the lot steps of an instrument list');
    expect(await message(join(folder, 'absent.json'))).toContain('absent.json cannot be read');
    expect(await message(written('odd.json', '{}'))).toContain('odd.json is not the symbol list of');
    expect(await message(written('other.json', other))).toContain('has none of the 3 markets');
  });
});
