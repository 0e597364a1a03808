import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unusedComponents } from '../../packages/web/blueprint-parts.ts';
import { startBot } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';

const dist = join(repository, 'packages', 'web', 'dist');
/** Bytes of JavaScript loaded before the first screen, gzip level 9. */
const LARGEST_FIRST_SCRIPTS = 208_000;
/** Bytes of CSS on the wire, with Brotli, before the first screen. */
const LARGEST_FIRST_STYLES = 34_000;

const firstFiles = (extension: string): string[] => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path = '']) => path);
  return files.filter((path) => path.endsWith(extension));
};
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

test('the page begins with at most 208 kB of JavaScript', () => {
  const sizes = firstFiles('.js').map((path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sum(sizes)).toBeLessThanOrEqual(LARGEST_FIRST_SCRIPTS);
});

test('the page begins with at most 34 kB of CSS, as the bot sends it', () => {
  const sizes = firstFiles('.css').map((path) => readFileSync(join(dist, `${path}.br`)).length);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sum(sizes)).toBeLessThanOrEqual(LARGEST_FIRST_STYLES);
});

test('no script uses a component whose rules the style sheet leaves out', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const text = scripts.map((name) => readFileSync(join(dist, 'assets', name), 'utf8')).join('\n');
  expect(text).toContain('bp6-button');
  expect(unusedComponents.filter((name) => new RegExp(`bp6-${name}(?![a-z0-9-])`).test(text))).toEqual([]);
});

test('the bot sends what the build compressed, in a form that the client takes', async () => {
  await using bot = await startBot();
  const [script = ''] = firstFiles('.js').filter((path) => path.startsWith('assets/'));
  const plain = readFileSync(join(dist, script));
  const sent = (accepted: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      get(`${bot.url}/${script}`, { headers: { 'accept-encoding': accepted } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(parts) }),
        );
      }).on('error', reject);
    });
  const brotli = await sent('gzip, deflate, br');
  expect(brotli.encoding).toBe('br');
  expect(brotliDecompressSync(brotli.body).equals(plain)).toBe(true);
  expect((await sent('gzip, br;q=0')).encoding).toBe('gzip');
  const uncompressed = await sent('identity');
  expect([uncompressed.encoding, uncompressed.body.equals(plain)]).toEqual([undefined, true]);
});
