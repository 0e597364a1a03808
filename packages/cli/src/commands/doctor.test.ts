import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Call, triquad } from '../run-against.ts';

const health = {
  status: 'degraded',
  version: '0.0.1',
  uptime_seconds: 1,
  capabilities: ['backup'],
  checks: {
    'feed kraken': { status: 'degraded', detail: 'the socket was closed' },
    trading: { status: 'ok', detail: 'running' },
  },
};
const bot = ({ path }: Call) => (path === '/api/v1/health' ? { status: 200, body: health } : new TypeError(path));

test('a bot elsewhere is judged by its health', async () => {
  const more = { env: { TRIQUAD_URL: 'http://bot.example' } };
  const { code, out, calls } = await triquad('doctor --json', bot, more);
  expect(calls.map(({ method, path }) => [method, path])).not.toContainEqual(['POST', '/api/v1/system/backup']);
  const { checks } = JSON.parse(out) as { checks: { name: string; verdict: string }[] };
  expect({ code, checks: checks.map(({ name, verdict }) => [name, verdict]) }).toEqual({
    code: 0,
    checks: [
      ['program', 'ok'],
      ['bot', 'warn'],
      ['feed kraken', 'warn'],
      ['trading', 'ok'],
      ['files', 'warn'],
    ],
  });
});

test('a bot elsewhere that does not answer fails', async () => {
  const away = () => new TypeError('fetch failed');
  const { code, out, err } = await triquad('doctor', away, { env: { TRIQUAD_URL: 'http://bot.example' } });
  expect(code).toBe(1);
  expect(out).toMatch(/FAIL +bot +doctor failed: the bot at http:\/\/bot\.example cannot be reached/);
  expect(err).toBe('triquad: 1 of 3 checks failed\n');
});

const folder = mkdtempSync(join(tmpdir(), 'triquad-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a data directory that is given is checked, whatever the environment names', async () => {
  const { code, out, calls } = await triquad(`doctor --json --data-dir ${folder}`, bot, {
    env: { TRIQUAD_URL: 'http://bot.example' },
  });
  expect({ code, calls, document: JSON.parse(out) }).toMatchObject({
    code: 0,
    calls: [],
    document: { data_dir: folder, running: false },
  });
});

test.each([
  [`doctor --url http://bot.example --data-dir ${folder}`, /--url names a bot, --data-dir other files/],
  ['backup /tmp/never --url http://bot.example', /--url names http:\/\/bot\.example, which is not the bot of/],
])('%s is wrong usage', async (line, message) => {
  expect(await triquad(line, bot)).toMatchObject({ code: 2, err: expect.stringMatching(message), calls: [] });
});

test('a backup is not made of other files than those of the bot that the environment names', async () => {
  expect(await triquad('backup /tmp/never', bot, { env: { TRIQUAD_URL: 'http://bot.example' } })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/TRIQUAD_URL names http:\/\/bot\.example.*say with --data-dir what to copy/),
    calls: [],
  });
});

test.each([
  ['backup /tmp/never', /holds no bot's data; say where it is with --data-dir/],
  ['restore /nowhere/at/all', /there is no backup \/nowhere\/at\/all/],
])('%s ends with 1 and one line', async (line, said) => {
  const { code, err } = await triquad(line, () => new TypeError('no call was expected'));
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(said) });
  expect(err).toMatch(/^triquad: [^\n]+\n$/);
});
