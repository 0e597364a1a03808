import { BinanceFrameReader } from '../../packages/bot/src/venues/exchange/binance/frame-reader.ts';
import { LevelBuffer } from '../../packages/bot/src/venues/exchange/level-buffer.ts';
import { nanoseconds, printTable } from './table.ts';

const symbols = Array.from({ length: 1_000 }, (_, at) => `COIN${at}USDT`);
const messageCount = 2_000;
const blocks = 21;
/** How often a block plays the messages: some systems count CPU in steps of 4 ms. */
const timesABlock = 20;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
/** What this thread has worked, in ms. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const price = (at: number): string => (20 + (at % 977) / 100).toFixed(8);
const size = (at: number): string => (1 + ((at * 7_919) % 100_003) / 1_000).toFixed(8);
const side = (count: number, at: number) =>
  Array.from({ length: count }, (_, level) => [price(at + level), size(at + level)]);
const shapes: Record<string, (at: number) => object> = {
  'best bid and ask': (at) => ({
    u: 40_000_000_000 + at,
    s: symbols[at % symbols.length],
    ...{ b: price(at), B: size(at), a: price(at + 1), A: size(at + 1) },
  }),
  'changes of 2 levels': (at) => changes(at, 1),
  'changes of 20 levels': (at) => changes(at, 10),
};
const changes = (at: number, levels: number): object => ({
  e: 'depthUpdate',
  E: 1_672_515_782_136 + at,
  s: symbols[at % symbols.length],
  U: 40_000_000_000 + 10 * at,
  u: 40_000_000_009 + 10 * at,
  ...{ b: side(levels, at), a: side(levels, at + 50) },
});

type Parsed = { s: string; b: string | string[][]; B?: string; a: string | string[][]; A?: string };

/** The plain way: JSON.parse, then the same typed arrays. */
const plainReader = () => {
  const places = new Map(symbols.map((name, place) => [name, place]));
  const [bids, asks] = [new LevelBuffer(), new LevelBuffer()];
  const put = (levels: LevelBuffer, list: string | string[][], amount: string | undefined): void => {
    levels.count = 0;
    if (typeof list === 'string') levels.add(Number(list), Number(amount));
    else for (const [at, offered] of list) levels.add(Number(at), Number(offered));
  };
  return (bytes: Buffer): number => {
    const message: Parsed = JSON.parse(bytes.toString());
    put(bids, message.b, message.B);
    put(asks, message.a, message.A);
    return (places.get(message.s) ?? -1) + (bids.price[0] as number);
  };
};

const rows = Object.entries(shapes).map(([name, make]) => {
  const messages = Array.from({ length: messageCount }, (_, at) => Buffer.from(JSON.stringify(make(at))));
  const scanner = new BinanceFrameReader(symbols);
  const readers = {
    bytes: (bytes: Buffer): number => {
      const frame = scanner.read(bytes);
      return frame.market + (frame.bids.price[0] as number);
    },
    json: plainReader(),
  };
  const sums = { bytes: 0, json: 0 };
  const play = (which: 'bytes' | 'json'): number => {
    const before = worked();
    for (let time = 0; time < timesABlock; time++)
      for (const message of messages) sums[which] += readers[which](message);
    return (worked() - before) / (timesABlock * messages.length);
  };
  const spent = { bytes: [] as number[], json: [] as number[] };
  // By turns, so that what else this machine does falls on both; the first ones warm up.
  for (let block = -3; block < blocks; block++)
    for (const which of ['bytes', 'json'] as const) {
      const ms = play(which);
      if (block >= 0) spent[which].push(ms);
    }
  if (sums.bytes !== sums.json || scanner.slow > 0) throw new Error(`${name}: the two do not read the same`);
  const [bytes, json] = [median(spent.bytes), median(spent.json)];
  const length = messages.reduce((sum, message) => sum + message.length, 0) / messages.length;
  return [name, `${length.toFixed(0)} B`, nanoseconds(bytes), nanoseconds(json), `${(json / bytes).toFixed(1)}×`];
});
printTable('a message of Binance, CPU by turns', ['', 'length', 'byte by byte', 'JSON.parse', ''], rows);
