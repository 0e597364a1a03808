import { parseSymbol } from '../../model/instrument.ts';
import { usualCurrency } from './exchange-names.ts';

/** How a name was read: by the list of the exchange’s markets, its separator, the only reading that there is, or the operator. */
export type SymbolBy = 'list' | 'separator' | 'single_reading' | 'choice';
export type ReadName =
  | { readonly symbol: string; readonly by: SymbolBy }
  /** `readings`: what it may stand for. */
  | { readonly symbol: null; readonly readings: readonly string[] };

export type SymbolRules = {
  /** The markets that the exchange lists, `BASE/QUOTE`; none where there is no list. */
  readonly listed: readonly string[];
  /** What the operator said that names stand for. */
  readonly chosen: Readonly<Record<string, string>>;
};

/** Currencies that markets are priced in. A name that ends like more than one of them has more than one reading. */
const quotes = [
  ...[
    'USD',
    'USDT',
    'USDC',
    'USDS',
    'USDE',
    'USDP',
    'USDD',
    'USDG',
    'USDK',
    'USDQ',
    'USDR',
    'USDY',
    'USD0',
    'USD1',
    'DAI',
    'PAX',
    'UST',
    'VAI',
  ],
  ...[
    'BUSD',
    'TUSD',
    'FDUSD',
    'GUSD',
    'HUSD',
    'PYUSD',
    'RLUSD',
    'AUSD',
    'XUSD',
    'BFUSD',
    'LUSD',
    'SUSD',
    'CUSD',
    'PUSD',
    'ZUSD',
  ],
  ...[
    'EUR',
    'AEUR',
    'EURI',
    'EURC',
    'EURT',
    'EURQ',
    'EURR',
    'GBP',
    'AUD',
    'JPY',
    'CHF',
    'CAD',
    'NZD',
    'SGD',
    'HKD',
    'INR',
    'KRW',
    'AED',
  ],
  ...[
    'TRY',
    'BRL',
    'BRZ',
    'RUB',
    'UAH',
    'ZAR',
    'NGN',
    'PLN',
    'RON',
    'CZK',
    'MXN',
    'ARS',
    'COP',
    'IDR',
    'IDRT',
    'BIDR',
    'BKRW',
    'BVND',
    'GYEN',
  ],
  ...['BTC', 'XBT', 'ETH', 'BNB', 'XRP', 'TRX', 'DOGE', 'XDG', 'DOT', 'SOL', 'KCS', 'OKB', 'LTC', 'U'],
];

/** Kraken’s older names: `XXBTZUSD`, a class before each currency. */
const krakenCodes = /^[XZ]([A-Z0-9]{3})[XZ]([A-Z0-9]{3})$/;

type Reading = { readonly base: string; readonly quote: string };

/**
 * Reads the names of the markets of an exchange. A joined name, `BTCUSDT`, is taken apart by the list of the exchange; without one where the
 * currencies of the other names leave a single reading, never by its end alone. Names that leave more than one are for the operator to decide.
 */
export const readNames = (
  exchange: string | null,
  names: readonly string[],
  { listed, chosen }: SymbolRules,
): ReadonlyMap<string, ReadName> => {
  const read = new Map<string, ReadName>();
  const open = new Map<string, readonly Reading[]>();
  const known: Known = { bases: new Set(), quotes: new Set() };
  const byJoined = joinedOf(listed);
  const settle = (name: string, symbol: string, by: SymbolBy): void => {
    read.set(name, { symbol, by });
    open.delete(name);
    addTo(known, symbol);
  };
  const usual = ({ base, quote }: Reading): string =>
    `${usualCurrency(exchange, base)}/${usualCurrency(exchange, quote)}`;
  for (const name of new Set(names)) {
    const parsed = parseSymbol(exchange === 'kraken' ? name.replace(krakenCodes, '$1-$2') : name);
    const said = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    if (said !== undefined) settle(name, said, 'choice');
    else if (parsed.ok) {
      const symbol = usual(parsed);
      settle(name, symbol, listed.includes(symbol) ? 'list' : 'separator');
    } else {
      const joined = name.toUpperCase();
      const known = byJoined.get(joined) ?? [];
      const own = readingsOf(joined)
        .map(usual)
        .filter((symbol) => listed.includes(symbol));
      const [first, ...others] = new Set([...known, ...own]);
      if (first !== undefined && others.length === 0) settle(name, first, 'list');
      else open.set(name, readingsOf(joined));
    }
  }
  for (const symbol of listed) addTo(known, symbol);
  for (const [name, readings] of open) {
    const [only, ...others] = readings;
    if (only !== undefined && others.length === 0) settle(name, usual(only), 'single_reading');
  }
  const settled = new Map<string, readonly Reading[]>();
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    const found = [...open].map(([name, readings]) => ({
      name,
      readings,
      symbol: supported(readings.map(usual), known),
    }));
    for (const { name, readings, symbol } of found) {
      if (symbol === null) continue;
      settle(name, symbol, 'single_reading');
      settled.set(name, readings);
    }
  }
  // What was the only reading before others were known may not be it any more.
  for (const [name, readings] of settled) if (supported(readings.map(usual), known) === null) open.set(name, readings);
  for (const [name, readings] of open) read.set(name, { symbol: null, readings: readings.map(usual) });
  return read;
};

/** Currencies that are known, by what they are in the markets that are. */
type Known = { readonly bases: Set<string>; readonly quotes: Set<string> };

const addTo = ({ bases, quotes: known }: Known, symbol: string): void => {
  const [base = '', quote = ''] = symbol.split('/');
  bases.add(base);
  known.add(quote);
};

/** The one reading that the currencies which are known allow; null where they allow none or more. */
const supported = (readings: readonly string[], { bases, quotes: known }: Known): string | null => {
  const parts = readings.map((symbol) => symbol.split('/') as [base: string, quote: string]);
  const whole = readings.filter((_, place) => {
    const [base, quote] = parts[place] as [string, string];
    return bases.has(base) && known.has(quote);
  });
  if (whole.length > 0) return whole.length === 1 ? (whole[0] ?? null) : null;
  const isKnown = (currency: string): boolean => bases.has(currency) || known.has(currency);
  const any = readings.filter((_, place) => parts[place]?.some(isKnown));
  const [first] = any;
  return any.length === 1 && first !== undefined && isKnown(first.split('/')[0] ?? '') ? first : null;
};

const joinedOf = (listed: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const symbol of listed) {
    const joined = symbol.replace('/', '');
    found.set(joined, [...(found.get(joined) ?? []), symbol]);
  }
  return found;
};

const readingsOf = (joined: string): readonly Reading[] =>
  /^[A-Z0-9]+$/.test(joined)
    ? quotes
        .filter((quote) => joined.endsWith(quote) && joined.length > quote.length)
        .map((quote) => ({ base: joined.slice(0, -quote.length), quote }))
        .filter(({ base, quote }) => base !== quote)
    : [];
