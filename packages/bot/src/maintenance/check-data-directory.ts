import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Directory, obstaclesIn, userOf } from '../directory/inventory.ts';
import { openToLook } from '../journal/look.ts';
import { serverSchema } from '../server/database.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { checkAccess } from './check-access.ts';
import { isInUse } from './restore.ts';

const MIB = 1024 ** 2;
const LEAST_MIB = 100;
const EASY_MIB = 1024;

/** Checks that a data directory is there and that a bot can use what lies in it; opens nothing. */
export function checkDataDirectory(dataDir: string, directory: Directory): readonly Check[] {
  const name = 'data directory';
  if (directory.state === 'absent')
    return [fail(name, `${dataDir} does not exist`, 'give it with --data-dir, or start a bot: triquad serve')];
  if (directory.state !== 'there')
    return [fail(name, `${dataDir} ${directory.reason}`, 'run this as the user whose bot it is')];
  return [
    ok(name, dataDir),
    ...obstaclesIn(directory.found).map((one) => fail(one.name, one.reason, 'no start would take it: put it right')),
    permissionsOf(dataDir, directory),
    diskOf(dataDir),
  ];
}

/** Checks the databases beside the journal. */
export const checkDatabases = (dataDir: string): readonly Check[] => [
  ...serverDatabaseOf(dataDir),
  ...checkAccess(dataDir),
];

function permissionsOf(dataDir: string, { found, uid }: Extract<Directory, { readonly state: 'there' }>): Check {
  const name = 'permissions';
  if (process.platform === 'win32') return ok(name, 'left to Windows');
  const there = found.flatMap(({ item, state }) => (state.state === 'there' && !state.isLink ? [{ item, state }] : []));
  const foreign = there.find(({ state }) => state.uid !== uid);
  if (foreign !== undefined) {
    const owners = `${foreign.item.name} belongs to ${userOf(foreign.state.uid)}, the directory to ${userOf(uid)}`;
    return fail(name, owners, `the bot's user may be unable to read it: chown -R ${uid} ${dataDir}`);
  }
  const isOpen = (mode: number): boolean => (mode & 0o077) !== 0;
  const open = there.filter(({ state }) => isOpen(state.mode)).map(({ item }) => item);
  const inFolders = isOpen(statSync(dataDir).mode) ? ['.'] : [];
  if (open.length + inFolders.length === 0) return ok(name, 'its owner alone can read it');
  const names = [...inFolders, ...open.map((item) => item.name)];
  const worst = inFolders.length > 0 || open.some(({ backup }) => backup !== 'left out');
  const detail = `others can read ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
  return (worst ? fail : warn)(name, detail, `chmod -R go= ${dataDir}`);
}

function diskOf(dataDir: string): Check {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / MIB);
  const detail = `${free} MiB free`;
  const advice = 'make room: trading stops when the journal cannot be written';
  if (free < LEAST_MIB) return fail('disk', detail, advice);
  return free < EASY_MIB ? warn('disk', detail, advice) : ok('disk', detail);
}

function serverDatabaseOf(dataDir: string): readonly Check[] {
  const file = join(dataDir, 'server.sqlite');
  if (!existsSync(file) || isInUse(dataDir)) return [];
  const name = 'server schema';
  const known = serverSchema.migrations.length;
  try {
    using database = openToLook(file);
    const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (found > known)
      return [fail(name, `version ${found}, this program knows up to ${known}`, 'install the newer triquad')];
    return [ok(name, `version ${found}`), ...backtestsIn(database)];
  } catch (error) {
    return [
      fail(name, `${file} cannot be read: ${error instanceof Error ? error.message : error}`, 'restore a backup'),
    ];
  }
}

/** None in a database of before there were any. */
function backtestsIn(database: DatabaseSync): readonly Check[] {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backtest_report'").get() === undefined) return [];
  const kept = 'SELECT count(*) AS number, (SELECT total(length(part)) FROM backtest_report) AS bytes FROM backtest';
  const { number, bytes } = database.prepare(kept).get() ?? {};
  return [ok('backtests', `${number}, with ${(Number(bytes) / MIB).toFixed(1)} MiB of reports`)];
}
