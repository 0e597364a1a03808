import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { compact } from './compact.ts';
import { type Fact, ringCapacity, StoreFault } from './event-store.ts';
import { JournalFile } from './journal-file.ts';
import { openDatabase } from './schema.ts';
import { readSealed, sealedFiles } from './sealed-file.ts';
import { journalPath, withDatabase } from './sqlite.suite.ts';
import { openStoreHere } from './sqlite.ts';
import { surveyJournal } from './survey.ts';

const size = 2_000;
const facts = 5_200;
const started = Date.UTC(2026, 0, 1);
const factAt = (n: number): Fact & { readonly note: string } => ({
  type: 'Noted',
  at: started + n,
  note: `note ${n} – €`,
});
const later = started + facts * 2;

let file = '';
beforeEach(() => {
  file = journalPath();
});
const folder = () => dirname(file);
const filesBeside = () => sealedFiles(readdirSync(folder())).map(({ name }) => name);
const first = () => join(folder(), 'journal-1-2000.jsonl.zst');

/** A journal whose snapshot covers all of it but the last fact. */
const grown = (snapshot = facts - 1, made = Array.from({ length: facts }, (_, index) => factAt(index + 1))) => {
  const store = openStoreHere(file);
  store.append(made);
  store.saveSnapshot('engine', { seq: snapshot, state: { whole: true } });
  store.close();
};

const opened = <T>(work: (journal: JournalFile) => T): T => {
  const journal = new JournalFile(openDatabase(file), file, ringCapacity);
  const closing = () => journal.close();
  try {
    const done = work(journal);
    if (done instanceof Promise) return done.finally(closing) as T;
    closing();
    return done;
  } catch (error) {
    closing();
    throw error;
  }
};

const compacted = (before = later, pause = async () => {}) =>
  opened((journal) => compact(journal, { before, pause, size }));

/** Everything that is asked of a journal. */
const contents = async () => {
  const store = openStoreHere(file);
  const read = [...store.read()];
  const page = await store.facts(1_990, 20);
  const said = {
    read,
    page,
    last: store.lastSeq(),
    head: store.head(),
    verdict: store.verify(),
    snapshot: store.loadSnapshot('engine'),
  };
  await store.close();
  return said;
};

const rowsLeft = () => {
  let rows: unknown;
  withDatabase(file, (database) => {
    rows = database.prepare('SELECT min(seq) AS first, count(*) AS rows FROM journal').get();
  });
  return rows;
};

describe('a compaction', () => {
  test('moves whole segments out of the database, and the journal reads as before', async () => {
    grown();
    const before = await contents();
    expect(before.verdict).toMatchObject({ ok: true, facts });
    const files = ['journal-1-2000.jsonl.zst', 'journal-2001-4000.jsonl.zst'];
    const bytes = expect.any(Number);
    expect(await compacted()).toEqual({ facts: 4_000, files, bytes });
    expect(filesBeside()).toEqual(files);
    expect(rowsLeft()).toEqual({ first: 4_001, rows: 1_200 });
    expect(await contents()).toEqual(before);
    expect(await compacted()).toEqual({ facts: 0, files: [], bytes: 0 });
    const store = openStoreHere(file);
    store.append([factAt(facts + 1)]);
    expect(store.verify()).toMatchObject({ ok: true, facts: facts + 1 });
    await store.close();
  });

  test('leaves files that any program reads: a line that says which facts follow, then the facts', async () => {
    grown();
    await compacted();
    const lines = zstdDecompressSync(readFileSync(first())).toString('utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(2_002);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ first: 1, last: 1_000, previous: '0'.repeat(64) });
    expect(JSON.parse(lines[1] ?? '')).toEqual(factAt(1));
    expect(JSON.parse(lines[1_001] ?? '')).toMatchObject({ first: 1_001, last: 2_000 });
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(factAt(2_000));
    expect(statSync(first()).mode & 0o077).toBe(0);
  });

  test('gives the space of what has left back to the disk', async () => {
    grown();
    const before = statSync(file).size;
    await compacted();
    opened((journal) => journal.shrink());
    expect(statSync(file).size).toBeLessThan(before / 2);
    expect((await contents()).verdict).toMatchObject({ ok: true, facts });
  });

  test.each<[string, () => void, number]>([
    ['a segment with one fact that is too young', () => grown(facts - 1), started + 4_000],
    [
      'a segment whose clock went back at its end',
      () =>
        grown(
          facts - 1,
          Array.from({ length: facts }, (_, n) => factAt(n === 2_500 ? facts : n + 1)),
        ),
      started + 4_500,
    ],
    ['what the last snapshot does not cover', () => grown(3_999), later],
  ])('leaves %s', async (_, grow, before) => {
    grow();
    expect(await compacted(before)).toMatchObject({ facts: 2_000, files: ['journal-1-2000.jsonl.zst'] });
    expect(filesBeside()).toEqual(['journal-1-2000.jsonl.zst']);
    expect(readdirSync(folder()).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('leaves the segment with the last commit', async () => {
    grown(
      4_000,
      Array.from({ length: 4_000 }, (_, n) => factAt(n + 1)),
    );
    expect(await compacted()).toMatchObject({ facts: 2_000 });
  });

  test('ended after any step loses and doubles nothing, and the next one goes on', async () => {
    grown();
    const before = await contents();
    let steps = 0;
    for (let end = 1; ; end += 1) {
      steps = 0;
      const ended = new Error('ended');
      const outcome = await compacted(later, async () => {
        steps += 1;
        if (steps === end) throw ended;
      }).catch((error: unknown) => error);
      expect(await contents()).toEqual(before);
      if (outcome !== ended) break;
    }
    // Each call has come one step further in what was left for it.
    expect(filesBeside()).toHaveLength(2);
    expect(rowsLeft()).toEqual({ first: 4_001, rows: 1_200 });
  });

  test('a row that is not what was written ends it, and nothing has left', async () => {
    grown();
    withDatabase(file, (database) =>
      database.exec("DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 1500"),
    );
    await expect(compacted()).rejects.toThrow(/is damaged: fact 1500 is not what was written/);
    expect(readdirSync(folder()).filter((name) => name.includes('jsonl'))).toEqual([]);
    expect(rowsLeft()).toEqual({ first: 1, rows: facts });
  });

  test('a file that cannot be written ends it, and nothing has left', async () => {
    grown();
    await opened(async (journal) => {
      // A folder has the name of the file.
      const taken = join(folder(), 'journal-1-2000.jsonl.zst.new', 'x');
      mkdirSync(taken, { recursive: true });
      await expect(compact(journal, { before: later, pause: async () => {}, size })).rejects.toThrow(StoreFault);
      rmSync(dirname(taken), { recursive: true });
    });
    expect(rowsLeft()).toEqual({ first: 1, rows: facts });
  });

  test('a file that is not as it was written when it is read back ends it, and nothing has left', async () => {
    grown();
    const spoilt = async () => {
      if (existsSync(first())) writeFileSync(first(), readFileSync(first()).fill(7, 40, 60));
    };
    await expect(compacted(later, spoilt)).rejects.toThrow(/1-2000\.jsonl\.zst is damaged: it holds facts 1 to 1000/);
    expect(rowsLeft()).toEqual({ first: 1, rows: facts });
    expect((await contents()).verdict).toMatchObject({ ok: true, facts });
    expect(await compacted()).toMatchObject({ facts: 4_000 });
    expect((await contents()).verdict).toMatchObject({ ok: true, facts });
  });

  test('only facts that lie in a sealed file can be deleted', async () => {
    grown();
    await compacted();
    withDatabase(file, (database) => {
      expect(() => database.exec('DELETE FROM journal WHERE seq = 4001')).toThrow('append-only');
      expect(() => database.exec('DELETE FROM journal')).toThrow('append-only');
    });
  });
});

const spoil = {
  missing: () => rmSync(first()),
  empty: () => writeFileSync(first(), ''),
  cut: () => writeFileSync(first(), readFileSync(first()).subarray(0, -1)),
  garbled: () => writeFileSync(first(), readFileSync(first()).fill(7, 40, 60)),
  'of another journal': () => {
    const own = file;
    file = journalPath();
    grown(
      facts - 1,
      Array.from({ length: facts }, (_, n) => factAt(n + 7)),
    );
    const other = readFileSync(own.replace('journal.sqlite', 'journal-1-2000.jsonl.zst'));
    file = own;
    writeFileSync(first(), Buffer.concat([other.subarray(0, 100).fill(1), other.subarray(100)]));
  },
} as const;

describe('a sealed file that is', () => {
  test.each(Object.entries(spoil))('%s is one line that names its facts, once they are needed', async (_, damage) => {
    grown();
    await compacted();
    damage();
    const store = openStoreHere(file);
    const line =
      /^\S+journal-1-2000\.jsonl\.zst is (missing|cut|damaged): it holds facts 1?\d*1 to [12]000; a copy of the file/;
    expect(() => [...store.read()]).toThrow(line);
    expect(() => store.verify()).toThrow(StoreFault);
    // What is not in it is read as ever.
    expect([...store.read(2_001)]).toHaveLength(facts - 2_000);
    await store.close();
  });

  test('spoilt in any of its bytes never gives other facts', async () => {
    grown();
    const before = (await contents()).read.slice(0, 2_000);
    await compacted();
    const whole = readFileSync(first());
    let seen = 0;
    for (let place = 0; place < whole.length; place += 97) {
      const changed = Buffer.from(whole);
      changed[place] = (whole[place] ?? 0) ^ (1 << (place % 8));
      writeFileSync(first(), changed);
      const store = openStoreHere(file);
      try {
        expect((await store.facts(1, 2_000)).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        seen += 1;
      }
      await store.close();
    }
    expect(seen).toBeGreaterThan(20);
  });

  test('read without the database gives its facts up to the first that is not whole', async () => {
    grown();
    await compacted();
    const files = filesBeside().map((name) => readFileSync(join(folder(), name)));
    const whole = [...readSealed(files)];
    expect(whole.map(({ payload }) => JSON.parse(payload))).toEqual(
      Array.from({ length: 4_000 }, (_, n) => factAt(n + 1)),
    );
    expect([...readSealed(files.slice(1))]).toEqual([]);
    const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = files;
    expect([...readSealed([one, two.fill(9, 30, 50)])]).toEqual(whole.slice(0, 2_000));
  });
});

describe('a start', () => {
  const found = (isUsable: boolean) =>
    surveyJournal(file, { places: [facts], snapshot: { name: 'engine', isUsable: () => isUsable } });

  test('does without the sealed files as long as its snapshot can be used', async () => {
    grown();
    const before = found(true);
    await compacted();
    spoil.missing();
    expect(found(true)).toMatchObject({ kind: 'whole', end: { seq: facts } });
    expect(before).toMatchObject({ kind: 'whole' });
    expect(found(false)).toEqual({ kind: 'damaged', reason: expect.stringContaining('1-2000.jsonl.zst is missing') });
  });

  test('walks over all that it folds: what its snapshot does not spare it', () => {
    grown();
    withDatabase(file, (database) =>
      database.exec("DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 10"),
    );
    expect(found(false)).toMatchObject({ kind: 'damaged' });
  });
});
