import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MarketCheckRecord } from '@triquad/core/contract';
import * as z from 'zod/mini';
import { writeWhole } from '../directory/whole-file.ts';
import { newestFact, oldAfterDays } from '../market/facts/ages.ts';
import { type Check, ok, warn } from './check.ts';

/** What the last check of an exchange at one place has found; `url`: its region or addresses, null for the usual ones. */
const KeptCheck = z.object({ url: z.nullable(z.string()), check: MarketCheckRecord });
type KeptCheck = z.output<typeof KeptCheck>;
/** One of each place, the newest first; earlier versions kept one alone. */
const KeptChecks = z.union([
  z.array(KeptCheck),
  z.pipe(
    KeptCheck,
    z.transform((kept): readonly KeptCheck[] => [kept]),
  ),
]);
const mostPlaces = 8;

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

/** Keeps a check in place of the one before at that place. @throws where the data directory cannot be written. */
export function keepCheck(dataDir: string, url: string | null, check: MarketCheckRecord): void {
  const file = join(dataDir, nameOf(check.exchange));
  const known = readChecks(dataDir, check.exchange);
  const others = typeof known === 'string' ? [] : known.filter((kept) => kept.url !== url);
  const checks = [{ url, check }, ...others].slice(0, mostPlaces);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeWhole(file, `${JSON.stringify(checks)}\n`);
}

/** What is known of an exchange at that address. What cannot be read counts as a check that failed. */
export function keptCheck(dataDir: string, exchange: string, url: string | null): Checked {
  const read = readChecks(dataDir, exchange);
  if (typeof read === 'string') return { check: null, scanOnly: read };
  const own = read.find((kept) => kept.url === url);
  return own === undefined ? { check: null, scanOnly: null } : { check: own.check, scanOnly: failureOf(own.check) };
}

/** The exchanges whose last check failed, as the doctor tells them. */
export function checkExchanges(dataDir: string): readonly Check[] {
  return readdirSync(dataDir).flatMap((name) => {
    const exchange = FILE.exec(name)?.[1];
    if (exchange === undefined) return [];
    const read = readChecks(dataDir, exchange);
    const failed =
      typeof read === 'string'
        ? [{ reason: read, place: '' }]
        : read.flatMap(({ url, check }) => {
            const reason = failureOf(check);
            return reason === null ? [] : [{ reason, place: url === null ? '' : placeOption(url) }];
          });
    return failed.map(({ reason, place }) => {
      const advice = `a check that passes lifts it: triquad exchanges check ${exchange}${place}`;
      return warn(`exchange ${exchange}`, `scanned only: ${reason}`, advice);
    });
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

/** In words where they cannot be read. */
function readChecks(dataDir: string, exchange: string): readonly KeptCheck[] | string {
  const name = nameOf(exchange);
  try {
    const kept = KeptChecks.parse(JSON.parse(readFileSync(join(dataDir, name), 'utf8')));
    const foreign = kept.find(({ check }) => check.exchange !== exchange);
    return foreign === undefined ? kept : `its last check is not known: ${name} is of ${foreign.check.exchange}`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is garbled';
    return code === 'ENOENT' ? [] : `its last check is not known: ${name} cannot be read (${code})`;
  }
}
