import type { Json } from '../json.ts';
import type { LevelBuffer } from '../level-buffer.ts';

/** What a message of Binance's market-data streams said. There is one, overwritten by each message: copy what you keep. */
export type BinanceFrame = {
  /**
   * `top`: the best bid and ask of a market, an empty side where there is none; `last` is the number of the update.
   * `changes`: the updates `first` to `last` of a book. `canary`: what every connection that is alive sends each second.
   * `control`: an answer, an error or a notice. `unreadable`: nothing of it may be used, for its `fault`.
   */
  kind: 'top' | 'changes' | 'canary' | 'control' | 'unreadable';
  /** Place of its market in the list that the reader was made of, also where no more of it can be read; −1 where it is about none. */
  market: number;
  first: number;
  last: number;
  /** By the clock of the exchange, in ms since 1970; NaN where it says none. */
  time: number;
  /** Prices and sizes are the doubles nearest to what is written. Size 0 in changes: the price is gone. */
  readonly bids: LevelBuffer;
  readonly asks: LevelBuffer;
  control: Json;
  fault: string;
};
