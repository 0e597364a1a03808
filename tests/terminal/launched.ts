import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
export function repositoryOf({ built = true, pinned = true }): string {
  const root = realpathSync(temporaryFolder());
  mkdirSync(join(root, 'packages/cli/bin'), { recursive: true });
  mkdirSync(join(root, 'packages/cli/dist'));
  copyFileSync(join(repository, 'packages/cli/bin/triquad.cjs'), join(root, 'packages/cli/bin/triquad.cjs'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'old.cjs'), old);
  if (built) writeFileSync(join(root, 'packages/cli/dist/main.js'), program);
  if (pinned) {
    mkdirSync(join(root, '.tools/node_modules/node-here/bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, '.tools/node_modules/node-here/bin/node'));
  }
  return root;
}

export function start(root: string, args: readonly string[], isOld: boolean) {
  const options = isOld ? ['--require', join(root, 'old.cjs')] : [];
  const child = spawn(process.execPath, [...options, join(root, 'packages/cli/bin/triquad.cjs'), ...args]);
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })) };
}

export const called = (...args: string[]) => `${JSON.stringify({ node: process.versions.node, args })}\n`;
