import type { Instrument, InstrumentFees } from '../model/instrument.ts';
import { okxFacts } from './facts/okx.ts';

/** A JSON object of which nothing is known yet. */
export type Row = { readonly [field: string]: unknown };

/** The fees of an exchange whose list names none. */
export type Fees = (exchange: string) => InstrumentFees;

type ExchangeFormat = {
  /** The rows of the list if it has this exchange's form. */
  rowsOf(list: Row): Row[] | null;
  /** The market of a row, with `fees` where the list names none; null when it does not trade. */
  read(row: Row, fees: Fees): Instrument | null;
};

const textOf = (row: Row, field: string): string => String(row[field] ?? '');
const numberOf = (row: Row, field: string): number => Number(row[field] ?? Number.NaN);
/** A minimum that the list may leave out. */
const minimumOf = (row: Row, field: string): number => Number(row[field] ?? 0);
/** A maximum that the list may leave out; 0 is none. NaN where it cannot be read. */
const maximumOf = (row: Row, field: string): number | undefined => {
  const most = Number(row[field] ?? 0);
  return most === 0 ? undefined : most;
};
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value : []);
const firstOf = (value: unknown): Row => rowsIn(value)[0] ?? {};

const binance: ExchangeFormat = {
  rowsOf: ({ symbols }) => ('filters' in firstOf(symbols) ? rowsIn(symbols) : null),
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
  rowsOf: (list) => ('base_increment' in firstOf(list) ? rowsIn(list) : null),
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

/** The list of Advanced Trade. */
const coinbaseAdvanced: ExchangeFormat = {
  rowsOf: ({ products }) => ('price_increment' in firstOf(products) ? rowsIn(products) : null),
  read: (row, fees) => {
    const flags = ['is_disabled', 'trading_disabled', 'cancel_only', 'post_only', 'auction_mode', 'view_only'];
    const trades = row.status === 'online' && flags.every((flag) => row[flag] !== true);
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
  rowsOf: ({ result }) => {
    const rows: Row[] = Object.values(result ?? {});
    return rows[0] && 'pair_decimals' in rows[0] ? rows : null;
  },
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
      ...krakenFees(row),
    };
  },
};

/** A market's own table of fees by volume, of which an account begins at the first step. Nothing where a row of it cannot be read. */
const krakenFees = (row: Row): Partial<InstrumentFees> => {
  const takers = stepsIn(row.fees);
  const makers = row.fees_maker === undefined ? takers : stepsIn(row.fees_maker);
  if (!takers || !makers) return {};
  const feeTable = takers.map(([volume_usd, taker]) => {
    const [, maker = taker] = makers.findLast(([from]) => from <= volume_usd) ?? makers[0] ?? [];
    return { volume_usd, takerFee: percentOf(taker), makerFee: percentOf(maker) };
  });
  const [first] = feeTable;
  return first ? { takerFee: first.takerFee, makerFee: first.makerFee, feeSource: 'market', feeTable } : {};
};

type Step = readonly [volume: number, percent: number];

/** Steps of a table, lowest volume first; undefined where there are none, or one of them is no pair of numbers. */
const stepsIn = (table: unknown): readonly Step[] | undefined => {
  const steps: readonly unknown[] = Array.isArray(table) ? table : [];
  const isStep = (step: unknown): step is Step =>
    Array.isArray(step) && step.length >= 2 && step.every((value) => typeof value === 'number' && value >= -1);
  return steps.length > 0 && steps.every(isStep) ? steps.toSorted(([one], [other]) => one - other) : undefined;
};

/** The coefficients with which a market multiplies the fees of the account's tier. */
const kucoinFees = (row: Row, tier: number): Partial<InstrumentFees> => {
  // Of a market without coefficients its class tells how many times dearer it is.
  const coefficientOf = (field: string): number => numberOf(row, field in row ? field : 'feeCategory');
  const [taker, maker] = [coefficientOf('takerFeeCoefficient'), coefficientOf('makerFeeCoefficient')];
  if (!(taker >= 0) || !(maker >= 0)) return {};
  return { takerFee: percentOf(tier * 100 * taker), makerFee: percentOf(tier * 100 * maker), feeSource: 'market' };
};

const percentOf = (percent: number): number => Number((percent / 100).toPrecision(12));

const kucoin: ExchangeFormat = {
  rowsOf: ({ data }) => ('baseIncrement' in firstOf(data) ? rowsIn(data) : null),
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
        priceBand: bandOf(1 - numberOf(row, 'priceLimitRate'), 1 + numberOf(row, 'priceLimitRate')),
      }),
      ...fees('kucoin'),
      ...kucoinFees(row, fees('kucoin').takerFee),
      feeCurrency: row.feeCurrency === row.quoteCurrency ? 'quote' : 'received',
    };
  },
};

const okx: ExchangeFormat = {
  rowsOf: ({ data }) => ('instId' in firstOf(data) ? rowsIn(data) : null),
  read: (row, fees) =>
    row.state !== 'live' || row.instType !== 'SPOT' || !isQuotedIn(row)
      ? null
      : {
          ...market('okx', textOf(row, 'baseCcy'), textOf(row, 'quoteCcy')),
          tickSize: numberOf(row, 'tickSz'),
          lotStep: numberOf(row, 'lotSz'),
          minQuantity: minimumOf(row, 'minSz'),
          minNotional: 0,
          ...limits({ maxQuantity: maximumOf(row, 'maxLmtSz'), maxMarketQuantity: maximumOf(row, 'maxMktSz') }),
          ...fees('okx'),
          ...groupFees(fees('okx'), row.groupId),
        },
};

/** Fees of the group that OKX lists, in place of its entry tier; nothing where it lists none. */
const groupFees = ({ feeSource }: InstrumentFees, id: unknown): Partial<InstrumentFees> => {
  if (feeSource !== 'entry tier' || id === undefined || id === '') return {};
  const group = okxFacts.fees.groups?.[String(id)];
  if (group === undefined) return { feeSource: 'unknown group' };
  return { takerFee: percentOf(group.taker_pct), makerFee: percentOf(group.maker_pct), feeSource: 'group' };
};

/** One book may be traded in several currencies: in its own quote only where the list names that one among them. */
const isQuotedIn = ({ tradeQuoteCcyList, quoteCcy }: Row): boolean =>
  !Array.isArray(tradeQuoteCcyList) || tradeQuoteCcyList.length === 0 || tradeQuoteCcyList.includes(quoteCcy);

/** The forms known, each recognised by a field of its own. */
export const exchangeFormats: readonly ExchangeFormat[] = [binance, coinbase, coinbaseAdvanced, kraken, kucoin, okx];

type Limits = Pick<Instrument, 'maxQuantity' | 'maxMarketQuantity' | 'maxNotional' | 'priceBand'>;

/** The limits that the list names. */
function limits(all: { readonly [name in keyof Limits]: Limits[name] | undefined }): Limits {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Undefined where the list names none. */
function bandOf(least: number, most: number): Limits['priceBand'] | undefined {
  return Number.isNaN(least) || Number.isNaN(most) ? undefined : { least, most };
}

/** A sale may ask for no less, and a purchase offer no more. */
function binanceBand(bySide: Row, both: Row): Limits['priceBand'] | undefined {
  return (
    bandOf(numberOf(bySide, 'askMultiplierDown'), numberOf(bySide, 'bidMultiplierUp')) ??
    bandOf(numberOf(both, 'multiplierDown'), numberOf(both, 'multiplierUp'))
  );
}

function market(
  exchange: string,
  base: string,
  quote: string,
): Pick<Instrument, 'exchange' | 'symbol' | 'base' | 'quote'> {
  return { exchange, symbol: `${base}/${quote}`, base, quote };
}
