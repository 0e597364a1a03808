import type { BookSide } from '../market/book-side.ts';
import type { OrderBook } from '../market/order-book.ts';
import { type Grid, isSameGrid, priceOf, sizeOf } from '../model/grid.ts';
import type { QuoteFile } from './quote-file.ts';

/** Writes books of all their levels into a file, which begins with none: what has changed since it was last asked to. */
export type LevelWriter = {
  readonly file: QuoteFile;
  /** `place` of the market in the names of the file. Null: its book is not to be used from then on, and begins again without a level. */
  write(place: number, timeMs: number, book: OrderBook | null): void;
};

type Side = Pick<BookSide, 'units' | 'lots' | 'count'>;
type Written = { readonly grid: Grid; readonly bids: Side; readonly asks: Side };
/** Price and size; a size of 0 where the level is gone. */
type Change = readonly [price: number, size: number];

const none = Number.NaN;
const unchanged: Change = [none, none];
const empty: Side = { units: new Float64Array(), lots: new Float64Array(), count: 0 };

export const createLevelWriter = (file: QuoteFile): LevelWriter => {
  const written = new Map<number, Written>();
  const clear = (place: number, timeMs: number): void => {
    if (written.delete(place)) file.add(place, timeMs, none, none, none, none);
  };
  return {
    file,
    write: (place, timeMs, book) => {
      if (book === null) {
        clear(place, timeMs);
        return;
      }
      const { bids, asks } = book;
      const known = written.get(place);
      // Prices of another grid are not compared: the book is written again.
      if (known && !isSameGrid(known.grid, bids.grid)) clear(place, timeMs);
      const before = written.get(place) ?? { bids: empty, asks: empty };
      const changes = { bids: changesOf(before.bids, bids), asks: changesOf(before.asks, asks) };
      for (let row = 0; row < Math.max(changes.bids.length, changes.asks.length); row++) {
        const [bid, bidSize] = changes.bids[row] ?? unchanged;
        const [ask, askSize] = changes.asks[row] ?? unchanged;
        file.add(place, timeMs, bid, bidSize, ask, askSize);
      }
      written.set(place, { grid: bids.grid, bids: copyOf(bids), asks: copyOf(asks) });
    },
  };
};

/** The levels that are new, have another size or are gone. Both sides are sorted, best first. */
const changesOf = (before: Side, { units, lots, count, grid, direction }: BookSide): readonly Change[] => {
  const changes: Change[] = [];
  let was = 0;
  const gone = (): void => void changes.push([priceOf(grid, before.units[was++] as number), 0]);
  for (let at = 0; at < count; at++) {
    const unit = units[at] as number;
    while (was < before.count && direction * ((before.units[was] as number) - unit) < 0) gone();
    const isKnown = was < before.count && before.units[was] === unit;
    if (!isKnown || before.lots[was] !== lots[at])
      changes.push([priceOf(grid, unit), sizeOf(grid, lots[at] as number)]);
    if (isKnown) was++;
  }
  while (was < before.count) gone();
  return changes;
};

const copyOf = ({ units, lots, count }: BookSide): Side => ({
  units: units.slice(0, count),
  lots: lots.slice(0, count),
  count,
});
