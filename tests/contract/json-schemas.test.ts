import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Host } from '../../packages/cli/src/host.ts';
import { httpTransport } from '../../packages/cli/src/http-transport.ts';
import { jsonSchemas } from '../../packages/cli/src/json-schemas.ts';
import { createProgram, run } from '../../packages/cli/src/program.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { startSpecOnlyBot } from '../harness/spec-only-bot.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly items?: Schema;
};

const { version, commands, error } = jsonSchemas() as unknown as {
  version: number;
  commands: Record<string, Schema>;
  error: Schema;
};
let live: LiveBot;
let spec: Awaited<ReturnType<typeof startSpecOnlyBot>>;

beforeAll(async () => {
  live = await startLiveBot({ time: createLocalTime() });
  spec = await startSpecOnlyBot(live.address);
  await triquad('start --min-profit 0.05 --wait', live.address);
  await live.until(async () => {
    expect(JSON.parse((await triquad('trades --json', live.address)).out).length).toBeGreaterThan(0);
  });
});
afterAll(async () => {
  await spec[Symbol.asyncDispose]();
  await live[Symbol.asyncDispose]();
});

/** One command as the program runs it, against a bot at an address. */
async function triquad(line: string, url: string) {
  const printed = { out: '', err: '' };
  const host: Host = {
    stdin: { isTTY: false } as Host['stdin'],
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.err += text) },
    env: { TRIQUAD_URL: url, TRIQUAD_TOKEN: live.adminToken },
    fetch: httpTransport,
    interrupted: () => new AbortController().signal,
    uncaught: () => {},
  };
  return { code: await run(line.split(' '), host), ...printed };
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Where a value does not fit its schema. */
function misfits(schema: Schema, value: unknown, at = '$'): string[] {
  const types = schema.type === undefined ? null : [schema.type].flat();
  if (types !== null && !types.includes(typeOf(value))) return [`${at} is ${typeOf(value)}, not ${types.join(' or ')}`];
  if (Array.isArray(value)) return value.flatMap((one, index) => misfits(schema.items ?? {}, one, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const missing = (schema.required ?? []).filter((name) => fields[name] === undefined);
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
      fields[name] === undefined ? [] : misfits(of, fields[name], `${at}.${name}`),
    ),
  ];
}

/** Commands that only look, with what they need; those marked need an extension. */
const looks: readonly (readonly [name: string, line: string, extension?: 'extension'])[] = [
  ['status', 'status'],
  ['stats', 'stats', 'extension'],
  ['best', 'best'],
  ['opportunities', 'opportunities'],
  ['orders', 'orders'],
  ['orders --history', 'orders --history'],
  ['trades', 'trades'],
  ['balances', 'balances'],
  ['performance', 'performance'],
  ['config', 'config'],
  ['config show', 'config show'],
  ['config list', 'config list'],
  ['config diff', 'config diff Default'],
  ['exchanges', 'exchanges'],
  ['exchanges pairs', 'exchanges pairs binance'],
  ['notifications', 'notifications'],
  ['wait', 'wait --for running'],
  ['ensure', 'ensure running'],
  ['mode', 'mode'],
  ['backtest', 'backtest'],
  ['history', 'history', 'extension'],
  ['decisions', 'decisions', 'extension'],
  ['events', 'events', 'extension'],
  ['logs', 'logs', 'extension'],
  ['risk', 'risk', 'extension'],
  ['residuals', 'residuals', 'extension'],
  ['differences', 'differences', 'extension'],
  ['audit', 'audit', 'extension'],
  ['metrics', 'metrics', 'extension'],
  ['api', 'api'],
  ['version', 'version'],
  ['completion', 'completion bash'],
  ['context', 'context'],
];

test.each(looks)('%s prints what its schema says, of our bot', async (name, line) => {
  const { code, out, err } = await triquad(`${line} --json`, live.address);
  expect({ code, failed: code === 0 ? '' : err }).toEqual({ code: 0, failed: '' });
  expect(misfits(commands[name ?? ''] ?? { type: 'no schema' }, JSON.parse(out))).toEqual([]);
});

test.each(looks)(
  '%s prints what its schema says, of a bot that speaks only the spec, or says that it has it not',
  async (name, line, extension) => {
    const { code, out, err } = await triquad(`${line} --json`, spec.url);
    if (extension === 'extension' && code === 1) {
      expect(out).toBe('');
      expect(misfits(error, JSON.parse(err))).toEqual([]);
      expect(JSON.parse(err).error.message).toMatch(/this bot has no /);
      return;
    }
    expect({ code, failed: code === 0 ? '' : err }).toEqual({ code: 0, failed: '' });
    expect(misfits(commands[name ?? ''] ?? { type: 'no schema' }, JSON.parse(out))).toEqual([]);
  },
);

test('every schema is of a command that there is', async () => {
  const names = (command: Awaited<ReturnType<typeof createProgram>>, above = ''): string[] =>
    command.commands.flatMap((one) => [`${above}${one.name()}`, ...names(one, `${above}${one.name()} `)]);
  const known = names(await createProgram({} as Host));
  expect(Object.keys(commands).filter((name) => !known.includes(name.replace(/ --\w+$/, '')))).toEqual([]);
});

test('"help json" prints them with their version', async () => {
  const { code, out } = await triquad('help json', live.address);
  expect({ code, version: JSON.parse(out).version, names: Object.keys(JSON.parse(out).commands) }).toEqual({
    code: 0,
    version,
    names: Object.keys(commands),
  });
});

test('a value of another type is found', () => {
  expect(misfits(commands.status ?? {}, { bot_status: 3, enabled_exchanges: [1] })).toEqual(
    expect.arrayContaining([
      '$.mode is missing',
      '$.bot_status is number, not string',
      '$.enabled_exchanges[0] is number, not string',
    ]),
  );
});
