import type { BookUpdated } from '../../model/feed-event.ts';
import type { Json } from './json.ts';
import type { LevelBuffer } from './level-buffer.ts';

/** What a message of market data said. A reader has one, overwritten by each message: copy what you keep. */
export type Frame = {
  /**
   * `book`: all that the stream shows of a book, best first, an empty side where there is none; `last` is the number of the update.
   * `changes`: the updates `first` to `last` of a book. `canary`: what every connection that is alive sends, with its time.
   * `control`: an answer, an error or a notice. `unreadable`: nothing of it may be used, for its `fault`. `lost`: by its `fault` something
   * may be missing of any market of the connection.
   */
  kind: 'book' | 'changes' | 'canary' | 'control' | 'unreadable' | 'lost';
  /** Place of its market in the list that the reader was made of, also where no more of it can be read; −1 where it is about none. */
  market: number;
  /** NaN where the stream numbers nothing. */
  first: number;
  last: number;
  /** By the clock of the exchange, in ms since 1970; NaN where it says none. */
  time: number;
  /** Prices and sizes are the doubles nearest to what is written. Size 0 in changes: the price is gone. */
  readonly bids: LevelBuffer;
  readonly asks: LevelBuffer;
  /** Of the book after it, with its levels as they were written: where the exchange sends checksums. */
  checked?: BookUpdated['checked'];
  control: Json;
  fault: string;
};
