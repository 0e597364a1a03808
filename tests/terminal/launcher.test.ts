import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';

const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });`;
const program = `
process.on('SIGTERM', () => process.exit(7));
process.stdout.write(JSON.stringify({ node: process.versions.node, args: process.argv.slice(2) }) + '\\n');
if (process.argv[2] === 'read') for await (const chunk of process.stdin) process.stdout.write('read ' + chunk);
if (process.argv[2] === 'wait') setInterval(() => {}, 1000);
if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
if (process.argv[2] === 'fail') process.exitCode = 5;
`;

/** A repository of the launcher and a program that prints how it was called; `pinned`: with its own Node. */
function repositoryOf({ built = true, pinned = true }): string {
  const root = realpathSync(temporaryFolder());
  mkdirSync(join(root, 'packages/cli/bin'), { recursive: true });
  mkdirSync(join(root, 'packages/cli/dist'));
  for (const name of ['triquad.cjs', 'kept-code.cjs'])
    copyFileSync(join(repository, 'packages/cli/bin', name), join(root, 'packages/cli/bin', name));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'old.cjs'), old);
  if (built) writeFileSync(join(root, 'packages/cli/dist/main.js'), program);
  if (pinned) {
    mkdirSync(join(root, '.tools/node_modules/node-here/bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, '.tools/node_modules/node-here/bin/node'));
  }
  return root;
}

function start(root: string, args: readonly string[], isOld: boolean) {
  const options = isOld ? ['--require', join(root, 'old.cjs')] : [];
  const child = spawn(process.execPath, [...options, join(root, 'packages/cli/bin/triquad.cjs'), ...args]);
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })) };
}

const called = (...args: string[]) => `${JSON.stringify({ node: process.versions.node, args })}\n`;

describe.each([
  ['a Node that is new enough', false],
  ['the pinned Node where the own one is too old', true],
])('with %s', (_, isOld) => {
  test('arguments, output and exit code are passed on', async () => {
    const { ended } = start(repositoryOf({}), ['fail', '--json', 'a b'], isOld);
    expect(await ended).toEqual({ code: 5, stdout: called('fail', '--json', 'a b'), stderr: '' });
  });

  test('the input is passed on', async () => {
    const { child, ended } = start(repositoryOf({}), ['read'], isOld);
    child.stdin.end('a line\n');
    expect(await ended).toEqual({ code: 0, stdout: `${called('read')}read a line\n`, stderr: '' });
  });

  test('a signal is passed on', async () => {
    const { child, ended } = start(repositoryOf({}), ['wait'], isOld);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(7);
  });

  test('a program that is not built says so in one line', async () => {
    const root = repositoryOf({ built: false });
    expect(await start(root, ['status'], isOld).ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `triquad: not built yet; run "npm run build" in ${root}\n`,
    });
  });
});

describe('a polled command', () => {
  const keeping = 'const [, kept, file] = process.argv; process.argv.splice(1, 1); require(kept).run(file, true)';

  /** A repository with a program of two files for the polled commands, and the code that a run kept of it. */
  function withPolled(): string {
    const root = repositoryOf({});
    const folder = join(root, 'packages/cli/dist/polled');
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.cjs'), `process.stdout.write(require('./said.cjs').said(process.argv[2]));`);
    writeFileSync(join(folder, 'said.cjs'), `exports.said = (word) => 'polled ' + word;`);
    execFileSync(process.execPath, [
      '-e',
      keeping,
      join(root, 'packages/cli/bin/kept-code.cjs'),
      join(folder, 'main.cjs'),
    ]);
    return root;
  }

  test('runs from the code that was kept for this Node', async () => {
    const root = withPolled();
    expect(await start(root, ['status'], false).ended).toEqual({ code: 0, stdout: 'polled status', stderr: '' });
    expect((await start(root, ['serve'], false).ended).stdout).toBe(called('serve'));
  });

  test('runs also where what was kept is none of its code', async () => {
    const root = withPolled();
    const folder = join(root, 'packages/cli/dist/polled');
    for (const name of readdirSync(folder)) if (!name.endsWith('.cjs')) writeFileSync(join(folder, name), 'no code');
    expect((await start(root, ['status'], false).ended).stdout).toBe('polled status');
  });

  test('runs as every other command where no code was kept', async () => {
    const root = withPolled();
    const folder = join(root, 'packages/cli/dist/polled');
    for (const name of readdirSync(folder)) if (!name.endsWith('.cjs')) rmSync(join(folder, name));
    expect((await start(root, ['status'], false).ended).stdout).toBe(called('status'));
  });

  test.each(['status', 'opportunities', 'orders', 'balances'])('%s is the same command in both programs', (name) => {
    const said = (program: string) =>
      execFileSync(process.execPath, [join(repository, 'packages/cli', program), name, '--help'], { encoding: 'utf8' });
    expect(said('bin/triquad.cjs')).toBe(said('dist/main.js'));
  });
});

test('a killed program ends with the exit code that a shell gives', async () => {
  expect((await start(repositoryOf({}), ['die'], true).ended).code).toBe(137);
});

test('without a Node that is new enough, one line says how to get one', async () => {
  const root = repositoryOf({ pinned: false });
  expect(await start(root, ['status'], true).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `triquad: needs Node 24.7 or newer and this is ${process.version}; run "npm run build" in ${root}, it fetches one\n`,
  });
});
