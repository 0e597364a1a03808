import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { called, repositoryOf, start } from './launched.ts';

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
