import { describe, expect, test } from 'vitest';
import type { Host } from './host.ts';
import { run } from './program.ts';
import { type Answer, always, type Bot, running, stopped, triquad } from './run-against.ts';

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
      'status failed: Viewers only look; use a token of the role that may do this; "triquad api" lists the role of each call\n',
    ],
    ['conflict', { status: 409, body: { detail: 'It runs.' } }, 5, 'status failed: It runs; see "triquad status"\n'],
  ])('%s', async (_, answer, code, line) => {
    expect(await triquad('status', () => answer)).toMatchObject({ code, out: '', err: `triquad: ${line}` });
  });

  test.each([
    ['bogus', "unknown command 'bogus'", ''],
    ['statu', "unknown command 'statu' (Did you mean status?)", ''],
    ['help statu', "unknown command 'statu' (Did you mean status?)", ''],
    ['statu --help', "unknown command 'statu' (Did you mean status?)", ''],
    ['orders cancl x', "unknown command 'orders cancl' (Did you mean cancel?)", ' orders'],
    ['kill rest', "unknown command 'kill rest' (Did you mean reset?)", ' kill'],
    ['start paper 0.5', "unexpected argument 'paper' for 'start'", ' start'],
    ['kill --reason x reset', "option '--reason' does not belong to 'kill reset'", ' kill reset'],
    ['--timeout 3 status --timeout 4', "option '--timeout' is given twice, with different values", ' status'],
    ['status --bogus', "unknown option '--bogus'", ' status'],
    ['status --jsn', "unknown option '--jsn' (Did you mean --json?)", ' status'],
    [
      'start --mode real',
      "option '--mode <mode>' argument 'real' is invalid. Allowed choices are paper, live",
      ' start',
    ],
    [
      'logs --limit 501',
      "option '--limit <number>' argument '501' is invalid. It must be a whole number from 1 to 500",
      ' logs',
    ],
    [
      'start --min-profit x',
      "option '--min-profit <percent>' argument 'x' is invalid. It must be a number of at least 0",
      ' start',
    ],
    [
      'start --exchanges a,,b',
      `option '--exchanges <list>' argument 'a,,b' is invalid. It must be a list like "a,b,c"`,
      ' start',
    ],
    ['execute', "missing required argument 'id'", ' execute'],
    [
      'config limit BTC --none --volume 3',
      "option '--none' cannot be used with option '--volume <usd>'",
      ' config limit',
    ],
    [
      'status --url ftp://x',
      "option '--url <url>' argument 'ftp://x' is invalid. It must be an address like http://127.0.0.1:8787",
      ' status',
    ],
  ])('wrong usage: %s', async (line, message, command) => {
    expect(await triquad(line, always(200, {}))).toEqual({
      code: 2,
      out: '',
      err: `triquad: ${message}; see triquad${command} --help\n`,
      calls: [],
    });
  });

  test('a start of a bot that is halted is 6, and says what lifts the halt', async () => {
    const bot: Bot = ({ method }) =>
      method === 'POST'
        ? { status: 409, body: { detail: 'the bot is halted: drawdown' } }
        : { status: 200, body: { ...stopped, halted: { reason: 'drawdown', at: null } } };
    expect(await triquad('start', bot)).toMatchObject({
      code: 6,
      err: 'triquad: start failed: the bot is halted: drawdown; "triquad risk" shows why, "triquad kill reset" lifts the halt\n',
    });
  });

  test.each([
    ['statu --json', 2, 'usage', null, "unknown command 'statu' (Did you mean status?); see triquad --help"],
    ['status --json', 5, 'conflict', 'busy', 'status failed: It runs; see "triquad status"'],
  ])('%s fails with an error as JSON', async (line, exit_code, kind, code, message) => {
    const { code: exit, err } = await triquad(line, always(409, { detail: 'It runs.', code: 'busy' }));
    expect({ exit, document: JSON.parse(err) }).toEqual({
      exit: exit_code,
      document: { error: { exit_code, kind, code, message } },
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
      uncaught: () => {},
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

describe('the terminal UI', () => {
  const instead = 'use a command such as "triquad status"; "triquad help" lists them';
  const tty = { stdin: { isTTY: true } as Host['stdin'], stdout: { isTTY: true, write: () => true } };

  test('looks for no bot to show a recorded session', async () => {
    const { code, err } = await triquad('tui --replay nowhere', always(200, {}), { ...tty, env: {} });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^triquad: nowhere cannot be read: /) });
  });

  test('needs a terminal', async () => {
    expect(await triquad('tui', always(200, {}))).toMatchObject({
      code: 2,
      out: '',
      err: `triquad: the terminal UI needs a terminal; ${instead}\n`,
    });
  });

  test.each(['tui', ''])('"triquad %s" needs a terminal that can be drawn on', async (line) => {
    expect(await triquad(line, always(200, {}), { ...tty, env: { TERM: 'dumb' } })).toMatchObject({
      code: 2,
      err: `triquad: this terminal cannot be drawn on (TERM=dumb); ${instead}\n`,
    });
  });
});

test.each(['version', 'version --json', '--version'])('%s prints the version', async (line) => {
  expect(await triquad(line, always(200, {}))).toMatchObject({ code: 0, out: expect.stringContaining('0.1.0') });
});

test.each([
  ['help', '--help'],
  ['help start', 'start --help'],
  ['help config set', 'config set --help'],
])('"%s" is "%s"', async (help, option) => {
  const { code, out } = await triquad(help, always(200, {}));
  expect({ code, out }).toEqual({ code: 0, out: (await triquad(option, always(200, {}))).out });
});

test('the help of a command names its exit codes', async () => {
  const { out } = await triquad('help stop', always(200, {}));
  expect(out.slice(out.indexOf('Exit codes'), out.indexOf('Examples'))).toBe(
    [
      'Exit codes:',
      '  0    done',
      '  1    refused or failed',
      '  2    wrong usage, nothing was sent',
      '  3    the bot cannot be reached',
      '  4    not authorised',
      '  5    conflict: not possible in this state',
      '  124  --wait ran out',
      '  130  interrupted',
      '\n',
    ].join('\n'),
  );
});

test('without a command and without a terminal the help is printed', async () => {
  const { code, out, err } = await triquad('', always(200, {}));
  expect({ code, err, first: out.split('\n')[0] }).toEqual({
    code: 0,
    err: '',
    first: 'Usage: triquad [options] [command]',
  });
});

describe('completion', () => {
  const hostOf = async (answers: Bot): Promise<Host> => ({
    stdin: { isTTY: false } as Host['stdin'],
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: {},
    fetch: async (url, { method, headers }) => {
      const { pathname, search } = new URL(url);
      const answer = answers({ method, path: pathname + search, body: undefined, headers: new Headers(headers) });
      if (answer instanceof Error) throw answer;
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    },
    interrupted: () => new AbortController().signal,
    uncaught: () => {},
  });
  const bot: Bot = ({ path }) => {
    const data = path.includes('/config/all')
      ? [
          { id: 'a', name: 'Default' },
          { id: 'b', name: 'two words' },
          { id: 'c', name: 'night' },
        ]
      : [
          { id: 'x1', type: 'TRI', exchange: 'okx' },
          { id: 'x2', type: 'TRI', exchange: 'okx', is_valid: false },
        ];
    return { status: 200, body: { data } };
  };
  test.each([
    ['sta', 'status start stats'],
    ['exchanges ', 'list set test pairs remove check'],
    ['exchange check co', 'coinbase'],
    ['market use exchange:ok', 'exchange:okx'],
    ['start --mo', '--mode'],
    ['start --mode ', 'paper live'],
    ['logs --level W', 'WARNING'],
    ['events --types OrderF', 'OrderFilled'],
    ['status --context ', 'local'],
    ['config activate ', 'Default night'],
    ['config set a=1 --of n', 'night'],
    ['execute ', 'x1'],
    ['execute x1 ', ''],
    ['nothing ', ''],
    ['completion ', 'bash zsh fish'],
  ])('"%s" may go on with "%s"', async (line, found) => {
    const words = line.split(' ');
    const printed: string[] = [];
    const host = { ...(await hostOf(bot)), stdout: { write: (text: string) => printed.push(text) } };
    expect(await run(['__complete', ...words], host)).toBe(0);
    expect(printed.join('').trim().split('\n').join(' ')).toBe(found);
  });

  test('a bot that is away offers nothing, without a word', async () => {
    const { code, out, err } = await triquad('__complete execute x', () => new TypeError('away'));
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
  });

  test.each(['bash', 'zsh', 'fish'])('the %s script asks the program', async (shell) => {
    const { code, out, err } = await triquad(`completion ${shell}`, always(200, {}));
    expect({ code, err, asks: out.includes('triquad __complete') }).toEqual({ code: 0, err: '', asks: true });
  });
});

test.each([
  ['exit-codes', /^6 {4}the bot is halted$/m],
  ['environment', /^TRIQUAD_TOKEN /m],
  ['scripts', /errors are JSON too/],
  ['contexts', /local is the bot of this/],
])('help %s explains it without a call', async (topic, text) => {
  const { code, out, calls } = await triquad(`help ${topic}`, always(200, {}));
  expect({ code, calls, explained: text.test(out) }).toEqual({ code: 0, calls: [], explained: true });
});
