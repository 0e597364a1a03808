import type { DatabaseSync } from 'node:sqlite';
import type { Role } from './access.ts';
import { noteUser } from './access-chain.ts';
import { inTransaction } from './access-database.ts';
import type { Audit, AuditEntry } from './audit.ts';
import { changedFields } from './changed-fields.ts';
import { hashPassword, passwordFault } from './password.ts';

const NAME_FORM = /^[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?$/i;
/** What the audit trail calls those who are no users. */
const RESERVED = ['admin', 'unknown', 'shell', 'adopt'];

/** Times in UTC milliseconds; `changed_at` is when the password or role was last set. */
export interface User {
  readonly name: string;
  readonly role: Role;
  readonly created_at: number;
  readonly changed_at: number;
  /** How many sessions are open. */
  readonly sessions: number;
}

/** Why a change was not made; `detail` is a sentence for a person without its full stop. */
export interface UserProblem {
  readonly problem: 'not-valid' | 'exists' | 'unknown' | 'last-admin';
  readonly detail: string;
}

/** What is changed of a user; what is absent stays. */
export interface UserChange {
  readonly role?: Role | undefined;
  readonly password?: string | undefined;
}

/** Those who sign in by name and password. Each change of one ends that user's sessions. */
export interface Users {
  /** By name. */
  list(): User[];
  /** Null when there is no such user. */
  get(name: string): User | null;
  add(name: string, role: Role, password: string): Promise<UserProblem | null>;
  /** All of it or nothing. The last admin stays one unless `evenLast`: what remains then is the admin token of the data directory. */
  update(name: string, change: UserChange, evenLast: boolean): Promise<UserProblem | null>;
  remove(name: string, evenLast: boolean): UserProblem | null;
}

/** What was done to a user, or was not, as the audit trail tells it. */
type UserNote = Pick<AuditEntry, 'at' | 'action' | 'target' | 'outcome' | 'before' | 'after'>;

/** Writes what is done to users into the trail, in the name of an actor who makes no calls. */
export const notedBy = (audit: Audit, actor: string) => (change: UserNote) =>
  audit.write({ ...change, actor, request_id: null });

/** `note` is told of each change in its transaction. */
export function createUsers(
  database: DatabaseSync,
  note: (change: UserNote) => void,
  now: () => number,
  hash: (password: string) => Promise<string> = hashPassword,
): Users {
  const insert = database.prepare('INSERT INTO user VALUES (:name, :role, :password, :at, :at)');
  const select = database.prepare('SELECT name, role FROM user WHERE name = ?');
  const selectAll = database.prepare(
    `SELECT name, role, created_at, changed_at, (SELECT count(*) FROM session WHERE user = user.name AND expires_at > ? AND seen_at > 0) AS sessions
     FROM user ORDER BY name`,
  );
  const otherAdmins = database.prepare("SELECT count(*) AS others FROM user WHERE role = 'admin' AND name <> ?");
  const update = database.prepare(
    'UPDATE user SET role = coalesce(:role, role), password = coalesce(:password, password), changed_at = :at WHERE name = :name',
  );
  const remove = database.prepare('DELETE FROM user WHERE name = ?');
  const endSessions = database.prepare('DELETE FROM session WHERE user = ?');

  const find = (name: string) => select.get(name) as { name: string; role: Role } | undefined;
  const isLastAdmin = (name: string) => find(name)?.role === 'admin' && Number(otherAdmins.get(name)?.others) === 0;
  const change = (action: string, name: string, work: () => UserProblem | null): UserProblem | null =>
    inTransaction(database, () => {
      const roleOf = () => ({ role: find(name)?.role });
      const before = roleOf();
      const problem = work();
      const outcome = problem === null ? 'ok' : problem.problem;
      if (problem === null) noteUser(database, name, now());
      const fields = changedFields(before, roleOf());
      note({ at: now(), action, target: name, outcome, ...fields });
      return problem;
    });

  const list = () =>
    selectAll.all(now()).map((row) => ({
      name: String(row.name),
      role: row.role as Role,
      created_at: Number(row.created_at),
      changed_at: Number(row.changed_at),
      sessions: Number(row.sessions),
    }));
  return {
    list,
    get: (name) => list().find((user) => user.name.toLowerCase() === name.toLowerCase()) ?? null,
    async add(name, role, password) {
      const fault = nameFault(name) ?? faultOf('the password', passwordFault(name, password));
      if (fault !== null) return fault;
      const hashed = await hash(password);
      return change('user.add', name, () => {
        if (find(name) !== undefined) return { problem: 'exists', detail: `there is a user ${name} already` };
        insert.run({ name, role, password: hashed, at: now() });
        return null;
      });
    },
    async update(name, { role, password }, evenLast) {
      const fault = password === undefined ? null : faultOf('the password', passwordFault(name, password));
      if (fault !== null) return fault;
      const hashed = password === undefined ? null : await hash(password);
      return change(password === undefined ? 'user.role' : 'user.passwd', name, () => {
        if (find(name) === undefined) return unknown(name);
        if (role !== undefined && role !== 'admin' && !evenLast && isLastAdmin(name)) return lastAdmin(name);
        update.run({ name, role: role ?? null, password: hashed, at: now() });
        endSessions.run(name);
        return null;
      });
    },
    remove: (name, evenLast) =>
      change('user.remove', name, () => {
        if (find(name) === undefined) return unknown(name);
        if (!evenLast && isLastAdmin(name)) return lastAdmin(name);
        remove.run(name);
        return null;
      }),
  };
}

const faultOf = (what: string, fault: string | null): UserProblem | null =>
  fault === null ? null : { problem: 'not-valid', detail: `${what} ${fault}` };

function nameFault(name: string): UserProblem | null {
  if (RESERVED.includes(name.toLowerCase())) {
    return { problem: 'not-valid', detail: `${name} is a name of the bot's own; choose another` };
  }
  return NAME_FORM.test(name)
    ? null
    : { problem: 'not-valid', detail: 'a name has 1 to 32 letters, digits, dots, dashes and underscores' };
}

const unknown = (name: string): UserProblem => ({ problem: 'unknown', detail: `there is no user ${name}` });
const lastAdmin = (name: string): UserProblem => ({
  problem: 'last-admin',
  detail: `${name} is the last admin`,
});
