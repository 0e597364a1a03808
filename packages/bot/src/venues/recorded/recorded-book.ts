import type { BookUpdated, Stamp } from '../../model/event.ts';
import { createBookMessage } from '../../model/feed-event.ts';
import type { Grid } from '../../model/grid.ts';
import { lotsOf, unitsOf } from '../../model/grid.ts';
import { addLevel, type LevelList } from '../../model/levels.ts';
import type { RecordedQuote } from './recorded-instruments.ts';

/** Makes recorded quotes, played at that moment, messages: all that is known of a market, one level a side. The same object each time. */
export const createRecordedBook = (exchange: string, grids: ReadonlyMap<string, Grid>) => {
  const message = createBookMessage(exchange);
  message.depth = 1;

  const level = (side: LevelList, price: number, size: number): void => {
    side.count = 0;
    addLevel(side, unitsOf(message.grid, price), lotsOf(message.grid, size));
  };

  return (
    { symbol, bid, bidSize, ask, askSize }: RecordedQuote,
    { at, received }: Stamp,
    quiet = false,
  ): BookUpdated => {
    message.symbol = symbol;
    message.grid = grids.get(symbol) ?? message.grid;
    level(message.bids, bid, bidSize);
    level(message.asks, ask, askSize);
    message.at = at;
    message.received = received;
    message.quiet = quiet;
    return message;
  };
};
