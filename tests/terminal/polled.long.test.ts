import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../harness/recorded-data.ts';
import { called, repositoryOf, start } from './launched.ts';

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
