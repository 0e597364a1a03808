import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { endAfter } from './bounds.ts';

const instrument = (symbol: string, change: { feeCurrency?: 'quote'; takerFee?: number } = {}) => {
  const found = scriptedInstruments().find((one) => one.symbol === symbol);
  return found === undefined ? expect.unreachable(symbol) : { ...found, ...change };
};
const end = (start: string, ...legs: Parameters<typeof endAfter>[1]) => endAfter(new BigNumber(start), legs).toFixed();

describe('what an amount comes to', () => {
  test('is what each leg finds, after fees', () => {
    const legs = [
      { instrument: instrument('BTC/USDT'), side: 'buy', offers: [[50_000, 1]] },
      { instrument: instrument('ETH/BTC'), side: 'buy', offers: [[0.05, 10]] },
      { instrument: instrument('ETH/USDT'), side: 'sell', offers: [[2500, 10]] },
    ] as const;
    // 1,000 / 50,000 × 0.999 = 0.01998; / 0.05 × 0.999 = 0.3992004; × 2,500 × 0.999.
    expect(end('1000', ...legs)).toBe('997.002999');
  });

  test('a fee on top leaves less to buy with', () => {
    const btc = instrument('BTC/USDT', { feeCurrency: 'quote', takerFee: 0.25 });
    expect(end('1000', { instrument: btc, side: 'buy', offers: [[100, 50]] })).toBe('8');
    expect(end('8', { instrument: btc, side: 'sell', offers: [[100, 50]] })).toBe('600');
  });

  test('walks the depth, and takes what that does not suffice for at its worst price', () => {
    const btc = instrument('BTC/USDT', { takerFee: 0 });
    const bids = [
      [100, 1],
      [90, 2],
    ] as const;
    expect(end('1', { instrument: btc, side: 'sell', offers: bids })).toBe('100');
    expect(end('5', { instrument: btc, side: 'sell', offers: bids })).toBe('460');
    const asks = [
      [100, 1],
      [200, 1],
    ] as const;
    expect(end('100', { instrument: btc, side: 'buy', offers: asks })).toBe('1');
    expect(end('700', { instrument: btc, side: 'buy', offers: asks })).toBe('4');
  });

  test('is nothing where nothing is offered', () => {
    expect(end('5', { instrument: instrument('BTC/USDT'), side: 'sell', offers: [] })).toBe('0');
    expect(end('5', { instrument: instrument('BTC/USDT'), side: 'buy', offers: [] })).toBe('0');
  });
});
