import type { ImportForm } from '@triquad/core/contract';
import { momentOf } from './moment-cell.ts';
import { type Sides, sidesOf } from './quote-row.ts';
import type { RowWriter } from './row-writer.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is not as expected ends as a row that is rejected
type Message = any;
type Top = readonly [bid: unknown, bidSize: unknown, ask: unknown, askSize: unknown];
/** What a message says of a market: its best prices, or levels of its book, all or those that changed. */
type Said = { readonly exchange: string; readonly market: string } & (
  | { readonly top: Top }
  | { readonly bids: Levels; readonly asks: Levels; readonly isWhole: boolean }
);
type Levels = readonly (readonly string[])[];
type Book = { readonly bids: Side; readonly asks: Side; shown: string };
type Side = { set(price: string, size: string): void; best(): readonly [price: string, size: string] | null };

const address = /^(wss?|https?):\/\//;
const ofHftbacktest = /^(\d{19}) ([{[].*)$/;
const ofCryptofeed = /^(\d+(?:\.\d+)?): (.*)$/;

/** What kind of capture a file is, by its first lines; null where it is none. */
export const captureFormOf = (lines: readonly string[]): ImportForm | null => {
  const [first = '', second = ''] = lines;
  if (ofHftbacktest.test(first)) return 'hftbacktest_capture';
  const isMessage = (line: string): boolean => ofCryptofeed.test(line) || address.test(line);
  return address.test(first) && (second === '' || isMessage(second)) ? 'cryptofeed_capture' : null;
};

/**
 * Reads captures line by line: as cryptofeed writes them, `<unix seconds>: <JSON>`, or hftbacktest, `<unix nanoseconds> <JSON>`. Of Binance its best bid and ask, of
 * KuCoin and OKX their tickers (spot alone), of Kraken (version 1) and Coinbase (Pro) tickers and books, kept from their changes. Every other message is
 * passed over. After a line that cannot be read no book is known until it is sent whole again.
 */
export const createCaptureRows = (into: RowWriter) => {
  const books = new Map<string, Book>();
  let host = '';
  const show = ({ exchange, market }: Said, timeMs: number, sides: Sides, line: number): void => {
    const venue = exchange === 'binance' && host.includes('binance.us') ? 'binance-us' : exchange;
    const name = into.nameOf(venue, market);
    if (sides.ok) into.quote(name, timeMs, 0, sides.bid, sides.bidSize, sides.ask, sides.askSize);
    else into.voided(name, timeMs, 0, { line, field: sides.field, message: sides.message });
  };
  return (text: string, line: number): void => {
    if (text.trim() === '') return;
    if (address.test(text)) {
      host = text;
      return;
    }
    const [, moment = '', json = ''] = ofCryptofeed.exec(text) ?? ofHftbacktest.exec(text) ?? [];
    const at = momentOf(moment);
    const timeMs = at.ok ? at.timeMs : null;
    const message = parsed(json);
    if (message === undefined || timeMs === null) {
      books.clear();
      const why =
        message === undefined ? { field: 'row', message: 'no JSON' } : { field: 'timeMs', message: 'it has no time' };
      into.unreadable(null, timeMs, 0, { line, ...why });
      return;
    }
    if (at.ok) into.stats.units.add(at.unit);
    const said = ofBinance(message) ?? ofKucoin(message) ?? ofOkx(message) ?? ofKraken(message) ?? ofCoinbase(message);
    const top = said && ('top' in said ? said.top.map(textOf) : kept(books, said));
    if (said !== null && top !== null) show(said, timeMs, sidesOf(top), line);
  };
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const parsed = (json: string): Message => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const ofBinance = ({ data }: Message): Said | null =>
  (data?.e === undefined || data.e === 'bookTicker') && data?.B !== undefined
    ? { exchange: 'binance', market: textOf(data.s), top: [data.b, data.B, data.a, data.A] }
    : null;

const ofKucoin = ({ topic, data }: Message): Said | null => {
  const [, market] = /^\/market\/ticker:([^,]+)$/.exec(String(topic)) ?? [];
  return market === undefined || data === undefined
    ? null
    : { exchange: 'kucoin', market, top: [data.bestBid, data.bestBidSize, data.bestAsk, data.bestAskSize] };
};

const ofOkx = ({ arg, data }: Message): Said | null => {
  const [row] = arg?.channel === 'tickers' && Array.isArray(data) ? data : [];
  return row?.instType === 'SPOT'
    ? { exchange: 'okx', market: textOf(row.instId), top: [row.bidPx, row.bidSz, row.askPx, row.askSz] }
    : null;
};

const ofKraken = (message: Message): Said | null => {
  if (!Array.isArray(message)) return null;
  const [channel, market] = [String(message.at(-2)), String(message.at(-1))];
  const { a, b, as, bs } = Object.assign({}, ...message.slice(1, -2));
  const of = { exchange: 'kraken', market };
  if (channel === 'ticker') return { ...of, top: [b?.[0], b?.[2], a?.[0], a?.[2]] };
  if (!channel.startsWith('book')) return null;
  return as === undefined
    ? { ...of, bids: b ?? [], asks: a ?? [], isWhole: false }
    : { ...of, bids: bs, asks: as, isWhole: true };
};

const ofCoinbase = ({ type, product_id, bids, asks, changes }: Message): Said | null => {
  const named = { exchange: 'coinbase', market: textOf(product_id) };
  if (type === 'snapshot') return { ...named, bids, asks, isWhole: true };
  if (type !== 'l2update' || !Array.isArray(changes)) return null;
  const of = (side: string): Levels =>
    changes.filter((change: readonly string[]) => change[0] === side).map(([, ...level]: readonly string[]) => level);
  return { ...named, bids: of('buy'), asks: of('sell'), isWhole: false };
};

type Cells = readonly [bid: string, bidSize: string, ask: string, askSize: string];

/** The best prices of a book after a message, '' for a side that is empty; null where they are as before, or where the book was never whole. */
const kept = (books: Map<string, Book>, said: Extract<Said, { bids: Levels }>): Cells | null => {
  if (said.isWhole) books.set(said.market, { bids: createSide(1), asks: createSide(-1), shown: '' });
  const book = books.get(said.market);
  if (book === undefined) return null;
  for (const [price = '', size = ''] of said.bids) book.bids.set(price, size);
  for (const [price = '', size = ''] of said.asks) book.asks.set(price, size);
  const [bid, bidSize] = book.bids.best() ?? ['', ''];
  const [ask, askSize] = book.asks.best() ?? ['', ''];
  const top: Cells = [bid, bidSize, ask, askSize];
  const isShown = book.shown === top.join();
  book.shown = top.join();
  return isShown ? null : top;
};

/** `direction`: 1 where higher prices are better. Size 0 removes a price. */
const createSide = (direction: 1 | -1): Side => {
  const sizes = new Map<string, string>();
  let best: string | null = null;
  const isBetter = (one: string, other: string): boolean => direction * (Number(one) - Number(other)) > 0;
  return {
    set: (price, size) => {
      if (Number(size) > 0) {
        sizes.set(price, size);
        if (best === null || isBetter(price, best)) best = price;
      } else if (sizes.delete(price) && price === best) {
        best = null;
        for (const one of sizes.keys()) if (best === null || isBetter(one, best)) best = one;
      }
    },
    best: () => (best === null ? null : [best, sizes.get(best) ?? '']),
  };
};
