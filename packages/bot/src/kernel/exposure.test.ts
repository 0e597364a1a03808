import { expect, test } from 'vitest';
import { filledLeg } from '../execution/execution.suite.ts';
import { Ledger } from '../portfolio/ledger.ts';
import { exposureOf, growthOf } from './exposure.ts';
import { filled, folded, intended, noon, started } from './fold.suite.ts';

const closed = (order_id: string) =>
  ({ type: 'OrderClosed', order_id, status: 'filled', reason: null, at: noon }) as const;

/** What may be held of BTC and ETH while the execution from USDT over BTC and ETH turns back, after so many legs were filled. */
const positions = (legs: 1 | 2) => {
  const second = filledLeg(2);
  const facts = legs === 1 ? [] : [{ type: 'OrderIntended', order: second, at: noon } as const, closed(second.id)];
  const turned = { type: 'UnwindStarted', execution_id: 'x', reason: 'the book is stale', at: noon } as const;
  const state = folded(started, intended, filled(), closed('leg-1'), ...facts, turned);
  const recorder = { state, ledger: new Ledger() };
  const core = { exchanges: new Map(), ready: new Set(['kucoin']), recorder, valuation: { rate: () => 1 } };
  const exposure = exposureOf(core as never);
  return { BTC: exposure.position('BTC'), ETH: exposure.position('ETH') };
};

test('an execution that turns back may buy again what its earlier legs bought, and counts for it', () => {
  const capital = 1_000;
  expect(positions(1)).toEqual({ BTC: 0, ETH: 0 });
  const later = positions(2);
  expect(later.BTC).toBeGreaterThanOrEqual(capital);
  expect(later.ETH).toBe(0);
});

test('what is bought may be worth more than the capital: by what the cycle gains, fees to come, and 0.3 % of the price', () => {
  expect(growthOf(1, [0, 0, 0])).toBeCloseTo(0.003, 12);
  expect(growthOf(1.01, [0.1, 0.1, 0.1])).toBeCloseTo(1.01 / 0.999 ** 3 - 1 + 0.003, 12);
  expect(growthOf(0.9, [0.1, 0.1, 0.1])).toBeCloseTo(0.003, 12);
});
