import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Instrument, parseSymbol } from '../model/instrument.ts';
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
  });

  it('is nothing where the list has no filter, or 0', () => {
    const unlimited = { ...pepe, filters: [{ ...lot, maxQty: '0.00000000' }, tick, { filterType: 'ODD', x: 1 }] };
    for (const list of [{ symbols: [unlimited] }, { data: [{ ...okxRow, maxLmtSz: '' }] }]) {
      const { maxQuantity, maxNotional, priceBand } = firstOf(list) ?? expect.fail();
      expect([maxQuantity, maxNotional, priceBand]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('keeps a market out where it cannot be read', () => {
    const odd = { ...pepe, filters: [{ ...lot, maxQty: 'many' }, tick] };
    expect(readOf({ symbols: [odd] })).toMatchObject({
      instruments: [],
      skipped: ['binance PEPE/USDT: no usable maximum'],
    });
    expect(readOf({ data: [{ ...kucoinRow, priceLimitRate: '-1' }] }).skipped).toEqual([
      'kucoin A/B: no usable price band',
    ]);
  });
});

describe('a market', () => {
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
