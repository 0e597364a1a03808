import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { repository } from '../harness/recorded-data.ts';
import { printTable } from './table.ts';

/** Builds of dashboards: ours, and with FREQUI_DIST another one beside it, as `pnpm build` of FreqUI makes it. */
const pages = {
  triquad: join(repository, 'packages', 'web', 'dist'),
  ...(process.env.FREQUI_DIST === undefined ? {} : { FreqUI: resolve(process.env.FREQUI_DIST) }),
};

/** Files that a browser fetches before the first screen: those of the page, and what their scripts import at once. */
function firstFiles(dist: string): readonly string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const found = [...html.matchAll(/(?:src|href)="\.?\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => join(dist, path));
  for (const file of found) {
    if (!file.endsWith('.js')) continue;
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*["`](\.{1,2}\/[^"`]+\.js)["`]/g,
    )) {
      const imported = join(dirname(file), path);
      if (existsSync(imported) && !found.includes(imported)) found.push(imported);
    }
  }
  return found;
}

const rows = Object.entries(pages).map(([name, dist]) => {
  const files = firstFiles(dist);
  const bytes = (end: string): number =>
    files
      .filter((file) => file.endsWith(end))
      .reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  return { name, scripts: bytes('.js'), styles: bytes('.css'), files: files.map((file) => relative(dist, file)) };
});
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
printTable(
  'Bytes before the first screen, with Brotli',
  ['page', 'scripts', 'styles', 'files'],
  rows.map(({ name, scripts, styles, files }) => [name, kilobytes(scripts), kilobytes(styles), String(files.length)]),
);
