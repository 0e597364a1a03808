import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bandFor, type Instrument, parseSymbol } from '../model/instrument.ts';
import { readInstrumentList } from './instrument-list.ts';

const folder = new URL('../../../../../shared/data/instruments/', import.meta.url);
const isAbsent = !existsSync(folder);
if (isAbsent) console.warn('skipped: the exchanges’ recorded symbol lists are not beside the repository');

describe('symbols', () => {
  it.each(['BTC-USDT', 'BTC/USDT', 'btc_usdt', ' BTC-USDT '])('reads %s', (text) => {
    expect(parseSymbol(text)).toEqual({ ok: true, base: 'BTC', quote: 'USDT', symbol: 'BTC/USDT' });
  });

  it.each(['BTCUSDT', '', 'BTC-', 'A-B-C', 'BTC/BTC', 'BTC USDT'])('refuses "%s"', (text) => {
    expect(parseSymbol(text)).toEqual({ ok: false, message: expect.stringContaining(`"${text}"`) });
  });
});

describe.skipIf(isAbsent)('the lists as the exchanges gave them', () => {
  const kept = (exchange: string, symbol: string): Pick<Instrument, 'exchange' | 'symbol' | 'base' | 'quote'> => {
    const [base = '', quote = ''] = symbol.split('/');
    return { exchange, symbol, base, quote };
  };
  const given = { makerFee: 0.002, feeSource: 'configured' } as const;
  const lists: [string, number, Instrument][] = [
    [
      'binance_exchangeInfo_2023-09-08.json.gz',
      1_334,
      {
        ...kept('binance', 'ETH/BTC'),
        tickSize: 1e-5,
        lotStep: 1e-4,
        minQuantity: 1e-4,
        minNotional: 1e-4,
        maxQuantity: 100_000,
        maxMarketQuantity: 5598.55135291,
        maxNotional: 9_000_000,
        priceBand: { least: 0.2, most: 5 },
        takerFee: 0.002,
        ...given,
        feeCurrency: 'received',
      },
    ],
    [
      'binance_exchangeInfo_2021-10-12.json.gz',
      1_222,
      {
        ...kept('binance', 'ETH/BTC'),
        tickSize: 1e-6,
        lotStep: 1e-4,
        minQuantity: 1e-4,
        minNotional: 1e-4,
        maxQuantity: 100_000,
        maxMarketQuantity: 873.90727776,
        priceBand: { least: 0.2, most: 5 },
        takerFee: 0.002,
        ...given,
        feeCurrency: 'received',
      },
    ],
    [
      'coinbase_products_2021-04-17.json.gz',
      162,
      {
        ...kept('coinbase', 'SKL/EUR'),
        tickSize: 1e-4,
        lotStep: 0.1,
        minQuantity: 5,
        minNotional: 5,
        maxQuantity: 1_000_000,
        takerFee: 0.002,
        ...given,
        feeCurrency: 'quote',
      },
    ],
    [
      'kraken_AssetPairs_2021-04-17.json.gz',
      293,
      {
        ...kept('kraken', 'BTC/USD'),
        tickSize: 0.1,
        lotStep: 1e-8,
        minQuantity: 2e-4,
        minNotional: 0,
        takerFee: 0.0026,
        makerFee: 0.0016,
        feeTable: expect.any(Array),
        feeSource: 'market',
        feeCurrency: 'quote',
      },
    ],
    [
      'kucoin_symbols_2021-04-25.json.gz',
      633,
      {
        ...kept('kucoin', 'REQ/ETH'),
        tickSize: 1e-7,
        lotStep: 1e-4,
        minQuantity: 1,
        minNotional: 1e-4,
        maxQuantity: 10_000_000_000,
        maxNotional: 99_999_999,
        priceBand: { least: 0.9, most: 1.1 },
        takerFee: 0.002,
        ...given,
        feeCurrency: 'quote',
      },
    ],
    [
      'okx_instruments_spot_2022-05-13.json.gz',
      513,
      {
        ...kept('okx', 'BTC/USDT'),
        tickSize: 0.1,
        lotStep: 1e-8,
        minQuantity: 1e-5,
        minNotional: 0,
        maxQuantity: 9_999_999_999,
        maxMarketQuantity: 1_000_000,
        takerFee: 0.002,
        ...given,
        feeCurrency: 'received',
      },
    ],
    [
      'lean_symbol_properties_crypto.csv.gz',
      8_609,
      {
        ...kept('kraken', 'BNB/EUR'),
        tickSize: 0.01,
        lotStep: 1e-5,
        minQuantity: 0.008,
        minNotional: 0,
        takerFee: 0.002,
        ...given,
        feeCurrency: 'quote',
      },
    ],
  ];

  it.each(lists)('%s has %d markets that trade', (file, count, known) => {
    const list = readInstrumentList(gunzipSync(readFileSync(new URL(file, folder))).toString(), 0.002);
    const instruments = list.ok ? list.instruments : [];
    const found = instruments.find(({ exchange, symbol }) => exchange === known.exchange && symbol === known.symbol);
    expect({ ok: list.ok, count: instruments.length, found }).toEqual({ ok: true, count, found: known });
    expect(list.ok && list.skipped).toEqual([]);
  });
});

it.each([
  ['not a list', 'neither JSON nor a Lean symbol table'],
  ['{"a": 1}', 'not the symbol list of Binance, Coinbase, Kraken, KuCoin or OKX'],
  ['null', 'neither JSON nor a Lean symbol table'],
])('refuses %s', (text, message) => {
  expect(readInstrumentList(text, 0.001)).toEqual({ ok: false, message });
});

it('skips a market without a usable step and says so', () => {
  const row = {
    instId: 'A-B',
    instType: 'SPOT',
    baseCcy: 'A',
    quoteCcy: 'B',
    state: 'live',
    lotSz: '0',
    tickSz: '0.1',
    minSz: '1',
  };
  expect(readInstrumentList(JSON.stringify({ data: [row] }), 0.001)).toEqual({
    ok: true,
    instruments: [],
    skipped: ['okx A/B: no usable lot step'],
  });
});

const lot = { filterType: 'LOT_SIZE', minQty: '1', maxQty: '92141578', stepSize: '1' };
const tick = { filterType: 'PRICE_FILTER', tickSize: '0.00000001' };
const pepe = {
  ...{ symbol: 'PEPEUSDT', baseAsset: 'PEPE', quoteAsset: 'USDT', status: 'TRADING' },
  filters: [lot, tick, { filterType: 'NOTIONAL', minNotional: '5', maxNotional: '9000000' }],
};
const kucoinRow = {
  ...{ symbol: 'A-B', enableTrading: true, priceIncrement: '0.1', baseIncrement: '1', baseMinSize: '1', minFunds: '1' },
  ...{ baseMaxSize: '500', quoteMaxSize: '9000', priceLimitRate: '0.1' },
};
const okxRow = {
  ...{ instId: 'BTC-USD', instType: 'SPOT', baseCcy: 'BTC', quoteCcy: 'USD', state: 'live' },
  ...{ lotSz: '1', tickSz: '0.1', minSz: '1', maxLmtSz: '70' },
};
const readOf = (list: object) => {
  const read = readInstrumentList(JSON.stringify(list), 0.001);
  return read.ok ? read : expect.fail(read.message);
};
const firstOf = (list: object) => readOf(list).instruments[0];

describe('what an order may ask for at most', () => {
  it('is what the exchange lists', () => {
    expect(firstOf({ symbols: [pepe] })).toMatchObject({ maxQuantity: 92_141_578, maxNotional: 9_000_000 });
    expect(firstOf({ data: [kucoinRow] })).toMatchObject({
      ...{ maxQuantity: 500, maxNotional: 9_000, priceBand: { least: 0.9, most: 1.1 } },
    });
    expect(firstOf({ data: [okxRow] })).toMatchObject({ maxQuantity: 70 });
    const ruled = { quote_increment: '0.01', base_increment: '0.1', base_min_size: '1', base_max_size: '40' };
    const names = { base_currency: 'A', quote_currency: 'B', base_currency_id: 'A', quote_currency_id: 'B' };
    const product = { ...ruled, ...names, status: 'online', price_increment: '0.01', quote_max_size: '900' };
    expect(firstOf({ products: [product] })).toMatchObject({ maxQuantity: 40, maxNotional: 900 });
    expect(firstOf([product])).toMatchObject({ maxQuantity: 40 });
  });

  it('is nothing where the list has no filter, or 0', () => {
    const unlimited = { ...pepe, filters: [{ ...lot, maxQty: '0.00000000' }, tick, { filterType: 'ODD', x: 1 }] };
    for (const list of [{ symbols: [unlimited] }, { data: [{ ...okxRow, maxLmtSz: '' }] }]) {
      const { maxQuantity, maxNotional, priceBand } = firstOf(list) ?? expect.fail();
      expect([maxQuantity, maxNotional, priceBand]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('keeps a market out where it cannot be read', () => {
    for (const maxQty of ['many', '-1', true, [5]])
      expect(readOf({ symbols: [{ ...pepe, filters: [{ ...lot, maxQty }, tick] }] })).toMatchObject({
        instruments: [],
        skipped: ['binance PEPE/USDT: no usable maximum'],
      });
    expect(readOf({ data: [{ ...kucoinRow, priceLimitRate: '-1' }] }).skipped).toEqual([
      'kucoin A/B: no usable price band',
    ]);
  });
});

const bandsOf = (...bands: object[]) => ({ symbols: [{ ...pepe, filters: [lot, tick, ...bands] }] });
const bySide = { filterType: 'PERCENT_PRICE_BY_SIDE', avgPriceMins: 5 };
const multipliers = {
  ...{ bidMultiplierUp: '1.5', bidMultiplierDown: '0.2', askMultiplierUp: '5', askMultiplierDown: '0.8' },
};

describe('the band of prices', () => {
  it('is that of each side where the exchange has one', () => {
    const { priceBand = expect.fail() } = firstOf(bandsOf({ ...bySide, ...multipliers })) ?? expect.fail();
    expect(bandFor({ priceBand }, 'buy')).toMatchObject({ least: 0.2, most: 1.5 });
    expect(bandFor({ priceBand }, 'sell')).toEqual({ least: 0.8, most: 5 });
    const both = { filterType: 'PERCENT_PRICE', multiplierUp: '4', multiplierDown: '0.25', avgPriceMins: 5 };
    const { priceBand: one = expect.fail() } = firstOf(bandsOf(both)) ?? expect.fail();
    expect([bandFor({ priceBand: one }, 'buy'), bandFor({ priceBand: one }, 'sell')]).toEqual([
      { least: 0.25, most: 4 },
      { least: 0.25, most: 4 },
    ]);
  });

  it('is none where the list names none or 0', () => {
    const none = { bidMultiplierUp: '0', bidMultiplierDown: '0', askMultiplierUp: '0', askMultiplierDown: '0' };
    for (const list of [
      bandsOf(),
      bandsOf({ ...bySide, ...none }),
      ...[0, '0', '', null, undefined].map((priceLimitRate) => ({ data: [{ ...kucoinRow, priceLimitRate }] })),
    ])
      expect((firstOf(list) ?? expect.fail()).priceBand).toBeUndefined();
  });

  it('keeps a market out where it cannot be read', () => {
    for (const odd of [{ bidMultiplierUp: 'x' }, { askMultiplierDown: null }, { askMultiplierUp: '0.5' }])
      expect(readOf(bandsOf({ ...bySide, ...multipliers, ...odd }))).toMatchObject({
        instruments: [],
        skipped: ['binance PEPE/USDT: no usable price band'],
      });
    for (const priceLimitRate of ['abc', true, '-1', [0.1]])
      expect(readOf({ data: [{ ...kucoinRow, priceLimitRate }] }).skipped).toEqual([
        'kucoin A/B: no usable price band',
      ]);
  });
});

describe('a list', () => {
  it('with other things than rows and filters is read without them', () => {
    expect(readOf({ symbols: [pepe, null, 7] }).instruments).toMatchObject([{ symbol: 'PEPE/USDT' }]);
    expect(readOf(bandsOf(null as never)).instruments).toMatchObject([{ maxQuantity: 92_141_578 }]);
    const row = { wsname: 'XBT/USD', pair_decimals: 1, lot_decimals: 8, ordermin: '0.0001', status: 'online' };
    expect(readOf({ result: { XXBTZUSD: row, odd: null } }).instruments).toMatchObject([{ symbol: 'BTC/USD' }]);
  });
});

describe('a market', () => {
  it('is not traded where the currencies that its book is traded in cannot be read', () => {
    for (const tradeQuoteCcyList of ['USD', {}, 1])
      expect(readOf({ data: [{ ...okxRow, tradeQuoteCcyList }] })).toMatchObject({
        instruments: [],
        skipped: ['okx BTC/USD: no usable list of quote currencies'],
      });
    for (const tradeQuoteCcyList of [[], null, undefined])
      expect(readOf({ data: [{ ...okxRow, tradeQuoteCcyList }] }).instruments.length).toBe(1);
  });

  it('is not traded in a call auction, nor in a currency that its book is not quoted in', () => {
    expect(readOf({ data: [{ ...kucoinRow, callauctionIsEnabled: true }] }).instruments).toEqual([]);
    expect(readOf({ data: [{ ...okxRow, tradeQuoteCcyList: ['USDC'] }] }).instruments).toEqual([]);
    expect(readOf({ data: [{ ...okxRow, tradeQuoteCcyList: ['USD', 'USDC'] }] }).instruments.length).toBe(1);
  });

  it('in two rows is one market, by the first of them', () => {
    const row = { wsname: 'XBT/USD', pair_decimals: 1, lot_decimals: 8, ordermin: '0.0001', status: 'online' };
    const result = { XXBTZUSD: row, XBTUSDother: { ...row, pair_decimals: 2, execution_venue: 'international' } };
    expect(readOf({ result }).instruments).toMatchObject([{ symbol: 'BTC/USD', tickSize: 0.1 }]);
  });
});

describe('a row that cannot be read', () => {
  const krakenRow = { wsname: 'XBT/USD', pair_decimals: 1, lot_decimals: 8, ordermin: '0.0001', status: 'online' };
  const product = {
    ...{ product_id: 'BTC-USD', base_currency_id: 'BTC', quote_currency_id: 'USD', status: 'online', alias: '' },
    ...{ price_increment: '0.01', base_increment: '0.00000001', base_min_size: '0.0001', quote_min_size: '1' },
  };
  const lists: readonly (readonly [exchange: string, list: (rows: readonly unknown[]) => object, row: object])[] = [
    ['binance', (symbols) => ({ symbols }), pepe],
    ['coinbase', (products) => ({ products }), product],
    ['kraken', (rows) => ({ result: { ...rows } }), krakenRow],
    ['kucoin', (data) => ({ data }), kucoinRow],
    ['okx', (data) => ({ data }), okxRow],
  ];
  it.each(lists)('leaves the other rows of a list of %s as they are', (_, list, row) => {
    const odd = [null, 'none', 7, [], {}, { status: 'TRADING', unknown: { field: 1 } }];
    const read = readOf(list([...odd, { ...row, unknown: [] }, ...odd]));
    expect(read.instruments).toEqual(readOf(list([row])).instruments);
    expect(read.instruments.length).toBe(1);
  });

  it('is one without filters, or whose filters are none', () => {
    const without = { ...pepe, baseAsset: 'ODD', filters: undefined };
    for (const odd of [without, { ...without, filters: [] }, { ...without, filters: [null, 'none', {}] }]) {
      const { instruments, skipped } = readOf({ symbols: [odd, pepe] });
      expect(instruments.map(({ symbol }) => symbol)).toEqual(['PEPE/USDT']);
      expect(skipped).toEqual(['binance ODD/USDT: no usable tick size']);
    }
  });
});
