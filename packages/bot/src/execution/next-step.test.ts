import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import { context, execution, exitsOf, filledLeg, levels } from './execution.suite.ts';
import { nextStep } from './next-step.ts';
import type { Step } from './step.ts';

/** A step in words and exact decimals. */
const told = (step: Step): string => {
  switch (step.do) {
    case 'wait':
      return `wait until ${step.until ?? 'the exchange answers'}`;
    case 'order':
      return `${step.purpose} ${step.leg}: ${step.side} ${step.quantity.toFixed()} ${step.instrument.symbol} at ${step.price.toFixed()}`;
    case 'unwind':
      return `unwind: ${step.reason}`;
    case 'finish': {
      const left = step.left.map(
        ({ asset, amount, stranded }) => `${stranded ? 'stranded' : 'dust'} ${amount.toFixed()} ${asset}`,
      );
      return [step.status, step.profit.toFixed(), ...left].join(', ');
    }
  }
};
const unwinding = execution({ status: 'unwinding', unwind_reason: 'told to', unwind_started_at: 1000 });
const nothing = { status: 'cancelled', filled_quantity: '0' } as const;

/** ETH has fallen against USDT alone. */
const fallen = context({
  levels: (symbol, side) => (symbol === 'ETH/USDT' ? levels([2400, 10]) : context().levels(symbol, side)),
});

const distrusting = (symbol: string) =>
  context({ levels: (one, side) => (one === symbol ? null : context().levels(one, side)) });

describe('legs', () => {
  test('the first spends no more than was planned', () => {
    expect(told(nextStep(execution(), [], context()))).toBe('leg 1: buy 0.02 BTC/USDT at 50000');
  });

  test('the first does not go beyond its planned price', () => {
    const dearer = context({ levels: () => levels([50_000.1, 1]) });
    expect(told(nextStep(execution(), [], dearer))).toBe('failed, 0');
  });

  test('while a breaker is tripped none is begun, and what was begun goes on', () => {
    const reducing = context({ trading: 'reducing' });
    expect(nextStep(execution(), [], reducing)).toMatchObject({
      do: 'finish',
      status: 'failed',
      error_message: 'a circuit breaker tripped',
    });
    expect(nextStep(execution(), [filledLeg(1)], reducing)).toMatchObject({ do: 'order', purpose: 'leg', leg: 2 });
  });

  test('nothing more is sent while an outcome is open', () => {
    for (const status of ['intended', 'sent', 'open', 'unknown'] as const) {
      expect(told(nextStep(execution(), [filledLeg(1, { status })], context()))).toBe(
        'wait until the exchange answers',
      );
    }
  });

  test('each is sized by what the one before has brought after its fee', () => {
    expect(told(nextStep(execution(), [filledLeg(1)], context()))).toBe('leg 2: buy 0.3996 ETH/BTC at 0.05');
    expect(told(nextStep(execution(), [filledLeg(1, { filled_quantity: '0.01' })], context()))).toBe(
      'leg 2: buy 0.1998 ETH/BTC at 0.05',
    );
    expect(told(nextStep(execution(), [filledLeg(1), filledLeg(2)], context()))).toBe(
      'leg 3: sell 0.3992 ETH/USDT at 2507.52',
    );
  });

  test('a later one may slip as far as the cycle breaks even, and pays for it out of what it has', () => {
    const dearer = context({ levels: () => levels([0.0502, 10]) });
    expect(told(nextStep(execution(), [filledLeg(1)], dearer))).toBe('leg 2: buy 0.398 ETH/BTC at 0.0502');
    const tooDear = context({ levels: () => levels([0.0506, 10]) });
    expect(told(nextStep(execution(), [filledLeg(1)], tooDear))).toBe(
      'unwind: leg 2 cannot be ordered: too small, or its price has gone',
    );
  });

  test('a later one slips no further than was allowed, but may always touch its planned price', () => {
    const dearer = context({ levels: () => levels([0.0502, 10]) });
    const told02 = (max_slippage_pct: number) =>
      told(nextStep(execution({ max_slippage_pct }), [filledLeg(1)], dearer));
    expect(told02(0.5)).toBe('leg 2: buy 0.398 ETH/BTC at 0.0502');
    expect(told02(0.3)).toBe('unwind: leg 2 cannot be ordered: too small, or its price has gone');
    expect(told(nextStep(execution({ max_slippage_pct: 0 }), [filledLeg(1)], context()))).toBe(
      'leg 2: buy 0.3996 ETH/BTC at 0.05',
    );
    const sold = (max_slippage_pct: number) =>
      told(nextStep(execution({ max_slippage_pct }), [filledLeg(1), filledLeg(2)], context()));
    expect(sold(0.5)).toBe('leg 3: sell 0.3992 ETH/USDT at 2517.35');
    expect(sold(5)).toBe('leg 3: sell 0.3992 ETH/USDT at 2507.52');
    expect(sold(0)).toBe('leg 3: sell 0.3992 ETH/USDT at 2530');
  });

  test('a book that has lost its trust lets none begin', () => {
    expect(told(nextStep(execution(), [], context({ levels: () => null })))).toBe('failed, 0');
    expect(told(nextStep(execution(), [], distrusting('ETH/USDT')))).toBe('failed, 0');
  });

  test('a later one waits 2 s for its book and those after it, and is then sent once at the worst price of its plan', () => {
    for (const symbol of ['ETH/BTC', 'ETH/USDT']) {
      const waits = (stageMs: number) =>
        told(nextStep(execution(), [filledLeg(1)], { ...distrusting(symbol), stageMs }));
      expect([waits(0), waits(1000), waits(1980)]).toEqual(['wait until 1050', 'wait until 1050', 'wait until 1020']);
      // 2,530 × 0.999³ / 50,000: the price at which the plan breaks even.
      const sent = nextStep(execution(), [filledLeg(1)], { ...distrusting(symbol), stageMs: 2000 });
      expect(sent).toMatchObject({ do: 'order', purpose: 'leg', leg: 2, isBlind: true });
      expect(told(sent)).toBe(
        symbol === 'ETH/BTC' ? 'leg 2: buy 0.3961 ETH/BTC at 0.05044' : 'leg 2: buy 0.3996 ETH/BTC at 0.05',
      );
    }
    expect(nextStep(execution(), [filledLeg(1)], { ...context(), stageMs: 2000 })).not.toHaveProperty('isBlind');
    const dearer = [filledLeg(1, { filled_quote: '1005' })];
    expect(told(nextStep(execution(), dearer, { ...distrusting('ETH/BTC'), stageMs: 2000 }))).toMatch(/ at 0\.05044$/);
    const sale = nextStep(execution(), [filledLeg(1), filledLeg(2)], { ...distrusting('ETH/USDT'), stageMs: 2000 });
    expect(told(sale)).toBe('leg 3: sell 0.3992 ETH/USDT at 2507.52');
  });

  test('the rest of a blind one takes the way back', () => {
    const orders = [filledLeg(1), filledLeg(2, nothing)];
    expect(told(nextStep(execution(), orders, distrusting('ETH/BTC')))).toMatch(/^unwind: /);
  });

  test('nothing bought is no loss', () => {
    expect(told(nextStep(execution(), [filledLeg(1, nothing)], context()))).toBe('failed, 0');
  });

  test('a leg that finds nothing turns back', () => {
    const refused = filledLeg(2, { ...nothing, status: 'failed', reason: 'refused' });
    expect(told(nextStep(execution(), [filledLeg(1), refused], context()))).toBe('unwind: refused');
  });

  test('all filled, it is completed; what is too small to sell is dust', () => {
    const legs = [filledLeg(1), filledLeg(2), filledLeg(3)];
    expect(told(nextStep(execution(), legs, context()))).toBe('completed, 8.966024, dust 0.0000004 ETH');
  });

  test('a leg filled in part: the rest of what it was to sell is brought back', () => {
    const legs = [filledLeg(1), filledLeg(2), filledLeg(3, { filled_quantity: '0.2', status: 'cancelled' })];
    expect(told(nextStep(execution(), legs, context()))).toBe('unwind: a leg was filled in part');
  });

  test('a halt lets no further leg pass', () => {
    const halted = context({ trading: 'halted' });
    expect(told(nextStep(execution(), [], halted))).toBe('failed, 0');
    expect(told(nextStep(execution(), [filledLeg(1)], halted))).toBe('unwind: halted');
  });
});

describe('a fee that is still to be told', () => {
  const untold = { fees: [] } as const;

  test('is left out of what the next leg gives', () => {
    expect(told(nextStep(execution(), [filledLeg(1, untold)], context()))).toBe('leg 2: buy 0.3996 ETH/BTC at 0.05');
    expect(told(nextStep(execution(), [filledLeg(1), filledLeg(2, untold)], context()))).toBe(
      'leg 3: sell 0.3992 ETH/USDT at 2507.52',
    );
    expect(told(nextStep(unwinding, [filledLeg(1, untold)], fallen))).toBe('unwind 1: sell 0.01998 BTC/USDT at 49500');
  });

  test('is left out of it where it comes on top of what a purchase costs', () => {
    const onTop = context({
      instrument: (symbol) => {
        const one = context().instrument(symbol);
        return one && { ...one, feeCurrency: 'quote' };
      },
    });
    const legs = [filledLeg(1, untold), filledLeg(2, untold)];
    expect(told(nextStep(execution(), legs, onTop))).toBe('leg 3: sell 0.3996 ETH/USDT at 2507.52');
    // Of 0.02 BTC the second leg has spent 0.01, and 0.00001 as its fee.
    const half = [filledLeg(1, untold), filledLeg(2, { ...untold, filled_quantity: '0.2' })];
    expect(told(nextStep(unwinding, half, { ...onTop, ...exitsOf(fallen.levels) }))).toBe(
      'unwind 1: sell 0.00999 BTC/USDT at 49500',
    );
  });

  test('is left out for that part of a fill for which none is named', () => {
    const half = { fees: [{ asset: 'BTC', amount: '0.00001' }], fees_known: '0.01' };
    expect(told(nextStep(execution(), [filledLeg(1, half)], context()))).toBe('leg 2: buy 0.3996 ETH/BTC at 0.05');
    expect(told(nextStep(unwinding, [filledLeg(1, half)], fallen))).toBe('unwind 1: sell 0.01998 BTC/USDT at 49500');
    const free = { fees: [{ asset: 'BTC', amount: '0' }], fees_known: '0.01' };
    expect(told(nextStep(unwinding, [filledLeg(1, free)], fallen))).toBe('unwind 1: sell 0.01999 BTC/USDT at 49500');
  });

  test('is no reason to turn back, however large: what is held for it is dust', () => {
    const legs = [
      filledLeg(1, { ...untold, filled_quantity: '2' }),
      filledLeg(2, { filled_quantity: '39.96' }),
      filledLeg(3, { filled_quantity: '39.92' }),
    ];
    expect(told(nextStep(execution(), legs, context()))).toMatch(/^completed, [\d.]+, dust 0.002 BTC/);
  });

  test('is not expected of a market that charges none, nor twice', () => {
    const free = context({
      instrument: (symbol) => {
        const one = context().instrument(symbol);
        return one && { ...one, takerFee: -0.01 };
      },
    });
    expect(told(nextStep(execution(), [filledLeg(1, untold)], free))).toBe('leg 2: buy 0.4 ETH/BTC at 0.05');
    const byToken = filledLeg(1, { fees: [{ asset: 'SOL', amount: '0.007' }] });
    expect(told(nextStep(execution(), [byToken], context()))).toBe('leg 2: buy 0.4 ETH/BTC at 0.05');
  });
});

describe('unwinding', () => {
  test('goes the way that brings most: straight back, on through the cycle, or over another currency', () => {
    expect(told(nextStep(unwinding, [filledLeg(1)], fallen))).toBe('unwind 1: sell 0.01998 BTC/USDT at 49500');
    expect(told(nextStep(unwinding, [filledLeg(1)], context()))).toBe('unwind 1: buy 0.3996 ETH/BTC at 0.05');
    const legs = [filledLeg(1), filledLeg(2), filledLeg(3, nothing)];
    expect(told(nextStep(unwinding, legs, context()))).toBe('unwind 2: sell 0.3992 ETH/USDT at 2475');
    expect(told(nextStep(unwinding, legs, fallen))).toBe('unwind 2: sell 0.3992 ETH/BTC at 0.04951');
  });

  test('goes on from the currency that it has come over, at the cost that was paid for it', () => {
    const overBtc = filledLeg(2, {
      side: 'sell',
      filled_quantity: '0.3992',
      purpose: 'unwind',
      fees: [{ asset: 'BTC', amount: '0' }],
    });
    const legs = [filledLeg(1), filledLeg(2), filledLeg(3, nothing), { ...overBtc, filled_quote: '0.01992' }];
    expect(told(nextStep(unwinding, legs, fallen))).toBe('unwind 1: sell 0.01992 BTC/USDT at 49599.4');
  });

  test('goes on from a currency that the cycle does not touch', () => {
    const overSol = { symbol: 'SOL/ETH', base: 'SOL', quote: 'ETH', side: 'buy', purpose: 'unwind' } as const;
    const bought = { filled_quantity: '9.97', filled_quote: '0.3988', fees: [{ asset: 'SOL', amount: '0.00997' }] };
    const legs = [filledLeg(1), filledLeg(2), filledLeg(3, nothing), filledLeg(2, { ...overSol, ...bought })];
    const withSol = context({
      levels: (symbol, side) => (symbol === 'SOL/USDT' ? levels([99.5, 100]) : fallen.levels(symbol, side)),
    });
    // 9.97 SOL for 997 USDT: 100 a piece.
    expect(told(nextStep(unwinding, legs, withSol))).toBe('unwind 2: sell 9.96 SOL/USDT at 99');
  });

  test('waits for a way within the bound, and says why what is left is left', () => {
    const legs = [filledLeg(1), filledLeg(2), filledLeg(3, nothing)];
    const levelsOf = (symbol: string, side: 'buy' | 'sell') =>
      symbol === 'ETH/BTC' ? levels([0.048, 10]) : fallen.levels(symbol, side);
    const far = { levels: levelsOf, stageMs: 29_999 };
    expect(told(nextStep(unwinding, legs, context(far)))).toBe('wait until 1500');
    expect(nextStep(unwinding, legs, context({ ...far, stageMs: 30_000 }))).toMatchObject({
      status: 'stranded',
      left: [{ asset: 'ETH', reason: { code: 'loss', loss_pct: 4, most_pct: 1 } }],
    });
  });

  test('leaves out a market that has refused an order for what it is, as long as there is another', () => {
    const refused = filledLeg(3, { ...nothing, status: 'failed', refusal: 'market' });
    const legs = [filledLeg(1), filledLeg(2), refused];
    expect(told(nextStep(unwinding, legs, context()))).toBe('unwind 2: sell 0.3992 ETH/BTC at 0.04951');
  });

  test('sells no more than the account holds, and leaves no more', () => {
    const less = { ...fallen, held: () => new BigNumber('0.005') };
    expect(told(nextStep(unwinding, [filledLeg(1)], less))).toBe('unwind 1: sell 0.005 BTC/USDT at 49500');
    const given = context({ held: () => new BigNumber('0.005'), unwindMaxOrders: 0 });
    expect(told(nextStep(unwinding, [filledLeg(1)], given))).toMatch(/^stranded, .*, stranded 0.005 BTC$/);
  });

  test('whatever is more than dust at the best price can be ordered at once', () => {
    const steps = ['0.0020004', '0.0019', '0.0021', '0.0020', '0.00199'].map((bought) => {
      const eth = filledLeg(2, { filled_quantity: bought, fees: [{ asset: 'ETH', amount: '0' }] });
      return told(nextStep(unwinding, [filledLeg(1, { filled_quantity: eth.filled_quote, fees: [] }), eth], context()));
    });
    // The minimum is 5 USDT, the best bid 2530: 0.002 ETH are worth 5.06, and at 1 % below what they cost 4.95.
    expect(steps).toEqual([
      'unwind 2: sell 0.002 ETH/USDT at 2500',
      expect.stringContaining('dust 0.0019 ETH'),
      'unwind 2: sell 0.0021 ETH/USDT at 2475',
      'unwind 2: sell 0.002 ETH/USDT at 2500',
      expect.stringContaining('dust 0.00199 ETH'),
    ]);
  });

  test('waits after an order that found nothing, and for books, but not for ever', () => {
    const found = filledLeg(1, { ...nothing, purpose: 'unwind', side: 'sell', updated_at: 900 });
    expect(told(nextStep(unwinding, [filledLeg(1), found], context()))).toBe('wait until 1400');
    const blind = { levels: () => null };
    expect(told(nextStep(unwinding, [filledLeg(1)], context(blind)))).toBe('wait until 1500');
    expect(told(nextStep(unwinding, [filledLeg(1)], context({ ...blind, stageMs: 30_000 })))).toBe(
      'stranded, -1000, stranded 0.01998 BTC',
    );
  });

  test('gives up after the last order that it may send', () => {
    const found = filledLeg(1, { ...nothing, purpose: 'unwind', side: 'sell' });
    expect(told(nextStep(unwinding, [filledLeg(1), ...Array(4).fill(found)], context()))).toBe(
      'stranded, -1000, stranded 0.01998 BTC',
    );
  });

  test('does not count an order that never left, neither as a try nor as a way back', () => {
    const unsent = filledLeg(1, {
      status: 'failed',
      filled_quantity: '0',
      sent_at: null,
      purpose: 'unwind',
      side: 'sell',
    });
    const order = 'unwind 1: sell 0.01998 BTC/USDT at 49500';
    expect(told(nextStep(unwinding, [filledLeg(1), unsent, unsent, unsent, unsent], fallen))).toBe(order);
    const whole = [filledLeg(1), filledLeg(2), filledLeg(3), unsent];
    expect(told(nextStep(unwinding, whole, context()))).toBe('completed, 8.966024, dust 0.0000004 ETH');
  });

  test('sends nothing after a kill', () => {
    expect(told(nextStep(unwinding, [filledLeg(1)], context({ trading: 'killed' })))).toBe(
      'stranded, -1000, stranded 0.01998 BTC',
    );
  });

  test('ends when all is back, with what it cost', () => {
    const back = filledLeg(1, {
      purpose: 'unwind',
      side: 'sell',
      filled_quantity: '0.01998',
      fees: [{ asset: 'USDT', amount: '0.999' }],
    });
    expect(told(nextStep(unwinding, [filledLeg(1), back], context()))).toBe('unwound, -1.999');
  });

  test('of a cycle that turns out whole says that it was completed', () => {
    expect(told(nextStep(unwinding, [filledLeg(1), filledLeg(2), filledLeg(3)], context()))).toBe(
      'completed, 8.966024, dust 0.0000004 ETH',
    );
  });

  test('of an execution that had bought nothing ends it', () => {
    expect(told(nextStep(unwinding, [], context()))).toBe('failed, 0');
  });
});

describe('a fee that is paid with a third asset', () => {
  const fees = [{ asset: 'BNB', amount: '0.0011719' }];
  const orders = [
    filledLeg(1, { filled_quantity: '0.02', filled_quote: '1000', fees }),
    filledLeg(2, { filled_quantity: '0.4', filled_quote: '0.02', fees }),
    filledLeg(3, { filled_quantity: '0.4', filled_quote: '1002', fees }),
  ];

  test('is in the profit at its price', () => {
    const price = (asset: string) => (asset === 'BNB' ? 640 : null);
    // 1002 − 1000 − 3 × 0.0011719 × 640.
    expect(told(nextStep(execution(), orders, context({ price })))).toBe('completed, -0.250048');
  });

  test('without a known price is left out of the profit', () => {
    expect(told(nextStep(execution(), orders, context()))).toBe('completed, 2');
  });
});
