import type { DatabaseSync } from 'node:sqlite';
import { createChain } from './access-chain.ts';
import { inTransaction } from './access-database.ts';
import type { Fields } from './changed-fields.ts';

const WINDOW_MS = 60_000;
/** Of all strangers together, and of each who is known. */
const REFUSALS_A_WINDOW = { strangers: 60, known: 600 };
const LONGEST_TARGET = 200;

/** Who asked for what and what came of it. `at` in UTC milliseconds; `outcome` is `ok` or the code of the problem. */
export interface AuditEntry {
  readonly at: number;
  /** A user, `admin` for the admin token, a login link or a program of the bot's own, `shell:<user>` for `triquad user`, `adopt`, else `unknown`. */
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: string;
  readonly request_id: string | null;
  /** The address that it came from; null from a shell of this machine. */
  readonly source?: string | null;
  /** Names the session without giving its token away. */
  readonly session?: string | null;
  /** The fields that were changed, as they were and as they are, by their dotted names; secrets are masked. */
  readonly before?: Fields | null;
  readonly after?: Fields | null;
}

export interface AuditQuery {
  readonly limit: number;
  readonly before: number | null;
  readonly actor: string | null;
}

export interface Audit {
  write(entry: AuditEntry): void;
  /** Notes what is about to be done, until it has an `end`; false when it cannot be written. */
  begin(entry: AuditEntry): boolean;
  /** Writes what came of it. */
  end(entry: AuditEntry): void;
  /**
   * Writes what somebody was refused who may not even ask, a few times a minute; what is more is counted, and the count written, so
   * that a user without rights cannot fill the disk.
   */
  writeRefusal(entry: AuditEntry, from: 'stranger' | 'known'): void;
  /** Newest first; `before` is a `seq`. */
  read(query: AuditQuery): (Required<AuditEntry> & { readonly seq: number })[];
}

interface RefusalWindow {
  readonly from: number;
  written: number;
  left_out: number;
}

/** The trail of every call that changes something, every sign-in and every refusal; rows are only ever added. */
export function createAudit(database: DatabaseSync, redact: (text: string) => string = (text) => text): Audit {
  const append = createChain(database, 'audit');
  const select = database.prepare(
    'SELECT * FROM audit WHERE (:before IS NULL OR seq < :before) ORDER BY seq DESC LIMIT :limit',
  );
  const selectOf = database.prepare(
    'SELECT * FROM audit WHERE actor = :actor AND (:before IS NULL OR seq < :before) ORDER BY seq DESC LIMIT :limit',
  );
  const cleaned = (target: string | null) => (target === null ? null : redact(target).slice(0, LONGEST_TARGET));
  const packed = (fields: Fields | null | undefined) => (fields ? redact(JSON.stringify(fields)) : null);
  const put = ({ target, before, after, ...entry }: AuditEntry) =>
    void append({ ...entry, target: cleaned(target), before: packed(before), after: packed(after) });
  const write = (entry: AuditEntry) =>
    database.isTransaction ? put(entry) : inTransaction(database, () => put(entry));
  const begin = database.prepare(
    'INSERT INTO begun (request_id, at, actor, action, target, source, session) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const forget = database.prepare('DELETE FROM begun WHERE request_id = ?');
  const windows = new Map<string, RefusalWindow>();
  return {
    write,
    begin({ request_id, at, actor, action, target, source = null, session = null }) {
      begin.run(request_id, at, actor, action, cleaned(target), source, session);
      return true;
    },
    end: (entry) =>
      inTransaction(database, () => {
        write(entry);
        forget.run(entry.request_id);
      }),
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
        source: textOrNull(row.source),
        session: textOrNull(row.session),
        before: fieldsOf(row.before),
        after: fieldsOf(row.after),
      })),
  };
}

/** What a call came to of which the outcome was never written: the process ended before, or the disk was full. */
export const CUT_OFF = 'cut_off';

/** Writes into the trail what an earlier process began and did not bring to an end. */
export function closeCutOff(database: DatabaseSync): void {
  inTransaction(database, () => {
    const append = createChain(database, 'audit');
    for (const row of database.prepare('SELECT * FROM begun ORDER BY at').all()) append({ ...row, outcome: CUT_OFF });
    database.exec('DELETE FROM begun');
  });
}

/**
 * A trail that cannot be written (a full disk, say) is told of, and neither undoes what was done nor keeps anybody out; what is not
 * begun yet can be left undone.
 */
export function forgiving(audit: Audit, onFault: (error: unknown, requestId: string | null) => void): Audit {
  const attempt = (entry: AuditEntry, write: () => void) => {
    try {
      write();
      return true;
    } catch (error) {
      onFault(error, entry.request_id);
      return false;
    }
  };
  return {
    read: audit.read,
    begin: (entry) => attempt(entry, () => audit.begin(entry)),
    end: (entry) => void attempt(entry, () => audit.end(entry)),
    write: (entry) => void attempt(entry, () => audit.write(entry)),
    writeRefusal: (entry, from) => void attempt(entry, () => audit.writeRefusal(entry, from)),
  };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));
const fieldsOf = (value: unknown): Fields | null => (value === null ? null : (JSON.parse(String(value)) as Fields));
