import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Effect, EffectKey } from '../model/effect.ts';
import { Refusal } from './problem.ts';

const KEPT_MS = 86_400_000;
const TOO_MANY = 429;
const FAILED = 500;
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

/** A call under a key. */
export interface KeyedCall {
  readonly key: string;
  /** The owner: users never receive each other's answers, and a repetition after a new sign-in is one. */
  readonly caller: string;
  readonly path: string;
  readonly body: unknown;
  /** It only ends or lowers what is at risk, and twice does no harm: it does not wait for the disk, and is run also without a key. */
  readonly isUrgent: boolean;
}

/** A call whose key is journalled with what it begins at an exchange: the journal decides whether it was carried out. */
export interface MoneyCall extends Omit<KeyedCall, 'isUrgent'> {
  /** The key is the opportunity's own, because the caller gave none: refusals leave it free. */
  readonly isImplied: boolean;
  /** The answer to a call that was carried out before, made of what the journal holds. */
  readonly recall: (effect: Effect) => KeptAnswer;
}

export interface Idempotency {
  /** Runs the call once and answers the same for 24 h, but for a call that came too soon; another call under the key is refused. */
  once(call: KeyedCall, run: () => Promise<KeptAnswer>): Promise<KeptAnswer | Refusal>;
  /** Runs the call once, for as long as the journal holds its key. `run` takes the key that the effect's fact has to carry. */
  onceForGood(call: MoneyCall, run: (key: EffectKey) => Promise<KeptAnswer>): Promise<KeptAnswer | Refusal>;
}

interface Running {
  readonly fingerprint: string;
  readonly answer: Promise<KeptAnswer>;
}

export interface IdempotencyOptions {
  readonly database: DatabaseSync;
  readonly now: () => number;
  /** What the journal says was begun under a key. */
  readonly effectOf: (id: string) => Effect | null;
  /** Told of an answer that cannot be kept. */
  readonly onFault: (error: unknown) => void;
}

/**
 * `once`: a key is written before the effect, which waits for the disk, and its answer after it. A key without an answer that this process is not
 * working on was cut off by a crash, or its answer could not be written: whether it took effect is not known here, so it is not run
 * a second time. `onceForGood`: the key is in the journal, in the fact that starts the effect; the database only caches answers.
 */
export function createIdempotency({ database, now, effectOf, onFault }: IdempotencyOptions): Idempotency {
  database.exec(
    `CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, body TEXT) STRICT;
     CREATE INDEX IF NOT EXISTS answer_age ON answer (at)`,
  );
  const forget = database.prepare('DELETE FROM answer WHERE at <= ?');
  const select = database.prepare('SELECT fingerprint, status, body FROM answer WHERE key = ?');
  const insert = database.prepare('INSERT INTO answer (key, fingerprint, at) VALUES (?, ?, ?)');
  const update = database.prepare('UPDATE answer SET status = ?, body = ? WHERE key = ?');
  const cache = database.prepare(
    'INSERT OR REPLACE INTO answer (key, fingerprint, at, status, body) VALUES (?, ?, ?, ?, ?)',
  );
  const release = database.prepare('DELETE FROM answer WHERE key = ?');
  const running = new Map<string, Running>();

  const start = (id: string, fingerprint: string, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    const answer = work().finally(() => running.delete(id));
    running.set(id, { fingerprint, answer });
    return answer;
  };
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      onFault(error);
    }
  };
  const perform = async (id: string, run: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    const answer = await run();
    attempt(() => {
      // Nothing was done, and later it may be.
      if (answer.status === TOO_MANY || answer.isUndone) release.run(id);
      else update.run(answer.status, answer.body, id);
    });
    return answer;
  };
  const performForGood = async (
    key: EffectKey,
    isImplied: boolean,
    run: (key: EffectKey) => Promise<KeptAnswer>,
  ): Promise<KeptAnswer> => {
    const answer = await run(key);
    const isOfThisMoment = answer.status === TOO_MANY || answer.status >= FAILED || answer.isUndone;
    if (isOfThisMoment || isImplied) return answer;
    attempt(() => {
      forget.run(now() - KEPT_MS);
      cache.run(key.id, key.fingerprint, now(), answer.status, answer.body);
    });
    return answer;
  };
  /** The row that is there already; else the key is taken. */
  const take = (id: string, fingerprint: string) => {
    forget.run(now() - KEPT_MS);
    const row = select.get(id);
    if (row === undefined) insert.run(id, fingerprint, now());
    return row;
  };

  return {
    async once(call, run) {
      const key = keyOf(call);
      if (key instanceof Refusal) return key;
      const { id, fingerprint } = key;
      // A call that moves money has no row while it runs: a second call would take its place, and its answer would become that of the first.
      if ((running.get(id)?.fingerprint ?? fingerprint) !== fingerprint) return keyReused();
      let row: ReturnType<typeof take>;
      try {
        row = take(id, fingerprint);
      } catch (error) {
        if (!call.isUrgent) throw error;
        onFault(error);
        return run();
      }
      if (row === undefined) return start(id, fingerprint, () => perform(id, run));
      if (row.fingerprint !== fingerprint) return keyReused();
      if (row.status !== null) return { status: Number(row.status), body: String(row.body) };
      return running.get(id)?.answer ?? outcomeUnknown();
    },
    async onceForGood(call, run) {
      const key = keyOf(call, call.isImplied);
      if (key instanceof Refusal) return key;
      const { id, fingerprint } = key;
      const reused = () => (call.isImplied ? alreadyExecuted() : keyReused());
      const other = running.get(id);
      if (other !== undefined) return other.fingerprint === fingerprint ? other.answer : reused();
      const row = call.isImplied ? undefined : select.get(id);
      if (row !== undefined && row.fingerprint !== fingerprint) return keyReused();
      if (row !== undefined && row.status !== null) return { status: Number(row.status), body: String(row.body) };
      const effect = effectOf(id);
      if (effect !== null) return effect.fingerprint === fingerprint ? call.recall(effect) : reused();
      return start(id, fingerprint, () => performForGood(key, call.isImplied, run));
    },
  };
}

/** Neither key nor body is kept as it is, so that a short secret in the body cannot be guessed from what is kept. */
function keyOf({ key, caller, path, body }: Omit<KeyedCall, 'isUrgent'>, isImplied = false): EffectKey | Refusal {
  if (!isImplied && !KEY_FORM.test(key)) {
    return new Refusal(400, 'malformed', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
  }
  return { id: sha256(`${caller}\n${key}`), fingerprint: sha256(JSON.stringify([caller, key, path, body ?? null])) };
}

const keyReused = (): Refusal => new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another call.');

const alreadyExecuted = (): Refusal =>
  new Refusal(
    409,
    'already_executed',
    'You executed this opportunity already, with another amount. To execute it again, send an Idempotency-Key.',
  );

const outcomeUnknown = (): Refusal =>
  new Refusal(409, 'outcome_unknown', 'The bot was cut off during this call; look at its effect before you repeat it.');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
