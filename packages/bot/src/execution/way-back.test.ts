import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import type { Levels } from '../model/levels.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { levels } from './execution.suite.ts';
import { type Exit, isWay, type WayRequest, wayBack } from './way-back.ts';

const exit = (symbol: string, side: 'buy' | 'sell', offers: Levels | null): Exit => {
  const instrument = scriptedInstruments().find((one) => one.symbol === symbol);
  if (!instrument) return expect.unreachable(symbol);
  return { instrument, side, to: side === 'sell' ? instrument.quote : instrument.base, levels: offers };
};
const straight = (...offers: (readonly [price: number, size: number])[]) => exit('ETH/USDT', 'sell', levels(...offers));
const toBtc = exit('ETH/BTC', 'sell', levels([0.05, 5]));
const fromBtc = exit('BTC/USDT', 'sell', levels([50_000, 1]));

const from = ({ instrument, side }: Exit): string => (side === 'sell' ? instrument.base : instrument.quote);

/** The way of 0.4 ETH, bought at 2,500, to USDT over these markets: its figures as numbers, or why there is none. */
const back = (known: readonly Exit[], change: Partial<WayRequest> = {}) => {
  const way = wayBack({
    asset: 'ETH',
    amount: new BigNumber('0.4'),
    back_to: 'USDT',
    cost: new BigNumber(2500),
    maxLossPct: 1,
    exits: (asset) => known.filter((one) => from(one) === asset),
    exit: (asset, to) => known.find((one) => from(one) === asset && one.to === to) ?? null,
    ...change,
  });
  if (!isWay(way)) return way;
  const { path, order, expected_price, expected_end } = way;
  return [path.join(' '), ...[order.quantity, order.price, expected_price, expected_end].map(Number)];
};

describe('the best way back', () => {
  test('is straight: the average over the levels within the bound, less the fee', () => {
    // 0.1 at 2,500 and 0.3 at 2,480; 2,475 is 1 % below what was paid.
    expect(back([straight([2500, 0.1], [2480, 5])])).toEqual(['ETH USDT', 0.4, 2475, 2485, 994 * 0.999]);
  });

  test('does not count on what lies beyond the bound', () => {
    expect(back([straight([2500, 0.1], [2474, 5])])).toEqual(['ETH USDT', 0.4, 2475, 2500, 250 * 0.999]);
  });

  test('is over another currency where that brings more', () => {
    // 0.4 × 0.05 × 0.999 are 0.01998 BTC, sold at 50,000. The first order may lose 1 % while BTC is sold at 50,000.
    const overBtc = ['ETH BTC USDT', 0.4, 0.0495, 0.05, 999 * 0.999];
    expect(back([straight([2490, 5]), toBtc, fromBtc])).toEqual(overBtc);
    expect(back([straight([1500, 5]), toBtc, fromBtc])).toEqual(overBtc);
    expect(back([straight([2499, 5]), toBtc, fromBtc])).toEqual(['ETH USDT', 0.4, 2475, 2499, 999.6 * 0.999]);
  });

  test('is judged by the depth of both its markets', () => {
    const shallow = exit('BTC/USDT', 'sell', levels([50_000, 0.001], [49_700, 1]));
    // 0.001 BTC at 50,000 and 0.01898 at 49,700: the first order may lose less.
    expect(back([toBtc, shallow])).toEqual(['ETH BTC USDT', 0.4, 0.04979, 0.05, expect.closeTo(992.3127, 4)]);
  });

  test('is taken by a part where its books take no more within the bound', () => {
    // 0.4 ETH halved five times: 0.0125 ETH are 0.000624 BTC, less than the 0.001 that are wanted at 50,000.
    const thin = exit('BTC/USDT', 'sell', levels([50_000, 0.001], [40_000, 1]));
    expect(back([toBtc, thin])).toEqual(['ETH BTC USDT', 0.0125, 0.0495, 0.05, 30.969]);
  });

  test('is the rest of the cycle where that brings most', () => {
    // 10 SOL for 0.4 ETH, of which 9.99 are sold at 100.
    const rest = [exit('SOL/ETH', 'buy', levels([0.04, 100])), exit('SOL/USDT', 'sell', levels([100, 100]))];
    expect(back([straight([2490, 5]), ...rest])).toEqual(['ETH SOL USDT', 10, 0.04, 0.04, 999 * 0.999]);
  });

  test('of four legs is taken over the three that are left, where nothing shorter brings as much', () => {
    const leg = exit('SOL/ETH', 'buy', levels([0.04, 100]));
    const rest = [toBtc, exit('ETH/BTC', 'buy', levels([0.049, 100])), straight([2550, 100])];
    expect(back([leg, straight([2490, 5])], { rest })).toMatchObject({ 0: 'ETH BTC ETH USDT' });
  });

  test('is bound by the best prices of each way where nothing is known of what was paid', () => {
    expect(back([straight([1500, 0.1], [1480, 5])], { cost: null })).toEqual([
      'ETH USDT',
      0.4,
      1485,
      1500,
      150 * 0.999,
    ]);
  });

  test('takes any price where any is allowed', () => {
    expect(back([straight([1500, 5])], { maxLossPct: 100 })).toEqual(['ETH USDT', 0.4, 12.5, 1500, 600 * 0.999]);
  });
});

describe('there is none', () => {
  test('where every one loses more than is allowed, and the least of the losses is named', () => {
    const dearer = exit('BTC/USDT', 'sell', levels([49_000, 1]));
    expect(back([straight([1500, 5])])).toEqual({ code: 'loss', loss_pct: 40 });
    expect(back([straight([1500, 5]), toBtc, dearer])).toEqual({ code: 'loss', loss_pct: 2 });
  });

  test('where no book is trusted or offers anything', () => {
    expect(back([straight()])).toEqual({ code: 'no_book' });
    expect(back([exit('ETH/USDT', 'sell', null)])).toEqual({ code: 'no_book' });
    expect(back([toBtc, exit('BTC/USDT', 'sell', null)])).toEqual({ code: 'no_book' });
  });

  test('where every way is below the minima of one of its markets', () => {
    const amount = new BigNumber('0.0019');
    expect(back([straight([2500, 5])], { amount })).toEqual({ code: 'dust' });
    // 0.0019 ETH are 0.00009 BTC: less than ETH/BTC takes.
    expect(back([straight([2500, 5]), toBtc, fromBtc], { amount })).toEqual({ code: 'dust' });
    expect(back([])).toEqual({ code: 'dust' });
    expect(back([toBtc])).toEqual({ code: 'dust' });
  });
});
