import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFactCount, createFactRate, growthOf, sizesOf } from './growth.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 31);

test('the size of a data directory is that of its databases with their logs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-growth-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'journal.sqlite'), 'x'.repeat(100));
  writeFileSync(join(folder, 'journal.sqlite-wal'), 'x'.repeat(20));
  writeFileSync(join(folder, 'server.sqlite'), 'x'.repeat(3));
  writeFileSync(join(folder, 'journal-1-1000.jsonl.zst'), 'x'.repeat(7));
  writeFileSync(join(folder, 'journal-1001-3000.jsonl.zst'), 'x'.repeat(5));
  writeFileSync(join(folder, 'journal-3001-4000.jsonl.zst.new'), 'x');
  const sealed = { facts: 3_000, bytes: 12 };
  expect(sizesOf(folder)).toEqual({ journal: 120, sealed, archive: 3, free: expect.any(Number) });
  expect(sizesOf(folder).free).toBeGreaterThan(0);
});

test('growth follows the facts, and says when the disk is full', () => {
  const sizes = { journal: 800, sealed: { facts: 0, bytes: 0 }, archive: 200, free: 5_000 };
  expect(growthOf(sizes, 100, 50)).toEqual({ bytes_per_day: 500, days_left: 10 });
  expect(growthOf(sizes, 100, 0)).toEqual({ bytes_per_day: 0, days_left: Number.POSITIVE_INFINITY });
  expect(growthOf(sizes, 100, null)).toEqual({ bytes_per_day: null, days_left: null });
  expect(growthOf(sizes, 0, 50)).toEqual({ bytes_per_day: null, days_left: null });
  // 200 facts, half of them sealed: what is in the database takes what it took before.
  const compacted = { ...sizes, sealed: { facts: 100, bytes: 10 }, archive: 400 };
  expect(growthOf(compacted, 200, 50)).toEqual({ bytes_per_day: 500, days_left: 10 });
});

test('of a journal the last week counts, and ten minutes are too short to tell', () => {
  const count = createFactCount();
  expect(count.perDay()).toBeNull();
  for (let hour = 0; hour < 24; hour += 1)
    for (let more = 0; more < 100; more += 1) count.add(start + hour * 3_600_000);
  expect(count.perDay()).toBeCloseTo((2_400 * 24) / 23, 6);
  for (let hour = 0; hour <= 168; hour += 1) count.add(start + 20 * day + hour * 3_600_000);
  expect(count.perDay()).toBeCloseTo((6 * 24 + 1) / 6, 6);
  const short = createFactCount();
  for (let second = 0; second < 599; second += 1) short.add(start + second * 1_000);
  expect(short.perDay()).toBeNull();
});

test('of a bot that runs the rate is known after ten minutes, and forgets what is a week old', () => {
  const rate = createFactRate();
  expect(rate(1_000, 0)).toBeNull();
  expect(rate(1_005, 599_999)).toBeNull();
  expect(rate(1_010, 600_000)).toBeCloseTo(10 * 144, 6);
  for (let hour = 1; hour <= 24 * 8; hour += 1) rate(1_010, hour * 3_600_000);
  expect(rate(1_010, 8 * day + 1)).toBe(0);
});
