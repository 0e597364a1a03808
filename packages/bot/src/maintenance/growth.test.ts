import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkJournal } from './check-journal.ts';
import { dataDirectory, deposit, now } from './upkeep.suite.ts';

const MIB = 1024 ** 2;
const HOUR = 3_600_000;

/** What doctor says of a journal of 48 facts, one every half hour, in 24 MiB beside 24 MiB of archive, so 48 MiB a day. */
const growth = (freeMib: number, everyMs = HOUR / 2) => {
  const facts = Array.from({ length: 48 }, (_, at) => deposit(String(at), now + (at - 48) * everyMs));
  const file = join(dataDirectory(facts), 'journal.sqlite');
  const sizes = { journal: 24 * MIB, sealed: { facts: 0, bytes: 0 }, archive: 24 * MIB, free: freeMib * MIB };
  const found = checkJournal({ file, sizes, balances: null, now }).find(({ name }) => name === 'growth');
  return found && [found.verdict, found.detail];
};

test('says how fast the data directory grows and when the disk is full, and warns two weeks before', () => {
  const sizes = 'journal 24.0 MiB, archive 24.0 MiB';
  // The first of the facts begins the time that the other 47 take.
  expect(growth(49.1 * 20)).toEqual(['ok', `${sizes}, 49.0 MiB a day; the disk is full in 20 days`]);
  expect(growth(49.1 * 13)).toEqual(['warn', `${sizes}, 49.0 MiB a day; the disk is full in 13 days`]);
  expect(growth(49.1 * 10_000)).toEqual(['ok', `${sizes}, 49.0 MiB a day; the disk is full in years`]);
  expect(growth(1, 1_000)).toEqual(['ok', `${sizes}; too short a time to tell how fast`]);
});
