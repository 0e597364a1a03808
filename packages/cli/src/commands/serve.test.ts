import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '../host.ts';
import { liveExchanges } from '../market-option.ts';
import { run } from '../program.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'triquad-serve-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A terminal at which each line is typed when it is waited for; then the input ends. */
function terminalOf(typed: readonly string[]): Host['stdin'] {
  const lines = [...typed];
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const resume = stdin.resume.bind(stdin);
  stdin.resume = () => {
    const line = lines.shift();
    if (line === undefined) stdin.end();
    else stdin.write(`${line}\n`);
    return resume();
  };
  return stdin as unknown as Host['stdin'];
}

/** `triquad serve` on a free port until `onOutput` has been called with what it printed and has ended. */
async function serve(
  dataDir: string,
  args: readonly string[],
  onOutput = async (_: string) => {},
  env: Host['env'] = {},
  /** Typed at a terminal, a line for each question; left out, there is none. */
  typed?: readonly string[],
) {
  const interruption = new AbortController();
  const printed = { out: '', err: '' };
  const host: Host = {
    stdin: typed === undefined ? ({ isTTY: false } as Host['stdin']) : terminalOf(typed),
    stdout: {
      isTTY: typed !== undefined,
      write: (text) => {
        printed.out += text;
        void onOutput(text).finally(() => interruption.abort());
      },
    },
    stderr: { write: (text) => (printed.err += text) },
    env,
    fetch,
    interrupted: () => interruption.signal,
    uncaught: () => {},
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

test('without a market and a terminal it starts all the same, and remembers what is chosen while it runs', async () => {
  const dataDir = folder();
  const seen: unknown[] = [];
  const choose = async (text: string) => {
    const { url } = JSON.parse(text) as { url: string };
    const token = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    seen.push((await status(url, dataDir)).market_source);
    await fetch(`${url}/api/v1/market`, { method: 'PUT', headers, body: '{"source":"simulated"}' });
    await expect.poll(() => existsSync(join(dataDir, 'market.json'))).toBe(true);
    seen.push((await status(url, dataDir)).market_source);
  };
  expect(await serve(dataDir, ['--json'], choose)).toMatchObject({ code: 0, err: '' });
  expect(seen).toEqual(['none', 'simulated']);
  expect(readFileSync(join(dataDir, 'market.json'), 'utf8')).toBe('{"market":"simulated"}\n');
});

test('the market that was chosen is a fact: a lost or garbled market.json starts no other one', async () => {
  const dataDir = folder();
  const file = join(dataDir, 'market.json');
  const sources: unknown[] = [];
  const look = async (text: string) => {
    sources.push((await status((JSON.parse(text) as { url: string }).url, dataDir)).market_source);
  };
  writeFileSync(file, '{"market":"simulated:realistic"}');
  await serve(dataDir, ['--json'], look);
  rmSync(file);
  const lost = await serve(dataDir, ['--json', '--autostart'], look);
  expect(lost.err).toMatch(
    /^triquad: market\.json is missing; the journal says simulated:realistic, which is watched\n/,
  );
  expect(readFileSync(file, 'utf8')).toBe('{"market":"simulated:realistic"}\n');
  writeFileSync(file, '{"market":');
  const garbled = await serve(dataDir, ['--json', '--autostart'], look);
  expect(garbled.err).toMatch(/market\.json cannot be read: .*; the journal says simulated:realistic/);
  expect(sources).toEqual(['simulated', 'simulated', 'simulated']);
  using database = new DatabaseSync(join(dataDir, 'journal.sqlite'), { readOnly: true });
  const chosen = database.prepare(
    "SELECT payload FROM journal WHERE type IN ('MarketChosen', 'MarketOpened') ORDER BY seq",
  );
  expect(chosen.all().map(({ payload }) => JSON.parse(String(payload)))).toMatchObject([
    { type: 'MarketOpened', market: 'realistic' },
    { type: 'MarketChosen', choice: { source: 'simulated', preset: 'realistic' } },
  ]);
});

test('where nothing says what was chosen, a start on other prices than before asks, --autostart or not', async () => {
  const dataDir = folder();
  await serve(dataDir, ['--json', '--market', 'simulated:realistic'], async () => {});
  const sources: unknown[] = [];
  const { err } = await serve(dataDir, ['--json', '--autostart'], async (text) => {
    sources.push((await status((JSON.parse(text) as { url: string }).url, dataDir)).market_source);
  });
  expect(sources).toEqual(['none']);
  expect(err).toContain('nothing says what was chosen, and realistic was watched last; choose it again');
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
  [['--market', 'moon'], 2, /simulated, simulated:realistic, recorded:<file> or exchange:<name>/],
  [['--market', 'exchange'], 2, /exchange:<name>, e\.g\. exchange:binance/],
  [['--market', 'exchange:binance,'], 2, /exchange:<name>/],
  [
    ['--market', 'exchange:moon'],
    2,
    new RegExp(`there are no live prices of moon, only of ${liveExchanges.join(', ')}\n`),
  ],
  [['--market', 'exchange:binance', '--speed', '2'], 2, /real prices have their own pace/],
  [['--exchange-url', 'binance=http://127.0.0.1:1', '--autostart'], 2, /are for --market exchange/],
  [['--market', 'exchange:binance', '--exchange-url', 'binance'], 2, /like binance=http/],
  [['--market', 'exchange:binance', '--exchange-url', 'binance=moon'], 2, /an address like http/],
  [['--market', 'exchange:binance', '--exchange-url', 'moon=http://127.0.0.1:1'], 2, /no live prices of moon/],
  [['--market', 'exchange:okx', '--exchange-region', 'okx=moon'], 2, /okx has no region "moon", only global, eea, us/],
  [['--market', 'exchange:okx', '--exchange-region', 'okx=http://a'], 2, /like okx=eea/],
  [
    ['--market', 'exchange:okx', '--exchange-region', 'okx=us', '--exchange-url', 'okx=http://127.0.0.1:1'],
    2,
    /okx has an address by --exchange-url and a region by --exchange-region/,
  ],
  [['--market', 'exchange:okx', '--exchange-url', 'okx=wss://a.example'], 2, /an address like http/],
  [['--market', 'exchange:okx', '--proxy', 'moon'], 2, /an address like http/],
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

/** Market of a bot started with these arguments. */
async function watched(dataDir: string, args: readonly string[], typed?: readonly string[]) {
  const seen: unknown[] = [];
  const look = async (text: string) => {
    const { url = '' } = /(?<url>http:\S+)/.exec(text)?.groups ?? {};
    seen.push((await status(url, dataDir)).market_source);
  };
  return { ...(await serve(dataDir, args, look, {}, typed)), source: seen[0] };
}
const quotes = (dataDir: string): string => {
  const file = join(dataDir, 'recordings', 'kucoin-a.csv');
  mkdirSync(join(dataDir, 'recordings'), { recursive: true });
  writeFileSync(file, 'timeMs,symbol,bid,bidSize,ask,askSize\n1650000000000,BTC-USDT,1,1,2,1\n');
  return file;
};

test('a first start on a terminal asks what to watch, says what does not work, and remembers what did', async () => {
  const dataDir = folder();
  quotes(dataDir);
  const noNetwork = ['--exchange-url', 'binance=http://127.0.0.1:1'];
  const typed = ['moon', '1', 'binance', '2', '/nowhere.csv', '2', '1'];
  const first = await watched(dataDir, noNetwork, typed);
  expect(first).toMatchObject({ code: 0, source: 'recorded' });
  expect(first.err).toContain('moon is none of them.');
  expect(first.err).toMatch(/\nbinance cannot be reached \([^;]+\)\n\n/);
  expect(first.err).toContain('/nowhere.csv: row: the file cannot be read');
  expect(first.err).toContain('  1  kucoin-a.csv\n');
  expect(await watched(dataDir, [], [])).toMatchObject({ code: 0, source: 'recorded', err: '' });
  expect(await watched(dataDir, ['--market', 'simulated'])).toMatchObject({ source: 'simulated' });
  expect(await watched(dataDir, [])).toMatchObject({ source: 'recorded' });
});

test('an empty answer is practice; no answer at all ends the start', async () => {
  const dataDir = folder();
  expect(await watched(dataDir, [], [])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/nothing was chosen\n$/),
  });
  expect(await watched(dataDir, [], [''])).toMatchObject({ code: 0, source: 'simulated' });
  expect(JSON.parse(readFileSync(join(dataDir, 'market.json'), 'utf8'))).toEqual({ market: 'simulated' });
});

test('triquad market remembers what the next start watches, by the name of a recording too', async () => {
  const dataDir = folder();
  const file = quotes(dataDir);
  const market = async (...words: string[]) => {
    const printed = { out: '', err: '' };
    const host = {
      stdin: { isTTY: false },
      stdout: { write: (text: string) => (printed.out += text) },
      stderr: { write: (text: string) => (printed.err += text) },
      env: {},
    } as unknown as Host;
    return { code: await run(['market', ...words, '--data-dir', dataDir], host), ...printed };
  };
  expect(await market('show', '--json')).toMatchObject({ code: 0, out: '{"market":null,"scanned_only":[]}\n' });
  expect(await market('use', 'recorded:kucoin-a.csv', '--json')).toMatchObject({
    code: 0,
    out: `{"market":"recorded:${file}"}\n`,
  });
  expect(await watched(dataDir, [])).toMatchObject({ code: 0, source: 'recorded' });
  expect(await market('use', 'moon')).toMatchObject({ code: 2, err: expect.stringContaining('exchange:<name>') });
  expect(await market('use', 'simulated', '--exchange-url', 'binance=http://127.0.0.1:1')).toMatchObject({ code: 2 });
  const apart = 'binance=https://a.example,binance=wss://b.example';
  await market('use', 'exchange:binance,okx', '--exchange-region', 'okx=eea', '--exchange-url', apart);
  expect((await market('show')).out).toBe(
    'market   exchange:binance,okx\nbinance  at https://a.example wss://b.example\nokx      at eea\n',
  );
  await market('use', 'exchange:binance,okx');
  writeFileSync(join(dataDir, 'check-okx.json'), 'nothing');
  const reason = 'its last check is not known: check-okx.json cannot be read (it is garbled)';
  expect(await market('show')).toMatchObject({
    out: `market  exchange:binance,okx\nokx     scanned only: ${reason}\n`,
  });
  writeFileSync(join(dataDir, 'market.json'), 'nothing');
  const damaged = await watched(dataDir, []);
  expect(damaged).toMatchObject({ code: 0, source: 'recorded' });
  expect(damaged.err).toMatch(
    /^triquad: .*market\.json cannot be read: .*; the journal says recorded:.*kucoin-a\.csv, which is watched\n$/,
  );
  const other = folder();
  writeFileSync(join(other, 'market.json'), 'nothing');
  const unknown = await watched(other, []);
  expect(unknown).toMatchObject({ code: 1, source: undefined });
  expect(unknown.err).toMatch(
    /^triquad: .*market\.json cannot be read: .*choose again with: triquad market use <source>\n$/,
  );
});
