import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { repository } from '../harness/recorded-data.ts';

const dist = join(repository, 'packages', 'web', 'dist');
/** Bytes of JavaScript loaded before the first screen, gzip level 9. */
const LARGEST_FIRST_SCRIPTS = 208_000;

test(`the page begins with at most 208 kB of JavaScript`, () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path = '']) => path);
  const sizes = scripts.map((path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length);
  expect(scripts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST_FIRST_SCRIPTS);
});
