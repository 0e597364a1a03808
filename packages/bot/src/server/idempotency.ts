import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { unhurried } from './database.ts';
import { Refusal } from './problem.ts';

const KEPT_MS = 86_400_000;
const TOO_MANY = 429;
const KEY_FORM = /^[\x21-\x7e]{1,200}$/;

/** A finished answer as it is sent again. `body` is JSON, empty for 204. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  /** Of this moment, as is a 429: neither is kept. */
  readonly retryAfterSeconds?: number | null;
  /** The call was not even begun: the answer is not kept, and the key is free again. */
  readonly isUndone?: true;
}

/** A call that carries an `Idempotency-Key`. */
export interface KeyedCall {
  readonly key: string;
  /** Whose it is: nobody meets another's answers, and a repetition after a new sign-in is one. */
  readonly caller: string;
  readonly path: string;
  readonly body: unknown;
  /** It only ends or lowers what is at risk, and twice does no harm: it does not wait for the disk, and is run also without a key. */
  readonly isUrgent: boolean;
}

export interface Idempotency {
  /** Runs the call once and answers the same for 24 h, but for a call that came too soon; another call under the key is refused. */
  once(call: KeyedCall, run: () => Promise<KeptAnswer>): Promise<KeptAnswer | Refusal>;
}

/**
 * A key is on the disk before the effect, and its answer written after it. A key without an answer that this process is not working
 * on was cut off by a crash, or its answer could not be written (which `onFault` is told): whether it took effect is not known here,
 * so it is not run a second time.
 */
export function createIdempotency(
  database: DatabaseSync,
  now: () => number,
  onFault: (error: unknown) => void = () => {},
): Idempotency {
  database.exec(
    `CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, body TEXT) STRICT;
     CREATE INDEX IF NOT EXISTS answer_age ON answer (at)`,
  );
  const forget = database.prepare('DELETE FROM answer WHERE at <= ?');
  const select = database.prepare('SELECT fingerprint, status, body FROM answer WHERE key = ?');
  const insert = database.prepare('INSERT INTO answer (key, fingerprint, at) VALUES (?, ?, ?)');
  const update = database.prepare('UPDATE answer SET status = ?, body = ? WHERE key = ?');
  const release = database.prepare('DELETE FROM answer WHERE key = ?');
  const running = new Map<string, Promise<KeptAnswer>>();

  const perform = async (key: string, run: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    const answer = await run();
    try {
      // Nothing was done, and later it may be.
      if (answer.status === TOO_MANY || answer.isUndone) release.run(key);
      else unhurried(database, () => update.run(answer.status, answer.body, key));
    } catch (error) {
      onFault(error);
    }
    return answer;
  };
  /** The row that is there already; else the key is taken. */
  const take = (key: string, fingerprint: string, isUrgent: boolean) => {
    unhurried(database, () => forget.run(now() - KEPT_MS));
    const row = select.get(key);
    const put = () => void insert.run(key, fingerprint, now());
    if (row === undefined) isUrgent ? unhurried(database, put) : put();
    return row;
  };

  return {
    async once(call, run) {
      if (!KEY_FORM.test(call.key)) {
        return new Refusal(400, 'malformed', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
      }
      const key = sha256(`${call.caller}\n${call.key}`);
      // The key itself is kept nowhere, so that a short secret in the body cannot be guessed from what is kept.
      const fingerprint = sha256(JSON.stringify([call.caller, call.key, call.path, call.body ?? null]));
      let row: ReturnType<typeof take>;
      try {
        row = take(key, fingerprint, call.isUrgent);
      } catch (error) {
        if (!call.isUrgent) throw error;
        onFault(error);
        return run();
      }
      if (row === undefined) {
        const answer = perform(key, run).finally(() => running.delete(key));
        running.set(key, answer);
        return answer;
      }
      if (row.fingerprint !== fingerprint) {
        return new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another call.');
      }
      if (row.status !== null) return { status: Number(row.status), body: String(row.body) };
      return running.get(key) ?? outcomeUnknown();
    },
  };
}

const outcomeUnknown = (): Refusal =>
  new Refusal(409, 'outcome_unknown', 'The bot was cut off during this call; look at its effect before you repeat it.');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
