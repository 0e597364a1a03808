import { messageOf, saidBy } from '../market/message.suite.ts';
import type { Clock } from '../model/clock.ts';
import type { BookUpdated, FeedEvent } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import type { LevelUpdates } from '../model/levels.ts';

/** How often a frame is lost, comes twice, or is overtaken by later ones, 0 to 1. */
export type LineFaults = { readonly lose: number; readonly repeat: number; readonly delay: number };

export const goodLine: LineFaults = { lose: 0, repeat: 0, delay: 0 };

/** Every so many frames of a book are a snapshot: the way out of a gap. */
const snapshotEvery = 3;
const longestDelayMs = 300;

type Told = { readonly bids: LevelUpdates; readonly asks: LevelUpdates; readonly sequence: number };

/**
 * An exchange whose books, whole in each frame, are told as a numbered chain of changes with a snapshot now and then, over a
 * line that loses, repeats and reorders frames of books and of orders. `receivedAt` is the listener's own clock.
 */
export const overBadLine = (
  inner: Exchange,
  clock: Clock,
  receivedAt: () => number,
  random: () => number,
  line: { now: LineFaults },
): Exchange => {
  const told = new Map<string, Told>();

  const carry = (deliver: () => void): void => {
    const { lose, repeat, delay } = line.now;
    if (lose > 0 && random() < lose) return;
    if (repeat > 0 && random() < repeat) clock.after(random() * longestDelayMs, deliver);
    if (delay > 0 && random() < delay) clock.after(random() * longestDelayMs, deliver);
    else deliver();
  };

  const numbered = (event: BookUpdated): BookUpdated => {
    const before = told.get(event.symbol) ?? { bids: [], asks: [], sequence: 0 };
    const sequence = before.sequence + 1;
    const [bids, asks] = [saidBy(event, 'bids'), saidBy(event, 'asks')];
    told.set(event.symbol, { bids, asks, sequence });
    if (sequence % snapshotEvery === 1) return messageOf({ ...event, bids, asks, sequence });
    const changes = { bids: changed(before.bids, bids), asks: changed(before.asks, asks) };
    return messageOf({ ...event, kind: 'delta', ...changes, sequence });
  };

  return {
    ...inner,
    books: { kind: 'numbered', resync: () => {} },
    subscribe: (listener) => {
      let listening = true;
      const hear = (event: FeedEvent): void => {
        if (listening) listener({ ...event, at: receivedAt() });
      };
      const stop = inner.subscribe((event) => {
        const frame = event.type === 'BookUpdated' ? numbered(event) : event;
        carry(() => hear(frame));
      });
      return () => {
        listening = false;
        stop();
      };
    },
    watchOrders: (listener) => {
      let listening = true;
      const stop = inner.watchOrders((report) =>
        carry(() => {
          if (listening) listener(report);
        }),
      );
      return () => {
        listening = false;
        stop();
      };
    },
  };
};

const changed = (before: LevelUpdates, after: LevelUpdates): LevelUpdates => {
  const gone = before.filter(([price]) => !after.some(([other]) => other === price));
  return [...gone.map(([price]) => [price, 0] as const), ...after];
};
