import { describe, expect, test } from 'vitest';
import { feesInWords } from '../venues/paper/conditions.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { feeTiers } from './fee-tiers.ts';
import { charged, entryFees } from './fees.ts';
import { readInstrumentList } from './instrument-list.ts';

const market = (exchange: string, symbol: string) => {
  const instrument = scriptedInstruments(exchange).find((one) => one.symbol === symbol);
  return instrument === undefined ? expect.unreachable(symbol) : { ...instrument, ...entryFees(exchange) };
};

describe('the fees of an exchange', () => {
  test.each([
    ['binance', 0.001, 0.001, 'received'],
    ['kucoin', 0.001, 0.001, 'quote'],
    ['okx', 0.001, 0.0015, 'received'],
    ['kraken', 0.0025, 0.004, 'quote'],
    ['coinbase', 0.006, 0.012, 'quote'],
  ])('%s are those of its entry tier where nothing better is known', (name, makerFee, takerFee, feeCurrency) => {
    expect(entryFees(name)).toEqual({ makerFee, takerFee, feeCurrency, feeSource: 'entry tier' });
  });

  test('that are unknown are assumed, and said to be', () => {
    expect(entryFees('nowhere')).toMatchObject({ takerFee: 0.001, feeSource: 'assumed' });
  });

  test('are those that its list names for the market', () => {
    const row = { pair_decimals: 1, lot_decimals: 8, ordermin: '0.0001', status: 'online' };
    const list = {
      result: {
        XXBTZUSD: { ...row, wsname: 'XBT/USD', fees: [[0, 0.4]], fees_maker: [[0, 0.25]] },
        USDCUSDT: { ...row, wsname: 'USDC/USDT', fees: [[0, 0.2]], fees_maker: [[0, 0.2]] },
        NEWUSD: { ...row, wsname: 'NEW/USD' },
      },
    };
    const read = readInstrumentList(JSON.stringify(list), null);
    const fees = read.ok ? read.instruments.map((one) => [one.symbol, one.takerFee, one.makerFee, one.feeSource]) : [];
    expect(fees).toEqual([
      ['BTC/USD', 0.004, 0.0025, 'market'],
      ['USDC/USDT', 0.002, 0.002, 'market'],
      ['NEW/USD', 0.004, 0.0025, 'entry tier'],
    ]);
  });

  test('are multiplied by the coefficients of the market, which may make it free', () => {
    const row = { enableTrading: true, priceIncrement: '0.1', baseIncrement: '0.01', baseMinSize: '0.01' };
    const data = [
      { ...row, symbol: 'A-USDT', takerFeeCoefficient: '0', makerFeeCoefficient: '0' },
      { ...row, symbol: 'B-USDT', takerFeeCoefficient: '2', makerFeeCoefficient: '1.5' },
      { ...row, symbol: 'C-USDT', takerFeeCoefficient: 'much', makerFeeCoefficient: '1' },
    ];
    const read = readInstrumentList(JSON.stringify({ data }), null);
    const fees = read.ok ? read.instruments.map((one) => [one.base, one.takerFee, one.makerFee, one.feeSource]) : [];
    expect(fees).toEqual([
      ['A', 0, 0, 'market'],
      ['B', 0.002, 0.0015, 'market'],
      ['C', 0.003, 0.003, 'unreadable fees'],
    ]);
  });

  test.each([
    ['an empty coefficient', { takerFeeCoefficient: '', makerFeeCoefficient: '' }, 'unreadable fees'],
    ['a negative coefficient', { takerFeeCoefficient: '-1', makerFeeCoefficient: '1' }, 'unreadable fees'],
    ['one coefficient of two', { takerFeeCoefficient: '1' }, 'unreadable fees'],
    ['a coefficient of null', { takerFeeCoefficient: null, makerFeeCoefficient: '1' }, 'unreadable fees'],
    ['class 0', { feeCategory: 0 }, 'unknown group'],
    ['a class without a number', { feeCategory: '' }, 'unknown group'],
    ['a class that is named like a function', { feeCategory: 'constructor' }, 'unknown group'],
    ['class 7', { feeCategory: 7 }, 'unknown group'],
  ])('of KuCoin are the dearest known for %s, never nothing, and said to be', (_, fields, feeSource) => {
    const row = { enableTrading: true, priceIncrement: '0.1', baseIncrement: '0.01', baseMinSize: '0.01' };
    const text = JSON.stringify({ data: [{ ...row, symbol: 'A-USDT', ...fields }] });
    const [read, own] = [readInstrumentList(text, null), readInstrumentList(text, 0.0005)];
    expect(read.ok && read.instruments).toMatchObject([{ takerFee: 0.003, makerFee: 0.003, feeSource }]);
    expect(own.ok && own.instruments).toMatchObject([{ takerFee: 0.0005, feeSource: 'configured' }]);
    const [listed = expect.fail()] = read.ok ? read.instruments : [];
    expect(charged(listed, { tier: 'VIP 12' })).toMatchObject({ takerFee: 0.003, makerFee: 0.003, feeSource });
  });
});

describe('a tier of the account', () => {
  const own = (exchange: string, fees: { takerFee?: number; makerFee?: number } = {}) => {
    const listed = { ...market(exchange, 'BTC/USDT'), ...fees };
    return Object.keys(fees).length > 0 ? { ...listed, feeSource: 'market' as const } : listed;
  };
  const in_ = (tier: string, instrument: ReturnType<typeof own>) => {
    const { takerFee, makerFee, feeSource, feeTier } = charged(instrument, { tier });
    return [takerFee, makerFee, feeTier ?? feeSource];
  };

  test('takes what the schedule of its exchange says', () => {
    expect(in_('VIP 3', own('binance'))).toEqual([0.0006, 0.00042, 'VIP 3']);
    expect(in_('$50,000', own('kraken'))).toEqual([0.0024, 0.0014, '$50,000']);
    expect(feeTiers('kucoin:second')).toHaveLength(13);
    expect(feeTiers('nowhere')).toEqual([]);
  });

  test('is multiplied by the coefficient of a market; what is free stays free, what makers are paid is not multiplied', () => {
    expect(in_('VIP 4', own('kucoin', { takerFee: 0.002, makerFee: 0.002 }))).toEqual([0.0015, 0.0011, 'VIP 4']);
    expect(in_('VIP 4', own('kucoin', { takerFee: 0, makerFee: 0 }))).toEqual([0, 0, 'VIP 4']);
    expect(in_('VIP 12', own('kucoin', { takerFee: 0.002, makerFee: 0.002 }))).toEqual([0.0005, -0.00005, 'VIP 12']);
  });

  const pair = { wsname: 'USDC/USD', pair_decimals: 4, lot_decimals: 8, ordermin: '5', status: 'online' };
  const krakenOf = (tables: object) => {
    const read = readInstrumentList(JSON.stringify({ result: { USDCUSD: { ...pair, ...tables } } }), null);
    return (read.ok ? read.instruments[0] : undefined) ?? expect.fail();
  };
  const steps = [
    [0, 0.2],
    [50_000, 0.16],
    [100_000, 0.12],
    [10_000_000, 0],
  ];

  test('of Kraken is a volume: what the own table of a market says of that volume is paid', () => {
    const listed = krakenOf({
      fees: steps,
      fees_maker: [
        [0, 0.2],
        [100_000, 0.1],
      ],
    });
    expect(in_('$0', listed)).toEqual([0.002, 0.002, '$0']);
    expect(in_('$50,000', listed)).toEqual([0.0016, 0.002, '$50,000']);
    expect(in_('$100,000', listed)).toEqual([0.0012, 0.001, '$100,000']);
    expect(in_('$1,000,000', listed)).toEqual([0.0012, 0.001, '$1,000,000']);
    expect(in_('$10,000,000', listed)).toEqual([0, 0.001, '$10,000,000']);
    expect(feeTiers('kraken').map(({ name }) => name)).toHaveLength(10);
  });

  test('reads a table in any order and of one row; where the list has none, its schedule holds', () => {
    expect(in_('$100,000', krakenOf({ fees: steps.toReversed() }))).toEqual([0.0012, 0.0012, '$100,000']);
    expect(in_('$100,000', krakenOf({ fees: [[0, 0.2]] }))).toEqual([0.002, 0.002, '$100,000']);
    expect(in_('$100,000', krakenOf({}))).toEqual([0.0022, 0.0012, '$100,000']);
  });

  test.each([
    ['has no step', []],
    ['has half a step', [[0]]],
    ['has text', [['0', '0.2']]],
    ['is text', 'none'],
    ['is null', null],
    [
      'has a step of nothing',
      [
        [0, 0.2],
        [50_000, null],
      ],
    ],
    ['begins above $0', [[50_000, 0.01]]],
    [
      'has two fees for one volume',
      [
        [0, 0.2],
        [0, 0.1],
      ],
    ],
    ['takes more than a fill', [[0, 150]]],
  ])('that %s is not believed: the dearest known fee is paid in every tier, and said', (_, table) => {
    const dearest = [0.004, 0.0025, 'unreadable fees'];
    for (const tables of [{ fees: table }, { fees: steps, fees_maker: table }]) {
      const listed = krakenOf(tables);
      expect([listed.takerFee, listed.makerFee, listed.feeSource]).toEqual(dearest);
      expect(in_('$100,000', listed)).toEqual(dearest);
      expect(feesInWords([listed])).toBe('taker 0.4 %, maker 0.25 % (unreadable fees)');
      expect(charged(listed, { taker_pct: 0.05 })).toMatchObject({ takerFee: 0.0005, feeSource: 'configured' });
    }
  });

  test('of OKX leaves the fees of a group as they are', () => {
    const row = { instType: 'SPOT', quoteCcy: 'USDT', state: 'live', lotSz: '1', tickSz: '0.1', minSz: '1' };
    const data = ['14', '11', '99', '', null, 'constructor'].map((groupId, at) => ({
      ...row,
      instId: `C${at}-USDT`,
      baseCcy: `C${at}`,
      groupId,
    }));
    const read = readInstrumentList(JSON.stringify({ data }), null);
    const listed = read.ok ? read.instruments : expect.fail();
    expect(listed.map((one) => [one.takerFee, one.makerFee, one.feeSource])).toEqual([
      [0.001, 0.0008, 'group'],
      [0, 0, 'group'],
      [0.0015, 0.001, 'unknown group'],
      [0.0015, 0.001, 'entry tier'],
      [0.0015, 0.001, 'entry tier'],
      [0.0015, 0.001, 'unknown group'],
    ]);
    const inRegular = [0.001, 0, 0.0015, 0.0015, 0.0015, 0.0015];
    expect(listed.map((one) => in_('Regular', one)[0])).toEqual(inRegular);
    expect(in_('Regular', listed[2] ?? expect.fail())[2]).toBe('unknown group');
    expect(feesInWords(listed)).toBe('taker 0 to 0.15 %, maker 0.1 % (group, unknown group, entry tier)');
    const own = readInstrumentList(JSON.stringify({ data }), 0.0005);
    expect(own.ok && own.instruments.map((one) => one.takerFee)).toEqual(data.map(() => 0.0005));
  });

  test('of a class of KuCoin is multiplied where the list names no coefficients', () => {
    const row = { enableTrading: true, priceIncrement: '0.1', baseIncrement: '0.01', baseMinSize: '0.01' };
    const data = [1, 2, 3].map((feeCategory) => ({ ...row, symbol: `C${feeCategory}-USDT`, feeCategory }));
    const read = readInstrumentList(JSON.stringify({ data }), null);
    expect(read.ok && read.instruments.map((one) => [one.takerFee, one.makerFee, one.feeSource])).toEqual([
      [0.001, 0.001, 'market'],
      [0.002, 0.002, 'market'],
      [0.003, 0.003, 'market'],
    ]);
  });

  test('does not change a market with a table of its own', () => {
    expect(in_('$50,000', own('kraken', { takerFee: 0.004, makerFee: 0.0025 }))).toEqual([0.0024, 0.0014, '$50,000']);
    expect(in_('$50,000', own('kraken', { takerFee: 0.002, makerFee: 0.002 }))).toEqual([0.002, 0.002, 'market']);
  });

  test('comes after the own figures of the configuration, and is told by its name', () => {
    const settings = { tier: 'VIP 9', taker_pct: 0.02, markets: { 'ETH/BTC': { maker_pct: 0 } } };
    const markets = ['BTC/USDT', 'ETH/BTC'].map((symbol) => charged(market('binance', symbol), settings));
    expect(markets.map(({ takerFee, makerFee }) => [takerFee, makerFee])).toEqual([
      [0.0002, 0.00012],
      [0.0002, 0],
    ]);
    const tiered = charged(market('binance', 'BTC/USDT'), { tier: 'VIP 9' });
    expect(feesInWords([tiered])).toBe('taker 0.024 %, maker 0.012 % (VIP 9)');
  });
});

describe('the configuration', () => {
  test('names the fees of an exchange, and those of a market before them; the rest stays', () => {
    const settings = { taker_pct: 0.26, markets: { 'ETH/BTC': { taker_pct: 0, maker_pct: -0.01 } } };
    const own = (symbol: string) => charged(market('kraken', symbol), settings);
    expect(own('BTC/USDT')).toMatchObject({ takerFee: 0.0026, makerFee: 0.0025, feeSource: 'configured' });
    expect(own('ETH/BTC')).toMatchObject({ takerFee: 0, makerFee: -0.0001, feeSource: 'configured' });
    expect(charged(market('kraken', 'BTC/USDT'), undefined)).toEqual(market('kraken', 'BTC/USDT'));
    expect(charged(market('kraken', 'BTC/USDT'), {})).toEqual(market('kraken', 'BTC/USDT'));
  });

  test('is told in words, with where each fee is from', () => {
    const markets = [market('kraken', 'BTC/USDT'), market('kraken', 'ETH/BTC')];
    expect(feesInWords(markets)).toBe('taker 0.4 %, maker 0.25 % (entry tier)');
    const settings = { markets: { 'ETH/BTC': { taker_pct: 0.1 } }, token: { asset: 'KFEE', discount_pct: 25 } };
    expect(feesInWords(markets.map((one) => charged(one, settings)))).toBe(
      'taker 0.1 to 0.4 %, maker 0.25 % (entry tier, configured), paid in KFEE while there is enough',
    );
  });
});
