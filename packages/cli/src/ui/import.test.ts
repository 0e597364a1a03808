import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { healthOf, ok } from '@triquad/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { filesAt } from '../files-at.ts';
import { openApp } from './open-app.tsx';

const enter = '\r';
const down = '\x1b[B';
const up = '\x1b[A';
const right = '\x1b[C';
const esc = '\x1b';
const fileOf = (name: string) => ({ name, bytes: 2_000_000, files: 1, folder: false, at: '2026-01-31T11:00:00.000Z' });
const counts = { quotes: 120, voids: 3, unreadable: 1 };
const looked = {
  ...{ name: 'shib.csv', form: 'bars', bars: true, exchanges: [], time_unit: 'ms', ...counts },
  markets: [{ text: 'SHIBUSD', symbol: null, by: null, readings: ['SHIB/USD', 'SHI/BUSD'] }],
  ...{ from: '2026-01-31T10:00:00.000Z', to: '2026-01-31T11:00:00.000Z', in_order: false, whole: true },
  reasons: [{ file: 'shib.csv', line: 5, field: 'close', message: 'it has no price' }],
};
const missing = [
  { what: 'exchange', file: 'shib.csv', text: null, readings: [], message: 'it says none' },
  { what: 'symbol', file: 'shib.csv', text: 'SHIBUSD', readings: ['SHIB/USD', 'SHI/BUSD'], message: 'it may be two' },
];
const recording = {
  ...{ exchange: 'kraken', markets: 1, from: null, to: null },
  ...{ taker_fee_pct: 0.4, fee_source: 'entry tier', list: null },
};
const job = {
  ...{ id: 'i1', files: ['shib.csv'], status: 'running', progress: 0.5, ...counts, bytes: 1, total_bytes: 2 },
  ...{ recordings: [], reasons: [], error: null, created_at: '2026-01-31T12:00:00.000Z', finished_at: null },
};
const answers = {
  health: healthOf('recordings', 'recordings.import', 'recordings.upload'),
  'recordings.files': ok({ data: [fileOf('markets.json'), fileOf('shib.csv')] }),
  'recordings.imports': ok({ data: [] }),
  'recordings.list': ok({ data: [] }),
  'recordings.preview': ok({ files: [looked], recordings: [], missing }),
  'recordings.import': ok(job),
} as const;
const opened = async (size: readonly [number, number] = [80, 24]) => {
  const app = await openApp({ answers }, ...size);
  await app.type('I');
  await app.shows(/Import files of prices/);
  const asked = (call: string) => app.api.calls.flatMap(({ name, request }) => (name === call ? [request] : []));
  return { ...app, asked };
};

describe('import', () => {
  test.each([
    [80, 24],
    [200, 60],
  ] as const)(
    'files are understood, what is missing is said, and they are imported, in %i columns',
    async (...size) => {
      const { api, clock, type, shows, asked } = await opened(size);
      await shows(/▸ \[ ] markets\.json {2}2\.0 MB[\s\S]+\[ ] shib\.csv/);
      await type(down, ' ', down, down, enter);
      await shows(/This is what I understood/);
      await shows(/! shib\.csv: it says none/);
      await shows(/Whose prices they are {2}‹ choose ›/);
      await shows(/\[ Import ] {2}off: something is missing/);
      await type(...Array(4).fill(right), down, enter, ...'0.02', enter, down, right);
      await shows(/Whose prices they are {2}‹ kraken ›[\s\S]*%\s+0\.02[\s\S]*SHIBUSD means {2}‹ SHIB\/USD ›/);
      await shows(/\[ Import ] {2}off: see it again first/);
      await type(down, down, right);
      await shows(/List of the markets {2}‹ markets\.json ›/);
      api.answer('recordings.preview', ok({ files: [looked], recordings: [recording], missing: [] }));
      await type(down, enter);
      await shows(/A recording of kraken: 1 market, nowhere to nowhere, fee 0\.40%/);
      await shows(/\[ Import ]\s*│/);
      const request = {
        ...{ files: ['shib.csv'], exchange: 'kraken', spread_pct: 0.02, symbols: { SHIBUSD: 'SHIB/USD' } },
        instruments: 'markets.json',
      };
      expect(asked('recordings.preview').at(-1)).toEqual({ body: request });
      api.answer('recordings.imports', ok({ data: [job] }));
      await type(...Array(9).fill(down), enter);
      await clock.advance(2_000);
      await shows(/\[#{20}\.{20}] 50\.00%[\s\S]*120 quotes, 3 without a book, 1 unreadable/);
      expect(asked('recordings.import')).toEqual([{ body: request }]);
      api.answer('recordings.import.cancel', ok({ ...job, status: 'cancelled' }));
      api.answer('recordings.imports', ok({ data: [{ ...job, status: 'cancelled' }] }));
      await type('x');
      await clock.advance(2_000);
      await shows(/The import was cancelled; nothing of it is left/);
      expect(asked('recordings.import.cancel')).toHaveLength(1);
      await type(esc);
      await shows(/2 Opportunities/);
    },
  );

  test('a file of this machine is sent, chosen, and removed once it is imported', async () => {
    const { api, clock, type, shows, asked, lines } = await opened();
    api.answer('recordings.files.upload', 'never');
    await type('a', ...'/home/me/a.csv');
    await shows(/Path of this machine: \/home\/me\/a\.csv_/);
    await type(enter);
    await shows(/\[\.{40}] a\.csv, 0\.0 kB of 1\.0 kB/);
    await type('x');
    await shows(/a\.csv: not sent/);
    const refused = { status: 507, body: { detail: 'x', code: 'no_room', params: { room_bytes: 1e8 } } };
    api.answer('recordings.files.upload', refused);
    await type('a', ...'a.csv', enter);
    await shows(/! a\.csv: There is room for 0\.1 GB/);
    api.answer('recordings.files.upload', { status: 201, body: fileOf('a.csv') });
    api.answer('recordings.files', ok({ data: [fileOf('a.csv'), fileOf('mine.csv')] }));
    await type('a', ...'a.csv', enter);
    await clock.advance(2_000);
    await shows(/\[x] a\.csv[\s\S]*\[ ] mine\.csv/);
    await type('a', ...'nowhere', enter);
    await shows(/not sent: there is no file/);

    api.answer('recordings.files.remove', { status: 204 });
    await type(down, 'r');
    expect(asked('recordings.files.remove')).toEqual([]);
    expect(lines().join('\n')).toContain('again removes mine.csv');
    await type('r');
    expect(asked('recordings.files.remove')).toEqual([{ path: { name: 'mine.csv' } }]);

    api.answer('recordings.preview', ok({ files: [looked], recordings: [recording], missing: [] }));
    await type(down, down, enter);
    await shows(/This is what I understood/);
    await type(...Array(9).fill(down), enter);
    expect(asked('recordings.import')).toEqual([{ body: { files: ['a.csv'], remove: ['a.csv'] } }]);
  });

  test('what many files lack is said once', async () => {
    const { api, type, shows } = await opened();
    const lacking = Array.from({ length: 9 }, (_, at) => ({ ...missing[0], file: `file-${at}.csv` }));
    api.answer('recordings.preview', ok({ files: [looked], recordings: [], missing: lacking }));
    await type(down, ' ', down, down, enter);
    await shows(/! file-0\.csv, file-1\.csv, file-2\.csv and 6 more: it says none/);
  });

  test('what is understood of many files is scrolled, and the rows below it stay', async () => {
    const { api, type, shows, lines } = await opened();
    const files = Array.from({ length: 30 }, (_, at) => ({ ...looked, name: `file-${at}.csv` }));
    api.answer('recordings.preview', ok({ files, recordings: [recording], missing: [] }));
    await type(down, ' ', down, down, enter);
    await shows(/lines 1 to \d+ of \d{3}: d u scroll/);
    await type(...'dddddd');
    await shows(/file-4\.csv/);
    expect(lines().join('\n')).toContain('[ Import ]');
    await type(esc);
    await shows(/\[ See what is understood ]/);
  });

  test('nothing is looked at where no file is chosen, and a bot that cannot import says so', async () => {
    const { type, asked, shows } = await opened();
    await type(up, ...Array(9).fill(down), enter);
    expect(asked('recordings.preview')).toEqual([]);
    await type(esc);
    const other = await openApp({ answers: { health: healthOf('recordings') } });
    await other.type('I');
    await other.shows(/This bot does not offer it/);
    await shows(/2 Opportunities/);
  });
});

test('a path is a file, or the files of a folder and those in it; links and hidden files are left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'in', 'deeper'), { recursive: true });
  for (const name of ['a.csv', '.hidden', 'in/b.csv', 'in/deeper/c.csv']) writeFileSync(join(folder, name), 'x');
  symlinkSync(join(folder, 'a.csv'), join(folder, 'link.csv'));
  expect(filesAt(folder).map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a.csv', 1],
    ['b.csv', 1],
    ['c.csv', 1],
  ]);
  expect(filesAt(join(folder, 'a.csv'))).toEqual([{ name: 'a.csv', bytes: 1, content: join(folder, 'a.csv') }]);
  expect(() => filesAt(join(folder, 'nothing'))).toThrow('there is no');
  mkdirSync(join(folder, 'empty'));
  expect(() => filesAt(join(folder, 'empty'))).toThrow('there is no file in');
});
