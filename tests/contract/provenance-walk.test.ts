import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportTables, type RouteName, routes } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parquetRows } from '../../packages/bot/src/recording/parquet.suite.ts';
import { usd } from '../../packages/core/src/contract/primitives.ts';
import { isFigure, recordsOf, unmarkedIn, unmarkedRecords, unmarkedSamples } from './judge-of-money.ts';
import { send } from './live-bot.ts';
import { type PlayedPractice, playPractice } from './practice-recording.ts';
import { commandNames, walkShell } from './walk-shell.ts';
import { by, requests } from './walked-calls.ts';
import { commandLines, slowCommands } from './walked-commands.ts';

let played: PlayedPractice;
beforeAll(async () => {
  played = await playPractice();
});
afterAll(() => played[Symbol.asyncDispose]());

/** The same without a source: all its money is unmarked. */
const withoutSource = (body: unknown): unknown =>
  body === undefined ? null : JSON.parse(JSON.stringify(body), (key, value) => (key === 'provenance' ? null : value));

/** Amounts that an operator has entered: no figures of a market. */
const ENTERED = /^audit\.list\.data\[\]\.(before|after)\./;
/** Answered as the bot's time passes. */
const TIMED: ReadonlySet<RouteName> = new Set(['orders.place', 'bot.restart', 'bot.flatten', 'bot.stop', 'bot.kill']);

test('every command of the shell does, as text, as JSON and as CSV', async () => {
  const commands = await commandNames();
  expect(commands.filter((name) => commandLines[name] === undefined)).toEqual([]);
  const { unmarked, failed } = await walkShell(played, (name) => !slowCommands.has(name));
  expect(unmarked).toEqual([]);
  // Nothing is left over that could be sold or kept.
  expect(failed.filter((line) => !/^residuals (sell|keep) /.test(line))).toEqual([]);
});

test('every answer of every call states whose its money is', async () => {
  const { live } = played;
  const unmarked: string[] = [];
  const withMoney = new Set<string>();
  for (const [name, request] of Object.entries(requests) as [RouteName, (typeof requests)[RouteName]][]) {
    const { refused = false, ...call } = request(played);
    const called = live.call(name, call);
    const { status, text, body } = await (TIMED.has(name) ? live.during(called) : called);
    const isAnswered = status === routes[name].success;
    expect({ name, text: text.slice(0, 300), isAnswered: isAnswered || refused }).toEqual({
      ...{ name, text: expect.any(String), isAnswered: true },
    });
    if (name === 'export.table') unmarked.push(...unmarkedRecords(recordsOf(text)));
    else if (body !== undefined) unmarked.push(...unmarkedIn(body, name));
    if (unmarkedIn(withoutSource(body), name).length > 0) withMoney.add(name);
  }
  expect(unmarked.filter((path) => !ENTERED.test(path))).toEqual([]);
  expect(withMoney.size).toBeGreaterThan(25);
});

test('every frame of every channel does', () => {
  const { frames } = played.socket;
  const types = new Set(frames.map(({ type }) => type));
  for (const type of ['opportunity', 'execution', 'order', 'balances', 'metrics', 'notification', 'log', 'backtest'])
    expect(types).toContain(type);
  expect(frames.flatMap((frame) => unmarkedIn(frame, `frame ${frame.type}`))).toEqual([]);
});

test('every file does: tables in both forms, the report, the log, alerts and figures for Prometheus', async () => {
  const { live, ids } = played;
  for (const table of exportTables) {
    const csv = recordsOf((await live.call('export.table', { parameters: { table } })).text);
    const parquet = await fetch(`${live.address}/api/v1/export/${table}?format=parquet`, {
      headers: { authorization: `Bearer ${live.adminToken}` },
    });
    const rows = await parquetRows(new Uint8Array(await parquet.arrayBuffer()));
    expect(rows.length).toBe(csv.length);
    expect(rows.length).toBeGreaterThan(0);
    expect([...unmarkedRecords(csv), ...unmarkedRecords(rows)]).toEqual([]);
  }
  const log = readFileSync(join(live.dataDir, 'logs', 'triquad.log'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(log.flatMap((line) => unmarkedIn(JSON.parse(line), 'log'))).toEqual([]);
  expect(live.telegrams.join('\n')).toMatch(/\$\d/);
  expect(live.telegrams.flatMap((message) => unmarkedIn(message, 'telegram'))).toEqual([]);
  const { text } = await send(live.address, 'GET', '/metrics', { token: live.adminToken });
  expect(text).toMatch(/^triquad_balance_usd/m);
  expect(unmarkedSamples(text)).toEqual([]);
  expect((await live.call('backtest.report', { ...by(ids.backtest), query: { format: 'html' } })).text).toContain(
    'practice',
  );
});

type Schema = { readonly _zod: { readonly def: unknown } };
/** Names of the fields of money in a schema. */
const namesOfMoney = (schema: Schema, name = ''): readonly string[] => {
  if (schema === usd) return [name];
  const def = schema._zod.def as Record<string, unknown>;
  const fields = Object.entries((def.shape ?? {}) as Record<string, Schema>);
  const inner = ['innerType', 'element', 'valueType', 'in', 'out'].flatMap((key) => (def[key] as Schema) ?? []);
  const choices = [...((def.options ?? []) as Schema[]), ...((def.items ?? []) as Schema[])];
  return [
    ...fields.flatMap(([key, field]) => namesOfMoney(field, key)),
    ...[...inner, ...choices].flatMap((one) => namesOfMoney(one, name)),
  ];
};

test('the judge knows every name that the contract has for money', () => {
  const names = new Set(Object.values(routes).flatMap(({ record }) => namesOfMoney(record)));
  expect(names.size).toBeGreaterThan(30);
  const settings = ['initial_capital', 'max_amount', 'max_capital_per_route'];
  expect([...names].filter((name) => !isFigure(name)).toSorted()).toEqual(settings);
});
