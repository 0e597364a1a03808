import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { elapsedOf } from '../../packages/bot/src/model/clock.ts';
import { createBookMessage } from '../../packages/bot/src/model/feed-event.ts';
import { gridOf } from '../../packages/bot/src/model/grid.ts';
import type { Instrument } from '../../packages/bot/src/model/instrument.ts';
import { addLevel, type LevelList } from '../../packages/bot/src/model/levels.ts';
import type { createFile } from '../../packages/bot/src/recording/stream-file.ts';
import { createTape } from '../../packages/bot/src/recording/tape.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';

export type RecordedBooks = {
  readonly folder: string;
  readonly exchange: string;
  /** UTC milliseconds. */
  readonly from: number;
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Coins beside BTC and ETH, each with a market against USDT, BTC and ETH. */
  readonly coins: number;
  /** Levels of a side. */
  readonly depth: number;
  readonly seed: number;
};

const largest = 1 << 30;
/** So many messages reach the disk together. */
const rowsOfTick = 4_096;

/** The messages come faster than a disk that is waited for takes them. */
const create: typeof createFile = async (path) => {
  const file = openSync(path, 'ax');
  return {
    append: async (bytes) => void writeSync(file, bytes),
    sync: async () => {},
    cut: async (length) => ftruncateSync(file, length),
    close: async () => closeSync(file),
  };
};

/**
 * Records whole books as `triquad record --depth all` does, with their levels; no cycle pays. Each message changes two sizes
 * of a side, and three in ten move the book by a tick or two. Where the recording is.
 */
export const recordBooks = async (of: RecordedBooks): Promise<string> => {
  const { exchange, depth } = of;
  const random = seededRandom(of.seed);
  const names = ['USDT', 'BTC', 'ETH', ...Array.from({ length: of.coins }, (_, at) => `C${at}`)];
  const worth = names.map((_, at) => [1, 50_000, 2_500][at] ?? 0.5 + 20 * random.uniform());
  const size = (): number => 1 + Math.floor(400_000 * random.uniform());
  const pair = (base: number, quote: number) => ({ base, quote, symbol: `${names[base]}/${names[quote]}` });
  const coins = Array.from({ length: of.coins }, (_, at) => [0, 1, 2].map((quote) => pair(3 + at, quote))).flat();
  const markets = [pair(1, 0), pair(2, 0), pair(2, 1), ...coins].map(({ base, quote, symbol }): Market => {
    const price = (worth[base] as number) / (worth[quote] as number);
    const tickSize = Number(`1e${Math.floor(Math.log10(price)) - 5}`);
    const rules = { tickSize, lotStep: 0.0001, minQuantity: 0.0001, minNotional: 0, takerFee: 0.001 };
    const named = { exchange, symbol, base: names[base] ?? '', quote: names[quote] ?? '' };
    const sizes = (): number[] => Array.from({ length: depth }, size);
    return {
      instrument: { ...named, ...rules, feeCurrency: 'received' },
      ...{ middle: Math.round(price / tickSize), moved: 0 },
      ...{ bids: sizes(), asks: sizes() },
    };
  });
  const grids = markets.map(({ instrument }) => gridOf(instrument));
  let fault: unknown = null;
  const tape = createTape({
    folder: of.folder,
    feed: {
      ...{ venue: exchange, source: 'exchange', books: { kind: 'whole' } },
      instruments: async () => [],
      subscribe: () => () => {},
    },
    ...{ kind: 'live', hasLevels: true, create },
    onFault: (error) => {
      fault = error;
    },
  });
  tape.list(markets.map(({ instrument }) => instrument));
  await tape.start(of.from);
  const path = tape.progress()?.path as string;
  const message = createBookMessage(exchange);
  const fill = (list: LevelList, best: number, away: 1 | -1, sizes: number[]): void => {
    for (const _ of [1, 2]) sizes[Math.floor(random.uniform() * depth)] = size();
    list.count = 0;
    for (const [level, lots] of sizes.entries()) addLevel(list, best + away * level, lots);
  };
  for (let row = 0; row < of.rows; row++) {
    const at = of.from + Math.floor((1_000 * row) / of.rowsPerSecond);
    const place = Math.floor(random.uniform() ** 2.5 * markets.length);
    const market = markets[place] as Market;
    if (random.uniform() < 0.3) market.moved = Math.round(4 * random.uniform()) - 2;
    const spread = Math.ceil(market.middle * 1e-4);
    Object.assign(message, {
      symbol: market.instrument.symbol,
      grid: grids[place],
      at,
      received: elapsedOf(at - of.from),
    });
    fill(message.bids, market.middle + market.moved - spread, -1, market.bids);
    fill(message.asks, market.middle + market.moved + spread, 1, market.asks);
    tape.note(message);
    if (row % rowsOfTick === rowsOfTick - 1) {
      await tape.tick(at, largest);
      await setImmediate();
    }
  }
  await tape.stop(of.from + Math.floor((1_000 * of.rows) / of.rowsPerSecond));
  if (fault !== null) throw fault;
  return path;
};

/** `middle` in ticks; `moved`: by how many of them the price is away from it; sizes in lots, best price first. */
type Market = {
  readonly instrument: Instrument;
  readonly middle: number;
  moved: number;
  readonly bids: number[];
  readonly asks: number[];
};
