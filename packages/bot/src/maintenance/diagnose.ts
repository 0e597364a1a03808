import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sizesOf } from '../journal/growth.ts';
import type { Check } from './check.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { type AnsweredBalances, checkJournal } from './check-journal.ts';
import { checkLife } from './check-life.ts';
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
  const files = [...checkDataDirectory(dataDir)];
  const file = join(running?.copy ?? dataDir, 'journal.sqlite');
  if (!existsSync(dataDir)) return files;
  files.push(checkFacts(now), ...checkExchanges(dataDir));
  const life = running === null ? checkLife(dataDir) : { isReadable: true, checks: [] };
  files.push(...life.checks);
  if (!life.isReadable || !existsSync(file)) return files;
  return [...files, ...checkJournal({ file, sizes: sizesOf(dataDir), balances: running?.balances ?? null, now })];
}
