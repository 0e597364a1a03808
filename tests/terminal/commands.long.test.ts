import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';
import { startTimedBot } from '../harness/timed-bot.ts';

const launcher = join(repository, 'packages', 'cli', 'bin', 'triquad.cjs');
let bot: Bot;

beforeAll(async () => {
  const config = join(temporaryFolder(), 'config.json');
  writeFileSync(config, JSON.stringify({ min_profit_threshold: 0.05, auto_execute: false }));
  bot = await startBot({ args: ['--seed', '7', '--speed', '2', '--config', config] });
});

afterAll(() => bot?.[Symbol.asyncDispose]());

const run = (...args: string[]) => triquad([...args, '--data-dir', bot.dataDir]);

/** A line as one would type it, in a shell that knows `triquad`. */
function shell(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = `triquad() { command '${process.execPath}' '${launcher}' "$@" --data-dir '${bot.dataDir}'; }; set -o pipefail; ${line}`;
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/** The built files that a command loads. */
async function loadedBy(...args: string[]): Promise<string[]> {
  const folder = temporaryFolder();
  const env = { ...process.env, NODE_V8_COVERAGE: folder };
  await promisify(execFile)(process.execPath, [launcher, ...args, '--data-dir', bot.dataDir], { env });
  return readdirSync(folder)
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result as { url: string }[])
    .filter(({ url }) => url.includes('/cli/dist/'))
    .map(({ url }) => readFileSync(fileURLToPath(url), 'utf8'));
}

describe('a bot in the shell', () => {
  test('is asked for its status with the schemas of this call alone, and without what other commands need', async () => {
    const files = await loadedBy('status');
    const holding = (text: string) => files.filter((file) => file.includes(text)).length;
    expect({ status: holding('"/bot/status"'), orders: holding('"/orders'), rxjs: holding('/rxjs/') }).toEqual({
      status: 1,
      orders: 0,
      rxjs: 0,
    });
  });

  test('is found by its data directory, started, waited for, stopped', async () => {
    expect(await run('status')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^state +STOPPED\nmode +PAPER\n/),
    });
    const started = await run('start', '--wait', '20', '--json');
    expect({ code: started.code, state: JSON.parse(started.stdout).bot_status }).toEqual({ code: 0, state: 'running' });
    expect(await run('start')).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/^triquad: start failed: .+; see "triquad status"\n$/),
    });
    expect(await run('restart', '--min-profit', '0.2', '--wait')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/min profit +0\.20%/),
    });
    expect(await run('stop', '--wait')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^state +STOPPED/) });
  });

  test('follows opportunities as lines of JSON, and ends quietly when the reader closes', async () => {
    await run('start', '--min-profit', '0.05', '--wait');
    const { code, stdout, stderr } = await shell('triquad opportunities --follow --json | head -n 3');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ code, stderr, lines: lines.length }).toEqual({ code: 0, stderr: '', lines: 3 });
    // A valid opportunity may fall to nine tenths of the threshold.
    for (const { type, profit_pct } of lines)
      expect([type, profit_pct >= 0.045]).toEqual([expect.stringMatching(/^(TRI|QUAD)$/), true]);
  });

  test('executes an opportunity on paper and shows the trade, the orders and the balances', async () => {
    await using standing = await startTimedBot({ autostart: true, config: { auto_execute: false } });
    standing.market.dislocate();
    const found = () => standing.call('GET', '/opportunities/');
    const isValid = ({ is_valid }: { is_valid: boolean }) => is_valid;
    await standing.until(found, ({ body }) => (body as { data: { is_valid: boolean }[] }).data.some(isValid));
    await standing.hold();
    const ask = async (...args: string[]) => (await triquad([...args, '--data-dir', standing.dataDir])).stdout;
    const [{ id }] = JSON.parse(await ask('opportunities', '--json'));
    const executed = ask('execute', id, '--json');
    // The orders travel.
    const orders = () => standing.call('GET', '/orders/?limit=1');
    await standing.until(orders, ({ body }) => (body as { data: unknown[] }).data.length > 0);
    standing.run();
    expect(await executed).toMatch(/"execution_id":"[^"]+"/);
    expect(JSON.parse(await ask('orders', '--history', '--json')).length).toBeGreaterThan(0);
    expect(await ask('orders', '--limit', '3')).toMatch(/^ID +EXCHANGE +SYMBOL/);
    // What was executed may have left nothing that has a cost.
    expect(await ask('balances')).toMatch(/^EXCHANGE +ASSET +TOTAL +USD( +COST +UNREALISED)? +SOURCE\n\w+ +\w+ /);
  });

  test('executing an unknown opportunity is refused in one line', async () => {
    expect(await run('execute', '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^triquad: execute failed: .+\n$/),
    });
  });
});

describe('exit codes', () => {
  test('3 when the bot cannot be reached', async () => {
    expect(await triquad(['status', '--url', 'http://127.0.0.1:1'])).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'triquad: status failed: the bot at http://127.0.0.1:1 cannot be reached; start it with "triquad serve" or give its address with --url\n',
    });
  });

  test('1 and one line when the output cannot be written, also with --follow', async () => {
    const failed = {
      code: 1,
      stderr: expect.stringMatching(/^triquad: the output cannot be written: .*no space left.*\n$/i),
    };
    expect(await shell('triquad status --json > /dev/full')).toMatchObject(failed);
    expect(await shell('triquad logs --follow --limit 5 > /dev/full')).toMatchObject(failed);
  });

  test('6 when the bot is halted, and errors as JSON with --json', async () => {
    expect((await run('kill')).code).toBe(0);
    const { code, stderr } = await run('start', '--json');
    expect({ code, error: JSON.parse(stderr).error }).toMatchObject({
      code: 6,
      error: { exit_code: 6, kind: 'halted' },
    });
    expect((await run('kill', 'reset', '--yes')).code).toBe(0);
  });

  test('2 for an extra word, and nothing is done', async () => {
    expect(await run('kill', 'rest')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('(Did you mean reset?)'),
    });
    expect((await run('status', '--json')).stdout).toContain('"halted":null');
  });

  test('4 with a token that is not known, and without one', async () => {
    const env = { TRIQUAD_URL: bot.url, TRIQUAD_TOKEN: 'wrong' };
    expect(await triquad(['status'], env)).toMatchObject({ code: 4, stdout: '' });
    expect(await triquad(['status', '--url', bot.url, '--data-dir', temporaryFolder()])).toMatchObject({ code: 4 });
  });

  test('130 when following filtered logs is interrupted', async () => {
    const args = ['logs', '--follow', '--limit', '500', '--grep', 'bot started', '--data-dir', bot.dataDir];
    const child = spawn(process.execPath, [launcher, ...args]);
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(line).toMatch(/^20\S+Z {2}INFO +bot +Bot started/);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
  });
});

test('the dashboard is served for a bot that runs elsewhere, until it is interrupted', async () => {
  const child = spawn(process.execPath, [
    launcher,
    'dashboard',
    '--api-url',
    `${bot.url}/api/v1`,
    '--port',
    '0',
    '--json',
  ]);
  const [line] = await once(child.stdout, 'data');
  const { url, api_url } = JSON.parse(String(line));
  expect(api_url).toBe(`${bot.url}/api/v1`);
  expect(await (await fetch(`${url}/scanner`, { headers: { accept: 'text/html' } })).text()).toContain(
    '<div id="root">',
  );
  expect(await (await fetch(`${url}/api/v1/health`)).json()).toMatchObject({
    status: 'ok',
    market_source: 'simulated',
  });
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('a bot keeps running when the reader of its log closes, and stops cleanly', async () => {
  const dataDir = temporaryFolder();
  const args = ['serve', '--port', '0', '--data-dir', dataDir, '--seed', '7', '--log-level', 'debug', '--json'];
  const child = spawn(process.execPath, [launcher, ...args]);
  const [line] = await once(child.stdout, 'data');
  const { url } = JSON.parse(String(line));
  child.stdout.destroy();
  child.stderr.destroy();
  for (const command of ['start', 'stop', 'start']) {
    expect(await triquad([command, '--wait', '--data-dir', dataDir])).toMatchObject({ code: 0 });
  }
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a completion script is a script', async () => {
  expect(await shell('triquad completion bash > /dev/null')).toMatchObject({ code: 2 });
  const { stdout } = await triquad(['completion', 'bash']);
  const { code } = await shell(
    `triquad() { command '${process.execPath}' '${launcher}' "$@"; }\n${stdout}\nCOMP_WORDS=(triquad sta) COMP_CWORD=1; _triquad; [ "\${COMPREPLY[*]}" = "status start stats" ]`,
  );
  expect(code).toBe(0);
});
