import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { contextsFile } from './contexts.ts';
import { keepColumns, keptColumns } from './kept-columns.ts';

const file = (): string => join(dirname(contextsFile()), 'columns.json');
const choice = { 'orders 80': { order: ['id', 'time'], hidden: ['side'] } };

beforeEach(() => {
  process.env.XDG_CONFIG_HOME = mkdtempSync(join(tmpdir(), 'triquad-columns-'));
});

test('columns are kept for each bot by itself', () => {
  expect(keptColumns('local')).toEqual({});
  keepColumns('local', choice);
  keepColumns('night', {});
  expect([keptColumns('local'), keptColumns('night'), keptColumns('toString')]).toEqual([choice, {}, {}]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '[]', 'null', '7', '{"local": 1}', '{"local": {"orders 80": {"order": "id"}}}'])(
  'a file that holds %j counts as none, and is written again',
  (text) => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), text);
    expect(keptColumns('local')).toEqual({});
    keepColumns('local', choice);
    expect(keptColumns('local')).toEqual(choice);
  },
);
