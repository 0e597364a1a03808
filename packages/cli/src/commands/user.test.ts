import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '../host.ts';
import { run } from '../program.ts';

const PASSWORD = 'correct horse battery';

function given() {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-user-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return async (line: string, stdin: unknown = Readable.from([`${PASSWORD}\n`])) => {
    const printed = { out: '', err: '' };
    const host = {
      stdin,
      stdout: { write: (text: string) => (printed.out += text) },
      stderr: { write: (text: string) => (printed.err += text) },
      env: {},
      interrupted: () => new AbortController().signal,
      uncaught: () => {},
    } as unknown as Host;
    const code = await run(['user', ...line.split(' '), '--data-dir', dataDir], host);
    return { code, ...printed };
  };
}

/** A terminal that types each of the lines when it is asked for one. */
function terminal(...lines: string[]) {
  const raw: boolean[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: (on: boolean) => raw.push(on),
    setEncoding: () => {},
    pause: () => {},
    resume: () => void setImmediate().then(() => stdin.emit('data', lines.shift() ?? '')),
  });
  return { stdin, raw };
}

test('users are added, shown, changed and removed', async () => {
  const user = given();
  expect(await user('add ana --role admin --password-stdin')).toEqual({
    code: 0,
    out: 'user  ana\nrole  admin\n',
    err: '',
  });
  expect(await user('add bob --password-stdin --json')).toMatchObject({ out: '{"name":"bob","role":"viewer"}\n' });
  expect(await user('role bob operator')).toMatchObject({ code: 0 });
  expect((await user('list')).out).toMatch(/^NAME +ROLE +SESSIONS .*\nana +admin +0 .*\nbob +operator +0 .*\n$/);
  expect(JSON.parse((await user('list --json')).out)).toMatchObject([
    { name: 'ana', role: 'admin', sessions: 0 },
    { name: 'bob', role: 'operator' },
  ]);
  expect(await user('passwd ana --password-stdin')).toMatchObject({ code: 0, out: 'user  ana has a new password\n' });
  expect(await user('remove ana --yes')).toMatchObject({ code: 5, err: expect.stringMatching(/last admin.*--force/) });
  expect(await user('role ana viewer')).toMatchObject({ code: 5 });
  expect(await user('remove bob --yes')).toMatchObject({ code: 0, out: 'removed  bob\n' });
  expect(await user('remove ana --force --yes')).toMatchObject({ code: 0 });
  expect(await user('list')).toEqual({ code: 0, out: '', err: 'nothing to show\n' });
});

test('what cannot be done ends in one line', async () => {
  const user = given();
  await user('add ana --password-stdin');
  const cases: [string, unknown, number, RegExp][] = [
    ['add ana --password-stdin', Readable.from([PASSWORD]), 5, /already/],
    ['add bob --password-stdin', Readable.from(['short\n']), 2, /at least 12/],
    ['add bob --password-stdin', Readable.from(['x'.repeat(10_000)]), 2, /too long/],
    ['add admin --password-stdin', Readable.from([PASSWORD]), 2, /bot's own/],
    ['add bob', { isTTY: false }, 2, /--password-stdin/],
    ['add bob --role king --password-stdin', Readable.from([PASSWORD]), 2, /viewer, operator, admin/],
    ['passwd nobody --password-stdin', Readable.from([PASSWORD]), 1, /no user nobody/],
    ['remove nobody --yes', null, 1, /no user nobody/],
  ];
  for (const [line, stdin, code, message] of cases) {
    const ended = await user(line, stdin);
    expect({ line, ...ended }).toEqual({ line, code, out: '', err: expect.stringMatching(message) });
    expect(ended.err).toMatch(/^triquad: [^\n]+\n$/);
  }
});

test('a password is typed twice and never shown', async () => {
  const user = given();
  const { stdin, raw } = terminal('wrong\u0015corrrr\u007f\u007f', 'ect horse battery\r', `${PASSWORD}\r`);
  // The first line comes in two pieces.
  const once = stdin.resume;
  stdin.resume = () => {
    once();
    if (raw.length === 1) void setImmediate().then(() => setImmediate().then(() => once()));
  };
  const { code, out, err } = await user('add ana', stdin);
  expect({ code, err, raw }).toEqual({ code: 0, err: 'Password: \nOnce more: \n', raw: [true, false, true, false] });
  expect(out + err).not.toContain('horse');
});

test('passwords that differ, and an interruption, change nothing', async () => {
  const user = given();
  expect(await user('add ana', terminal(`${PASSWORD}\r`, 'another one here\r').stdin)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/the passwords differ/),
  });
  expect(await user('add ana', terminal('corr\u0003').stdin)).toMatchObject({ code: 130 });
  expect((await user('list --json')).out).toBe('[]\n');
});
