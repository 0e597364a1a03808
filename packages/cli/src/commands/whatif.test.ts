import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WhatIfRecord } from '@triquad/core/contract';
import { afterAll, describe, expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { run } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-whatif-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** 100 USDT → 1 BTC → 10 ETH → 110 USDT, for 130 ms. */
const recording = join(folder, 'kraken-quotes.csv');
const rows = [
  '1577836801000,BTC-USDT,99,1,100,1',
  '1577836801010,ETH-BTC,0.09,50,0.1,50',
  '1577836801020,ETH-USDT,11,4,12,4',
  '1577836801150,ETH-USDT,9,4,12,4',
  '1577836801200,ETH-USDT,9,0,12,4',
];
writeFileSync(recording, ['timeMs,symbol,bid,bidSize,ask,askSize', ...rows, ''].join('\n'));

/** Runs `triquad whatif` and gives what it printed and its exit code. */
async function whatif(...words: string[]): Promise<{ code: number; out: string; err: string }> {
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
  return { code: await run(['whatif', ...words, '--data-dir', folder], host), ...printed };
}

test('shows profit by fee and latency with your own fee marked, and the sum of it', async () => {
  const { code, out, err } = await whatif(recording, '--fees', '0,1', '--latencies', '0,50', '--latency', '10');
  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['FEE', 'CYCLES', 'TIMES', 'HALF LIFE', '0 MS', '10 MS', '50 MS', 'SOURCE'],
    ['0 %', '1', '1', '130', '$4.00', '$4.00', '$0.00', 'imported · paper'],
    // Fees of Kraken's new accounts.
    ['you 0.4 %', '1', '1', '130', '$3.47', '$3.47', '$0.00', 'imported · paper'],
    ['1 %', '1', '1', '130', '$2.69', '$2.69', '$0.00', 'imported · paper'],
  ]);
  expect(err).toContain('kraken-quotes.csv:6: bidSize: "0" is not a number above zero');
  expect(err).toContain(
    'At your fee of 0.4 % a leg, 1 of 2 cycles would have paid; 1 of 1 times it was still there after 10 ms a leg',
  );
  expect(err).toContain('5 rows, 1 left out of 3 markets from 2020-01-01T00:00:01.000Z');
});

test('gives everything as one JSON document, and plain figures as CSV', async () => {
  const json = await whatif(recording, '--json');
  expect(WhatIfRecord.parse(JSON.parse(json.out)).best[0]?.symbols).toEqual(['USDT', 'BTC', 'ETH', 'USDT']);
  const csv = await whatif(
    recording,
    '--csv',
    '--show',
    'cycles',
    '--columns',
    'break-even,times,modelled,ended by,path',
  );
  expect(csv.out.split('\r\n').slice(0, 2)).toEqual([
    'break-even,times,modelled,ended by,path',
    `3.1270693848535758,1,${40 * (1.1 * 0.996 ** 3 - 1)},price,USDT→BTC→ETH→USDT`,
  ]);
});

test('shows how long they lasted, by gain, market and hour', async () => {
  const { out } = await whatif(recording, '--show', 'lifetimes', '--csv', '--columns', 'by,which,times,100 ms,250 ms');
  expect(out.trimEnd().split('\r\n')).toEqual([
    'by,which,times,100 ms,250 ms',
    'gain,above 100 bp,1,1,0',
    'market,BTC/USDT,1,1,0',
    'market,ETH/BTC,1,1,0',
    'market,ETH/USDT,1,1,0',
    'hour,00,1,1,0',
  ]);
});

test('--live asks the last part of what is recorded now, and nothing that has ended', async () => {
  expect((await whatif('--live', '1h')).err).toMatch(/^triquad: nothing is recorded now in .*: switch it on in Feeds/);
  const { importFiles } = await import('@triquad/bot');
  const imported = await importFiles({
    paths: [recording],
    exchange: 'kraken',
    folder: join(folder, 'recordings'),
    onReject: () => {},
  });
  const path = imported.recordings[0]?.path ?? '';
  expect((await whatif('--live', '1h')).code).toBe(1);
  const manifest = join(path, 'manifest.json');
  writeFileSync(
    manifest,
    JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), ended: null, of: 'exchange' }),
  );
  const { code, out } = await whatif('--live', '1h', '--json');
  const { data, terms } = WhatIfRecord.parse(JSON.parse(out));
  expect([code, data.rows, data.exchange, terms.from]).toEqual([0, 5, 'kraken', '2019-12-31T23:00:01.201Z']);
});

describe('what cannot be asked is refused in one line', () => {
  const day = '2020-01-02';
  test.each<[words: string[], code: number, line: RegExp]>([
    [[], 2, /^triquad: name a recording, or give --live 1h$/],
    [[recording, '--live', '1h'], 2, /^triquad: name a recording, or give --live 1h$/],
    [['--live', 'soon'], 2, /It must be a time like 30m or 1h/],
    [['nowhere'], 1, /^triquad: there is no recording nowhere in .*: see triquad data list$/],
    [[recording, '--from', day], 1, /^triquad: cannot tell: .* has no row that can be read from 2020-01-02/],
    [[recording, '--from', day, '--to', day], 2, /^triquad: --to must be after --from: the range ends before it/],
    [[recording, '--fees', '0,100'], 2, /--fees <percents>' argument '0,100' is invalid. It must be a percentage/],
    [[recording, '--fee', '-2'], 2, /It must be a percentage of at least -1/],
    [[recording, '--latencies', '1.5'], 2, /It must be a whole number from 0 to 600000/],
    [[recording, '--fees', Array.from({ length: 17 }, (_, fee) => fee).join()], 2, /It must be at most 16 values/],
    [[recording, '--types', 'pent'], 2, /It must be one of tri, quad/],
    [[recording, '--capital', '0'], 2, /It must be a number of USD above 0/],
    [[recording, '--show', 'all'], 2, /Allowed choices are grid, cycles, lifetimes/],
  ])('%j', async (words, code, line) => {
    const ended = await whatif(...words);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(
      ended.err
        .trimEnd()
        .split('\n')
        .filter((text) => !text.startsWith('kraken-quotes.csv:6')),
    ).toEqual([expect.stringMatching(line)]);
  });
});
