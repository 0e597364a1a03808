import { expect, test } from 'vitest';
import { opportunity } from '../testing/records.ts';
import { pairPresets } from './defaults.ts';
import { backoff } from './limits.ts';
import { withPair } from './pairs.ts';
import { profitBand } from './profit-band.ts';
import { filterOpportunities } from './scanner-filter.ts';

test('profit is strong from 1 %, medium from 0.5 %', () => {
  expect([1.2, 1, 0.99, 0.5, 0.49, -3, null, Number.NaN].map(profitBand)).toEqual([
    'strong',
    'strong',
    'medium',
    'medium',
    'none',
    'none',
    'none',
    'none',
  ]);
});

test('delays double up to the longest', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => backoff(attempt, 1_000, 30_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('the DeFi preset is the major pairs and eight more', () => {
  expect(pairPresets.defi.slice(6)).toEqual([
    'UNI/USDT',
    'AAVE/USDT',
    'LINK/USDT',
    'SOL/USDT',
    'ADA/USDT',
    'DOT/USDT',
    'AVAX/USDT',
    'MATIC/USDT',
  ]);
});

test('filters by type, least profit and any part of the exchange name', () => {
  const items = [
    opportunity('a', 0, { profit_pct: 0.4, exchange: 'Binance' }),
    opportunity('b', 0, { profit_pct: 0.5, type: 'QUAD', exchange: 'kraken' }),
    opportunity('c', 0, { profit_pct: null, exchange: 'binance-us' }),
  ];
  const ids = (filter: Partial<Parameters<typeof filterOpportunities>[1]>) =>
    filterOpportunities(items, { type: 'ALL', min_profit: null, exchange: '', ...filter }).map(({ id }) => id);
  expect(ids({})).toEqual(['a', 'b', 'c']);
  expect(ids({ type: 'QUAD' })).toEqual(['b']);
  expect(ids({ min_profit: 0.5 })).toEqual(['b']);
  expect(ids({ exchange: ' BINANCE ' })).toEqual(['a', 'c']);
});

test('a pair is a base, a slash and a quote, in upper case and once', () => {
  expect(withPair(['BTC/USDT'], ' eth/usdt ')).toEqual({ ok: true, pairs: ['BTC/USDT', 'ETH/USDT'] });
  expect(['btc/usdt', ' ', 'garbage', 'A/B/C', 'É/USDT'].map((typed) => withPair(['BTC/USDT'], typed))).toEqual([
    { ok: false, why: 'known' },
    { ok: false, why: 'empty' },
    { ok: false, why: 'not_a_pair' },
    { ok: false, why: 'not_a_pair' },
    { ok: false, why: 'not_a_pair' },
  ]);
});
