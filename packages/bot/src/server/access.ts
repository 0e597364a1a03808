import { createHash, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './access-database.ts';
import { newToken } from './admin-token.ts';
import { isPassword } from './password.ts';

const DAY_MS = 86_400_000;
const SESSION_MS = 7 * DAY_MS;
/** Unused for so long, a session ends. */
const USUAL_IDLE_MS = DAY_MS / 2;
/** How often a use is written: after a restart a session counts as used that much earlier. */
const NOTED_EVERY_MS = 60_000;
const CODE_MS = DAY_MS;
const CODES_KEPT = 100;
/** Of each user; who signs in once more ends the oldest. */
const SESSIONS_KEPT = 50;

export type Role = 'viewer' | 'operator' | 'admin';

/** Who stands behind a token; `key` is the token's hash, `expiresAt` null for the admin token of the data directory. */
export interface Principal {
  readonly key: string;
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: number | null;
}

export interface Session {
  readonly token: string;
  readonly principal: Principal;
}

/** A session that is open. `seenAt` and `source`: its last use in this process, null before one. */
export interface OpenSession {
  readonly principal: Principal & { readonly expiresAt: number };
  readonly openedAt: number;
  readonly seenAt: number | null;
  readonly source: string | null;
}

export interface Access {
  /** Who holds this token, or null when it is unknown, expired, revoked, or was not used for too long. */
  identify(token: string): Principal | null;
  /** True for the token of a session that ended because it was not used. */
  isIdle(token: string): boolean;
  /** False once the principal's session has expired or was revoked. */
  holds(principal: Principal): boolean;
  /** A one-time code for a login link; worth the role of an admin, once, for a day, in this process. */
  issueCode(): string;
  /** Opens a session of seven days that belongs to no user. */
  openSession(name: string, role: Role): Session;
  /** Trades a code for a session token, or null when it is unknown, used or too old. */
  redeem(code: string): Session | null;
  /** Opens a session of seven days for a user, or null when there is no such user or the password is another. */
  signIn(name: string, password: string): Promise<Session | null>;
  /** Whether anybody can sign in by password. */
  hasUsers(): boolean;
  /** The name as it is stored, or null when there is no such user. */
  userName(name: string): string | null;
  /** Notes a call of the principal, or that its socket is open: the session is in use. */
  seen(principal: Principal, source: string): void;
  /** Every session that is open, newest first. */
  sessions(): readonly OpenSession[];
  /** Ends a session at once; the admin token of the data directory has no session to end. */
  revoke(principal: Principal): void;
  /** To be called after sessions were ended by other means than `revoke`. */
  sessionsEnded(): void;
  /** Calls back when some principals may no longer hold; returns how to stop listening. */
  onChanged(listener: () => void): () => void;
  /** Notices sessions that ran out and what other processes (`triquad user`) changed; to be called a few times a second. */
  look(): void;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** True when `role` may do what `needed` may do. */
export function mayActAs(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

/** Tokens and codes, stored as SHA-256 only, over a database that `prepareAccessDatabase` has prepared. */
export function createAccess(
  database: DatabaseSync,
  adminToken: string,
  now: () => number,
  idleMs: number = USUAL_IDLE_MS,
): Access {
  const insert = database.prepare(
    'INSERT INTO session VALUES (:key, :name, :role, :user, :opened_at, :expires_at, :opened_at)',
  );
  const select = database.prepare(
    'SELECT name, role, expires_at, seen_at FROM session WHERE key = ? AND expires_at > ?',
  );
  const remove = database.prepare('DELETE FROM session WHERE key = ?');
  const anyExpired = database.prepare('SELECT 1 FROM session WHERE expires_at <= ? LIMIT 1');
  const removeExpired = database.prepare('DELETE FROM session WHERE expires_at <= ?');
  const selectUser = database.prepare('SELECT name, role, password FROM user WHERE name = ?');
  const anyUser = database.prepare('SELECT 1 FROM user LIMIT 1');
  const dataVersion = database.prepare('PRAGMA data_version');
  const versionNow = () => Number(dataVersion.get()?.data_version);

  const removeOldest = database.prepare(
    `DELETE FROM session WHERE user = :user AND key NOT IN
     (SELECT key FROM session WHERE user = :user ORDER BY opened_at DESC, rowid DESC LIMIT ${SESSIONS_KEPT})`,
  );

  const selectOpen = database.prepare(
    'SELECT key, name, role, opened_at, expires_at FROM session WHERE expires_at > ? AND seen_at > 0 ORDER BY opened_at DESC, rowid DESC',
  );
  const noteUse = database.prepare('UPDATE session SET seen_at = max(seen_at, :at) WHERE key = :key AND seen_at > 0');
  const anyUnused = database.prepare('SELECT 1 FROM session WHERE seen_at BETWEEN 1 AND ? LIMIT 1');
  const endUnused = database.prepare('UPDATE session SET seen_at = 0 WHERE seen_at BETWEEN 1 AND ?');

  const adminKey = keyOf(adminToken);
  const calls = new Map<string, { readonly at: number; readonly source: string }>();
  let noted = now();
  const codes = new Map<string, number>();
  const listeners = new Set<() => void>();
  const usedAfter = (key: string, seenAt: unknown): boolean =>
    Number(seenAt) > 0 && Math.max(Number(seenAt), calls.get(key)?.at ?? 0) > now() - idleMs;
  const find = (key: string) => {
    const row = select.get(key, now());
    return row !== undefined && usedAfter(key, row.seen_at) ? row : undefined;
  };
  const noteUses = (): void => {
    noted = now();
    for (const [key, { at }] of calls) noteUse.run({ key, at });
  };
  /** True where a session has ended because it was not used. */
  const endIdle = (): boolean => {
    if (anyUnused.get(now() - idleMs) === undefined) return false;
    noteUses();
    return endUnused.run(now() - idleMs).changes > 0;
  };
  const changed = () => {
    for (const key of calls.keys()) if (find(key) === undefined) calls.delete(key);
    for (const listener of listeners) listener();
  };
  let seen = versionNow();
  const open = (name: string, role: Role, user: string | null): Session => {
    const token = newToken();
    const expiresAt = now() + SESSION_MS;
    const principal = { key: keyOf(token), name, role, expiresAt };
    insert.run({ key: principal.key, name, role, user, opened_at: now(), expires_at: expiresAt });
    if (user !== null && removeOldest.run({ user }).changes > 0) changed();
    return { token, principal };
  };
  const openSession = (name: string, role: Role) => open(name, role, null);

  return {
    openSession,
    identify(token) {
      const key = keyOf(token);
      if (same(key, adminKey)) return { key, name: 'admin', role: 'admin', expiresAt: null };
      const row = find(key);
      if (row === undefined) return null;
      return { key, name: String(row.name), role: row.role as Role, expiresAt: Number(row.expires_at) };
    },
    isIdle(token) {
      const key = keyOf(token);
      const row = select.get(key, now());
      return row !== undefined && !usedAfter(key, row.seen_at);
    },
    holds: ({ key }) => same(key, adminKey) || find(key) !== undefined,
    issueCode() {
      const code = newToken();
      codes.set(keyOf(code), now() + CODE_MS);
      for (const oldest of codes.keys()) {
        if (codes.size <= CODES_KEPT) break;
        codes.delete(oldest);
      }
      return code;
    },
    redeem(code) {
      const key = keyOf(code);
      const validUntil = codes.get(key);
      codes.delete(key);
      if (validUntil === undefined || validUntil <= now()) return null;
      return openSession('admin', 'admin');
    },
    async signIn(name, password) {
      const user = selectUser.get(name);
      const right = await isPassword(password, user === undefined ? null : String(user.password));
      if (!right || user === undefined) return null;
      return inTransaction(database, () => {
        // Who was removed or changed meanwhile is not let in.
        const still = selectUser.get(name);
        if (still === undefined || still.password !== user.password || still.role !== user.role) return null;
        return open(String(still.name), still.role as Role, String(still.name));
      });
    },
    hasUsers: () => anyUser.get() !== undefined,
    userName(name) {
      const user = selectUser.get(name);
      return user === undefined ? null : String(user.name);
    },
    seen({ key, expiresAt }, source) {
      if (expiresAt !== null) calls.set(key, { at: now(), source });
    },
    sessions: () =>
      selectOpen.all(now()).map(({ key, name, role, opened_at, expires_at }) => {
        const last = calls.get(String(key));
        return {
          principal: {
            ...{ key: String(key), name: String(name), role: role as Role },
            expiresAt: Number(expires_at),
          },
          openedAt: Number(opened_at),
          seenAt: last?.at ?? null,
          source: last?.source ?? null,
        };
      }),
    revoke(principal) {
      if (principal.expiresAt === null) return;
      remove.run(principal.key);
      changed();
    },
    sessionsEnded: changed,
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look() {
      const version = versionNow();
      const expired = anyExpired.get(now()) !== undefined;
      if (expired) removeExpired.run(now());
      if (Math.abs(now() - noted) >= NOTED_EVERY_MS) noteUses();
      const ended = endIdle() || expired;
      if (version === seen && !ended) return;
      seen = version;
      changed();
    },
  };
}

const keyOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
