import { createHash, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { newToken } from './admin-token.ts';

const DAY_MS = 86_400_000;
const SESSION_MS = 30 * DAY_MS;
const CODE_MS = DAY_MS;
const CODES_KEPT = 100;

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

export interface Access {
  /** Who holds this token, or null when it is unknown, expired or revoked. */
  identify(token: string): Principal | null;
  /** A one-time code for a login link; worth the role of an admin, once, for a day, in this process. */
  issueCode(): string;
  /** Opens a session of thirty days. */
  openSession(name: string, role: Role): Session;
  /** Trades a code for a session token, or null when it is unknown, used or too old. */
  redeem(code: string): Session | null;
  /** Ends a session at once; the admin token of the data directory has no session to end. */
  revoke(principal: Principal): void;
  /** Calls back with the key of each revoked token; returns how to stop listening. */
  onRevoked(listener: (key: string) => void): () => void;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** True when `role` may do what `needed` may do. */
export function mayActAs(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

/** Tokens and codes, stored as SHA-256 only. */
export function createAccess(database: DatabaseSync, adminToken: string, now: () => number): Access {
  database.exec(
    'CREATE TABLE IF NOT EXISTS session (key TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT',
  );
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT name, role, expires_at FROM session WHERE key = ? AND expires_at > ?');
  const remove = database.prepare('DELETE FROM session WHERE key = ? OR expires_at <= ?');
  const adminKey = keyOf(adminToken);
  const codes = new Map<string, number>();
  const listeners = new Set<(key: string) => void>();
  const openSession = (name: string, role: Role): Session => {
    const token = newToken();
    const expiresAt = now() + SESSION_MS;
    const principal = { key: keyOf(token), name, role, expiresAt };
    insert.run(principal.key, name, role, expiresAt);
    return { token, principal };
  };

  return {
    openSession,
    identify(token) {
      const key = keyOf(token);
      if (same(key, adminKey)) return { key, name: 'admin', role: 'admin', expiresAt: null };
      const row = select.get(key, now());
      if (row === undefined) return null;
      return { key, name: String(row.name), role: row.role as Role, expiresAt: Number(row.expires_at) };
    },
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
    revoke(principal) {
      if (principal.expiresAt === null) return;
      remove.run(principal.key, now());
      for (const listener of listeners) listener(principal.key);
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keyOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
