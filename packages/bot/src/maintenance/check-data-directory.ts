import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openToLook } from '../journal/look.ts';
import { serverSchema } from '../server/database.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { checkAccess } from './check-access.ts';
import { isInUse } from './restore.ts';

const MIB = 1024 ** 2;
const LEAST_MIB = 100;
const EASY_MIB = 1024;

/** What the files of a data directory tell by themselves, whether a bot uses them or not. */
export function checkDataDirectory(dataDir: string): readonly Check[] {
  if (!existsSync(dataDir)) {
    return [
      fail('data directory', `${dataDir} does not exist`, 'give it with --data-dir, or start a bot: triquad serve'),
    ];
  }
  return [
    ok('data directory', dataDir),
    permissionsOf(dataDir),
    diskOf(dataDir),
    ...serverDatabaseOf(dataDir),
    ...checkAccess(dataDir),
  ];
}

function permissionsOf(dataDir: string): Check {
  const name = 'permissions';
  if (process.platform === 'win32') return ok(name, 'left to Windows');
  const open = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter((path) => {
    // A file may go while its directory is read.
    const found = statSync(join(dataDir, path), { throwIfNoEntry: false });
    return found !== undefined && (found.mode & 0o077) !== 0;
  });
  if (open.length === 0) return ok(name, 'its owner alone can read it');
  const worst = open.some((path) => /\.(token|key|sqlite|zst)$|^\.$/.test(path));
  const detail = `others can read ${open.slice(0, 3).join(', ')}${open.length > 3 ? ` and ${open.length - 3} more` : ''}`;
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
