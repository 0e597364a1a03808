import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import type { Levels } from '../model/levels.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { levels } from './execution.suite.ts';
import { type Exit, wayOut } from './way-out.ts';

const exit = (symbol: string, side: 'buy' | 'sell', offers: Levels): Exit => {
  const instrument = scriptedInstruments().find((one) => one.symbol === symbol);
  if (!instrument) return expect.unreachable(symbol);
  return { instrument, side, to: side === 'sell' ? instrument.quote : instrument.base, levels: offers };
};
/** The best way from 0.4 ETH to USDT over these markets, its figures as numbers. */
const best = (...known: readonly Exit[]) => {
  const way = wayOut({
    asset: 'ETH',
    amount: new BigNumber('0.4'),
    back_to: 'USDT',
    maxSlippagePct: 2,
    exits: (asset) =>
      known.filter(({ instrument, to }) => [instrument.base, instrument.quote].includes(asset) && to !== asset),
  });
  if (!way) return null;
  const { path, order, expected_price, expected_end } = way;
  return [path.join(' '), ...[order.quantity, order.price, expected_price, expected_end].map(Number)];
};

test('straight back: the average over the levels within the cap, less the fee', () => {
  // 0.1 at 2,500 and 0.3 at 2,480; the cap is 2 % below 2,500.
  const straight = exit('ETH/USDT', 'sell', levels([2500, 0.1], [2480, 5]));
  expect(best(straight)).toEqual(['ETH USDT', 0.4, 2450, 2485, 994 * 0.999]);
});

test('what lies beyond the cap is not counted on', () => {
  expect(best(exit('ETH/USDT', 'sell', levels([2500, 0.1], [2449, 5])))).toEqual([
    'ETH USDT',
    0.4,
    2450,
    2500,
    250 * 0.999,
  ]);
});

test('over another currency where that brings more', () => {
  const straight = exit('ETH/USDT', 'sell', levels([2400, 5]));
  const half = exit('ETH/BTC', 'sell', levels([0.05, 5]));
  // 0.4 × 0.05 × 0.999 are 0.01998 BTC, sold at 50,000.
  const rest = exit('BTC/USDT', 'sell', levels([50_000, 1]));
  expect(best(straight, half, rest)).toEqual(['ETH BTC USDT', 0.4, 0.049, 0.05, 999 * 0.999]);
  expect(best(straight, half)).toEqual(['ETH USDT', 0.4, 2352, 2400, 960 * 0.999]);
});

test('none where nothing takes it', () => {
  expect(best()).toBeNull();
  expect(best(exit('ETH/USDT', 'sell', levels()))).toBeNull();
  expect(best(exit('ETH/BTC', 'sell', levels([0.05, 5])))).toBeNull();
});
