import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../journal/sqlite.ts';
import { backUp, prune } from './backup.ts';
import { diagnose } from './diagnose.ts';
import { backedUp, dataDirectory, deposit, folder, namesIn, now, tamper, wrong } from './upkeep.suite.ts';

describe('a backup', () => {
  test('copies the journal last, so that whatever follows from it is not ahead of it', async () => {
    const dataDir = dataDirectory();
    const copied: string[] = [];
    const copier = (name: string) => async (to: string) => {
      copied.push(name);
      copyFileSync(join(dataDir, name), to);
    };
    const held = { 'journal.sqlite': copier('journal.sqlite'), 'server.sqlite': copier('server.sqlite') };
    await backUp({ dataDir, into: join(folder(), 'backup'), held, keys: true, version: '0.1.0', at: now });
    expect(copied).toEqual(['server.sqlite', 'journal.sqlite']);
  });

  test('holds databases and keys for its owner alone, and says what is in it', async () => {
    const into = await backedUp(dataDirectory());
    expect(namesIn(into)).toEqual(['admin.token', 'backup.json', 'journal.sqlite', 'server.sqlite', 'vault.key']);
    expect(namesIn(into).map((name) => statSync(join(into, name)).mode & 0o777)).toEqual(Array(5).fill(0o600));
    expect(statSync(into).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(join(into, 'backup.json'), 'utf8'))).toMatchObject({
      version: '0.1.0',
      created_at: '2026-01-31T12:00:00.000Z',
      keys: true,
    });
  });

  test('can leave out what opens the vault and the bot', async () => {
    expect(namesIn(await backedUp(dataDirectory(), false))).toEqual(['backup.json', 'journal.sqlite', 'server.sqlite']);
  });

  test('of a directory in use that is not our own says so and leaves nothing behind', async () => {
    const dataDir = dataDirectory();
    const store = openSqliteStore(join(dataDir, 'journal.sqlite'));
    const into = join(folder(), 'backup');
    const made = backUp({ dataDir, into, held: {}, keys: true, version: '0.1.0', at: now });
    await expect(made).rejects.toThrow(/journal\.sqlite is in use by another process/);
    expect(existsSync(into)).toBe(false);
    store.close();
  });
});

test('the newest backups stay; older ones and what a killed process left are removed', async () => {
  const backups = folder();
  const dataDir = dataDirectory();
  for (const name of ['2026-01-02', '2026-01-01', '2026-01-03']) {
    await backUp({ dataDir, into: join(backups, name), held: {}, keys: true, version: '0.1.0', at: now });
  }
  mkdirSync(join(backups, '2026-01-04'));
  writeFileSync(join(backups, '2026-01-04', 'journal.sqlite'), 'half');
  prune(backups, 2, null);
  prune('/nowhere/at/all', 2, null);
  expect(namesIn(backups)).toEqual(['2026-01-02', '2026-01-03']);
});

describe('a diagnosis', () => {
  test('of a sound directory finds nothing wrong and changes nothing', () => {
    const dataDir = dataDirectory();
    const before = namesIn(dataDir);
    expect(wrong(dataDir)).toEqual([]);
    expect(diagnose({ dataDir, running: null, now })).toContainEqual(
      expect.objectContaining({ name: 'backtests', detail: '1, with 2.0 MiB of reports' }),
    );
    expect(namesIn(dataDir)).toEqual(before);
  });

  test('of no directory says so', () => {
    expect(wrong('/nowhere/at/all')).toMatchObject([{ name: 'data directory', verdict: 'fail' }]);
  });

  test.each<[string, string, 'warn' | 'fail', (dataDir: string) => void, RegExp]>([
    [
      'a chain that is broken',
      'journal',
      'fail',
      (dir) =>
        tamper(join(dir, 'journal.sqlite'), "DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}'"),
      /fact 1 is not what was written/,
    ],
    [
      'a newer schema',
      'journal schema',
      'fail',
      (dir) => tamper(join(dir, 'journal.sqlite'), 'PRAGMA user_version = 99'),
      /version 99, this program knows/,
    ],
    [
      'a newer server schema',
      'server schema',
      'fail',
      (dir) => tamper(join(dir, 'server.sqlite'), 'PRAGMA user_version = 99'),
      /version 99/,
    ],
    [
      'a key that others can read',
      'permissions',
      'fail',
      (dir) => chmodSync(join(dir, 'vault.key'), 0o644),
      /others can read vault\.key/,
    ],
    [
      'a file that is no journal',
      'journal',
      'fail',
      (dir) => writeFileSync(join(dir, 'journal.sqlite'), 'x'.repeat(5_000)),
      /is no database or is damaged/,
    ],
  ])('finds %s', (_, name, verdict, change, detail) => {
    const dataDir = dataDirectory();
    change(dataDir);
    expect(wrong(dataDir)).toMatchObject([
      { name, verdict, detail: expect.stringMatching(detail), advice: expect.any(String) },
    ]);
  });

  test('finds a halt, residual positions and a clock that went back', () => {
    const plan = {
      id: 'x',
      opportunity_id: 'o',
      opportunity_type: 'TRI',
      exchange: 'kucoin',
      mode: 'paper',
      dry_run: true,
    } as const;
    const more = {
      trigger: 'manual',
      path: ['USDT', 'BTC', 'ETH', 'USDT'],
      legs: [],
      start_amount: '1',
      expected_end: '1',
      usd_rate: 1,
    } as const;
    const finished = { execution_id: 'x', status: 'stranded', profit: '0', fees_usd: 0, error_message: null } as const;
    const dataDir = dataDirectory([
      deposit('1'),
      { type: 'FundsDeposited', id: 'f', exchange: 'kucoin', mode: 'paper', asset: 'BTC', amount: '0.5', at: now },
      { type: 'ExecutionStarted', plan: { ...plan, ...more }, at: now },
      {
        type: 'ExecutionFinished',
        ...finished,
        left: [{ asset: 'BTC', amount: '0.5', stranded: true }],
        at: now - 5_000,
      },
      { type: 'BotHalted', cause: 'kill', reason: 'enough', at: now },
    ]);
    expect(wrong(dataDir).map(({ name, verdict, detail }) => [name, verdict, detail])).toEqual([
      ['residual positions', 'warn', '0.5 BTC on kucoin'],
      ['halted', 'fail', 'enough, since 2026-01-31T12:00:00.000Z'],
      ['clock', 'warn', 'it went back 1 times while the bot wrote'],
    ]);
    expect(wrong(dataDir, now - 3_600_000)).toContainEqual(expect.objectContaining({ name: 'clock', verdict: 'fail' }));
  });

  test('finds an account that differs from the ledger and is halted for it', () => {
    const account = { exchange: 'okx', mode: 'paper', at: now } as const;
    const found = { id: 'd', asset: 'BTC', booked: '1', found: '0.4', usd_value: null, kind: 'unexplained' } as const;
    const dataDir = dataDirectory([
      deposit('1'),
      { type: 'DifferenceFound', ...account, ...found },
      { type: 'AccountHalted', exchange: 'okx', cause: 'difference', reason: 'it differs', at: now },
    ]);
    expect(wrong(dataDir).map(({ name, verdict, detail }) => [name, verdict, detail])).toEqual([
      ['accounts', 'warn', 'okx is halted: it differs, okx holds 0.4 BTC, booked 1'],
    ]);
  });

  test('holds the balances of a bot that runs against its ledger, as it stood when it answered', () => {
    const dataDir = dataDirectory([deposit('1', now - 1_000), deposit('2', now - 500)]);
    const copy = join(folder(), 'copy');
    mkdirSync(copy);
    copyFileSync(join(dataDir, 'journal.sqlite'), join(copy, 'journal.sqlite'));
    const answered = (total: number) => ({
      exchanges: [
        {
          exchange: 'kucoin',
          total_usd: null,
          error: null,
          balances: { USDT: { total, free: total, reserved: 0, value_usd: null } },
        },
      ],
      total_usd: null,
      last_updated: new Date(now).toISOString(),
    });
    const verdict = (total: number) =>
      diagnose({ dataDir, running: { copy, balances: answered(total) }, now }).find(({ name }) => name === 'balances')
        ?.verdict;
    expect([verdict(1), verdict(3), verdict(2)]).toEqual(['ok', 'ok', 'fail']);
  });
});
