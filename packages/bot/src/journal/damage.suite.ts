import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { genesis, link } from './chain.ts';
import { type Fact, ringCapacity } from './event-store.ts';
import { JournalFile } from './journal-file.ts';
import { openDatabase } from './schema.ts';
import { slotBytes } from './slot.ts';
import { openWitness, slotOf, writeWitness } from './witness.ts';

/** Where a random choice comes from: a number in [0, 1). */
export type Chance = () => number;
const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit);
const pick = <T>(chance: Chance, all: readonly [T, ...T[]]): T => all[below(chance, all.length)] ?? all[0];

const names = { journal: 'journal.sqlite', wal: 'journal.sqlite-wal', witness: 'witness', key: 'witness.key' } as const;
type Part = Exclude<keyof typeof names, 'key'>;
/** The files of a life; null for one that is not there. */
export type Files = { readonly [part in keyof typeof names]: Buffer | null };

const read = (folder: string): Files => {
  const of = (part: keyof typeof names) => {
    const file = join(folder, names[part]);
    return existsSync(file) ? readFileSync(file) : null;
  };
  return { journal: of('journal'), wal: of('wal'), witness: of('witness'), key: of('key') };
};

const write = (folder: string, files: Files): void => {
  for (const [part, bytes] of Object.entries(files)) {
    if (bytes !== null) writeFileSync(join(folder, names[part as Part]), bytes);
  }
};

/** Does something in a folder that is there for this alone. */
export function inFolder<T>(files: Files | null, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-damage-'));
  try {
    if (files !== null) write(folder, files);
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const crashes = [
  'none',
  'before the commit',
  'in the commit',
  'before the slot',
  'torn slot',
  'zeros',
  'after the slot',
  'power cut',
] as const;
export type Crash = (typeof crashes)[number];

const id = 'ab'.repeat(16);

/** What a life has left: the files after its last crash, those of earlier moments, and every note that was acknowledged. */
export type Life = {
  readonly crash: Crash;
  readonly left: Files;
  readonly earlier: readonly Files[];
  readonly acknowledged: readonly string[];
};

type Note = Fact & { readonly note: string };

/** One to three starts of a journal with its witness; the last ends in some way. */
export function live(chance: Chance): Life {
  return inFolder(null, (folder) => {
    writeWitness(folder, slotOf(id, { n: 0, seq: 0, head: genesis }, 1));
    const acknowledged: string[] = [];
    const earlier: Files[] = [];
    const starts = 1 + below(chance, 3);
    let made = 0;
    for (let start = 1; start <= starts; start += 1) {
      const boot = openLife(folder);
      const commits = 1 + below(chance, 12);
      const crash = start === starts ? pick(chance, crashes) : pick(chance, ['none', 'after the slot'] as const);
      for (let n = 1; n <= commits; n += 1) {
        if (chance() < 0.3) earlier.push(read(folder));
        const text = JSON.stringify('x'.repeat(below(chance, 3_000)));
        if (chance() < 0.3) boot.journal.commit([], [{ ring: 'logs', id: `${start}-${n}`, at: n, text }]);
        if (chance() < 0.1) boot.journal.saveSnapshot('state', boot.journal.end().seq, JSON.stringify({ n }));
        const notes = Array.from(
          { length: 1 + below(chance, 4) },
          (_, index) => `note ${made + index} ${'y'.repeat(below(chance, 900))}`,
        );
        made += notes.length;
        const before = read(folder);
        boot.note(notes, n);
        if (n === commits && crash !== 'none') {
          const ended = endBy(crash, chance, { before, committed: boot.committed(), after: read(folder) });
          if (ended.isAcknowledged) acknowledged.push(...notes);
          boot.close();
          if (start === starts) return { crash, left: ended.files, earlier, acknowledged };
          for (const name of Object.values(names)) rmSync(join(folder, name), { force: true });
          write(folder, ended.files);
        } else acknowledged.push(...notes);
      }
      if (crash === 'none') boot.close();
    }
    return { crash: 'none', left: read(folder), earlier, acknowledged };
  });
}

function openLife(folder: string) {
  const file = join(folder, names.journal);
  const journal = new JournalFile(openDatabase(file), file, ringCapacity);
  journal.identify(id);
  const witness = openWitness(folder, journal.end());
  let committed = read(folder);
  return {
    journal,
    /** A commit as the journal's thread makes it, up to its acknowledgement. */
    note: (notes: readonly string[], at: number): void => {
      const { seq, head } = journal.end();
      const facts = notes.map((note): Note => ({ type: 'Noted', at, note }));
      const rows = link(facts, seq, head).map(({ stored, payload }) => ({
        ...{ seq: stored.seq, hash: stored.hash, payload, at },
        type: stored.fact.type,
      }));
      journal.commit(rows, []);
      committed = read(folder);
      witness.write(journal.end());
    },
    /** The files between the last commit and its slot. */
    committed: () => committed,
    close: () => {
      journal.close();
      witness.close();
    },
  };
}

type Moments = { readonly before: Files; readonly committed: Files; readonly after: Files };

function endBy(crash: Exclude<Crash, 'none'>, chance: Chance, { before, committed, after }: Moments) {
  const part = (bytes: Buffer | null, from: Buffer | null) => {
    const [whole, start] = [bytes ?? Buffer.alloc(0), from?.length ?? 0];
    return whole.subarray(0, Math.min(whole.length, start + below(chance, Math.max(1, whole.length - start))));
  };
  const slot = (bytes: Buffer) => ({
    ...committed,
    witness: Buffer.concat([committed.witness ?? Buffer.alloc(0), bytes]),
  });
  const half = () =>
    (after.witness ?? Buffer.alloc(0)).subarray(-slotBytes).subarray(0, 1 + below(chance, slotBytes - 1));
  switch (crash) {
    case 'before the commit':
      return { files: before, isAcknowledged: false };
    case 'in the commit':
      return { files: { ...before, wal: part(committed.wal, before.wal) }, isAcknowledged: false };
    case 'before the slot':
      return { files: committed, isAcknowledged: false };
    case 'torn slot':
      return { files: slot(half()), isAcknowledged: false };
    case 'zeros':
      return { files: slot(Buffer.alloc(slotBytes)), isAcknowledged: false };
    case 'after the slot':
      return { files: after, isAcknowledged: true };
    case 'power cut': {
      // What was synced stays; of the rest any part may.
      const moment = below(chance, 3);
      if (moment === 0) return { files: { ...before, wal: part(committed.wal, before.wal) }, isAcknowledged: false };
      if (moment === 1)
        return { files: slot(chance() < 0.5 ? half() : Buffer.alloc(slotBytes)), isAcknowledged: false };
      return { files: after, isAcknowledged: true };
    }
  }
}

const kinds = ['missing', 'empty', 'cut', 'garbled', 'bit', 'older'] as const;
/** What befell which file. */
export type Damage = { readonly of: Part | 'both'; readonly kind: (typeof kinds)[number] };

/** Any damage to any of the files. */
export const anyDamage = (chance: Chance): Damage => ({
  of: pick(chance, ['journal', 'wal', 'both', 'witness'] as const),
  kind: pick(chance, kinds),
});

/** The files as the damage leaves them. */
export function damaged(files: Files, { of, kind }: Damage, { earlier }: Life, chance: Chance): Files {
  const parts: readonly Part[] = of === 'both' ? ['journal', 'wal'] : [of];
  const older = earlier[below(chance, earlier.length)];
  const share = chance();
  const spoilt = (bytes: Buffer | null, part: Part): Buffer | null => {
    if (kind === 'older') return older === undefined ? bytes : older[part];
    if (bytes === null || kind === 'missing') return null;
    if (kind === 'empty') return Buffer.alloc(0);
    if (kind === 'cut') return bytes.subarray(0, Math.floor(share * bytes.length));
    const changed = Buffer.from(bytes);
    const place = below(chance, bytes.length);
    if (kind === 'bit' && bytes.length > 0) changed[place] = (bytes[place] ?? 0) ^ (1 << below(chance, 8));
    if (kind === 'garbled')
      for (let n = 0; n < 1 + below(chance, 3_000) && place + n < bytes.length; n += 1)
        changed[place + n] = below(chance, 256);
    return changed;
  };
  return { ...files, ...Object.fromEntries(parts.map((part) => [part, spoilt(files[part], part)])) };
}

/** The notes that a program without our code finds in the journal, in order; null when it finds it damaged. */
export function notesIn(files: Files): readonly string[] | null {
  if (files.journal === null) return [];
  return inFolder(files, (folder) => {
    const database = new DatabaseSync(join(folder, names.journal));
    try {
      const tables = database
        .prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name = 'journal'")
        .get()?.tables;
      if (tables === 0) return [];
      const rows = database.prepare('SELECT payload FROM journal ORDER BY seq').all();
      return rows.map(({ payload }) => (JSON.parse(String(payload)) as Note).note);
    } catch {
      return null;
    } finally {
      database.close();
    }
  });
}
