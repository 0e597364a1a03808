import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lookAt, obstaclesIn } from '../directory/inventory.ts';
import { sizesOf } from '../journal/growth.ts';
import type { Check } from './check.ts';
import { checkDatabases, checkDataDirectory } from './check-data-directory.ts';
import { type AnsweredBalances, checkJournal } from './check-journal.ts';
import { checkKill } from './check-kill.ts';
import { checkLife } from './check-life.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkExchanges, checkFacts } from './exchange-checks.ts';

export interface Diagnosed {
  readonly dataDir: string;
  /** Of a bot that uses the directory now: a fresh copy of its journal, and what it answered just before. */
  readonly running: { readonly copy: string; readonly balances: AnsweredBalances } | null;
  /** UTC milliseconds. */
  readonly now: number;
}

/** What is right and wrong with a data directory; changes nothing. */
export function diagnose({ dataDir, running, now }: Diagnosed): readonly Check[] {
  const directory = lookAt(dataDir, running === null ? 'user' : 'reader');
  const files = [...checkDataDirectory(dataDir, directory)];
  if (directory.state !== 'there') return files;
  // Nothing is opened in the place of something that a start could not open: a pipe would never be read to its end.
  const isUsable = obstaclesIn(directory.found).length === 0;
  files.push(checkFacts(now));
  if (isUsable) files.push(...checkDatabases(dataDir), ...checkExchanges(dataDir));
  if (isUsable) files.push(...checkSecrets(dataDir, join(running?.copy ?? dataDir, 'server.sqlite')));
  const journal = join(running?.copy ?? dataDir, 'journal.sqlite');
  const sizes = () => sizesOf(dataDir);
  if (running !== null)
    return existsSync(journal)
      ? [...files, ...checkJournal({ file: journal, sizes: sizes(), balances: running.balances, now })]
      : files;
  if (!isUsable) return files;
  files.push(...checkKill(dataDir));
  const life = checkLife(dataDir);
  files.push(...life.checks);
  if (!life.isReadable || !existsSync(journal)) return files;
  return [...files, ...checkJournal({ file: journal, sizes: sizes(), balances: null, now })];
}
