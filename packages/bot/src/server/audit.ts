import type { DatabaseSync } from 'node:sqlite';

const WINDOW_MS = 60_000;
/** Of all strangers together, and of each who is known. */
const REFUSALS_A_WINDOW = { strangers: 60, known: 600 };
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
   * Writes what somebody was refused who may not even ask, a few times a minute; what is more is counted, and the count written, so
   * that nobody who may change nothing can fill the disk.
   */
  writeRefusal(entry: AuditEntry, from: 'stranger' | 'known'): void;
  /** Newest first; `before` is a `seq`. */
  read(query: AuditQuery): (AuditEntry & { readonly seq: number })[];
}

interface RefusalWindow {
  readonly from: number;
  written: number;
  left_out: number;
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
  const windows = new Map<string, RefusalWindow>();
  return {
    write,
    writeRefusal(entry, from) {
      const most = from === 'stranger' ? REFUSALS_A_WINDOW.strangers : REFUSALS_A_WINDOW.known;
      const key = from === 'stranger' ? from : `known ${entry.actor}`;
      let window = windows.get(key);
      if (window === undefined || entry.at - window.from >= WINDOW_MS) {
        const left = window?.left_out ?? 0;
        if (left > 0) write({ ...entry, action: 'audit.left_out', target: `${left} refusals` });
        window = { from: entry.at, written: 0, left_out: 0 };
        windows.set(key, window);
      }
      if (window.written >= most) window.left_out += 1;
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
  const attempt = (entry: AuditEntry, write: () => void) => {
    try {
      write();
    } catch (error) {
      onFault(error, entry.request_id);
    }
  };
  return {
    read: audit.read,
    write: (entry) => attempt(entry, () => audit.write(entry)),
    writeRefusal: (entry, from) => attempt(entry, () => audit.writeRefusal(entry, from)),
  };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));
