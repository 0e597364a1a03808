import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newestFact } from '../market/facts/ages.ts';
import { checkExchanges, checkFacts, keepCheck, keptCheck } from './exchange-checks.ts';

const fine = { subject: 'clock', found: '3 ms ahead of this machine', expected: null };
const late = { subject: 'time of the data', found: '4000 ms late', expected: 'at most 1 s late' };
const checkOf = (findings: (typeof fine | typeof late)[], exchange = 'binance') => ({
  ...{ exchange, began: '2026-01-31T12:00:00.000Z', ended: '2026-01-31T12:00:20.000Z' },
  findings,
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'triquad-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test('an exchange without a check may be traded', () => {
  expect(keptCheck(folder, 'binance', null)).toEqual({ check: null, scanOnly: null });
  expect(checkExchanges(folder)).toEqual([]);
});

test('a check that failed is kept for its owner alone, until one passes', () => {
  keepCheck(folder, null, checkOf([fine, late]));
  const reason = 'its check failed, time of the data: 4000 ms late';
  expect(keptCheck(folder, 'binance', null)).toEqual({ check: checkOf([fine, late]), scanOnly: reason });
  expect(keptCheck(folder, 'kucoin', null).scanOnly).toBe(null);
  expect(checkExchanges(folder)).toEqual([
    {
      ...{ name: 'exchange binance', verdict: 'warn', detail: `scanned only: ${reason}` },
      advice: 'a check that passes lifts it: triquad exchanges check binance',
    },
  ]);
  expect(readdirSync(folder)).toEqual(['check-binance.json']);
  expect(statSync(join(folder, 'check-binance.json')).mode & 0o777).toBe(0o600);
  keepCheck(folder, null, checkOf([fine]));
  expect(keptCheck(folder, 'binance', null).scanOnly).toBe(null);
  expect(checkExchanges(folder)).toEqual([]);
});

test('a check at one address lifts nothing at another', () => {
  keepCheck(folder, null, checkOf([late]));
  keepCheck(folder, 'us', checkOf([fine]));
  expect(keptCheck(folder, 'binance', null).scanOnly).toContain('4000 ms late');
  expect(keptCheck(folder, 'binance', 'us').scanOnly).toBe(null);
});

test('a check as earlier versions kept it is read', () => {
  writeFileSync(join(folder, 'check-binance.json'), JSON.stringify({ url: null, check: checkOf([late]) }));
  expect(keptCheck(folder, 'binance', null).scanOnly).toContain('4000 ms late');
});

test('a check counts for the address at which it was made', () => {
  const url = 'http://127.0.0.1:9000';
  keepCheck(folder, url, checkOf([late]));
  expect(keptCheck(folder, 'binance', null)).toEqual({ check: null, scanOnly: null });
  expect(keptCheck(folder, 'binance', url).scanOnly).toContain('4000 ms late');
  expect(checkExchanges(folder)[0]?.advice).toContain(`check binance --exchange-url ${url}`);
});

test.each([
  ['', 'check-binance.json cannot be read (it is garbled)'],
  ['{"url":null,"check":', 'check-binance.json cannot be read (it is garbled)'],
  ['{"url":null,"check":{"exchange":"binance"}}', 'check-binance.json cannot be read (it is garbled)'],
  [JSON.stringify({ url: null, check: checkOf([fine], 'okx') }), 'check-binance.json is of okx'],
])('what says nothing certain keeps the exchange from being traded: %s', (text, reason) => {
  writeFileSync(join(folder, 'check-binance.json'), text);
  expect(keptCheck(folder, 'binance', null)).toEqual({
    check: null,
    scanOnly: `its last check is not known: ${reason}`,
  });
  expect(checkExchanges(folder)).toMatchObject([{ verdict: 'warn', detail: expect.stringContaining(reason) }]);
  keepCheck(folder, null, checkOf([fine]));
  expect(keptCheck(folder, 'binance', null).scanOnly).toBe(null);
});

const dayMs = 86_400_000;

test('a release whose newest fact is older than 60 days says so', () => {
  const { date } = newestFact(Date.UTC(2026, 10, 28));
  expect(checkFacts(Date.parse(date) + 60 * dayMs)).toMatchObject({ verdict: 'ok' });
  expect(checkFacts(Date.parse(date) + 61 * dayMs)).toMatchObject({
    verdict: 'warn',
    detail: expect.stringContaining('61 days old'),
  });
});
