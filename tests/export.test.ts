import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import type { QueryOf } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine } from '../packages/bot/src/engine/engine.ts';
import { createMemoryStore } from '../packages/bot/src/journal/memory.ts';
import { createVirtualClock } from '../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../packages/bot/src/model/config.ts';
import type { Fact } from '../packages/bot/src/model/event.ts';
import { type Archive, createArchive } from '../packages/bot/src/server/archive.ts';
import type { Download } from '../packages/bot/src/server/download.ts';
import { problemOf, Refusal } from '../packages/bot/src/server/problem.ts';
import { exportRoutes } from '../packages/bot/src/server/routes/export.ts';
import { createPaperExchange } from '../packages/bot/src/venues/paper/paper.ts';
import { simulatedMarket } from '../packages/bot/src/venues/simulated/simulated.ts';
import type { Host } from '../packages/cli/src/host.ts';
import { triquad as commanded } from '../packages/cli/src/run-against.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const folder = mkdtempSync(join(tmpdir(), 'triquad-export-'));
const store = createMemoryStore<Fact>();
let engine: Engine;
let archive: Archive;

beforeAll(async () => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
  let made = 0;
  const ids = () => `id-${String(++made).padStart(8, '0')}`;
  const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
  const market = { name: 'practice', source: 'simulated' } as const;
  engine = createEngine({ exchanges, clock, store, ids, config, market });
  archive = createArchive(new DatabaseSync(':memory:'), engine, store, (error) => expect.unreachable(String(error)));
  await archive.whenOpen;
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.1 } });
  await clock.advance(60_000);
  await engine.close();
  await archive.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

let asked = 0;
/** The bot's own answer to the call of an export. */
const fetch: Host['fetch'] = async (url) => {
  asked += 1;
  const { pathname, searchParams } = new URL(url);
  const routes = exportRoutes({ engine, store, archive, redact: (line: string) => line, now: () => noon } as never);
  const query = { format: 'csv', ...Object.fromEntries(searchParams) } as QueryOf<'export.table'>;
  const parameters = { table: pathname.split('/').at(-1) ?? '' };
  const answer = await routes['export.table']({ parameters, query } as Parameters<(typeof routes)['export.table']>[0]);
  if (answer instanceof Refusal) return new Response(JSON.stringify(problemOf(answer, 'r')), { status: answer.status });
  const { bytes, headers } = answer as Download;
  const body = Readable.toWeb(bytes as Readable) as ReadableStream<Uint8Array>;
  return new Response(body, { headers });
};
const triquad = (line: string, more: Partial<Host> = {}) => {
  asked = 0;
  return commanded(line, () => new Error('not asked'), { fetch, ...more });
};

/** A decimal in units of its eighteenth place. */
const units = (text: string): bigint => {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text) ?? expect.unreachable(text);
  return BigInt(`${sign}${whole}${rest.padEnd(18, '0')}`);
};

/** The rows of a table by the names of their columns; cells with commas are quoted. */
const read = (text: string): Record<string, string>[] => {
  const rows = text.split('\r\n').slice(0, -1).map(cellsOf);
  const [names = [], ...others] = rows;
  for (const row of others) expect(row).toHaveLength(names.length);
  return others.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
};
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
const exported = async (line: string) => {
  const { code, out, err } = await triquad(`export ${line}`);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return read(out);
};

test('fills add up to what the ledger holds, to the last digit', async () => {
  const rows = await exported('fills');
  expect(rows.length).toBeGreaterThan(8);
  const sums = new Map<string, bigint>();
  const book = (account: string, asset: string, amount: string, sign: number): void => {
    const key = `${account} ${asset}`;
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(sign) * units(amount));
  };
  for (const row of rows) {
    const { at, mode, exchange, side, base = '', quote = '', quantity = '', quote_quantity = '', fee = '' } = row;
    const sign = side === 'buy' ? 1 : -1;
    if (quantity !== '') book(`${mode} ${exchange}`, base, quantity, sign);
    if (quote_quantity !== '') book(`${mode} ${exchange}`, quote, quote_quantity, -sign);
    if (fee !== '') book(`${mode} ${exchange}`, row.fee_asset ?? '', fee, -1);
    expect(at).toMatch(/^2026-01-31T12:0\d:\d\d\.\d{3}Z$/);
    expect([mode, row.execution_id !== '', Number(row.leg) >= 1]).toEqual(['paper', true, true]);
    expect(['leg', 'unwind']).toContain(row.purpose);
  }
  for (const { type, says } of await facts()) {
    if (type === 'FundsDeposited') book(`${says.mode} ${says.exchange}`, says.asset, says.amount, 1);
  }
  const ledger = new Map(
    [...engine.state().held].flatMap(([account, assets]) =>
      [...assets].map(([asset, amount]) => [`${account} ${asset}`, units(amount)]),
    ),
  );
  const isDifferent = (key: string): boolean => (sums.get(key) ?? 0n) !== (ledger.get(key) ?? 0n);
  expect(ledger.size).toBeGreaterThan(3);
  expect([...new Set([...sums.keys(), ...ledger.keys()])].filter(isDifferent)).toEqual([]);
});

const facts = async () => (await exported('facts')).map(({ type, fact }) => ({ type, says: JSON.parse(fact ?? '{}') }));

test('facts are all there, each with its hash, and what JSON holds is one cell', async () => {
  const rows = await exported('facts');
  expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: store.lastSeq() }, (_, at) => at + 1));
  expect(rows.at(-1)?.hash).toBe(store.head());
});

test('trades are those of the archive, with every digit and the times of the range', async () => {
  const rows = await exported('trades');
  const all = archive.trades({
    ...{ from: null, to: null, exchange: null, type: null, market: null },
    mode: 'paper',
    limit: 500,
    offset: 0,
  });
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.map(({ id, profit_usd, status, mode }) => [id, Number(profit_usd), status, mode])).toEqual(
    all.rows.map(({ id, profit, status, mode }) => [id, profit, status, mode]),
  );
  expect(JSON.parse(rows[0]?.legs ?? '[]')).toEqual(all.rows[0]?.legs.map((leg) => expect.objectContaining(leg)));
  const last = rows.at(-1);
  const some = await exported(`trades --from ${rows[3]?.started_at} --to ${rows[1]?.started_at}`);
  expect(some.map(({ id }) => id)).toEqual(rows.slice(2, 4).map(({ id }) => id));
  expect(await exported(`trades --to ${last?.started_at}`)).toEqual([]);
});

test('decisions go back as far as they are kept', async () => {
  const rows = read((await triquad('export decisions')).out);
  expect(rows.length).toBe((await store.records('decisions', { limit: 1e6 })).length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('a file is there whole or not at all, and nothing is overwritten', async () => {
  const path = join(folder, 'trades.csv');
  const made = await triquad(`export trades -o ${path}`);
  expect(made).toMatchObject({ code: 0, out: '' });
  expect(made.err).toMatch(/^[\d,]+ bytes written to /);
  expect(read(readFileSync(path, 'utf8'))).toEqual(await exported('trades'));
  const again = await triquad(`export trades -o ${path}`);
  expect(again).toMatchObject({ code: 1, err: `triquad: ${path} is there already: name another file\n` });
  const parquet = join(folder, 'fills.parquet');
  expect((await triquad(`export fills -o ${parquet}`)).code).toBe(0);
  const bytes = readFileSync(parquet);
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);
  const cut: Host['fetch'] = async (...call) => {
    const { body, headers } = (await fetch(...call)) as Response;
    let parts = 0;
    const through = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, out) => (++parts > 1 ? out.error(new Error('reset')) : out.enqueue(part)),
    });
    return new Response(body?.pipeThrough(through) ?? null, { headers });
  };
  const lost = join(folder, 'lost.csv');
  const { code, err } = await triquad(`export facts -o ${lost}`, { fetch: cut });
  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining(`${lost} was not made`) });
  expect(readdirSync(folder).filter((name) => name.startsWith('lost'))).toEqual([]);
  const nowhere = await triquad(`export facts -o ${join(folder, 'no-folder', 'facts.csv')}`);
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringMatching(/facts\.csv cannot be written: ENOENT/) });
  writeFileSync(join(folder, 'taken.part'), '');
  expect((await triquad(`export facts -o ${join(folder, 'taken')}`)).code).toBe(1);
});

test.each([
  ['export trades --format parquet', 'Parquet needs a file: name it with -o'],
  ['export facts --market live', 'facts are not narrowed by --market'],
  ['export trades --from 2026-02-01 --to 2026-01-01', '--to must be after --from: the range ends before it'],
  ['export secrets', 'trades, fills, facts, opportunities, decisions'],
])('%s is refused before anything is asked', async (line, message) => {
  const { code, err } = await triquad(line);
  expect({ code, asked }).toEqual({ code: 2, asked: 0 });
  expect(err).toContain(message);
});

test('rows are those that the filters let through', async () => {
  const all = await exported('trades');
  const [exchange = ''] = all.map((row) => row.exchange ?? '');
  expect(new Set(all.map(({ market }) => market))).toEqual(new Set(['practice']));
  expect(await exported(`trades --exchange ${exchange}`)).toEqual(all.filter((row) => row.exchange === exchange));
  expect(await exported('trades --type QUAD')).toEqual(all.filter(({ type }) => type === 'QUAD'));
  expect(await exported('trades --market practice --mode paper')).toEqual(all);
  expect(await exported('trades --market live')).toEqual([]);
  expect(await exported('fills --mode live')).toEqual([]);
  const fills = await exported('fills');
  expect(fills.length).toBeGreaterThan(0);
  expect(await exported('fills --market practice')).toEqual(fills);
});
