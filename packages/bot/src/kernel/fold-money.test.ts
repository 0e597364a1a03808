import { describe, expect, test } from 'vitest';
import { foldedAt, partsAt } from '../engine/money.suite.ts';
import type { EquityMarked } from '../model/equity-event.ts';
import type { Fact } from '../model/event.ts';
import { moneyBetween } from '../portfolio/money.ts';
import { filled, intended, intent, noon, started } from './fold.suite.ts';

const mark = (equity_usd: number, prices: EquityMarked['prices'], more: Partial<EquityMarked> = {}): Fact => ({
  type: 'EquityMarked',
  mode: 'paper',
  equity_usd,
  by_exchange: { kucoin: equity_usd },
  ...(prices && { prices }),
  at: noon,
  ...more,
});
const atFirst = mark(1000, { USDT: 1 });
const closed: Fact = { type: 'OrderClosed', order_id: 'leg-1', status: 'filled', reason: null, at: noon };
/** 500 USDT went, 0.00999 BTC are left that can be sold, and 0.00001 ETH that cannot. */
const finished = (change: Partial<Extract<Fact, { type: 'ExecutionFinished' }>> = {}): Fact => ({
  type: 'ExecutionFinished',
  execution_id: 'x',
  status: 'stranded',
  profit: '-500',
  left: [
    { asset: 'BTC', amount: '0.00999', stranded: true },
    { asset: 'ETH', amount: '0.00001', stranded: false },
  ],
  fees_usd: 0.5,
  error_message: 'killed',
  at: noon,
  ...change,
});
const leftBehind = [started, intended, filled(), closed, finished()];
const moved = (change: Partial<Extract<Fact, { type: 'FundsMoved' }>>): Fact => ({
  type: 'FundsMoved',
  ...{ id: 'm', exchange: 'kucoin', mode: 'paper', cause: 'deposit', asset: 'GIFT', amount: '10', usd_value: null },
  at: noon,
  ...change,
});
const sold = (purpose: 'manual' | 'unwind', change: Partial<Extract<Fact, { type: 'OrderFilled' }>> = {}) => [
  {
    type: 'OrderIntended',
    order: {
      ...{ ...intent, id: 'hand', side: 'sell', purpose, execution_id: null, leg: null },
      ...(purpose === 'unwind' && { recovers: 'x' }),
    },
    at: noon,
  } satisfies Fact,
  filled({
    order_id: 'hand',
    side: 'sell',
    quantity: '0.00999',
    quote_quantity: '489',
    usd_value: 489,
    fees: [],
    ...change,
  }),
];

/** The parts between the first and the last mark of these facts, which add up. */
const explained = (...facts: readonly Fact[]) => {
  const marks = foldedAt(facts);
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return expect.unreachable('no marks');
  const { equity_start: _s, equity_end: _e, ...parts } = moneyBetween(first, last);
  const { realised, unrealised, dust, holdings, flows, change } = parts;
  if (holdings !== null) expect(realised + (unrealised ?? 0) + (dust ?? 0) + holdings + flows).toBeCloseTo(change, 9);
  return parts;
};

describe('the change of equity', () => {
  test('counts what an execution left as lost, and shows the value of what can be sold apart from that of dust', () => {
    const prices = { USDT: 1, BTC: 49_000, ETH: 2_500 };
    expect(explained(atFirst, ...leftBehind, mark(989.535, prices))).toEqual({
      ...{ change: -10.465, realised: -500, fees: 0.5, unrealised: 489.51, dust: 0.025, holdings: 0, flows: 0 },
      unknown: [],
    });
    // A price that falls is no loss of a trade.
    const later = explained(atFirst, ...leftBehind, mark(489.99 + 10 + 0.02, { ...prices, BTC: 48_998, ETH: 2_000 }));
    expect(later).toMatchObject({ realised: -500, unrealised: 489.49002, dust: 0.02 });
  });

  test('shows what a running execution holds as unrealised, also what it has spent', () => {
    const running = [started, intended, filled()];
    expect(explained(atFirst, ...running, mark(989.51, { USDT: 1, BTC: 49_000 }))).toMatchObject({
      ...{ change: -10.49, realised: 0, unrealised: -10.49, dust: 0, holdings: 0 },
    });
  });

  test('realises a residual position when it is sold, by the way out or by hand, also when its fill comes late', () => {
    const end = mark(989.025, { USDT: 1, ETH: 2_500 });
    const sale = { realised: -11, unrealised: 0, dust: 0.025, holdings: 0, flows: 0 };
    expect(explained(atFirst, ...leftBehind, ...sold('unwind'), end)).toMatchObject(sale);
    expect(explained(atFirst, ...leftBehind, ...sold('manual'), end)).toMatchObject(sale);
    const [order, fill] = sold('unwind');
    const cleared: Fact = { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', kept: true, at: noon };
    expect(
      explained(atFirst, ...leftBehind, ...(order ? [order] : []), cleared, ...(fill ? [fill] : []), end),
    ).toMatchObject(sale);
  });

  test('takes what is kept over into what is held, at its value then', () => {
    const kept: Fact = {
      ...{ type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', kept: true, execution_id: 'x' },
      ...{ amount: '0.00999', usd_value: 489.51, at: noon },
    };
    const prices = { USDT: 1, BTC: 50_000, ETH: 2_500 };
    expect(explained(atFirst, ...leftBehind, kept, mark(999.525, prices))).toMatchObject({
      ...{ realised: -10.49, unrealised: 0, dust: 0.025, holdings: 9.99 },
    });
  });

  test('lets what is left of a sale be dust, and dust be what is spent first', () => {
    const left: Fact = { type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', at: noon };
    const prices = { USDT: 1, BTC: 50_000, ETH: 2_500 };
    const crumbs = [...leftBehind, ...sold('unwind', { quantity: '0.00998' }), left];
    expect(explained(atFirst, ...crumbs, mark(989.525, prices))).toMatchObject({ unrealised: 0, dust: 0.525 });
    const spent = filled({ order_id: 'none', side: 'sell', quantity: '0.000004', quote_quantity: '0.2', fees: [] });
    expect(explained(atFirst, ...crumbs, spent, mark(989.525, prices))).toMatchObject({ dust: 0.325, holdings: 0.2 });
    const withdrawn = moved({ cause: 'withdrawal', asset: 'BTC', amount: '-0.00001', usd_value: -0.5 });
    expect(explained(atFirst, ...crumbs, withdrawn, mark(989.025, prices))).toMatchObject({ dust: 0.025, flows: -0.5 });
  });

  test('lets fees be unknown, not nought, when one had no price', () => {
    const unpriced = [started, intended, filled(), closed, finished({ fees_usd: null })];
    expect(explained(atFirst, ...unpriced, mark(500, { USDT: 1 }))).toMatchObject({ fees: null, unknown: ['fees'] });
  });
});

describe('money that comes or goes', () => {
  test('without a price is outside of the equity, and enters with its first price as a flow', () => {
    const unpriced = [{ exchange: 'kucoin', asset: 'GIFT', amount: '10' }];
    const outside = mark(1000, { USDT: 1 }, { unpriced });
    expect(explained(atFirst, moved({}), outside)).toMatchObject({ change: 0, flows: 0, holdings: 0 });
    const half = moved({ cause: 'withdrawal', amount: '-4' });
    expect(explained(atFirst, moved({}), outside, half, mark(1012, { USDT: 1, GIFT: 2 }))).toMatchObject({
      ...{ change: 12, flows: 12, holdings: 0 },
    });
    // It came between two marks, and so did its price.
    expect(explained(atFirst, moved({}), mark(1020, { USDT: 1, GIFT: 2 }))).toMatchObject({ flows: 20, holdings: 0 });
    // From then on it is held like anything else.
    const risen = [mark(1020, { USDT: 1, GIFT: 2 }), mark(1030, { USDT: 1, GIFT: 3 })];
    expect(explained(atFirst, moved({}), ...risen)).toMatchObject({ flows: 20, holdings: 10 });
  });

  test('is no flow when it is a residual position that has its first price', () => {
    const unpriced = [{ exchange: 'kucoin', asset: 'BTC', amount: '0.00999' }];
    const unknown = mark(500, { USDT: 1 }, { unpriced });
    expect(explained(atFirst, ...leftBehind, unknown, mark(989.51, { USDT: 1, BTC: 49_000 }))).toMatchObject({
      ...{ realised: -500, unrealised: 489.51, flows: 0, holdings: 0 },
    });
  });

  test('moves what losses are measured from when it has its first price', () => {
    const unpriced = [{ exchange: 'kucoin', asset: 'GIFT', amount: '10' }];
    const facts = [mark(1000, { USDT: 1 }, { unpriced }), mark(1020, { USDT: 1, GIFT: 2 })];
    expect(explained(...facts)).toMatchObject({ change: 20, flows: 20 });
  });

  test('with an exchange that joins or leaves is a flow, as is what was deposited after its first mark', () => {
    const okx = { by_exchange: { kucoin: 1000, okx: 300 } };
    const deposit: Fact = {
      ...{ type: 'FundsDeposited', id: 'd', exchange: 'kucoin', mode: 'paper', asset: 'USDT', amount: '50', at: noon },
    };
    expect(explained(atFirst, mark(1300, { USDT: 1 }, okx))).toMatchObject({ change: 300, flows: 300, holdings: 0 });
    expect(explained(atFirst, deposit, mark(1050, { USDT: 1 }))).toMatchObject({ flows: 50, holdings: 0 });
    expect(explained(atFirst, mark(1300, { USDT: 1 }, okx), mark(1001, { USDT: 1 }))).toMatchObject({
      flows: 0,
      holdings: 1,
    });
    const first = [deposit, atFirst, mark(1000, { USDT: 1 })];
    expect(explained(...first)).toMatchObject({ flows: 0, change: 0 });
  });

  test('as a late fee is no flow', () => {
    const fee = moved({ cause: 'late_fee', asset: 'USDT', amount: '-2', usd_value: -2 });
    expect(explained(atFirst, fee, mark(998, { USDT: 1 }))).toMatchObject({ flows: 0, holdings: -2 });
  });
});

test('a mark of an earlier version tells no parts but what the facts tell: the rest is unknown, never invented', () => {
  const old = mark(1000, undefined);
  expect(explained(old, ...leftBehind, mark(989.535, { USDT: 1, BTC: 49_000, ETH: 2_500 }))).toEqual({
    ...{ change: -10.465, realised: -500, fees: 0.5, flows: 0, unrealised: null, dust: null, holdings: null },
    unknown: ['unrealised', 'dust', 'holdings'],
  });
  expect(partsAt([old])[0]?.worth).toBeNull();
});

test('a fee that is told late is taken out of the dust that was held for it, and out of what is residual first', () => {
  const fee = (asset: string, amount: string): Fact => ({
    ...{ type: 'FeeCharged', order_id: 'leg-1', key: 'cumulative', exchange: 'kucoin', mode: 'paper', asset, amount },
    at: noon,
  });
  const prices = { USDT: 1, BTC: 50_000, ETH: 2_500, SOL: 100 };
  const left = [{ asset: 'BTC', amount: '0.00002', stranded: false }];
  const held = [
    mark(1000, prices),
    started,
    intended,
    filled({ fees: [] }),
    closed,
    finished({ status: 'completed', left }),
  ];
  const dustAfter = (...facts: readonly Fact[]) => explained(...held, ...facts, mark(500, prices)).dust;
  expect(dustAfter()).toBe(1);
  expect(dustAfter(fee('BTC', '0.000015'))).toBe(0.25);
  expect(dustAfter(fee('BTC', '0.00002'))).toBe(0);
  expect(dustAfter(fee('SOL', '0.01'))).toBe(1);
  // What can be sold pays before the dust of other executions.
  const residual = { asset: 'BTC', amount: '0.00001', stranded: true };
  const both = [...held.slice(0, -1), finished({ left: [...left, residual] })];
  const parts = explained(...both, fee('BTC', '0.000015'), mark(500, prices));
  expect([parts.unrealised, parts.dust]).toEqual([0, 0.75]);
  // A running execution pays out of what it brought.
  const other = (fact: Fact): Fact =>
    JSON.parse(JSON.stringify(fact).replaceAll('"x"', '"y"').replaceAll('"leg-1"', '"leg-y"'));
  const running = [started, intended, filled({ fees: [] }), fee('BTC', '0.00001')].map(other);
  expect(dustAfter(...running)).toBe(1);
});

test('paper and live money are never added up', () => {
  const live = mark(50, { USDT: 1 }, { mode: 'live' });
  const marks = foldedAt([atFirst, live, ...leftBehind, mark(60, { USDT: 1 }, { mode: 'live' })]);
  expect(marks.map(({ realised, unrealised }) => [Number(realised), Number(unrealised)])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});
