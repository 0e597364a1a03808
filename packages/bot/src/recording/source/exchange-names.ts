import { basename } from 'node:path';

/** How files call an exchange; others are as they are. */
const aliases: Readonly<Record<string, string>> = {
  okex: 'okx',
  gdax: 'coinbase',
  coinbasepro: 'coinbase',
  'coinbase-pro': 'coinbase',
  coinbase_pro: 'coinbase',
  binanceus: 'binance-us',
  binance_us: 'binance-us',
  'binance.us': 'binance-us',
  'bitflyer.jp': 'bitflyer',
  'bitflyer.com': 'bitflyer',
};
const known = [
  'binance',
  'binance-us',
  'coinbase',
  'kraken',
  'kucoin',
  'okx',
  'bitflyer',
  'bitstamp',
  'bitfinex',
  'gemini',
  'bybit',
];

/** What an exchange calls a currency that others call otherwise. */
const ownCurrencies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kraken: { XBT: 'BTC', XDG: 'DOGE' },
};

/** A currency by the name that all exchanges but that one have for it. */
export const usualCurrency = (exchange: string | null, currency: string): string =>
  ownCurrencies[exchange ?? '']?.[currency] ?? currency;

/** The exchange that a cell names; null where it can be none. */
export const exchangeOfCell = (cell: string): string | null => {
  const name = cell.trim().toLowerCase();
  const exchange = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
  return /^[a-z][a-z0-9_-]{0,31}$/.test(exchange) ? exchange : null;
};

/** The exchange that the name of a file begins with or has as a word: `kraken_quotes_…`, `binance-us-…`, `Binance_BTCUSDT_1h.csv`. */
export const exchangeOfFile = (file: string): string | null => {
  const name = basename(file).toLowerCase();
  const words = [...known, ...Object.keys(aliases)].sort((one, other) => other.length - one.length);
  const found = words.find((word) => {
    const at = name.indexOf(word);
    const isWord = (place: number): boolean => !/[a-z0-9]/.test(name[place] ?? '');
    return at >= 0 && isWord(at - 1) && isWord(at + word.length);
  });
  return found === undefined ? null : exchangeOfCell(found);
};

const interval = /^(\d+(s|m|h|d|w|mo)|minute|minutes|hour|hourly|h|d|daily|day)$/i;
const kinds =
  /^(quotes?|trades?|book|snapshot|bookticker|klines?|ohlcvt?|ohlc|bars?|candles?|spot|ticker|l1|depth|incremental|data|pairs|csv|gz|zst|zip|parquet|txt|json|ws)$/i;

/** The market that a file is named after, as it is written there: `BTCUSDT-1m-2024-01`, `XBTUSD_1`, `Binance_ETHBTC_1h`; null where it is named after none. */
export const marketOfFile = (file: string): string | null => {
  const exchange = exchangeOfFile(file);
  const words = basename(file)
    .split(/[-_. ]/)
    .filter((word) => word !== '' && !/^\d+$/.test(word) && !interval.test(word) && !kinds.test(word))
    .filter((word) => exchangeOfCell(word) !== exchange && !(exchange ?? '').split('-').includes(word.toLowerCase()));
  const [first, second] = words;
  if (first === undefined || words.length > 2) return null;
  return second === undefined ? first : `${first}-${second}`;
};

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hourly: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  daily: 86_400_000,
  w: 604_800_000,
};

/** How long the bars of a file are by its name: `…-1m-…`, `XBTUSD_60` (minutes), `…_d`; null where it does not say. */
export const barLengthOfFile = (file: string): number | null => {
  const words = basename(file)
    .replace(/(\.(csv|txt|gz|zst|zip|parquet))+$/i, '')
    .split(/[-_. ]/);
  for (const word of words.slice(1).map((one) => one.toLowerCase())) {
    const [, count = '1', unit = ''] = /^(\d+)?([a-z]+)$/.exec(word) ?? [];
    if (Object.hasOwn(unitMs, unit)) return Number(count) * (unitMs[unit] as number);
  }
  const [, minutes] =
    /_(1|5|15|30|60|240|720|1440|10080|21600)$/.exec(words.length > 1 ? `_${words.at(-1)}` : '') ?? [];
  return minutes === undefined ? null : Number(minutes) * 60_000;
};
