import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { run } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-scan-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

const recording = join(folder, 'quotes.csv');
const rows = [
  '1577836801000,BTC-USDT,99,1,100,1',
  '1577836801010,ETH-BTC,0.09,50,0.1,50',
  '1577836801500,ETH-USDT,11,4,12,4',
  '1577836801600,ETH-USDT,11,,12,4',
];
writeFileSync(recording, ['timeMs,symbol,bid,bidSize,ask,askSize', ...rows, ''].join('\n'));

/** Runs `triquad scan` and gives what it printed and its exit code. */
async function scan(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const host: Host = {
    stdin: { isTTY: false } as Host['stdin'],
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.err += text) },
    env: {},
    fetch,
    interrupted: () => new AbortController().signal,
    uncaught: () => {},
  };
  return { code: await run(['scan', ...words], host), ...printed };
}

const isFast = expect.stringMatching(/^updates 4 · [\d,]+ updates\/s$/);

test('prints each cycle as a line of JSON, and the rest on the standard error', async () => {
  const { code, out, err } = await scan(recording, '--fee', '0', '--json');
  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      type: 'TRI',
      symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
      markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
      profit_pct: expect.closeTo(10, 9),
      capital_required: expect.closeTo(40, 9),
      profit: expect.closeTo(4, 9),
      detected_at: '2020-01-01T00:00:01.500Z',
      provenance: { kind: 'imported', exchange: null, name: basename(recording), money: 'paper' },
    },
  ]);
  expect(err.trimEnd().split('\n')).toEqual([
    `${recording}:5: bidSize: "" is not a number above zero`,
    `source an imported file, ${basename(recording)}; paper money`,
    'range 2020-01-01T00:00:01.000Z to 2020-01-01T00:00:01.601Z · fee 0 % a leg · no latency · quotes of any age · sizing continuous',
    'markets 3 · directed TRI 0 · directed QUAD 0',
    isFast,
    'found TRI 1 · QUAD 0',
    'rows left out 1',
  ]);
});

test('prints a row to read, with a dash where nothing was sized', async () => {
  const { out } = await scan(recording, '--fee', '0', '--sizing', 'none');
  expect(out).toMatch(/^TRI +\+10\.0000 % +— +— +2020-01-01T00:00:01\.500Z +USDT→BTC→ETH→USDT +imported · paper\n$/);
});

test('passes on what narrows the search', async () => {
  const found = async (...words: string[]): Promise<string> =>
    (await scan(recording, '--fee', '0', '--json', ...words)).out;
  expect(await found('--types', 'quad')).toBe('');
  expect(await found('--min-profit', '10.1')).toBe('');
  expect(await found('--max-age', '499')).toBe('');
  expect(await found('--max-age', '500', '--min-profit', '9.9', '--types', 'TRI,quad')).not.toBe('');
  expect((await scan(recording, '--fee', '4', '--json')).out).toBe('');
});

test.each([
  ['lots without their list', ['--sizing', 'lots'], '--sizing lots needs --instruments <file>, which has the lots'],
  ['an unknown sizing', ['--sizing', 'half'], 'Allowed choices are none, continuous, lots'],
  ['an unknown type', ['--types', 'penta'], 'It must be one of tri, quad'],
  ['a negative age', ['--max-age', '-1'], 'It must be a number of at least 0'],
])('refuses %s with code 2', async (_, words, message) => {
  expect(await scan(recording, ...words)).toEqual({ code: 2, out: '', err: expect.stringContaining(message) });
});

test('ends with code 1 where no row is good, in lines that name the file', async () => {
  const empty = join(folder, 'empty.csv');
  writeFileSync(empty, '');
  expect(await scan(empty)).toEqual({
    code: 1,
    out: '',
    err: `${empty}: file: the file is empty\ntriquad: cannot scan: ${empty} has no usable row\n`,
  });
});
