import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUploadDesk, type UploadDeskOptions } from './upload-desk.ts';

let imports: string;
beforeEach(() => {
  imports = mkdtempSync(join(tmpdir(), 'triquad-uploads-'));
});
afterEach(() => rmSync(imports, { recursive: true, force: true }));

const deskOf = (options: Partial<UploadDeskOptions> = {}) => {
  let last = 0;
  return createUploadDesk({
    imports,
    mostBytes: 1_000_000,
    free: async () => 1e12,
    newId: () => {
      last += 1;
      return String(last);
    },
    ...options,
  });
};
const sent = (name: string, text: string, bytes = text.length) => ({ name, bytes, content: Readable.from([text]) });

test('a file is there under its name once all of it has come, and its owner alone can read it', async () => {
  const content = new PassThrough();
  const taking = deskOf().take({ name: 'Kraken BTC (1).csv', bytes: 10, content });
  content.write('01234');
  await expect.poll(() => readdirSync(imports).length).toBe(1);
  expect(readdirSync(imports)[0]).toMatch(/^\.upload-/);
  content.end('56789');
  expect(await taking).toMatchObject({ name: 'Kraken BTC (1).csv', bytes: 10, files: 1 });
  expect(readdirSync(imports)).toEqual(['Kraken BTC (1).csv']);
  expect(readFileSync(join(imports, 'Kraken BTC (1).csv'), 'utf8')).toBe('0123456789');
  if (process.platform !== 'win32') expect(statSync(join(imports, 'Kraken BTC (1).csv')).mode & 0o077).toBe(0);
});

test.each([
  '../up.csv',
  'a/b.csv',
  'a\\b.csv',
  '.hidden',
  '..',
  '',
  'x.part',
  'x.',
  'c:x',
  'a\u0000b',
  'a\nb',
  'é'.repeat(150),
])('a name that is none on every system is refused: %j', async (name) => {
  expect(await deskOf().take(sent(name, 'x'))).toEqual({ fault: 'bad_name' });
  expect(readdirSync(imports)).toEqual([]);
});

test('what is there already is never written over', async () => {
  writeFileSync(join(imports, 'a.csv'), 'mine');
  expect(await deskOf().take(sent('a.csv', 'theirs'))).toEqual({ fault: 'file_exists' });
  const desk = deskOf();
  const content = new PassThrough();
  const first = desk.take({ name: 'b.csv', bytes: 1, content });
  expect(await desk.take(sent('b.csv', '2'))).toEqual({ fault: 'file_exists' });
  content.end('1');
  expect(await first).toMatchObject({ name: 'b.csv' });
  expect([...readdirSync(imports)].map((name) => readFileSync(join(imports, name), 'utf8'))).toEqual(['mine', '1']);
});

describe('bounds', () => {
  test('a file above the bound, beyond the room of all files, or beyond what the disk has left is refused before it comes', async () => {
    expect(await deskOf().take(sent('a.csv', '', 1_000_001))).toEqual({
      fault: 'file_too_large',
      mostBytes: 1_000_000,
    });
    writeFileSync(join(imports, 'old.csv'), 'x'.repeat(400_000));
    expect(await deskOf().take(sent('a.csv', '', 600_001))).toEqual({ fault: 'no_room', room: 600_000 });
    const free = async () => 2 ** 30 + 1_000;
    expect(await deskOf({ free }).take(sent('a.csv', '', 1_001))).toEqual({ fault: 'no_room', room: 1_000 });
    expect(readdirSync(imports)).toEqual(['old.csv']);
  });

  test('what others still send is no room for one more', async () => {
    const desk = deskOf();
    const content = new PassThrough();
    const first = desk.take({ name: 'a.csv', bytes: 900_000, content });
    expect(await desk.take(sent('b.csv', '', 100_001))).toEqual({ fault: 'no_room', room: 100_000 });
    content.destroy();
    expect(await first).toEqual({ fault: 'cut_off' });
  });

  test('a disk that fills while a file comes ends it, and nothing of it is left', async () => {
    const left = [1e12, 5];
    const free = async () => left.shift() ?? 5;
    const parts = Array.from({ length: 40 }, () => Buffer.alloc(1 << 20));
    const file = { name: 'a.csv', bytes: 40 << 20, content: Readable.from(parts) };
    expect(await deskOf({ free, mostBytes: 1e9 }).take(file)).toEqual({ fault: 'no_room', room: 0 });
    expect(readdirSync(imports)).toEqual([]);
  });
});

describe('nothing is left', () => {
  test('of a file whose sender leaves, falls silent, or sends fewer bytes than it said', async () => {
    const leaves = new PassThrough();
    const taking = deskOf().take({ name: 'a.csv', bytes: 10, content: leaves });
    leaves.write('01234');
    await expect.poll(() => readdirSync(imports).length).toBe(1);
    leaves.destroy();
    expect(await taking).toEqual({ fault: 'cut_off' });
    expect(await deskOf({ silentMs: 20 }).take({ name: 'a.csv', bytes: 10, content: new PassThrough() })).toEqual({
      fault: 'cut_off',
    });
    expect(await deskOf().take(sent('a.csv', '01', 10))).toEqual({ fault: 'cut_off' });
    expect(readdirSync(imports)).toEqual([]);
  });

  test('of what comes while the bot ends, or came to one that was killed', async () => {
    const desk = deskOf();
    const content = new PassThrough();
    const taking = desk.take({ name: 'a.csv', bytes: 10, content });
    content.write('01234');
    await expect.poll(() => readdirSync(imports).length).toBe(1);
    await desk.close();
    expect(await taking).toEqual({ fault: 'cut_off' });
    expect(readdirSync(imports)).toEqual([]);
    writeFileSync(join(imports, '.upload-killed-1'), 'half');
    expect(await deskOf().take(sent('b.csv', 'x'))).toMatchObject({ bytes: 1 });
    expect(readdirSync(imports)).toEqual(['b.csv']);
  });
});
