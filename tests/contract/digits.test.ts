import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Host } from '../../packages/cli/src/host.ts';
import { createProgram, run } from '../../packages/cli/src/program.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-digits-'));
/** A coin at 1.6e-9, and a cycle through it that pays 1.2 % for a second in every four. */
const tinyPrices = (): string => {
  const rows = Array.from({ length: 600 }, (_, place) => {
    const at = Date.UTC(2026, 0, 31, 12) + 100 * place;
    const bid = 1.6e-9 * (Math.floor(place / 10) % 4 === 2 ? 1.012 : 1);
    return [
      `${at},USDC-USDT,0.9999,900000,1.0000,900000`,
      `${at + 10},BABYDOGE-USDC,0.0000000016000,9000000000000,0.0000000016005,9000000000000`,
      `${at + 20},BABYDOGE-USDT,${bid.toFixed(13)},9000000000000,${(bid * 1.0003).toFixed(13)},9000000000000`,
    ];
  });
  const file = join(folder, 'kucoin-tiny.csv');
  writeFileSync(file, ['timeMs,symbol,bid,bidSize,ask,askSize', ...rows.flat(), ''].join('\n'));
  return file;
};

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot({
    time: createLocalTime(),
    market: { source: 'recorded', file: tinyPrices(), speed: 1 },
    config: { paper: { conditions: 'practice' }, fees: { kucoin: { taker_pct: 0 } } },
  });
  await live.call('bot.start', { body: { min_profit_threshold: 0.05, enabled_exchanges: ['kucoin'] } });
  await live.until(async () => {
    const { data } = (await live.call('orders.history')).body as { data: { status: string }[] };
    expect(data.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0);
  });
  await live.call('bot.stop');
  await live.until(async () => expect((await live.call('bot.status')).body).toMatchObject({ is_running: false }));
});
afterAll(async () => {
  await live[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** What a command of the shell prints about this bot. */
const printed = async (line: string): Promise<{ code: number; out: string; err: string }> => {
  let [out, err] = ['', ''];
  const host: Host = {
    stdin: { isTTY: false } as Host['stdin'],
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: { TRIQUAD_URL: live.address, TRIQUAD_TOKEN: live.adminToken },
    fetch: (url, { method, headers, body, signal }) => fetch(url, { method, headers, body, signal } as RequestInit),
    interrupted: () => new AbortController().signal,
    uncaught: () => {},
  };
  const code = await run(line.split(' '), host);
  return { code, out, err };
};

const cellsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
    );
const column = async (line: string, name: string): Promise<string[]> => {
  const [head = [], ...rows] = cellsOf((await printed(line)).out);
  expect(head).toContain(name);
  return rows.map((row) => row[head.indexOf(name)] ?? '');
};

test('a price of 1.6e-9 is never shown as 0, neither in tables nor in data', async () => {
  const prices = (await column('orders --csv', 'avg price')).map(Number);
  const tiny = prices.filter((price) => price < 1);
  expect(tiny.length).toBeGreaterThan(1);
  for (const price of tiny.filter((one) => one < 1e-6))
    expect([price > 1.59e-9, price < 1.63e-9]).toEqual([true, true]);
  const { out } = await printed('orders');
  expect(out).toMatch(/BABYDOGE\/USD[CT] .* 0\.00000000160\d+ /);
  expect(out).not.toMatch(/BABYDOGE\/USD[CT].* 0 +(filled|cancelled)/);
  const [id = ''] = await column('trades --csv', 'id');
  expect((await printed(`life ${id}`)).out).toMatch(/BABYDOGE\/USD[CT] at 0\.00000000160/);
});

test('trades --csv has the figures of export trades, digit for digit', async () => {
  const [ids, profits] = [await column('trades --csv', 'id'), await column('trades --csv', 'profit')];
  expect(ids.length).toBeGreaterThan(0);
  expect(await column('export trades', 'id')).toEqual(ids);
  expect(await column('export trades', 'profit_usd')).toEqual(profits);
  expect(await column('export trades', 'profit_pct')).toEqual(await column('trades --csv', 'profit %'));
  expect(await column('export trades', 'fees_usd')).toEqual(await column('trades --csv', 'fees'));
  expect(await column('export trades', 'duration_seconds')).toEqual(await column('trades --csv', 'seconds'));
  expect(profits.some((profit) => (profit.split('.')[1] ?? '').length > 6)).toBe(true);
});

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : [];

/** Of these the figures stand still while the bot does. */
const steady = [
  ...['opportunities', 'orders', 'orders --history', 'trades', 'decisions', 'history', 'balances', 'residuals'],
  ...['performance', 'backtest', 'differences', 'exchange list', 'config list', 'audit', 'notifications', 'best'],
  ...['stats', 'config show'],
];

test.each(steady)('%s: each figure of --csv is one of --json, in every digit', async (command) => {
  const [csv, json] = [await printed(`${command} --csv`), await printed(`${command} --json`)];
  expect([csv.code, json.code]).toEqual([0, 0]);
  const known = new Set(numbersIn(JSON.parse(json.out)).map((value) => value + 0));
  const texts = new Set(
    JSON.stringify(JSON.parse(json.out))
      .match(/"(?:[^"\\]|\\.)*"/g)
      ?.map((text) => JSON.parse(text)),
  );
  const [, ...rows] = cellsOf(csv.out);
  const rounded = rows
    .flat()
    .filter((cell) => /^-?\$?[\d,]+(\.\d+)?%?$/.test(cell) && !known.has(Number(cell)) && !texts.has(cell));
  expect(rounded).toEqual([]);
});

test('every command that prints lists or documents takes --csv', async () => {
  const program = await createProgram({} as Host);
  const all = program.commands.flatMap((one) => [one, ...one.commands]);
  expect(all.filter(({ options }) => !options.some(({ long }) => long === '--csv')).map((one) => one.name())).toEqual(
    [],
  );
});
