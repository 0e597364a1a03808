import { bytesOf } from '../byte-reader.ts';
import { FrameReader, type Places } from '../frame-reader.ts';
import { parsed } from '../json.ts';
import type { LevelBuffer } from '../level-buffer.ts';
import { readLevels } from '../level-lists.ts';
import { parseFrame } from './parsed-frame.ts';

const [objectStart, objectEnd, listStart, listEnd, comma] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c];
const [letterU, letterE] = [0x75, 0x65];
const stream = bytesOf('{"stream":"');
const data = bytesOf(',"data":');
const canary = bytesOf('[{"e":"24hrMiniTicker","E":');
const depth = bytesOf('{"e":"depthUpdate","E":');
const updated = bytesOf('{"u":');
const symbol = bytesOf(',"s":"');
const topBid = bytesOf(',"b":"');
const topBidSize = bytesOf(',"B":"');
const topAsk = bytesOf(',"a":"');
const topAskSize = bytesOf(',"A":"');
const firstUpdate = bytesOf(',"U":');
const lastUpdate = bytesOf(',"u":');
const bidChanges = bytesOf(',"b":[');
const askChanges = bytesOf(',"a":[');

/**
 * Reads messages of both endpoints, `/ws` and `/stream`. A message in exactly the form in which Binance writes them is read byte by byte;
 * every other one as JSON, strictly. `symbols` as the exchange writes them, e.g. `BTCUSDT`.
 */
export class BinanceFrameReader extends FrameReader {
  protected override readText(text: string, places: Places): string | null {
    return parseFrame(this, parsed(text), places);
  }

  protected override readBytes(): boolean {
    const { reader } = this;
    const isWrapped = reader.skip(stream);
    if (isWrapped && !(reader.text() && reader.skip(data))) return false;
    const isRead = reader.peek(0) === listStart ? this.#readCanary(isWrapped) : this.#readMarket();
    return isRead && (!isWrapped || reader.take(objectEnd));
  }

  #readMarket(): boolean {
    const reader = this.reader;
    if (reader.peek(0) !== objectStart) return false;
    if (reader.peek(2) === letterU) return this.#readTop();
    return reader.peek(2) === letterE && this.#readChanges();
  }

  #readTop(): boolean {
    const reader = this.reader;
    if (!reader.skip(updated)) return false;
    this.last = reader.whole();
    if (!reader.skip(symbol)) return false;
    this.market = reader.name(this.names);
    if (!this.#readBest(this.bids, topBid, topBidSize)) return false;
    if (!this.#readBest(this.asks, topAsk, topAskSize)) return false;
    this.first = this.last;
    this.kind = 'book';
    return reader.take(objectEnd) && this.market >= 0 && this.last >= 0;
  }

  #readBest(levels: LevelBuffer, price: Uint8Array, amount: Uint8Array): boolean {
    const reader = this.reader;
    if (!reader.skip(price)) return false;
    const best = reader.decimal();
    if (!reader.skip(amount)) return false;
    const offered = reader.decimal();
    // Without an order a side is written as two zeros.
    if (best > 0 || offered > 0) levels.add(best, offered);
    return best >= 0 && offered >= 0;
  }

  #readChanges(): boolean {
    const reader = this.reader;
    if (!reader.skip(depth)) return false;
    this.time = reader.whole();
    if (!reader.skip(symbol)) return false;
    this.market = reader.name(this.names);
    if (!reader.skip(firstUpdate)) return false;
    this.first = reader.whole();
    if (!reader.skip(lastUpdate)) return false;
    this.last = reader.whole();
    if (!reader.skip(bidChanges) || !readLevels(reader, this.bids)) return false;
    if (!reader.skip(askChanges) || !readLevels(reader, this.asks)) return false;
    this.kind = 'changes';
    return reader.take(objectEnd) && this.market >= 0 && this.time >= 0 && this.last >= this.first;
  }

  /** Of its many tickers only the time of the first one is read. */
  #readCanary(isWrapped: boolean): boolean {
    const reader = this.reader;
    if (!reader.skip(canary)) return false;
    this.time = reader.whole();
    this.kind = 'canary';
    if (!(this.time >= 0) || !reader.take(comma)) return false;
    reader.jumpTo(isWrapped ? 2 : 1);
    return reader.take(listEnd);
  }
}
