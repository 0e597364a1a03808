import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KeptRecord, Ring } from './event-store.ts';

/** A record of a ring as it is written. */
export type RingRow = { readonly ring: Ring; readonly id: string; readonly at: number; readonly text: string };
type Statements = Readonly<Record<'replace' | 'insert' | 'forget' | 'recall', StatementSync>>;

/** The rings as tables, one each; the caller opens the transaction. */
export class SqliteRings {
  readonly #statements: Readonly<Record<Ring, Statements>>;
  readonly #capacity: Readonly<Record<Ring, number>>;

  constructor(database: DatabaseSync, capacity: Readonly<Record<Ring, number>>) {
    this.#capacity = capacity;
    this.#statements = {
      decisions: statementsOf(database, 'decisions'),
      opportunities: statementsOf(database, 'opportunities'),
      logs: statementsOf(database, 'logs'),
    };
  }

  write({ ring, id, at, text }: RingRow): void {
    const { replace, insert } = this.#statements[ring];
    if (replace.run(at, text, id).changes === 0) insert.run(id, at, text);
  }

  forgetOldest(ring: Ring): void {
    this.#statements[ring].forget.run(this.#capacity[ring]);
  }

  recall(ring: Ring, before: number, limit: number): readonly KeptRecord[] {
    return this.#statements[ring].recall.all(before, limit).map(({ seq, id, at, data }) => ({
      seq: Number(seq),
      id: String(id),
      at: Number(at),
      data: JSON.parse(String(data)),
    }));
  }
}

/** Replacing never takes a new `seq`, so that these have no gaps and tell how many records there are. */
const statementsOf = (database: DatabaseSync, ring: Ring): Statements => ({
  replace: database.prepare(`UPDATE ${ring} SET at = ?, data = ? WHERE id = ?`),
  insert: database.prepare(`INSERT INTO ${ring} (id, at, data) VALUES (?, ?, ?)`),
  forget: database.prepare(`DELETE FROM ${ring} WHERE seq <= (SELECT max(seq) FROM ${ring}) - ?`),
  recall: database.prepare(`SELECT seq, id, at, data FROM ${ring} WHERE seq < ? ORDER BY seq DESC LIMIT ?`),
});
