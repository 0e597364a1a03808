import { describe, expect, test } from 'vitest';
import { type Answer, always, running, triquad } from './run-against.ts';

describe('exit codes', () => {
  test.each<[string, Answer, number, string]>([
    ['refused', { status: 422, body: { detail: 'No such mode.' } }, 1, 'status failed: No such mode\n'],
    ['broken', { status: 500, body: { detail: 'It broke.' } }, 1, 'status failed: It broke; see "triquad logs"\n'],
    ['not a bot', { status: 200, body: 'hello' }, 1, 'status failed: The answer of the bot could not be read\n'],
    [
      'away',
      new TypeError('fetch failed'),
      3,
      'status failed: the bot at http://127.0.0.1:8787 cannot be reached; start it with "triquad serve" or give its address with --url\n',
    ],
    [
      'unauthorised',
      { status: 401, body: { error: 'Bad token' } },
      4,
      'status failed: Bad token; give a token with --token or TRIQUAD_TOKEN\n',
    ],
    [
      'forbidden',
      { status: 403, body: { message: 'Viewers only look.' } },
      4,
      'status failed: Viewers only look; use the token of an operator who may do this\n',
    ],
    ['conflict', { status: 409, body: { detail: 'It runs.' } }, 5, 'status failed: It runs; see "triquad status"\n'],
  ])('%s', async (_, answer, code, line) => {
    expect(await triquad('status', () => answer)).toMatchObject({ code, out: '', err: `triquad: ${line}` });
  });

  test.each([
    ['bogus', "unknown command 'bogus'"],
    ['status --bogus', "unknown option '--bogus'"],
    ['start --mode real', "option '--mode <mode>' argument 'real' is invalid. Allowed choices are paper, live"],
    [
      'logs --limit 501',
      "option '--limit <number>' argument '501' is invalid. It must be a whole number from 1 to 500",
    ],
    [
      'start --min-profit x',
      "option '--min-profit <percent>' argument 'x' is invalid. It must be a number of at least 0",
    ],
    [
      'start --exchanges a,,b',
      `option '--exchanges <list>' argument 'a,,b' is invalid. It must be a list like "a,b,c"`,
    ],
    ['execute', "missing required argument 'id'"],
    [
      'status --url ftp://x',
      "option '--url <url>' argument 'ftp://x' is invalid. It must be an address like http://127.0.0.1:8787",
    ],
  ])('wrong usage: %s', async (line, message) => {
    expect(await triquad(line, always(200, {}))).toEqual({
      code: 2,
      out: '',
      err: `triquad: ${message}; see triquad --help\n`,
      calls: [],
    });
  });

  test('interrupted while the bot does not answer', async () => {
    const interruption = new AbortController();
    const ended = triquad('status', always(200, running), {
      fetch: () => {
        interruption.abort();
        return new Promise(() => undefined);
      },
      interrupted: () => interruption.signal,
    });
    expect(await ended).toMatchObject({ code: 130, out: '', err: 'triquad: interrupted\n' });
  });

  test.each([
    ['status', 'give it longer with --timeout'],
    ['stop', 'it may be done all the same: look before you try again, and give it longer with --timeout'],
  ])('no answer within --timeout: %s', async (command, advice) => {
    const ended = triquad(`${command} --timeout 0.1`, always(200, running), {
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    expect(await ended).toMatchObject({
      code: 3,
      err: `triquad: ${command} failed: the bot at http://127.0.0.1:8787 did not answer in time; ${advice}\n`,
    });
  });
});

test('a terminal UI needs a terminal', async () => {
  expect(await triquad('tui', always(200, {}))).toMatchObject({
    code: 2,
    out: '',
    err: 'triquad: the terminal UI needs a terminal; see "triquad --help" for commands\n',
  });
});

test('without a command and without a terminal the help is printed', async () => {
  const { code, out, err } = await triquad('', always(200, {}));
  expect({ code, err, first: out.split('\n')[0] }).toEqual({
    code: 0,
    err: '',
    first: 'Usage: triquad [options] [command]',
  });
});

test('the help of every command ends with two examples', async () => {
  const { out } = await triquad('--help', always(200, {}));
  const names = [...out.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name]) => name).filter((name) => name !== 'help');
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    const help = await triquad(`${name} --help`, always(200, {}));
    expect({ name, code: help.code, examples: help.out.match(/^ {2}\$ .*triquad/gm)?.length }).toEqual({
      name,
      code: 0,
      examples: 2,
    });
  }
});

test.each(['bash', 'zsh', 'fish'])('the %s completion knows every command and its options', async (shell) => {
  const { code, out, err } = await triquad(`completion ${shell}`, always(200, {}));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const word of ['opportunities', 'dashboard', '--min-profit', '--follow', '--json']) expect(out).toContain(word);
});
