import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

const lines = readFileSync(join(repository, 'tests', 'e2e', 'README.md'), 'utf8').split('\n');
const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (It says|Task|What) \|/.test(line));
const named = rows.map((row) => /^\| (?<sentence>.+) \| `(?<file>[^`]+)` \*(?<title>.+)\* \|$/.exec(row)?.groups);
/** As it stands in a file: a title in quotes, with its escapes. */
const written = (title: string): string[] => [title, title.replaceAll("'", "\\'")];

test('each sentence of the specification names a test that exists', () => {
  expect(rows.filter((_, at) => named[at] === undefined)).toEqual([]);
  const missing = named.flatMap((row) => {
    const { file = '', title = '' } = row ?? {};
    const path = join(repository, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return written(title).some((one) => text.includes(one)) ? [] : [`${file}: ${title}`];
  });
  expect(missing).toEqual([]);
});

test('every part of the specification that speaks of screens, states, rules, errors and limits has its table', () => {
  const parts = lines.flatMap((line) => /^### (\S+) /.exec(line)?.[1] ?? []);
  const screens = Array.from({ length: 9 }, (_, at) => `2.${at + 1}`);
  expect(parts).toEqual([...screens, '4', '5', '8', '9']);
  expect(rows.length).toBeGreaterThan(100);
});
