import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { chance } from '../../strategy/chance.suite.ts';
import { importFiles } from '../import.ts';
import { previewFiles } from '../preview.ts';
import { zipOf } from './drawn-file.suite.ts';
import { readNames } from './symbols.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-hostile-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const header = 'timeMs,symbol,bid,bidSize,ask,askSize\n';
const table = Buffer.from(`${header}1700000000000,BTC-USDT,5,1,6,1\n`);
const zeros = Buffer.alloc(40 << 20);

const refused = async (name: string, bytes: Buffer): Promise<string> => {
  const [path, into] = [folder(), folder()];
  writeFileSync(join(path, name), bytes);
  const said: string[] = [];
  const importing = importFiles({
    paths: [path],
    exchange: 'binance',
    folder: into,
    onReject: ({ message }) => said.push(message),
  });
  await expect(importing).rejects.toThrow('has no row that can be read');
  expect(readdirSync(into)).toEqual([]);
  return said.join('; ');
};

test('an archive that leads out of its folder, is a bomb or is not whole is refused as a whole, in a line', async () => {
  expect(
    await refused(
      'up.zip',
      zipOf([
        { name: 'a.csv', bytes: table },
        { name: '../b.csv', bytes: table },
      ]),
    ),
  ).toContain('invalid relative path');
  expect(await refused('root.zip', zipOf([{ name: '/etc/b.csv', bytes: table }]))).toContain('absolute path');
  const bomb = { name: 'bomb.csv', bytes: deflateRawSync(zeros), unpacked: zeros.length };
  expect(await refused('bomb.zip', zipOf([bomb]))).toContain('unpacks to more than 200 times its size');
  const liar = { name: 'liar.csv', bytes: deflateRawSync(zeros), unpacked: 1_000 };
  expect(await refused('liar.zip', zipOf([liar]))).toMatch(/too many bytes|longer than/);
  expect(
    await refused('nested.zip', zipOf([{ name: 'in.zip', bytes: zipOf([{ name: 'a.csv', bytes: table }]) }])),
  ).toContain('an archive in an archive');
  expect(await refused('cut.zip', zipOf([{ name: 'a.csv', bytes: table }]).subarray(0, 60))).not.toBe('');
});

test('a line without an end, in a packed file too, is not kept in memory', async () => {
  expect(await refused('bomb.csv.gz', gzipSync(Buffer.concat([Buffer.from(header), zeros])))).toMatch(
    /a line is longer|200 times/,
  );
  expect(
    await refused('line.csv', Buffer.concat([table.subarray(0, header.length), Buffer.alloc(1 << 20, 'a')])),
  ).toContain('a line is longer');
});

test('cancelled or failing, an import leaves nothing, and what another was killed in the middle of is swept', async () => {
  const [path, into] = [folder(), folder()];
  const rows = Array.from({ length: 50_000 }, (_, row) => `${1_700_000_000_000 + row},BTC-USDT,5,1,6,1\n`);
  writeFileSync(join(path, 'many.csv'), header + rows.join(''));
  mkdirSync(join(into, '.import-999999999-x'));
  const cancel = new AbortController();
  const importing = importFiles({
    ...{ paths: [path], exchange: 'binance', folder: into, signal: cancel.signal, onReject: () => {} },
    onProgress: ({ quotes }) => {
      if (quotes > 0) cancel.abort(new Error('interrupted'));
    },
  });
  await expect(importing).rejects.toThrow('interrupted');
  expect(readdirSync(into)).toEqual([]);
  const full = importFiles({ paths: [path], exchange: 'binance', folder: into, mostBytes: 1_000, onReject: () => {} });
  await expect(full).rejects.toThrow('more room than they are given');
  expect(readdirSync(into)).toEqual([]);
});

test('two imports that begin at one moment stand beside each other, or one joins the other; two exchanges are two recordings', async () => {
  const [path, into] = [folder(), folder()];
  const file = (name: string, text: string): string => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const one = file('binance-one.csv', `${header}1700000000000,BTC-USDT,5,1,6,1\n1700000000500,BTC-USDT,5,1,7,1\n`);
  const other = file('binance-other.csv', `${header}1700000000000,ETH-USDT,2,1,3,1\n1700000000500,ETH-USDT,2,1,4,1\n`);
  const run = async (paths: readonly string[], join: string | null = null) =>
    (await importFiles({ paths, folder: into, join, onReject: () => {} })).recordings;
  const [first] = await run([one]);
  expect(await run([one])).toEqual([{ path: `${first?.path}-2`, exchange: 'binance', rows: 2 }]);
  expect(await run([other], first?.path)).toEqual([{ path: first?.path, exchange: 'binance', rows: 4 }]);
  // What it has already is told once.
  expect(await run([other], first?.path)).toEqual([{ path: first?.path, exchange: 'binance', rows: 4 }]);
  const both = file(
    'both.csv',
    'exchange,symbol,time,bid,bid_size,ask,ask_size\nkraken,XBT/USD,1700000000,5,1,6,1\nokex,BTC-USD,1700000000,5,1,6,1\n',
  );
  expect(await run([both])).toMatchObject([{ exchange: 'kraken' }, { exchange: 'okx' }]);
  await expect(run([both], first?.path)).rejects.toThrow('it is of kraken, and binance-');
});

test('a preview says what is understood and what must be said first, and reads no more than it may', async () => {
  const path = folder();
  const rows = Array.from({ length: 40_000 }, (_, row) => `${1_700_000_000_000 + row},SHIBUSD,5,1,6,1\n`);
  writeFileSync(join(path, 'quotes.csv'), header + rows.join(''));
  const { files, missing } = await previewFiles({ paths: [join(path, 'quotes.csv')], mostBytes: 1 << 16 });
  expect(files[0]).toMatchObject({ form: 'quotes', time_unit: 'ms', whole: false, in_order: true });
  expect(missing.map(({ what, readings }) => [what, readings])).toEqual([
    ['exchange', []],
    ['symbol', ['SHIB/USD', 'SHI/BUSD']],
  ]);
  const said = { exchange: 'binance-us', symbols: { SHIBUSD: 'SHIB/USD' } };
  expect((await previewFiles({ paths: [path], ...said })).recordings).toMatchObject([
    { exchange: 'binance-us', markets: 1, taker_fee_pct: 0.1 },
  ]);
});

test('joined names with currencies that end alike are read as they are, or not at all', () => {
  const random = chance('joined names');
  const quotes = ['USD', 'BUSD', 'TUSD', 'FDUSD', 'GUSD', 'PYUSD', 'USDT', 'BTC', 'EUR', 'AEUR'];
  const bases = ['BTC', 'ETH', 'BNB', 'SHIB', 'DOT', 'SOL', 'LINK', 'USDT', 'ADA', '1INCH'];
  let read = 0;
  for (let number = 0; number < 200; number++) {
    const symbols = Array.from({ length: 2 + Math.floor(random() * 20) }, () => {
      const [base = '', quote = ''] = [
        bases[Math.floor(random() * bases.length)],
        quotes[Math.floor(random() * quotes.length)],
      ];
      return base === quote ? 'ETH/BTC' : `${base}/${quote}`;
    });
    const names = symbols.map((symbol) => symbol.replace('/', ''));
    const found = readNames('binance-us', names, { listed: [], chosen: {} });
    const wrong = symbols.filter((symbol) => (found.get(symbol.replace('/', ''))?.symbol ?? symbol) !== symbol);
    expect(wrong, names.join()).toEqual([]);
    read += [...found.values()].filter(({ symbol }) => symbol !== null).length;
    const listed = readNames('binance-us', names, { listed: symbols, chosen: {} });
    expect(symbols.map((symbol) => listed.get(symbol.replace('/', ''))?.symbol)).toEqual(symbols);
  }
  expect(read).toBeGreaterThan(500);
});
