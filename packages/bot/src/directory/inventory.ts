import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** A file or folder that a bot keeps in its data directory. */
export interface Item {
  readonly name: string;
  readonly is: 'file' | 'folder' | 'socket';
  /** How a start uses it: `replace` never opens what is there. */
  readonly use: 'read' | 'write' | 'replace';
  /** True for a mounted secret, and for a folder or sealed file that may lie on another disk. */
  readonly mayBeLink: boolean;
  /** `witness`: belongs to one moment of the journal, and a restore makes it anew. `process`: belongs to one process. */
  readonly backup: 'database' | 'copy' | 'key' | 'witness' | 'process' | 'left out';
  /** True for an item without which a start refuses the directory of a bot. */
  readonly isNeeded: boolean;
}

type Rest = Pick<Item, 'use' | 'backup'> & Partial<Item>;
const file = (name: string, rest: Rest): Item => ({ name, is: 'file', mayBeLink: false, isNeeded: false, ...rest });
const folder = (name: string): Item => ({
  ...{ name, is: 'folder', use: 'write', mayBeLink: true },
  ...{ backup: 'left out', isNeeded: false },
});

const databases = ['journal.sqlite', 'server.sqlite', 'access.sqlite'] as const;

/** Items with fixed names. SQLite keeps its logs beside the file that a link means, so no link may stand for a database. */
const named: readonly Item[] = [
  ...databases.flatMap((name) => [
    file(name, { use: 'write', backup: 'database', isNeeded: true }),
    file(`${name}-wal`, { use: 'write', backup: 'process' }),
    file(`${name}-shm`, { use: 'write', backup: 'process' }),
  ]),
  file('witness', { use: 'write', backup: 'witness', isNeeded: true }),
  file('witness.key', { use: 'read', backup: 'witness', isNeeded: true }),
  file('kill', { use: 'write', backup: 'copy' }),
  file('admin.token', { use: 'read', backup: 'key', mayBeLink: true }),
  file('identity.key', { use: 'read', backup: 'key', mayBeLink: true }),
  file('vault.key', { use: 'read', backup: 'key', mayBeLink: true }),
  file('vault.key.next', { use: 'read', backup: 'key' }),
  file('market.json', { use: 'read', backup: 'copy' }),
  file('failures.jsonl', { use: 'write', backup: 'copy' }),
  file('bot.lock', { use: 'write', backup: 'process' }),
  file('server.json', { use: 'replace', backup: 'process' }),
  { ...file('bot.sock', { use: 'replace', backup: 'process' }), is: 'socket' },
  ...['logs', 'recordings', 'imports', 'backups', 'before-upgrade', 'diagnosis'].map(folder),
];
const byName = new Map(named.map((item) => [item.name, item]));
const exchangeCheck = /^check-\w+\.json$/;
/** As `journal/sealed-file.ts` names them. */
const sealed = /^journal-\d+-\d+\.jsonl\.zst$/;

/** The item of that name, null of a name that no bot uses. */
export const itemOf = (name: string): Item | null => {
  const known = byName.get(name);
  if (known !== undefined) return known;
  if (exchangeCheck.test(name)) return file(name, { use: 'read', backup: 'copy' });
  if (sealed.test(name)) return file(name, { use: 'read', backup: 'copy', mayBeLink: true });
  return null;
};

/** `foreign`: something else stands there. Reasons are clauses that follow the name. `isLink`: the rest is of what it leads to. */
export type ItemState =
  | {
      readonly state: 'there';
      readonly bytes: number;
      readonly mode: number;
      readonly uid: number;
      readonly isLink: boolean;
    }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly reason: string }
  | { readonly state: 'foreign'; readonly reason: string };

/** An item with the state it is in. */
export interface Found {
  readonly item: Item;
  readonly state: ItemState;
}

/** The state of a data directory: its items, those that every bot has and those that are there, in the order of their names. */
export type Directory =
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable' | 'foreign'; readonly reason: string }
  | {
      readonly state: 'there';
      readonly uid: number;
      readonly found: readonly Found[];
      /** Files of other names. */
      readonly strangers: readonly string[];
      readonly hasBot: boolean;
    };

/** Looks at a data directory, to use it or only to read it, and opens nothing in it. */
export function lookAt(dataDir: string, as: 'user' | 'reader'): Directory {
  const self = stateOf(dataDir, { ...folder(dataDir), use: as === 'user' ? 'write' : 'read' });
  if (self.state !== 'there') return self;
  let names: readonly string[];
  try {
    accessSync(dataDir, constants.X_OK);
    names = readdirSync(dataDir);
  } catch (error) {
    return { state: 'unreadable', reason: reasonOf(error, dataDir) };
  }
  const all = new Set([...named.filter(({ isNeeded }) => isNeeded).map(({ name }) => name), ...names]);
  const found = [...all].sort().flatMap((name) => {
    const item = itemOf(name);
    if (item === null) return [];
    return [{ item, state: stateOf(join(dataDir, name), as === 'user' ? item : { ...item, use: readIfUsed(item) }) }];
  });
  const strangers = names.filter((name) => itemOf(name) === null).sort();
  return { state: 'there', uid: self.uid, found, strangers, hasBot: names.some(isDatabase) };
}

const isDatabase = (name: string): boolean => databases.some((one) => one === name);
const readIfUsed = ({ use }: Item): Item['use'] => (use === 'replace' ? use : 'read');

/** The state of one item. */
export function stateOf(path: string, { is, use, mayBeLink }: Pick<Item, 'is' | 'use' | 'mayBeLink'>): ItemState {
  try {
    const itself = lstatSync(path);
    const isLink = itself.isSymbolicLink();
    if (isLink && !mayBeLink) return { state: 'foreign', reason: `is a link: put the ${is} itself in its place` };
    const meant = isLink ? statSync(path, { throwIfNoEntry: false }) : itself;
    if (meant === undefined) return { state: 'foreign', reason: 'is a link to nothing' };
    if (kindOf(meant) !== is) return { state: 'foreign', reason: `is a ${kindOf(meant)}, and must be a ${is}` };
    if (use !== 'replace') accessSync(path, use === 'write' ? constants.R_OK | constants.W_OK : constants.R_OK);
    return { state: 'there', bytes: meant.size, mode: meant.mode, uid: meant.uid, isLink };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { state: 'absent' };
    return { state: 'unreadable', reason: reasonOf(error, path) };
  }
}

/** True for an item that is there, is of the right kind, and may be read. */
export function isReadable(dataDir: string, name: string): boolean {
  const item = itemOf(name);
  return item !== null && stateOf(join(dataDir, name), { ...item, use: 'read' }).state === 'there';
}

/** Why a start cannot use something of the directory: names with clauses, in the order of the names. */
export const obstaclesIn = (found: readonly Found[]): readonly { readonly name: string; readonly reason: string }[] =>
  found.flatMap(({ item, state }) =>
    state.state === 'unreadable' || state.state === 'foreign' ? [{ name: item.name, reason: state.reason }] : [],
  );

const kindOf = (stats: Stats): string => {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSocket()) return 'socket';
  return stats.isFIFO() ? 'pipe' : 'device';
};

/** A user by name where that is known without asking the system. */
export const userOf = (uid: number): string => {
  if (uid === 0) return 'root';
  const self = userInfo();
  return self.uid === uid ? self.username : `user ${uid}`;
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  ELOOP: 'is a link that leads in a circle',
  EROFS: 'cannot be written: the disk is read-only',
  EIO: 'cannot be read: the disk reports an error',
  ENOTDIR: 'cannot be reached: a file stands in the place of a folder',
};

/** A failure of the file system as a clause that follows the name. */
export const reasonOf = (error: unknown, path: string): string => {
  const code = codeOf(error);
  const said = reasons[code] ?? `cannot be read (${code})`;
  if (code !== 'EACCES' || process.platform === 'win32') return said;
  const owner = ownerOf(path);
  return owner === null || owner === process.getuid?.() ? said : `${said}: it belongs to ${userOf(owner)}`;
};

const ownerOf = (path: string): number | null => {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
