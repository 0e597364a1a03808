import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clientRoutes, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { firstRoutes } from '../../packages/core/src/contract/first-routes.ts';
import { unusedComponents } from '../../packages/web/blueprint-parts.ts';

import { repository } from '../harness/recorded-data.ts';

const dist = join(repository, 'packages', 'web', 'dist');
/** Bytes of JavaScript on the wire, with Brotli, before the first screen is usable: the frame and the screen. */
const LARGEST_FIRST_SCRIPTS = 160_000;
/** The same with the panels below and their charts. */
const LARGEST_WITH_CHARTS = 345_000;
/** Bytes of CSS on the wire, with Brotli, before the first screen. */
const LARGEST_FIRST_STYLES = 34_000;

const firstFiles = (extension: string): string[] => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path = '']) => path);
  return files.filter((path) => path.endsWith(extension));
};
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

const sent = (path: string): number => {
  const compressed = join(dist, `${path}.br`);
  return statSync(existsSync(compressed) ? compressed : join(dist, path)).size;
};
const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
const named = (part: string) => scripts.filter((name) => name.startsWith(`${part}-`)).map((name) => `assets/${name}`);

test('the first screen needs at most 160 kB of JavaScript, as the bot sends it, and 345 kB with its charts', () => {
  const first = firstFiles('.js');
  expect(sum(first.map(sent))).toBeLessThanOrEqual(LARGEST_FIRST_SCRIPTS);
  const charts = [...named('overview'), ...named('EChart')];
  expect(charts).toHaveLength(2);
  expect(sum([...first, ...charts].map(sent))).toBeLessThanOrEqual(LARGEST_WITH_CHARTS);
});

test('the page carries nothing of the contract that only the bot reads', () => {
  const first = firstFiles('.js').map((path) => readFileSync(join(dist, path), 'utf8'));
  const summaries = Object.values(routes).map(({ summary }) => summary);
  expect(summaries.length).toBeGreaterThan(50);
  expect(summaries.filter((summary) => first.some((text) => text.includes(summary)))).toEqual([]);
});

test('the page begins with the calls of its first screen, and with the schemas of no other', () => {
  const first = firstFiles('.js').map((path) => readFileSync(join(dist, path), 'utf8'));
  const held = (path: string) => first.some((text) => ['`', '"'].some((quote) => text.includes(quote + path + quote)));
  // A path that an earlier call has too, by another method, is held anyway.
  const paths = new Set(Object.values(firstRoutes).map(({ path }): string => path));
  expect([...paths].filter((path) => !held(path))).toEqual([]);
  // One of a single word may be the path of a screen.
  const others = Object.values(clientRoutes).map(({ path }): string => path);
  const later = others.filter((path) => !paths.has(path) && path.split('/').length > 2);
  expect(later.length).toBeGreaterThan(20);
  expect(later.filter(held)).toEqual([]);
});

test('the first screen imports no script that the page does not fetch at once', () => {
  const first = firstFiles('.js');
  const imported = first.flatMap((path) =>
    [...readFileSync(join(dist, path), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
      ([, name]) => `assets/${name}`,
    ),
  );
  expect(first.length).toBeGreaterThan(1);
  expect(imported.filter((name) => !first.includes(name))).toEqual([]);
});

test('the page begins with at most 34 kB of CSS, as the bot sends it', () => {
  const sizes = firstFiles('.css').map(sent);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sum(sizes)).toBeLessThanOrEqual(LARGEST_FIRST_STYLES);
});

test('the page can be installed: its manifest names icons that are there, of the sizes it says', () => {
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8'));
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/dashboard' });
  const drawn: { src: string; sizes: string; type: string }[] = manifest.icons;
  const sizes = drawn
    .filter(({ type }) => type === 'image/png')
    .map(({ src, sizes }) => {
      const png = readFileSync(join(dist, src));
      // Width and height are in the header of a PNG.
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
      return sizes;
    });
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
});

test('no script uses a component whose rules the style sheet leaves out', () => {
  const text = scripts.map((name) => readFileSync(join(dist, 'assets', name), 'utf8')).join('\n');
  expect(text).toContain('bp6-button');
  expect(unusedComponents.filter((name) => new RegExp(`bp6-${name}(?![a-z0-9-])`).test(text))).toEqual([]);
});
