import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MarketCheckRecord } from '@triquad/core/contract';
import * as z from 'zod/mini';
import { newestFact, oldAfterDays } from '../market/facts/ages.ts';
import { type Check, ok, warn } from './check.ts';

/** What the last check of an exchange has found, as the data directory keeps it; `url`: its region or addresses then, null for the usual ones. */
const KeptCheck = z.object({ url: z.nullable(z.string()), check: MarketCheckRecord });

/** `check`: null where there was none at that address. `scanOnly`: why it is not traded, as a clause; null where it may be. */
export interface Checked {
  readonly check: MarketCheckRecord | null;
  readonly scanOnly: string | null;
}

const nameOf = (exchange: string): string => `check-${exchange}.json`;
const FILE = /^check-(\w+)\.json$/;

/** Why an exchange is not traded after that check, as a clause; null where nothing differed. */
export const failureOf = ({ findings }: MarketCheckRecord): string | null => {
  const difference = findings.find(({ expected }) => expected !== null);
  return difference === undefined ? null : `its check failed, ${difference.subject}: ${difference.found}`;
};

/** Keeps a check in place of the one before. @throws where the data directory cannot be written. */
export function keepCheck(dataDir: string, url: string | null, check: MarketCheckRecord): void {
  const file = join(dataDir, nameOf(check.exchange));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Whatever stands there, a link to elsewhere perhaps, is not written through.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify({ url, check })}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

/** What is known of an exchange at that address. What cannot be read counts as a check that failed. */
export function keptCheck(dataDir: string, exchange: string, url: string | null): Checked {
  const read = readCheck(dataDir, exchange);
  if (typeof read === 'string') return { check: null, scanOnly: read };
  if (read === null || read.url !== url) return { check: null, scanOnly: null };
  return { check: read.check, scanOnly: failureOf(read.check) };
}

/** The exchanges whose last check failed, as the doctor tells them. */
export function checkExchanges(dataDir: string): readonly Check[] {
  return readdirSync(dataDir).flatMap((name) => {
    const exchange = FILE.exec(name)?.[1];
    if (exchange === undefined) return [];
    const read = readCheck(dataDir, exchange);
    const reason = read === null || typeof read === 'string' ? read : failureOf(read.check);
    if (reason === null) return [];
    const place = read === null || typeof read === 'string' || read.url === null ? '' : placeOption(read.url);
    const advice = `a check that passes lifts it: triquad exchanges check ${exchange}${place}`;
    return [warn(`exchange ${exchange}`, `scanned only: ${reason}`, advice)];
  });
}

/** The age of the facts about exchanges that this release has; `now` in ms since 1970. */
export function checkFacts(now: number): Check {
  const { days, date, exchange, subject } = newestFact(now);
  const detail = `the newest fact about an exchange is ${days} days old: ${subject} of ${exchange}, ${date}`;
  return days <= oldAfterDays
    ? ok('facts of exchanges', detail)
    : warn(
        'facts of exchanges',
        detail,
        'a newer release may have newer ones; compare: triquad exchanges check <name>',
      );
}

/** A place as the shell takes it. */
const placeOption = (place: string): string =>
  place.includes('://') ? ` --exchange-url ${place.replace(' ', ',')}` : ` --exchange-region ${place}`;

/** Null where there is none; in words where it cannot be read. */
function readCheck(dataDir: string, exchange: string): z.output<typeof KeptCheck> | string | null {
  const name = nameOf(exchange);
  try {
    const kept = KeptCheck.parse(JSON.parse(readFileSync(join(dataDir, name), 'utf8')));
    if (kept.check.exchange === exchange) return kept;
    return `its last check is not known: ${name} is of ${kept.check.exchange}`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is garbled';
    return code === 'ENOENT' ? null : `its last check is not known: ${name} cannot be read (${code})`;
  }
}
