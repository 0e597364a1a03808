import type { BookUpdated, FeedEvent } from '../model/event.ts';
import { type BookMessage, createBookMessage } from '../model/feed-event.ts';
import type { Grid } from '../model/grid.ts';
import { fillLevels, type Levels, type LevelUpdates } from '../model/levels.ts';
import { type BookSide, levelsOf } from './book-side.ts';

/** Prices and sizes of up to eight decimals. */
export const fineGrid: Grid = { pricePer: 1e8, lotCount: 1, lotPer: 1e8 };

type Said = Partial<Omit<BookUpdated, 'bids' | 'asks' | 'grid'>> & {
  readonly grid?: Grid | undefined;
  readonly bids?: LevelUpdates;
  readonly asks?: LevelUpdates;
};

/** A message of its own, with what a test says of it. */
export const messageOf = (said: Said): BookUpdated => filledWith(createBookMessage('kucoin'), said);

/** The same message with what is said next, as a feed sends it. */
const filledWith = (message: BookMessage, { bids = [], asks = [], grid = fineGrid, ...said }: Said): BookUpdated => {
  Object.assign(message, { symbol: 'BTC/USDT', grid }, said);
  fillLevels(message.bids, grid, bids);
  fillLevels(message.asks, grid, asks);
  return message;
};

/** An event to keep and compare, its levels as `[price, size]`. */
export const toldOf = (event: FeedEvent) => {
  if (event.type !== 'BookUpdated') return event;
  const { grid: _grid, ...told } = event;
  return { ...told, bids: saidBy(event, 'bids'), asks: saidBy(event, 'asks') };
};
export type Told = ReturnType<typeof toldOf>;

/** `[price, size]` of each level, best first. */
export const pairsOf = (side: BookSide): [price: number, size: number][] => {
  const { price, size, count }: Levels = levelsOf(side);
  return Array.from({ length: count }, (_, at) => [price[at] ?? Number.NaN, size[at] ?? Number.NaN]);
};

/** `[price, size]` of each level of a message's side. */
export const saidBy = (message: BookUpdated, side: 'bids' | 'asks'): [price: number, size: number][] => {
  const { grid } = message;
  const { units, lots, count } = message[side];
  const pairs: [number, number][] = [];
  for (let at = 0; at < count; at++)
    pairs.push([(units[at] as number) / grid.pricePer, ((lots[at] as number) * grid.lotCount) / grid.lotPer]);
  return pairs;
};
