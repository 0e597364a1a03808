import type { DatabaseSync } from 'node:sqlite';

const WINDOW_MS = 60_000;
const REFUSALS_A_WINDOW = 60;
const LONGEST_TARGET = 200;

/** Who asked for what and what came of it. `at` in UTC milliseconds; `outcome` is `ok` or the code of the problem. */
export interface AuditEntry {
  readonly at: number;
  /** A user, `admin` for the admin token, a login link or a program of the bot's own, `shell:<user>` for `triquad user`, else `unknown`. */
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
  /**
   * Writes what a stranger was refused, sixty times a minute; what is more is counted, and the count written, so that nobody can
   * fill the disk from outside.
   */
  writeStranger(entry: AuditEntry): void;
  /** Newest first; `before` is a `seq`. */
  read(query: AuditQuery): (AuditEntry & { readonly seq: number })[];
}

/** The trail of every call that changes something, every sign-in and every refusal; rows are only ever added. */
export function createAudit(database: DatabaseSync, redact: (text: string) => string = (text) => text): Audit {
  const insert = database.prepare(
    'INSERT INTO audit (at, actor, action, target, outcome, request_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare(
    'SELECT * FROM audit WHERE (:before IS NULL OR seq < :before) ORDER BY seq DESC LIMIT :limit',
  );
  const selectOf = database.prepare(
    'SELECT * FROM audit WHERE actor = :actor AND (:before IS NULL OR seq < :before) ORDER BY seq DESC LIMIT :limit',
  );
  const write = ({ at, actor, action, target, outcome, request_id }: AuditEntry) => {
    insert.run(
      at,
      actor,
      action,
      target === null ? null : redact(target).slice(0, LONGEST_TARGET),
      outcome,
      request_id,
    );
  };
  const window = { from: 0, written: 0, left_out: 0 };
  return {
    write,
    writeStranger(entry) {
      if (entry.at - window.from >= WINDOW_MS) {
        if (window.left_out > 0) write({ ...entry, action: 'audit.left_out', target: `${window.left_out} refusals` });
        Object.assign(window, { from: entry.at, written: 0, left_out: 0 });
      }
      if (window.written >= REFUSALS_A_WINDOW) window.left_out += 1;
      else {
        window.written += 1;
        write(entry);
      }
    },
    read: ({ limit, before, actor }) =>
      (actor === null ? select.all({ limit, before }) : selectOf.all({ limit, before, actor })).map((row) => ({
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

/** A trail that cannot be written (a full disk, say) is told of, and neither undoes what was done nor keeps anybody out. */
export function forgiving(audit: Audit, onFault: (error: unknown, requestId: string | null) => void): Audit {
  const attempt = (write: (entry: AuditEntry) => void) => (entry: AuditEntry) => {
    try {
      write(entry);
    } catch (error) {
      onFault(error, entry.request_id);
    }
  };
  return { read: audit.read, write: attempt(audit.write), writeStranger: attempt(audit.writeStranger) };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));
