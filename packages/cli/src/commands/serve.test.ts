import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '../host.ts';
import { run } from '../program.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'triquad-serve-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** `triquad serve` on a free port until `onOutput` has been called with what it printed and has ended. */
async function serve(
  dataDir: string,
  args: readonly string[],
  onOutput = async (_: string) => {},
  env: Host['env'] = {},
) {
  const interruption = new AbortController();
  const printed = { out: '', err: '' };
  const host: Host = {
    stdin: { isTTY: false } as Host['stdin'],
    stdout: {
      write: (text) => {
        printed.out += text;
        void onOutput(text).finally(() => interruption.abort());
      },
    },
    stderr: { write: (text) => (printed.err += text) },
    env,
    fetch,
    WebSocket,
    interrupted: () => interruption.signal,
  };
  const code = await run(['serve', '--port', '0', '--data-dir', dataDir, ...args], host);
  return { code, ...printed };
}

async function status(address: string, dataDir: string) {
  const token = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
  const response = await fetch(`${address}/api/v1/bot/status`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as Record<string, unknown>;
}

test('prints its address, leaves it for the shell while it runs, and ends cleanly', async () => {
  const dataDir = folder();
  const seen: unknown[] = [];
  const { code, out, err } = await serve(dataDir, ['--json', '--seed', '7'], async (text) => {
    const { url } = JSON.parse(text) as { url: string };
    const { market_source, is_running } = await status(url, dataDir);
    const file = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8'));
    seen.push({ market_source, is_running, samePlace: file.url === url, pid: file.pid });
  });
  expect({ code, err, seen }).toEqual({
    code: 0,
    err: '',
    seen: [{ market_source: 'simulated', is_running: false, samePlace: true, pid: process.pid }],
  });
  const { url, login_url } = JSON.parse(out) as { url: string; login_url: string };
  expect(login_url).toMatch(new RegExp(`^${url}/login#code=[\\w-]{43}$`));
  expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
});

test('--config becomes the active configuration and --autostart runs by it', async () => {
  const dataDir = folder();
  const config = join(dataDir, 'config.json');
  writeFileSync(config, JSON.stringify({ enabled_exchanges: ['okx'], min_profit_threshold: 0.75 }));
  const seen: unknown[] = [];
  await serve(dataDir, ['--config', config, '--autostart', '--json'], async (text) => {
    seen.push(await status((JSON.parse(text) as { url: string }).url, dataDir));
  });
  expect(seen).toMatchObject([{ is_running: true, enabled_exchanges: ['okx'], min_profit_threshold: 0.75 }]);
});

test.each([
  [['--host', '0.0.0.0'], 2, /passwords and TLS/],
  [['--host', '0.0.0.0', '--trust-proxy', '10.0.0.2'], 2, /--public-url/],
  [['--trust-proxy', '127.0.0.1', '--public-url', 'https://bot.example'], 1, /triquad user add/],
  [['--market', 'moon'], 2, /simulated, recorded:<file> or exchange:<name>/],
  [['--market', 'exchange'], 2, /exchange:<name>, e\.g\. exchange:binance/],
  [['--market', 'exchange:binance,'], 2, /exchange:<name>/],
  [['--market', 'exchange:moon'], 2, /there are no live prices of moon, only of binance, kucoin/],
  [['--market', 'exchange:binance', '--speed', '2'], 2, /real prices have their own pace/],
  [['--exchange-url', 'binance=http://127.0.0.1:1'], 2, /is for --market exchange/],
  [['--market', 'exchange:binance', '--exchange-url', 'binance'], 2, /like binance=http/],
  [['--market', 'exchange:binance', '--exchange-url', 'binance=moon'], 2, /an address like http/],
  [['--market', 'exchange:binance', '--exchange-url', 'kraken=http://127.0.0.1:1'], 2, /no live prices of kraken/],
  [
    ['--market', 'exchange:binance', '--exchange-url', 'binance=http://no-such-host.invalid'],
    1,
    /binance cannot be reached \((ENOTFOUND|EAI_AGAIN)\); use --market simulated or --market recorded:<file> without a network/,
  ],
  [['--market', 'recorded:/nowhere/quotes.csv'], 1, /^triquad: \/nowhere\/quotes\.csv: /],
  [['--speed', '0'], 2, /above 0, or max/],
  [['--speed', 'max'], 2, /is for recordings/],
  [['--seed', '1.5'], 2, /whole number/],
  [['--log-level', 'loud'], 2, /debug, info, warning, error/],
  [['--config', '/nowhere/config.json'], 1, /\/nowhere\/config\.json cannot be read/],
])('%j ends in one line', async (args, code, line) => {
  const ended = await serve(folder(), args);
  expect(ended).toEqual({ code, out: '', err: expect.stringMatching(line) });
  expect(ended.err).toMatch(/^triquad: [^\n]+\n$/);
});

test.each([
  ['{"min_profit_threshold": 500}', /min_profit_threshold: .*100/],
  ['{"mode": "live"}', /mode: live is chosen by an admin/],
  ['{"shoe_size": 43}', /shoe_size/],
  ['[]', /--config: the file: /],
])('the configuration %s is refused by its field', async (text, line) => {
  const dataDir = folder();
  const config = join(dataDir, 'config.json');
  writeFileSync(config, text);
  const { code, err } = await serve(dataDir, ['--config', config]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(line) });
});

test('the passphrase of the vault comes from the environment, and without it the bot runs with the vault locked', async () => {
  const dataDir = folder();
  const quiet = async () => {};
  expect(await serve(dataDir, [], quiet, { TRIQUAD_PASSPHRASE: 'correct horse' })).toMatchObject({ code: 0, err: '' });
  expect(existsSync(join(dataDir, 'vault.key'))).toBe(false);
  const { code, err } = await serve(dataDir, [], quiet, { TRIQUAD_PASSPHRASE: '' });
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(
      /^\S+ WARNING vault {2}The vault is locked: .*start the bot with TRIQUAD_PASSPHRASE\.\n$/,
    ),
  });
});
