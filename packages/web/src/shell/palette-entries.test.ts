import { opportunity, trade } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { looksLikeId, matching, opportunityNamed, tradeNamed } from './palette-entries.ts';

const run = () => {};
const entries = [
  { key: 'a', text: 'Go to Scanner', run },
  { key: 'b', text: 'Max Capital per Route', note: 'Settings', isHidden: true, run },
  { key: 'c', text: 'TRI binance USDT → BTC', note: '0.82%', isHidden: true, run },
] as const;
const found = (query: string) => matching(entries, query).map(({ key }) => key);

test('commands are listed at once, the rest once it is sought by words in any order', () => {
  expect(found('')).toEqual(['a']);
  expect(found('  ')).toEqual(['a']);
  expect(found('capital MAX')).toEqual(['b']);
  expect(found('settings route')).toEqual(['b']);
  expect(found('btc 0.82')).toEqual(['c']);
  expect(found('btc settings')).toEqual([]);
});

test('a list that is too long to look through is cut', () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ key: String(at), text: `row ${at}`, run }));
  expect(matching(many, 'row')).toHaveLength(40);
});

test('an id is told from words', () => {
  expect(['019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11', 'exec-12', 'tq_000001'].map(looksLikeId)).toEqual([true, true, true]);
  expect(['scanner', 'stop bot 12', '12', '', 'x'.repeat(65)].map(looksLikeId)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('an opportunity is named by its cycle and profit, a trade by its result', () => {
  expect(opportunityNamed(opportunity('o'))).toMatchObject({ id: 'o', note: '0.82%' });
  expect(opportunityNamed(opportunity('o')).text).toMatch(/^TRI binance USDT.+BTC.+ETH.+USDT$/);
  expect(tradeNamed(trade('t', 0, { profit: -1.5 }))).toMatchObject({ id: 't', note: '−$1.50 · not stated' });
});
