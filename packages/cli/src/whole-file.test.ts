import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeWhole } from './whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'triquad-whole-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

/** A disk that takes half of it. */
const full = (file: number, text: string): void => {
  writeSync(file, text.slice(0, text.length / 2));
  throw new Error('ENOSPC: no space left on device, write');
};

test('a report is written as a whole', () => {
  const path = join(folder, 'january.html');
  writeWhole(path, '<h1>January</h1>');
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['january.html'], '<h1>January</h1>']);
});

test('a disk that fills leaves no half file and one line', () => {
  const path = join(folder, 'january.html');
  const line = `${path} cannot be written: ENOSPC: no space left on device, write`;
  expect(() => writeWhole(path, '<h1>January</h1>', full)).toThrow(line);
  expect(readdirSync(folder)).toEqual([]);
});

test('and the report that was there before is as it was', () => {
  const path = join(folder, 'january.html');
  writeFileSync(path, 'before');
  expect(() => writeWhole(path, '<h1>January</h1>', full)).toThrow('no space left');
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['january.html'], 'before']);
});

test('a folder that is not there is named, and what is no file is written to as it is', () => {
  expect(() => writeWhole(join(folder, 'none', 'x.html'), 'x')).toThrow('ENOENT');
  expect(() => writeWhole('/dev/null', 'x')).not.toThrow();
});
