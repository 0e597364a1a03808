import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

const LIMIT_MS = 20_000;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A checkout in which nothing has been fetched yet. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-checkout-'));
  folders.push(folder);
  chmodSync(folder, 0o755);
  cpSync(join(repository, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    copyFileSync(join(repository, name), join(folder, name));
  mkdirSync(join(folder, 'packages'));
  return folder;
}

async function check(folder: string, env: Readonly<Record<string, string>>, options: object = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(folder, 'scripts', 'run.mjs'), 'check'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    ...options,
  });
  const [[code], out, error] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const said = (out + error).split('\n').filter((line) => line !== '' && !/^triquad: (fetching|installing)/.test(line));
  return { code, said, isQuick: performance.now() - began < LIMIT_MS };
}

test.each([
  ['whose port is closed', 'http://127.0.0.1:9/', 'ECONNREFUSED'],
  ['whose name is unknown', 'http://registry.invalid/', 'ENOTFOUND|EAI_AGAIN'],
])('a registry %s is one line', async (_, registry, reason) => {
  const { code, said, isQuick } = await check(checkout(), { npm_config_registry: registry });
  expect({ code, isQuick, lines: said.length }).toEqual({ code: 1, isQuick: true, lines: 1 });
  expect(said[0]).toMatch(
    new RegExp(
      `^triquad: the package registry ${registry} cannot be reached \\((${reason})\\): packages have to be fetched`,
    ),
  );
});

test('a proxy that cannot be reached is one line', async () => {
  const { code, said } = await check(checkout(), {
    npm_config_registry: 'http://registry.invalid/',
    npm_config_proxy: 'http://127.0.0.1:9',
  });
  expect({ code, said }).toEqual({ code: 1, said: [expect.stringContaining('cannot be reached (ECONNREFUSED)')] });
});

test('a registry that takes the connection and never answers is one line within 20 s', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const ended = await check(checkout(), { npm_config_registry: `http://127.0.0.1:${address.port}/` });
  server.close();
  expect(ended).toEqual({
    code: 1,
    said: [expect.stringContaining('cannot be reached (')],
    isQuick: true,
  });
});

// Root may write everywhere, so it becomes somebody who may not.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const isReadable = spawnSync(process.execPath, ['--version'], { cwd: '/', ...nobody }).status === 0;

test.skipIf(!isReadable)('a checkout that cannot be written is one line', async () => {
  const folder = checkout();
  chmodSync(folder, 0o555);
  const ended = await check(folder, {}, nobody);
  chmodSync(folder, 0o755);
  expect(ended).toEqual({
    code: 1,
    said: [
      `triquad: ${join(folder, '.tools')} cannot be written (EACCES): clone the repository to a folder of your own`,
    ],
    isQuick: true,
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
