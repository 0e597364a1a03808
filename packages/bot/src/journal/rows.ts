import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ChainRow, genesis } from './chain.ts';
import { StoreFault } from './event-store.ts';
import { type BlockRange, decodeBlock } from './sealed-file.ts';

/** A fact as it was read, with the number of its commit: 0 where that is not known. */
export type NumberedRow = ChainRow & { readonly n: number };

/** A block and where it lies. */
export type SealedBlock = BlockRange & { readonly file: string; readonly place: number; readonly bytes: number };

/** Versions of the schema that brought commit numbers, and sealed files. */
const firstWith = { numbers: 3, sealed: 4 };

/**
 * The one way to read the facts of a journal, wherever they lie: the oldest in sealed files beside the database, all others in its table.
 * What comes out of a sealed file has been checked against the chain. Works on every version of the schema and changes nothing.
 */
export class JournalRows {
  readonly #folder: string;
  readonly #table: StatementSync;
  readonly #sealedTo: StatementSync | null;
  readonly #block: StatementSync | null;
  readonly #before: StatementSync | null;
  /** The block that was read last: who reads page after page stays in it for a while. */
  #last: { readonly range: BlockRange; readonly rows: readonly ChainRow[] } | null = null;

  /** `file`: where the database lies, the sealed files beside it. */
  constructor(database: DatabaseSync, file: string) {
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    const n = version >= firstWith.numbers ? 'n' : 'NULL AS n';
    const sealed = (sql: string) => (version >= firstWith.sealed ? database.prepare(sql) : null);
    this.#folder = dirname(file);
    this.#table = database.prepare(`SELECT seq, payload, hash, ${n} FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?`);
    this.#sealedTo = sealed('SELECT max(last) AS last FROM sealed');
    this.#block = sealed('SELECT last, head, file, place, bytes FROM sealed WHERE last >= ? ORDER BY last LIMIT 1');
    this.#before = sealed('SELECT last, head FROM sealed WHERE last < ? ORDER BY last DESC LIMIT 1');
  }

  /** The last fact that lies in a sealed file; 0 where there is none. Rows of the table up to there are only still to be removed. */
  sealedTo(): number {
    return Number(this.#sealedTo?.get()?.last ?? 0);
  }

  /** At most `limit` facts with `seq >= from`, oldest first. @throws StoreFault `corrupt` for a sealed file that is not whole. */
  *from(from: number, limit: number = Number.MAX_SAFE_INTEGER): Generator<NumberedRow> {
    const sealedTo = this.sealedTo();
    let next = Math.max(1, from);
    let left = limit;
    while (next <= sealedTo && left > 0) {
      const { range, rows } = this.#blockWith(next);
      const some = rows.slice(next - range.after - 1, next - range.after - 1 + left);
      for (const row of some) yield { ...row, n: 0 };
      next += some.length;
      left -= some.length;
    }
    if (left > 0) yield* this.table(next, left);
  }

  /** Of them those that lie in the table. */
  *table(from: number, limit: number = Number.MAX_SAFE_INTEGER): Generator<NumberedRow> {
    for (const { seq, payload, hash, n } of this.#table.iterate(from, limit)) {
      yield { seq: Number(seq), payload: String(payload), hash: String(hash), n: Number(n ?? 0) };
    }
  }

  /** The hash of the fact at that place; null beyond the last. @throws StoreFault as `from` */
  hashAt(seq: number): string | null {
    if (seq === 0) return genesis;
    if (seq <= this.sealedTo()) {
      const block = this.#blockAt(seq);
      if (block.last === seq) return block.head;
    }
    const [row] = [...this.from(seq, 1)];
    return row?.seq === seq ? row.hash : null;
  }

  /** The facts of a block out of its file. @throws StoreFault as `from` */
  read(block: SealedBlock): readonly ChainRow[] {
    const path = join(this.#folder, block.file);
    const rows = decodeBlock(readPart(path, block), block);
    if (rows === null) throw new StoreFault('corrupt', `${path} is damaged: ${holds(block)}`);
    return rows;
  }

  #blockWith(seq: number) {
    if (this.#last === null || seq <= this.#last.range.after || seq > this.#last.range.last) {
      const range = this.#blockAt(seq);
      this.#last = { range, rows: this.read(range) };
    }
    return this.#last;
  }

  #blockAt(seq: number): SealedBlock {
    const found = this.#block?.get(seq);
    const before = this.#before?.get(seq);
    return {
      after: Number(before?.last ?? 0),
      previous: String(before?.head ?? genesis),
      last: Number(found?.last),
      head: String(found?.head),
      file: basename(String(found?.file)),
      place: Number(found?.place),
      bytes: Number(found?.bytes),
    };
  }
}

const holds = ({ after, last }: BlockRange): string =>
  `it holds facts ${after + 1} to ${last}; a copy of the file in any later backup will do`;

/** @throws StoreFault */
function readPart(path: string, block: SealedBlock): Uint8Array {
  const { place, bytes } = block;
  try {
    const descriptor = openSync(path, 'r');
    try {
      const isInside = place >= 0 && bytes > 0 && fstatSync(descriptor).size >= place + bytes;
      if (!isInside) throw new StoreFault('corrupt', `${path} is cut: ${holds(block)}`);
      const part = Buffer.alloc(bytes);
      readSync(descriptor, part, 0, bytes, place);
      return part;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof StoreFault || !(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') throw new StoreFault('corrupt', `${path} is missing: ${holds(block)}`);
    throw new StoreFault('unreachable', `${path} cannot be read (${error.code})`);
  }
}
