import type { DatabaseSync } from 'node:sqlite';

/** Who asked for what and what came of it. `at` in UTC milliseconds; `outcome` is `ok` or the code of the problem. */
export interface AuditEntry {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: string;
  readonly request_id: string | null;
}

export interface AuditQuery {
  readonly limit: number;
  readonly before: number | null;
  readonly actor: string | null;
}

export interface Audit {
  write(entry: AuditEntry): void;
  /** Newest first; `before` is a `seq`. */
  read(query: AuditQuery): (AuditEntry & { readonly seq: number })[];
}

/** The trail of every call that changes something. */
export function createAudit(database: DatabaseSync): Audit {
  database.exec(
    `CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL,
     action TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL, request_id TEXT) STRICT`,
  );
  const insert = database.prepare(
    'INSERT INTO audit (at, actor, action, target, outcome, request_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare(
    `SELECT * FROM audit WHERE (:actor IS NULL OR actor = :actor) AND (:before IS NULL OR seq < :before)
     ORDER BY seq DESC LIMIT :limit`,
  );
  return {
    write({ at, actor, action, target, outcome, request_id }) {
      insert.run(at, actor, action, target, outcome, request_id);
    },
    read: ({ limit, before, actor }) =>
      select.all({ limit, before, actor }).map((row) => ({
        seq: Number(row.seq),
        at: Number(row.at),
        actor: String(row.actor),
        action: String(row.action),
        target: textOrNull(row.target),
        outcome: String(row.outcome),
        request_id: textOrNull(row.request_id),
      })),
  };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));
