import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openToLook } from '../journal/look.ts';
import { copyDatabase } from '../journal/schema.ts';
import { createRecorder } from '../kernel/recorder.ts';
import { defaultConfig } from '../model/config.ts';
import { openAccessDatabase } from '../server/access-database.ts';
import { adopt, planAdoption } from './adopt.ts';
import { backUp } from './backup.ts';
import { compactJournal, planCompaction } from './compact.ts';
import { examineJournal } from './examine-journal.ts';
import { examineStart, waysOn } from './examine-life.ts';
import { openJournal } from './open-journal.ts';
import { restore } from './restore.ts';
import { backedUp, dataDirectory, deposit, folder, now, tamper, wrong } from './upkeep.suite.ts';

const size = 2_000;
const facts = 2_300;
const sealed = 'journal-1-2000.jsonl.zst';
const later = now + 1;

let grown = '';
let dataDir = '';
const within = (name: string) => join(dataDir, name);

/** What a bot does with its journal from start to stop. */
async function live(directory: string): Promise<void> {
  const { store, witness } = openJournal(directory, {
    found: examineStart(directory),
    now: () => now,
    clean: (json) => json,
  });
  witness.settle();
  witness.close();
  createRecorder(store, defaultConfig.parameters, () => {}).save();
  await store.close();
}

const refusal = (directory: string): string | null => {
  try {
    examineStart(directory);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** What the journal comes to, read from end to end. */
const outcome = (directory: string) => {
  const { chain, ledger, sealed: apart } = examineJournal(join(directory, 'journal.sqlite'));
  return { chain, usdt: ledger.holdings('paper', 'kucoin').get('USDT')?.toFixed(), apart };
};

/** Made once, and copied for each test. */
const grow = async (): Promise<void> => {
  const made = Array.from({ length: facts }, (_, n) => deposit('1', now - facts + n));
  const directory = dataDirectory(made);
  tamper(join(directory, 'server.sqlite'), 'DROP TABLE config');
  openAccessDatabase(directory).close();
  await live(directory);
  grown = mkdtempSync(join(tmpdir(), 'triquad-compact-'));
  cpSync(directory, grown, { recursive: true });
};
afterAll(() => rmSync(grown, { recursive: true, force: true }));
beforeEach(async () => {
  if (grown === '') await grow();
  dataDir = join(folder(), 'data');
  cpSync(grown, dataDir, { recursive: true });
});

describe('triquad compact', () => {
  test('says what it would move and moves nothing; then moves it, and the bot has all it had', async () => {
    const before = outcome(dataDir);
    const bytes = statSync(within('journal.sqlite')).size;
    expect(before).toMatchObject({ chain: { ok: true, facts }, usdt: String(facts), apart: 0 });
    expect(planCompaction(dataDir, later, size)).toEqual({ facts: 2_000, files: [sealed] });
    expect(planCompaction(dataDir, now - 1_000, size)).toEqual({ facts: 0, files: [] });
    expect(existsSync(within(sealed))).toBe(false);
    const { database, ...moved } = await compactJournal(dataDir, later, size);
    expect(moved).toEqual({ facts: 2_000, files: [sealed], bytes: statSync(within(sealed)).size });
    expect(database).toEqual({ before: bytes, after: statSync(within('journal.sqlite')).size });
    expect(database.after * 2).toBeLessThan(bytes);
    expect(outcome(dataDir)).toEqual({ ...before, apart: 2_000 });
    expect(wrong(dataDir)).toEqual([]);
    expect(planCompaction(dataDir, later, size)).toEqual({ facts: 0, files: [] });
    await live(dataDir);
    expect(outcome(dataDir)).toEqual({ ...before, apart: 2_000 });
  });

  test('refuses a directory with a bot, without one, and of an older version', async () => {
    const { store, witness } = openJournal(dataDir, { found: examineStart(dataDir), now: () => now, clean: (s) => s });
    expect(() => planCompaction(dataDir, later, size)).toThrow(/journal\.sqlite is in use by another process/);
    witness.close();
    await store.close();
    await expect(compactJournal(join(dataDir, 'no'), later)).rejects.toThrow(/there is no data directory/);
    rmSync(within('journal.sqlite'));
    await expect(compactJournal(dataDir, later, size)).rejects.toThrow(/journal\.sqlite is missing: facts 1 to 2300/);
    const old = dataDirectory();
    tamper(join(old, 'server.sqlite'), 'DROP TABLE config');
    tamper(join(old, 'journal.sqlite'), 'PRAGMA user_version = 3; DROP TABLE sealed');
    await expect(compactJournal(old, later)).rejects.toThrow(/is of an older version; start its bot once/);
  });
});

describe('a compacted journal', () => {
  beforeEach(() => compactJournal(dataDir, later, size));

  test('is backed up with its files, and restored', async () => {
    const before = outcome(dataDir);
    const from = await backedUp(dataDir);
    expect(readdirSync(from)).toContain(sealed);
    const elsewhere = join(folder(), 'restored');
    expect(await restore({ from, dataDir: elsewhere, replace: false, at: now })).toMatchObject({ facts });
    expect(outcome(elsewhere)).toMatchObject({ usdt: before.usdt, apart: 2_000, chain: { facts: facts + 1 } });
    expect(refusal(elsewhere)).toBeNull();
    rmSync(join(from, sealed));
    const without = restore({ from, dataDir: join(folder(), 'another'), replace: false, at: now });
    await expect(without).rejects.toThrow(`the backup ${from} lacks ${sealed}`);
  });

  test.each<[string, () => void, RegExp]>([
    ['missing', () => rmSync(within(sealed)), /is missing: it holds facts 1 to 1000; a copy of the file in any later/],
    [
      'cut',
      () => writeFileSync(within(sealed), readFileSync(within(sealed)).subarray(0, 99)),
      /is cut: it holds facts/,
    ],
    [
      'garbled',
      () => writeFileSync(within(sealed), readFileSync(within(sealed)).fill(9, 50, 70)),
      /is damaged: it holds/,
    ],
  ])('starts while a file is %s, which doctor says; without its snapshot it does not', (_, damage, line) => {
    damage();
    expect(refusal(dataDir)).toBeNull();
    expect(wrong(dataDir)).toMatchObject([{ name: 'journal', verdict: 'fail', detail: expect.stringMatching(line) }]);
    tamper(within('journal.sqlite'), 'DELETE FROM snapshot');
    const refused = refusal(dataDir);
    expect(refused).toMatch(line);
    expect(refused).toContain(waysOn);
    expect(wrong(dataDir)).toMatchObject([{ name: 'journal', detail: refused?.replace(`; ${waysOn}`, '') }]);
  });

  test('is rebuilt from its files when the database is lost', () => {
    const { usdt } = outcome(dataDir);
    rmSync(within('journal.sqlite'));
    expect(planAdoption(dataDir)).toMatchObject({ facts: 2_000, losses: [{ code: 'journal_missing' }] });
    const { facts: kept, putAside } = adopt(dataDir, now);
    expect(kept).toBe(2_000);
    expect(refusal(dataDir)).toBeNull();
    expect(outcome(dataDir)).toMatchObject({ usdt: '2000', apart: 0, chain: { ok: true, facts: 2_001 } });
    expect(readdirSync(putAside)).toContain(sealed);
    expect(existsSync(within(sealed))).toBe(false);
    expect(usdt).toBe(String(facts));
  });

  test('goes on as it is when its witness is lost, and a file that it does not need', () => {
    const away = `${dataDir}-${sealed}`;
    rmSync(within('witness'));
    renameSync(within(sealed), away);
    expect(adopt(dataDir, now)).toMatchObject({ facts });
    expect(refusal(dataDir)).toBeNull();
    renameSync(away, within(sealed));
    expect(outcome(dataDir)).toMatchObject({ usdt: String(facts), apart: 2_000, chain: { facts: facts + 1 } });
  });

  test('gives back its facts to a database that is older than its files, and to none of another journal', () => {
    const older = dataDirectory(Array.from({ length: 300 }, (_, n) => deposit('1', now - facts + n)));
    const other = dataDirectory(Array.from({ length: 300 }, (_, n) => deposit('2', now - facts + n)));
    for (const [directory, kept] of [
      [older, size],
      [other, 300],
    ] as const) {
      cpSync(within(sealed), join(directory, sealed));
      // The loss is the witness that cannot be read.
      writeFileSync(join(directory, 'witness'), 'x');
      expect(adopt(directory, now)).toMatchObject({ losses: [{ code: 'witness_unreadable' }], facts: kept });
      expect(refusal(directory)).toBeNull();
      expect(outcome(directory)).toMatchObject({ apart: 0, chain: { ok: true, facts: kept + 1 } });
    }
  });
});

test('a backup that is made while facts leave the database has them all', async () => {
  const into = join(folder(), 'backup');
  const copyOf = async (to: string): Promise<void> => {
    await compactJournal(dataDir, later, size);
    using journal = openToLook(within('journal.sqlite'));
    await copyDatabase(journal, to);
  };
  await backUp({ dataDir, into, held: { 'journal.sqlite': copyOf }, keys: true, version: '0.1.0', at: now });
  expect(outcome(into)).toMatchObject({ chain: { ok: true, facts }, usdt: String(facts), apart: 2_000 });
});
