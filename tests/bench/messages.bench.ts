import { BinanceFrameReader } from '../../packages/bot/src/venues/exchange/binance/frame-reader.ts';
import { CoinbaseFrameReader } from '../../packages/bot/src/venues/exchange/coinbase/frame-reader.ts';
import type { FrameReader } from '../../packages/bot/src/venues/exchange/frame-reader.ts';
import { KrakenFrameReader } from '../../packages/bot/src/venues/exchange/kraken/frame-reader.ts';
import { KucoinFrameReader } from '../../packages/bot/src/venues/exchange/kucoin/frame-reader.ts';
import { LevelBuffer } from '../../packages/bot/src/venues/exchange/level-buffer.ts';
import { OkxFrameReader } from '../../packages/bot/src/venues/exchange/okx/frame-reader.ts';
import { nanoseconds, printTable } from './table.ts';

const messageCount = 2_000;
const blocks = 21;
/** How often a block plays the messages: some systems count CPU in steps of 4 ms. */
const timesABlock = 10;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
/** What this thread has worked, in ms. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const price = (at: number): string => (20 + (at % 977) / 100).toFixed(8);
const size = (at: number): string => (1 + ((at * 7_919) % 100_003) / 1_000).toFixed(8);
const side = (count: number, at: number): [string, string][] =>
  Array.from({ length: count }, (_, level) => [price(at + level), size(at + level)]);
const began = 1_672_515_782_136;
const iso = (at: number): string => new Date(began + at).toISOString();

type Level = readonly [price: string | number, size: string | number];
type Plain = { readonly name: string; readonly bids: readonly Level[]; readonly asks: readonly Level[] };
/** What an exchange sends, and how it is read the plain way: JSON.parse, then the same typed arrays. */
type Shape = {
  readonly title: string;
  /** Between the two currencies of a market. */
  readonly dash: string;
  readerOf(names: readonly string[]): FrameReader;
  write(name: string, at: number): string;
  // biome-ignore lint/suspicious/noExplicitAny: the plain way believes what it is sent
  read(message: any): Plain;
};

const changesIn = (s: string, at: number, levels: number): string =>
  JSON.stringify({
    ...{ e: 'depthUpdate', E: began + at, s, U: 40_000_000_000 + 10 * at, u: 40_000_000_009 + 10 * at },
    ...{ b: side(levels, at), a: side(levels, at + 50) },
  });
const binance = { dash: '', readerOf: (names: readonly string[]) => new BinanceFrameReader(names) };
const changesOfBinance = (levels: number): Shape => ({
  ...binance,
  title: `Binance, changes of ${2 * levels} levels`,
  write: (name, at) => changesIn(name, at, levels),
  read: ({ s, b, a }) => ({ name: s, bids: b, asks: a }),
});
const levelsOfKraken = (levels: readonly Level[]): string =>
  levels.map(([at, offered]) => `{"price":${at},"qty":${offered}}`).join(',');
const updatesOfCoinbase = (of: 'bid' | 'offer', levels: readonly Level[], at: number): object[] =>
  levels.map(([price_level, new_quantity]) => ({ side: of, event_time: iso(at), price_level, new_quantity }));

const shapes: readonly Shape[] = [
  {
    ...binance,
    title: 'Binance, best bid and ask',
    write: (s, at) => {
      const [b, B, a, A] = [price(at), size(at), price(at + 1), size(at + 1)];
      return JSON.stringify({ u: 40_000_000_000 + at, s, b, B, a, A });
    },
    read: ({ s, b, B, a, A }) => ({ name: s, bids: [[b, B]], asks: [[a, A]] }),
  },
  changesOfBinance(1),
  changesOfBinance(10),
  {
    title: 'KuCoin, best five levels',
    dash: '-',
    readerOf: (names) => new KucoinFrameReader(names),
    write: (name, at) => {
      const data = { asks: side(5, at + 50), bids: side(5, at), timestamp: began + at };
      return JSON.stringify({
        topic: `/spotMarket/level2Depth5:${name}`,
        type: 'message',
        subject: 'level2',
        data,
      });
    },
    read: ({ topic, data }) => ({ name: topic.split(':')[1], bids: data.bids, asks: data.asks }),
  },
  {
    title: 'KuCoin, changes of 2 levels',
    dash: '-',
    readerOf: (names) => new KucoinFrameReader(names),
    write: (symbol, at) => {
      const numbered = (levels: readonly Level[]) => levels.map((level) => [...level, String(40_000_000_000 + at)]);
      const sides = { asks: numbered(side(1, at + 50)), bids: numbered(side(1, at)) };
      const numbers = { sequenceEnd: 40_000_000_001 + at, sequenceStart: 40_000_000_000 + at };
      const data = { changes: sides, ...numbers, symbol, time: began + at };
      return JSON.stringify({ topic: `/market/level2:${symbol}`, type: 'message', subject: 'trade.l2update', data });
    },
    read: ({ topic, data: { changes } }) => ({ name: topic.split(':')[1], bids: changes.bids, asks: changes.asks }),
  },
  {
    title: 'OKX, best five levels',
    dash: '-',
    readerOf: (names) => new OkxFrameReader(names),
    write: (instId, at) => {
      const rows = (levels: readonly Level[]) => levels.map((level) => [...level, '0', '3']);
      const row = { asks: rows(side(5, at + 50)), bids: rows(side(5, at)), ts: String(began + at), seqId: at, instId };
      return JSON.stringify({ arg: { channel: 'books5', instId }, data: [row] });
    },
    read: ({ arg, data: [row] }) => ({ name: arg.instId, bids: row.bids, asks: row.asks }),
  },
  {
    title: 'Kraken, changes of 2 levels',
    dash: '/',
    readerOf: (names) => new KrakenFrameReader(names),
    write: (name, at) => {
      const levels = `"bids":[${levelsOfKraken(side(1, at))}],"asks":[${levelsOfKraken(side(1, at + 50))}]`;
      return `{"channel":"book","type":"update","data":[{"symbol":"${name}",${levels},"checksum":${at},"timestamp":"${iso(at)}"}]}`;
    },
    read: ({ data: [{ symbol, bids, asks }] }) => {
      const pairs = (levels: readonly { price: number; qty: number }[]) =>
        levels.map(({ price: at, qty }): Level => [at, qty]);
      return { name: symbol, bids: pairs(bids), asks: pairs(asks) };
    },
  },
  {
    title: 'Coinbase, changes of 2 levels',
    dash: '-',
    readerOf: (names) => new CoinbaseFrameReader(names),
    write: (product_id, at) => {
      const updates = [
        ...updatesOfCoinbase('bid', side(1, at), at),
        ...updatesOfCoinbase('offer', side(1, at + 50), at),
      ];
      const events = [{ type: 'update', product_id, updates }];
      // Each message of a connection has the next number.
      return JSON.stringify({ channel: 'l2_data', client_id: '', timestamp: iso(at), sequence_num: at, events });
    },
    read: ({ events: [{ product_id, updates }] }) => {
      const of = (wanted: string) =>
        updates.flatMap((level: { side: string; price_level: string; new_quantity: string }): Level[] =>
          level.side === wanted ? [[level.price_level, level.new_quantity]] : [],
        );
      return { name: product_id, bids: of('bid'), asks: of('offer') };
    },
  },
];

const plainReader = (names: readonly string[], read: Shape['read']) => {
  const places = new Map(names.map((name, place) => [name, place]));
  const [bids, asks] = [new LevelBuffer(), new LevelBuffer()];
  const put = (levels: LevelBuffer, list: readonly Level[]): void => {
    levels.count = 0;
    for (const [at, offered] of list) levels.add(Number(at), Number(offered));
  };
  return (bytes: Buffer): number => {
    const plain = read(JSON.parse(bytes.toString()));
    put(bids, plain.bids);
    put(asks, plain.asks);
    return (places.get(plain.name) ?? -1) + (bids.price[0] as number) + (asks.size[0] as number);
  };
};

const rows = shapes.map(({ title, dash, readerOf, write, read }) => {
  const names = Array.from({ length: 250 }, (_, at) => `COIN${at}${dash}USDT`);
  const messages = Array.from({ length: messageCount }, (_, at) =>
    Buffer.from(write(names[at % names.length] as string, at)),
  );
  const scanner = readerOf(names);
  const restart = (): void => {
    if (scanner instanceof CoinbaseFrameReader) scanner.restart();
  };
  const readers = {
    bytes: (bytes: Buffer): number => {
      const frame = scanner.read(bytes);
      return frame.market + (frame.bids.price[0] as number) + (frame.asks.size[0] as number);
    },
    json: plainReader(names, read),
  };
  const sums = { bytes: 0, json: 0 };
  const play = (which: 'bytes' | 'json'): number => {
    const before = worked();
    for (let time = 0; time < timesABlock; time++) {
      restart();
      for (const message of messages) sums[which] += readers[which](message);
    }
    return (worked() - before) / (timesABlock * messages.length);
  };
  const spent = { bytes: [] as number[], json: [] as number[] };
  // By turns, so that what else this machine does falls on both; the first ones warm up.
  for (let block = -3; block < blocks; block++)
    for (const which of ['bytes', 'json'] as const) {
      const ms = play(which);
      if (block >= 0) spent[which].push(ms);
    }
  if (sums.bytes !== sums.json || scanner.slow > 0) throw new Error(`${title}: the two do not read the same`);
  const [bytes, json] = [median(spent.bytes), median(spent.json)];
  const length = messages.reduce((sum, message) => sum + message.length, 0) / messages.length;
  return [title, `${length.toFixed(0)} B`, nanoseconds(bytes), nanoseconds(json), `${(json / bytes).toFixed(1)}×`];
});
printTable('a message of an exchange, CPU by turns', ['', 'length', 'byte by byte', 'JSON.parse', ''], rows);
