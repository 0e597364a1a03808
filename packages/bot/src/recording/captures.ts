import { joinedSymbol } from './table-form.ts';

/** Turns the lines of a capture of an exchange's socket into rows of a table, one each; '' for a line that says no other best prices. */
export type CaptureRows = (line: string) => string;

/** The columns of these rows. */
export const captureHeader = 'timeMs,symbol,bid,bidSize,ask,askSize';

/** A capture begins with the address that was connected to. */
export const isCapture = (firstLine: string): boolean => /^(wss?|https?):\/\//.test(firstLine);

// biome-ignore lint/suspicious/noExplicitAny: what is not as expected ends as a row that is rejected
type Message = any;
type Top = readonly [bid: unknown, bidSize: unknown, ask: unknown, askSize: unknown];
/** What a message says of a market: its best prices, or levels of its book, all or those that changed. */
type Said = { readonly symbol: string } & (
  | { readonly top: Top }
  | { readonly bids: Levels; readonly asks: Levels; readonly isWhole: boolean }
);
type Levels = readonly (readonly string[])[];
type Book = { readonly bids: Side; readonly asks: Side; shown: string };
type Side = { set(price: string, size: string): void; best(): readonly [price: string, size: string] | null };

/**
 * Reads captures as cryptofeed writes them: `<unix seconds>: <JSON>`, lines with `<-` are what was asked for. Of Binance its best bid and ask, of
 * KuCoin and OKX their tickers (spot alone), of Kraken (version 1) and Coinbase (Pro) tickers and books, kept from their changes. Every other message is
 * passed over. A line that is no JSON becomes a row that cannot be read.
 */
export const createCaptureRows = (): CaptureRows => {
  const books = new Map<string, Book>();
  return (line) => {
    if (line.trim() === '' || isCapture(line)) return '';
    const [, seconds = '', json = ''] = /^([\d.]+): (.*)$/.exec(line) ?? [];
    const timeMs = Math.floor(1_000 * Number(seconds));
    const message = parsed(json);
    if (message === undefined) return 'no JSON';
    const said = ofBinance(message) ?? ofKucoin(message) ?? ofOkx(message) ?? ofKraken(message) ?? ofCoinbase(message);
    if (said === null) return '';
    const top = 'top' in said ? said.top : kept(books, said);
    return top === null ? '' : [timeMs, said.symbol, ...top].join(',');
  };
};

const parsed = (json: string): Message => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const symbolOf = (name: unknown): string => {
  const read = joinedSymbol(String(name));
  return read.ok ? read.symbol : String(name);
};

const ofBinance = ({ data }: Message): Said | null =>
  data?.e === undefined && data?.B !== undefined
    ? { symbol: symbolOf(data.s), top: [data.b, data.B, data.a, data.A] }
    : null;

const ofKucoin = ({ topic, data }: Message): Said | null => {
  const [, name] = /^\/market\/ticker:([^,]+)$/.exec(String(topic)) ?? [];
  return name === undefined || data === undefined
    ? null
    : { symbol: symbolOf(name), top: [data.bestBid, data.bestBidSize, data.bestAsk, data.bestAskSize] };
};

const ofOkx = ({ arg, data }: Message): Said | null => {
  const [row] = arg?.channel === 'tickers' && Array.isArray(data) ? data : [];
  return row?.instType === 'SPOT'
    ? { symbol: symbolOf(row.instId), top: [row.bidPx, row.bidSz, row.askPx, row.askSz] }
    : null;
};

const ownNames: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' };

const ofKraken = (message: Message): Said | null => {
  if (!Array.isArray(message)) return null;
  const [channel, pair] = [String(message.at(-2)), String(message.at(-1))];
  const symbol = pair.replace(/\b(XBT|XDG)\b/g, (name) => ownNames[name] ?? name);
  const { a, b, as, bs } = Object.assign({}, ...message.slice(1, -2));
  if (channel === 'ticker') return { symbol, top: [b?.[0], b?.[2], a?.[0], a?.[2]] };
  if (!channel.startsWith('book')) return null;
  return as === undefined
    ? { symbol, bids: b ?? [], asks: a ?? [], isWhole: false }
    : { symbol, bids: bs, asks: as, isWhole: true };
};

const ofCoinbase = ({ type, product_id, bids, asks, changes }: Message): Said | null => {
  const symbol = symbolOf(product_id);
  if (type === 'snapshot') return { symbol, bids, asks, isWhole: true };
  if (type !== 'l2update') return null;
  const of = (side: string): Levels =>
    changes.filter((change: readonly string[]) => change[0] === side).map(([, ...level]: readonly string[]) => level);
  return { symbol, bids: of('buy'), asks: of('sell'), isWhole: false };
};

/** The best prices of a book after a message; null where they are as before, or where a side is empty or the book was never whole. */
const kept = (books: Map<string, Book>, said: Extract<Said, { bids: Levels }>): Top | null => {
  if (said.isWhole) books.set(said.symbol, { bids: createSide(1), asks: createSide(-1), shown: '' });
  const book = books.get(said.symbol);
  if (book === undefined) return null;
  for (const [price = '', size = ''] of said.bids) book.bids.set(price, size);
  for (const [price = '', size = ''] of said.asks) book.asks.set(price, size);
  const [bid, ask] = [book.bids.best(), book.asks.best()];
  if (bid === null || ask === null) return null;
  const top: Top = [...bid, ...ask];
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
