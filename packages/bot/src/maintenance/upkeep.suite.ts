import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openStoreHere } from '../journal/sqlite.ts';
import type { Fact } from '../model/event.ts';
import { openServerDatabase } from '../server/database.ts';
import { backUp } from './backup.ts';
import { diagnose } from './diagnose.ts';

export const now = Date.UTC(2026, 0, 31, 12);
export const deposit = (amount: string, at = now): Fact => ({
  type: 'FundsDeposited',
  id: `d-${amount}`,
  exchange: 'kucoin',
  mode: 'paper',
  asset: 'USDT',
  amount,
  at,
});

/** A token, and a key, by its form. */
export const secret = `${'s'.repeat(43)}\n`;

/** An empty directory that is removed after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'triquad-upkeep-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A data directory as a bot leaves it. */
export function dataDirectory(facts: readonly Fact[] = [deposit('10000')]): string {
  const dataDir = join(folder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
  store.append(facts);
  store.close();
  const database = openServerDatabase(dataDir);
  database.exec("CREATE TABLE session (key TEXT); INSERT INTO session VALUES ('k'); CREATE TABLE config (id TEXT)");
  database.exec(
    "INSERT INTO backtest VALUES ('b', '{}'); INSERT INTO backtest_report VALUES (1, 'b', 'json', zeroblob(2097152))",
  );
  database.close();
  for (const name of ['admin.token', 'vault.key']) writeFileSync(join(dataDir, name), secret, { mode: 0o600 });
  writeFileSync(join(dataDir, 'server.json'), '{}', { mode: 0o600 });
  return dataDir;
}

/** Where a backup of it lies, made while no bot runs. */
export const backedUp = async (dataDir: string, keys = true) => {
  const into = join(folder(), 'backup');
  await backUp({ dataDir, into, held: {}, keys, version: '0.1.0', at: now });
  return into;
};

export const namesIn = (path: string) => readdirSync(path).sort();

/** What a diagnosis finds amiss there. */
export const wrong = (dataDir: string, at = now) =>
  diagnose({ dataDir, running: null, now: at }).filter(({ verdict }) => verdict !== 'ok');

export const tamper = (file: string, sql: string) => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};
