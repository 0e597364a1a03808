import type { Conditions } from '@triquad/core/contract';
import { life } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { conditions as en } from '../messages/en/conditions.ts';
import { conditions as es } from '../messages/es/conditions.ts';
import { conditionsText, sharedConditions } from './conditions-text.ts';

const realistic = {
  fee_source: 'entry tier',
  taker_pct: 0.1,
  maker_pct: 0.1,
  fee_token: { asset: 'BNB', taker_pct: 0.075 },
  paper: {
    conditions: 'realistic',
    order_delay: { median_ms: 80, p99_ms: 400 },
    feed_delay: { median_ms: 25, p99_ms: 90 },
    taken_pct: 20,
    rejected_pct: 0.5,
    timed_out_pct: 0.2,
    rate_limited_pct: 0.1,
    speed: null,
  },
  commit_ms: 3.2,
};
const read = (record: object): Conditions => {
  const { conditions } = life('e1', { conditions: record });
  if (conditions == null) throw new Error('not readable');
  return conditions;
};
const text = (record: object, texts = en.conditions) => conditionsText(texts, read(record)).join(' · ');

test('a paper result says its fees, delays, competitors, faults and the wait for the disk', () => {
  expect(text(realistic)).toBe(
    'taker 0.100% (entry tier) · 0.075% paid in BNB · realistic conditions · orders take 80 ms, 1 in 100 over 400 ms · ' +
      'quotes 25 ms old · a competitor first in 20.0% of cycles · 0.8% of orders refused, over a rate limit or unanswered · 3.2 ms to disk',
  );
  expect(text(realistic, es.conditions)).toContain('tomador 0.100% (nivel inicial)');
});

test('what does not apply is left out: practice without delays, real orders, a bot that says little', () => {
  const still = { median_ms: 0, p99_ms: 0 };
  const none = { taken_pct: 0, rejected_pct: 0, timed_out_pct: 0, rate_limited_pct: 0 };
  const practice = { conditions: 'practice', order_delay: still, feed_delay: still, ...none, speed: 20 };
  const own = { ...realistic, fee_source: 'VIP 1', fee_token: null, commit_ms: null };
  expect(text({ ...own, paper: practice })).toBe('taker 0.100% (VIP 1) · practice conditions · 20 times as fast');
  expect(text({ ...own, paper: null })).toBe('taker 0.100% (VIP 1) · real orders');
  expect(text({ paper: null, fee_token: null })).toBe('real orders');
});

test('a fee that is not known is said to be the dearest, in both languages', () => {
  const doubted = { ...realistic, fee_source: 'market, unreadable fees, unknown group', fee_token: null };
  expect(text(doubted)).toContain(
    'taker 0.100% (of the market, dearest known fee: unreadable in the list, dearest known fee: unknown fee group)',
  );
  expect(text(doubted, es.conditions)).toContain(
    'del mercado, la más cara conocida: ilegible en la lista, la más cara conocida: grupo desconocido',
  );
});

test('what exchanges have in common is said once, with the longest wait for the disk', () => {
  const delay = { median_ms: 25, p99_ms: 25 };
  const practice = { ...realistic.paper, conditions: 'practice', order_delay: delay, feed_delay: null };
  const at = (exchange: string, more: object = {}) => ({
    ...read({ ...realistic, fee_token: null, paper: { ...practice, taken_pct: 0 }, ...more }),
    exchange,
  });
  const shared = (...all: ReturnType<typeof at>[]) =>
    sharedConditions(en.conditions, all).map((parts) => parts.slice(0, -2).join(' · '));
  expect(shared(at('binance'), at('okx', { taker_pct: 0.2 }), at('kraken', { commit_ms: 5 }))).toEqual([
    'binance, kraken taker 0.100% (entry tier) · okx taker 0.200% (entry tier) · practice conditions · orders take 25 ms',
  ]);
  expect(shared(at('binance'), at('kraken', { commit_ms: 5 }))).toEqual([
    'taker 0.100% (entry tier) · practice conditions · orders take 25 ms',
  ]);
  expect(sharedConditions(en.conditions, [at('binance'), at('kraken', { commit_ms: 5 })])[0]?.at(-1)).toBe(
    '5.0 ms to disk',
  );
  expect(shared(at('binance'), at('okx', { paper: null }))).toEqual([
    'binance taker 0.100% (entry tier) · practice conditions · orders take 25 ms',
    'okx taker 0.100% (entry tier)',
  ]);
});
