import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { genesis } from './chain.ts';
import { StoreFault } from './event-store.ts';
import { judgeHead, slotBytes } from './slot.ts';
import { openWitness, readWitness, slotOf, writeWitness } from './witness.ts';

const journal = 'ab'.repeat(16);
const headOf = (n: number) => n.toString(16).padStart(64, '0');
const commit = (n: number) => ({ n, seq: n * 3, head: headOf(n) });
const now = () => 1_700_000_000_000;
const nothing = { n: 0, seq: 0, head: genesis };

let folder = '';
const file = () => join(folder, 'witness');
const bytes = () => readFileSync(file());
const spoil = (place: number) => {
  const spoilt = bytes();
  spoilt.writeUInt8((spoilt[place] ?? 0) ^ 1, place);
  writeFileSync(file(), spoilt);
};
const opened = (limit?: number) => {
  const witness = openWitness(folder, nothing, now, limit);
  onTestFinished(witness.close);
  return witness;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'triquad-witness-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeWitness(folder, slotOf(journal, nothing, now()));
});

/** Slots of the commits 0 to 5. */
const written = () => {
  const witness = opened();
  for (let n = 1; n <= 5; n += 1) witness.write(commit(n));
};

test('what was written last is read again, by its owner alone', () => {
  written();
  expect(readWitness(folder)).toMatchObject({
    kind: 'read',
    begun: 0,
    isSpoilt: false,
    last: { ...commit(5), journal, at: now(), settled: false },
  });
  expect(bytes().length).toBe(6 * slotBytes);
  for (const name of ['witness', 'witness.key']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a slot carries the heads of the other chains and whether the directory is complete', () => {
  const heads = { config: { count: 3, hash: '12'.repeat(32) }, audit: { count: 2 ** 40, hash: '34'.repeat(16) } };
  const witness = opened();
  witness.anchor(heads);
  witness.settle();
  witness.write(commit(1));
  expect(readWitness(folder)).toMatchObject({
    last: { settled: true, heads: { config: { count: 3, hash: '12'.repeat(16) }, audit: heads.audit, access: null } },
  });
});

const audit = { count: 7, hash: '34'.repeat(16) };
const heads = () => {
  const found = readWitness(folder);
  return found.kind === 'read' ? found.last.heads : null;
};

test('heads are written within a second when no commit takes them along, whole or not at all', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const witness = opened();
  witness.write(commit(1));
  witness.anchor({ audit });
  expect(heads()).toMatchObject({ audit: null });
  vi.advanceTimersByTime(1_000);
  expect(heads()).toMatchObject({ audit });
  expect(readWitness(folder)).toMatchObject({ begun: 0, last: commit(1) });
  expect(bytes().length).toBe(slotBytes);
  witness.write(commit(2));
  expect(readWitness(folder)).toMatchObject({ begun: 0, last: { ...commit(2), heads: { audit } } });
});

test('the last to be told writes the heads that still wait', () => {
  const witness = opened();
  witness.anchor({ audit });
  witness.close();
  expect(heads()).toMatchObject({ audit });
});

test('heads that a commit took along are not written again', () => {
  const witness = opened();
  witness.anchor({ audit });
  witness.write(commit(1));
  const written = bytes();
  witness.close();
  expect(bytes().equals(written)).toBe(true);
});

test('heads stay as they were over a start', () => {
  const witness = opened();
  witness.anchor({ audit });
  witness.close();
  openWitness(folder, commit(1), now).close();
  expect(heads()).toMatchObject({ audit });
});

test.each([
  ['ahead', (count: number) => (count <= 9 ? headOf(count).split('').reverse().join('') : null), 'holds'],
  ['behind', (count: number) => (count <= 2 ? headOf(count).split('').reverse().join('') : null), 'behind'],
  ['another', () => 'ff'.repeat(32), 'other'],
])('a chain that is %s of its anchor', (_, hashAt, verdict) => {
  const anchored = { count: 3, hash: headOf(3).split('').reverse().join('').slice(0, 32) };
  expect(judgeHead(anchored, hashAt)).toBe(verdict);
  expect(judgeHead(null, hashAt)).toBe('holds');
  expect(judgeHead({ count: 0, hash: '' }, hashAt)).toBe('holds');
});

test.each([1, 100, slotBytes - 1])('a slot of which %i bytes were written counts as begun', (part) => {
  written();
  truncateSync(file(), 5 * slotBytes + part);
  expect(readWitness(folder)).toMatchObject({ begun: 1, last: { n: 4 } });
});

test('zeros in the place of a slot count as a slot begun', () => {
  written();
  writeFileSync(file(), Buffer.alloc(slotBytes), { flag: 'a' });
  expect(readWitness(folder)).toMatchObject({ begun: 1, last: { n: 5 } });
});

test('every bit of a slot is proven', () => {
  written();
  const whole = bytes();
  for (let place = 5 * slotBytes; place < whole.length; place += 1) {
    writeFileSync(file(), whole);
    spoil(place);
    expect(readWitness(folder), `byte ${place}`).toMatchObject({ begun: 1, last: { n: 4 } });
  }
});

test('a slot proves the place of the one before: none can be left out, moved or taken twice', () => {
  written();
  const slots = Array.from({ length: 6 }, (_, n) => bytes().subarray(n * slotBytes, (n + 1) * slotBytes));
  const of = (...order: number[]) => Buffer.concat(order.map((n) => slots[n] ?? Buffer.alloc(0)));
  for (const [order, last] of [
    [of(0, 1, 2, 5), 2],
    [of(0, 1, 2, 4, 5), 5],
    [of(0, 1, 2, 2), 2],
    [of(1, 2), 2],
  ] as const) {
    writeFileSync(file(), order);
    expect(readWitness(folder)).toMatchObject({ last: { n: last } });
  }
  expect(readWitness(folder)).toMatchObject({ isSpoilt: true });
});

test('damage before the last slot is told and loses nothing', () => {
  written();
  spoil(2 * slotBytes + 20);
  expect(readWitness(folder)).toMatchObject({ begun: 0, isSpoilt: true, last: { n: 5 } });
});

test.each([
  ['empty', () => writeFileSync(file(), ''), /it is empty/],
  ['full of something else', () => writeFileSync(file(), 'x'.repeat(1_000)), /no entry in it proves itself/],
  ['without its key', () => rmSync(join(folder, 'witness.key')), /witness\.key is missing/],
  ['with another key', () => writeFileSync(join(folder, 'witness.key'), Buffer.alloc(32)), /no entry/],
  ['with half a key', () => truncateSync(join(folder, 'witness.key'), 16), /witness\.key is missing or damaged/],
])('a witness %s proves nothing and cannot be gone on with', (_, damage, reason) => {
  written();
  damage();
  expect(readWitness(folder)).toEqual({ kind: 'unreadable', reason: expect.stringMatching(reason) });
  expect(() => openWitness(folder, nothing, now)).toThrow(StoreFault);
});

test('opening it leaves one slot, of the commit the journal ends with', () => {
  written();
  writeFileSync(file(), 'half a slot', { flag: 'a' });
  openWitness(folder, commit(6), now).close();
  expect(bytes().length).toBe(slotBytes);
  expect(readWitness(folder)).toMatchObject({ begun: 0, isSpoilt: false, last: { ...commit(6), journal } });
});

test('a full file is rewritten from its last slot', () => {
  const witness = opened(10 * slotBytes);
  const sizes = new Set<number>();
  for (let n = 1; n <= 25; n += 1) {
    witness.write(commit(n));
    sizes.add(bytes().length);
    expect(readWitness(folder)).toMatchObject({ begun: 0, last: { n } });
  }
  expect(Math.max(...sizes)).toBe(10 * slotBytes);
  expect(bytes().length).toBe(6 * slotBytes);
});

test.skipIf(process.getuid?.() === 0)('a directory that cannot be written is said in one line', () => {
  chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  expect(() => openWitness(folder, nothing, now)).toThrow(/witness cannot be written: it is read-only$/);
});
