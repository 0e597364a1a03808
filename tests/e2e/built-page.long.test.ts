import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, loadConfigFromFile, type PluginOption } from 'vite';
import { expect, test } from 'vitest';
import { repository } from '../harness/recorded-data.ts';

const web = join(repository, 'packages', 'web');
const configFile = join(web, 'vite.config.ts');

/** Modules that Vite or its bundler makes; every other module of the page is a file as the tests import it. */
const isVirtual = (source: string): boolean =>
  /(?:^|\/)(?:\0|vite\/|rolldown\/|\\0)/.test(source) || source.includes('\0');

test('each module of the built page is the file on the disk, ours and those of libraries', async () => {
  const built = await build({
    ...{ root: web, configFile, logLevel: 'error' },
    build: { write: false, sourcemap: 'hidden' },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const seen = new Map<string, boolean>();
  for (const chunk of outputs) {
    if (chunk.type !== 'chunk' || chunk.map === null) continue;
    const folder = join(web, 'dist', chunk.fileName, '..');
    chunk.map.sources.forEach((source, at) => {
      if (isVirtual(source)) return;
      const path = resolve(folder, source).replace(/\?.*$/, '');
      const isSame = existsSync(path) && readFileSync(path, 'utf8') === chunk.map?.sourcesContent?.[at];
      seen.set(path, (seen.get(path) ?? true) && isSame);
    });
  }
  expect(seen.size).toBeGreaterThan(500);
  expect([...seen].filter(([, isSame]) => !isSame).map(([path]) => path)).toEqual([]);
}, 600_000);

const flattened = async (option: PluginOption): Promise<readonly { readonly name: string }[]> => {
  const one = await option;
  if (Array.isArray(one)) return (await Promise.all(one.map(flattened))).flat();
  return one ? [one] : [];
};

test('no plugin of ours changes or replaces a module, of the page or of the program', async () => {
  for (const part of ['web', 'cli']) {
    const loaded = await loadConfigFromFile(
      { command: 'build', mode: 'production' },
      join(repository, 'packages', part, 'vite.config.ts'),
    );
    const plugins = (await flattened(loaded?.config.plugins)).filter(
      ({ name }) => !/^(?:vite:|@rolldown\/)/.test(name),
    );
    for (const plugin of plugins) {
      const hooks = ['transform', 'load', 'resolveId', 'renderChunk', 'generateBundle', 'transformIndexHtml'];
      expect(
        Object.keys(plugin).filter((hook) => hooks.includes(hook)),
        plugin.name,
      ).toEqual([]);
    }
  }
});

test('the page can be installed: its manifest names icons that are there, of the sizes it says', () => {
  const dist = join(web, 'dist');
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toContain(
    '<link rel="manifest" href="./manifest.webmanifest"',
  );
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8'));
  expect(manifest).toMatchObject({ display: 'standalone' });
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
