import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BalancesRecord, LogRecord, NotificationRecord, TradeRecord } from '@triquad/core/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import { beginUpgrade } from '../../packages/bot/src/maintenance/upgrade.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { judge } from '../faults/judge.ts';
import { oldPassword, oldSums, rowsOf, unpackOldData } from '../harness/old-data.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';

const sums = oldSums();
const [active = expect.unreachable('no active configuration')] = sums.configs.filter(({ is_active }) => is_active);

const oldData = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return unpackOldData(join(folder, 'data'));
};
const backupsIn = (dataDir: string): string[] => readdirSync(join(dataDir, 'before-upgrade'));
const activations = (dataDir: string) =>
  rowsOf(dataDir, 'journal.sqlite', "SELECT payload FROM journal WHERE type = 'ConfigActivated'").map(({ payload }) =>
    JSON.parse(String(payload)),
  );
const headAt = (dataDir: string, seq: number): unknown =>
  rowsOf(dataDir, 'journal.sqlite', `SELECT hash FROM journal WHERE seq = ${seq}`)[0]?.hash;

/** A bot on this directory for as long as `work` takes. */
async function during(
  dataDir: string,
  work: (bot: LiveBot, logs: readonly LogRecord[]) => Promise<void>,
): Promise<void> {
  const logs: LogRecord[] = [];
  const live = await startLiveBot({ dataDir, onLog: (entry) => void logs.push(entry) });
  try {
    await work(live, logs);
  } finally {
    await live.bot.stop();
  }
}

const balances = async (bot: LiveBot): Promise<ReadonlyMap<string, number>> => {
  const { exchanges } = (await bot.call('wallets.balances')).body as BalancesRecord;
  const held = exchanges.flatMap(({ exchange, balances }) =>
    Object.entries(balances).map(([asset, { total }]): [string, number] => [`${exchange} ${asset}`, total ?? 0]),
  );
  return new Map(held.filter(([, total]) => total !== 0));
};

const holdingsIn = (dataDir: string): ReadonlyMap<string, number> =>
  new Map([...judge(dataDir).holdings].map(([account, amount]) => [account, Number(amount)]));

/** Newest first. */
const notifications = async (bot: LiveBot) => {
  const answer = await bot.call('notifications.list', { query: { page_size: '500' } });
  return (answer.body as { data: { notifications: NotificationRecord[] } }).data.notifications;
};

/** Balances, trades, limits, users and audit of the old directory are all there. */
async function expectAllKept(dataDir: string, bot: LiveBot): Promise<void> {
  const { id, version: _, is_active: __, ...fields } = active;
  expect((await bot.call('config.current')).body).toMatchObject({ ...fields, id, is_active: true });
  const status = { active_config_id: id, auto_execute: true, config: { saved: 1 } };
  expect((await bot.call('bot.status')).body).toMatchObject(status);
  const saved = (await bot.call('config.all')).body as { data: readonly { name: string }[] };
  expect(saved.data.map(({ name }) => name)).toEqual(sums.configs.map(({ name }) => name));
  const login = { token: null, body: { username: 'ada', password: oldPassword } };
  expect((await bot.call('auth.login', login)).status).toBe(200);
  const { data } = (await bot.call('orders.history', { query: { limit: '100' } })).body as { data: TradeRecord[] };
  for (const [execution, { status }] of Object.entries(sums.executions).filter(([, one]) => one.status !== 'open')) {
    expect(data).toContainEqual(expect.objectContaining({ id: execution, status }));
  }
  const audit = rowsOf(dataDir, 'access.sqlite', 'SELECT seq, actor, action, outcome FROM audit ORDER BY seq');
  expect(audit.slice(0, sums.audit.length)).toEqual(sums.audit);
}

test('a data directory of 317b2df keeps its facts, limits, trades, users and audit; a second start upgrades nothing', async () => {
  const dataDir = oldData();
  await during(dataDir, async (bot, logs) => {
    await expectAllKept(dataDir, bot);
    // The first that this version raises says what it changes.
    const own = (await notifications(bot)).filter(({ code }) => code !== undefined);
    expect(own.at(-1)).toMatchObject({ code: 'bounds_added', params: { unwind_loss_pct: 1, profit_pct: 3 } });
    expect(logs.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The data directory was upgraded/),
    );
    // Nothing is sent after a kill; a leg that was sent before it may still fill.
    await bot.call('bot.kill');
    await vi.waitFor(async () => expect(await balances(bot)).toEqual(holdingsIn(dataDir)), 60_000);
  });
  const [first] = activations(dataDir);
  expect(first).toMatchObject({ version: 1, id: active.id, name: active.name, actor: 'upgrade' });
  expect(first.config).toMatchObject({ max_concurrent_orders: 5, max_daily_drawdown_pct: 4, stop_loss_pct: 7 });
  expect(first.config).toMatchObject({ max_unwind_loss_pct: 1, max_profit_pct: 3 });
  expect(headAt(dataDir, sums.facts)).toBe(sums.head);
  const [backup, ...more] = backupsIn(dataDir);
  expect([backup, more]).toEqual([expect.stringMatching(/^\d{4}-/), []]);
  const copy = join(dataDir, 'before-upgrade', String(backup));
  expect(rowsOf(copy, 'journal.sqlite', 'SELECT max(seq) AS facts FROM journal')).toEqual([{ facts: sums.facts }]);
  expect(Object.fromEntries(judge(copy).holdings)).toEqual(sums.holdings);
  expect(judge(dataDir).faults).toEqual([]);

  await during(dataDir, async (bot, logs) => {
    await expectAllKept(dataDir, bot);
    expect(logs.filter(({ source }) => source === 'upgrade' || source === 'config')).toEqual([]);
    expect((await notifications(bot)).filter(({ code }) => code === 'bounds_added')).toHaveLength(1);
  });
  expect(activations(dataDir)).toHaveLength(1);
  expect(backupsIn(dataDir)).toEqual([backup]);
});

test('a start that was killed while it made its backup makes it again, and keeps one that was whole', async () => {
  const dataDir = oldData();
  const underWay = join(dataDir, 'before-upgrade', 'under-way');
  mkdirSync(underWay, { recursive: true });
  writeFileSync(join(underWay, 'journal.sqlite'), 'half');
  await during(dataDir, (bot) => expectAllKept(dataDir, bot));
  const [backup] = backupsIn(dataDir);
  expect(judge(join(dataDir, 'before-upgrade', String(backup))).facts).toBe(sums.facts);
});

test('a start that was killed after its first change keeps the backup of before that', async () => {
  const dataDir = oldData();
  await beginUpgrade({ dataDir, version: 'test', at: Date.UTC(2026, 0, 31) });
  const store = openSqliteStore<Fact>(join(dataDir, 'journal.sqlite'));
  store.append([{ type: 'NotificationsRead', ids: 'all', at: Date.UTC(2026, 0, 31) }]);
  await store.close();
  await during(dataDir, (bot) => expectAllKept(dataDir, bot));
  const backups = backupsIn(dataDir);
  expect(backups.map((name) => judge(join(dataDir, 'before-upgrade', name)).facts)).toEqual([sums.facts]);
});

test('a journal whose chain is broken is not upgraded, and nothing is changed', async () => {
  const dataDir = oldData();
  const journal = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  journal.exec("DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 40");
  journal.close();
  const tables = () =>
    ['journal.sqlite', 'server.sqlite'].map((name) =>
      createHash('sha256')
        .update(JSON.stringify(rowsOf(dataDir, name, 'SELECT * FROM sqlite_schema')))
        .update(JSON.stringify(rowsOf(dataDir, name, 'PRAGMA user_version')))
        .digest('hex'),
    );
  const before = tables();
  await expect(startLiveBot({ dataDir })).rejects.toThrow(
    /journal\.sqlite is damaged: fact 40 is not what was written; restore a backup with "triquad restore", or accept/,
  );
  expect(tables()).toEqual(before);
  expect(readdirSync(dataDir)).not.toContain('before-upgrade');
  expect(activations(dataDir)).toEqual([]);
  expect(readFileSync(join(dataDir, 'admin.token'), 'utf8')).not.toBe('');
});
