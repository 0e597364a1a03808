import type { Instrument, InstrumentFees, PriceRange } from '../model/instrument.ts';
import { groupFees, isAbsent, krakenFees, kucoinFees, numberIn, type Row } from './listed-fees.ts';

/** The fees of an exchange whose list names none. */
export type Fees = (exchange: string) => InstrumentFees;

type ExchangeFormat = {
  /** The rows of the list if it has this exchange's form. */
  rowsOf(list: Row): Row[] | null;
  /** The market of a row, with `fees` where the list names none; null when it does not trade. */
  read(row: Row, fees: Fees): Instrument | Unusable | null;
};

/** A market that trades and has a rule that cannot be read, e.g. `list of quote currencies`. */
export type Unusable = Pick<Instrument, 'exchange' | 'symbol'> & { readonly unusable: string };

const textOf = (row: Row, field: string): string => String(row[field] ?? '');
/** NaN where a list leaves it out, or where it cannot be read. */
const numberOf = (row: Row, field: string): number => numberIn(row[field] ?? '');
/** A minimum that the list may leave out; '' is none too. */
const minimumOf = (row: Row, field: string): number => (isAbsent(row[field]) ? 0 : numberOf(row, field));
/** A maximum that the list may leave out; 0 is none. NaN where it cannot be read. */
const maximumOf = (row: Row, field: string): number | undefined => {
  const most = minimumOf(row, field);
  return most === 0 ? undefined : most;
};
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
/** The rows of a list in which this field occurs; one of them may lack it. */
const rowsWith = (field: string, value: unknown): Row[] | null => {
  const rows = rowsIn(value);
  return rows.some((row) => field in row) ? rows : null;
};

const binance: ExchangeFormat = {
  rowsOf: ({ symbols }) => rowsWith('filters', symbols),
  read: (row, fees) => {
    if (row.status !== 'TRADING' || row.isSpotTradingAllowed === false) return null;
    const filters = rowsIn(row.filters);
    const filter = (...types: string[]): Row =>
      filters.find(({ filterType }) => types.includes(String(filterType))) ?? {};
    const [lot, byHand, notional] = [filter('LOT_SIZE'), filter('MARKET_LOT_SIZE'), filter('NOTIONAL', 'MIN_NOTIONAL')];
    return {
      ...market('binance', textOf(row, 'baseAsset'), textOf(row, 'quoteAsset')),
      tickSize: numberOf(filter('PRICE_FILTER'), 'tickSize'),
      lotStep: numberOf(lot, 'stepSize'),
      minQuantity: minimumOf(lot, 'minQty'),
      minNotional: minimumOf(notional, 'minNotional'),
      ...limits({
        maxQuantity: maximumOf(lot, 'maxQty'),
        maxMarketQuantity: maximumOf(byHand, 'maxQty'),
        maxNotional: maximumOf(notional, 'maxNotional'),
        priceBand: binanceBand(filter('PERCENT_PRICE_BY_SIDE'), filter('PERCENT_PRICE')),
      }),
      ...fees('binance'),
    };
  },
};

const coinbase: ExchangeFormat = {
  rowsOf: (list) => rowsWith('base_increment', list),
  read: (row, fees) =>
    row.status !== 'online' || row.trading_disabled === true
      ? null
      : {
          ...market('coinbase', textOf(row, 'base_currency'), textOf(row, 'quote_currency')),
          tickSize: numberOf(row, 'quote_increment'),
          lotStep: numberOf(row, 'base_increment'),
          minQuantity: minimumOf(row, 'base_min_size'),
          minNotional: minimumOf(row, 'min_market_funds'),
          ...limits({ maxQuantity: maximumOf(row, 'base_max_size') }),
          ...fees('coinbase'),
        },
};

/** Flags of a product that takes no orders, or not those of the bot. */
export const coinbaseHalts = [
  'is_disabled',
  'trading_disabled',
  'cancel_only',
  'post_only',
  'auction_mode',
  'view_only',
] as const;

/** The list of Advanced Trade. */
const coinbaseAdvanced: ExchangeFormat = {
  rowsOf: ({ products }) => rowsWith('price_increment', products),
  read: (row, fees) => {
    const trades = row.status === 'online' && coinbaseHalts.every((flag) => row[flag] !== true);
    // A market with an alias is another name of that one: its liquidity must not be counted twice.
    if (!trades || textOf(row, 'alias') !== '') return null;
    return {
      ...market('coinbase', textOf(row, 'base_currency_id'), textOf(row, 'quote_currency_id')),
      tickSize: numberOf(row, 'price_increment'),
      lotStep: numberOf(row, 'base_increment'),
      minQuantity: minimumOf(row, 'base_min_size'),
      minNotional: minimumOf(row, 'quote_min_size'),
      ...limits({ maxQuantity: maximumOf(row, 'base_max_size'), maxNotional: maximumOf(row, 'quote_max_size') }),
      ...fees('coinbase'),
    };
  },
};

const krakenNames: Record<string, string> = { XBT: 'BTC', XDG: 'DOGE' };

const kraken: ExchangeFormat = {
  rowsOf: ({ result }) => rowsWith('pair_decimals', Object.values(result ?? {})),
  read: (row, fees) => {
    // Dark pool pairs have no socket name and no public book.
    const [base = '', quote = ''] = textOf(row, 'wsname').split('/');
    if (quote === '' || ('status' in row && row.status !== 'online')) return null;
    return {
      ...market('kraken', krakenNames[base] ?? base, krakenNames[quote] ?? quote),
      tickSize: 'tick_size' in row ? numberOf(row, 'tick_size') : Number(`1e-${textOf(row, 'pair_decimals')}`),
      lotStep: Number(`1e-${textOf(row, 'lot_decimals')}`),
      minQuantity: minimumOf(row, 'ordermin'),
      minNotional: minimumOf(row, 'costmin'),
      ...fees('kraken'),
      ...krakenFees(row, fees('kraken')),
    };
  },
};

const kucoin: ExchangeFormat = {
  rowsOf: ({ data }) => rowsWith('baseIncrement', data),
  read: (row, fees) => {
    if (row.enableTrading !== true || row.callauctionIsEnabled === true) return null;
    // Renamed coins keep their old name in the symbol, and the ticker stream speaks in symbols.
    const [base = '', quote = ''] = textOf(row, 'symbol').split('-');
    return {
      ...market('kucoin', base, quote),
      tickSize: numberOf(row, 'priceIncrement'),
      lotStep: numberOf(row, 'baseIncrement'),
      minQuantity: minimumOf(row, 'baseMinSize'),
      minNotional: minimumOf(row, 'minFunds' in row ? 'minFunds' : 'quoteMinSize'),
      ...limits({
        maxQuantity: maximumOf(row, 'baseMaxSize'),
        maxNotional: maximumOf(row, 'quoteMaxSize'),
        priceBand: bandAround(maximumOf(row, 'priceLimitRate')),
      }),
      ...fees('kucoin'),
      ...kucoinFees(row, fees('kucoin')),
      feeCurrency: row.feeCurrency === row.quoteCurrency ? 'quote' : 'received',
    };
  },
};

const okx: ExchangeFormat = {
  rowsOf: ({ data }) => rowsWith('instId', data),
  read: (row, fees) => {
    const named = market('okx', textOf(row, 'baseCcy'), textOf(row, 'quoteCcy'));
    const quotes = row.tradeQuoteCcyList ?? [];
    if (row.state !== 'live' || row.instType !== 'SPOT') return null;
    if (!Array.isArray(quotes)) return { ...named, unusable: 'list of quote currencies' };
    // One book may be traded in several currencies: in its own quote only where the list names that one among them.
    if (quotes.length > 0 && !quotes.includes(row.quoteCcy)) return null;
    return {
      ...named,
      tickSize: numberOf(row, 'tickSz'),
      lotStep: numberOf(row, 'lotSz'),
      minQuantity: minimumOf(row, 'minSz'),
      minNotional: 0,
      ...limits({ maxQuantity: maximumOf(row, 'maxLmtSz'), maxMarketQuantity: maximumOf(row, 'maxMktSz') }),
      ...fees('okx'),
      ...groupFees(row, fees('okx')),
    };
  },
};

/** The forms known, each recognised by a field of its own. */
export const exchangeFormats: readonly ExchangeFormat[] = [binance, coinbase, coinbaseAdvanced, kraken, kucoin, okx];

type Limits = Pick<Instrument, 'maxQuantity' | 'maxMarketQuantity' | 'maxNotional' | 'priceBand'>;

/** The limits that the list names. */
function limits(all: { readonly [name in keyof Limits]: Limits[name] | undefined }): Limits {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Prices from `1 - rate` to `1 + rate` times the current one; undefined without a rate. */
function bandAround(rate: number | undefined): Limits['priceBand'] {
  return rate === undefined ? undefined : { least: 1 - rate, most: 1 + rate };
}

/** Bids and asks have multipliers of their own, or both have the same; undefined where the list names none. */
function binanceBand(bySide: Row, both: Row): Limits['priceBand'] {
  const buys = rangeOf(bySide, 'bidMultiplierDown', 'bidMultiplierUp');
  const sales = rangeOf(bySide, 'askMultiplierDown', 'askMultiplierUp');
  const all = rangeOf(both, 'multiplierDown', 'multiplierUp');
  if (buys === undefined || sales === undefined) return buys ?? sales ?? all;
  return buys.least === sales.least && buys.most === sales.most ? buys : { ...buys, sell: sales };
}

/** NaN for a multiplier that cannot be read or is missing beside the other one. */
function rangeOf(filter: Row, down: string, up: string): PriceRange | undefined {
  const [least, most] = [minimumOf(filter, down), minimumOf(filter, up)];
  if (least === 0 && most === 0) return undefined;
  return { least: numberOf(filter, down), most: numberOf(filter, up) };
}

function market(
  exchange: string,
  base: string,
  quote: string,
): Pick<Instrument, 'exchange' | 'symbol' | 'base' | 'quote'> {
  return { exchange, symbol: `${base}/${quote}`, base, quote };
}
