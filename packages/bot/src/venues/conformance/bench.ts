import { type Clock, realClock } from '../../model/clock.ts';
import type { Exchange, OrderRef, OrderReport, OrderRequest } from '../../model/exchange.ts';
import type { FeedEvent } from '../../model/feed-event.ts';
import type { LevelUpdates } from '../../model/levels.ts';

/**
 * How a test's server treats the next order. `fill`: at once, fees included. `acknowledge`: takes it, and fills it 100 ms later.
 * `part`: fills half of it; the rest rests. `refuse`: for its size. `too-many`: as requests above the limit. `reset`: fills it, and
 * resets the connection in place of an answer. `silence`: fills it and never answers. `late-fee`: fills it, and knows its fee 200 ms later.
 * `token-fee`: fills it, and takes the fee in an asset that the market does not trade. `correct`: fills it, and 200 ms later takes half of
 * the fill back. `late-fill`: lets it rest, answers a cancel with nothing filled, and 200 ms later has filled half of it all the same.
 */
export type OrderBehaviour =
  | 'fill'
  | 'acknowledge'
  | 'part'
  | 'refuse'
  | 'too-many'
  | 'reset'
  | 'silence'
  | 'late-fee'
  | 'token-fee'
  | 'correct'
  | 'late-fill';

/**
 * What goes wrong with market data. `late`: event times are 30 s behind, and pings are answered. `dropped`: the exchange sends nothing more
 * of the market, says nothing of that, and answers pings; its book moves on. `unsent`: the connection ends, and the first book of the next
 * subscription is lost on its way. `reset`: the connection ends. `skew`: the exchange's clock
 * is 5 s ahead. `delisted`: the market is no longer listed.
 */
export type FeedTrouble = 'late' | 'dropped' | 'unsent' | 'reset' | 'skew' | 'delisted';

/** The server behind the adapter that is checked: a test's own, which speaks the protocol of the venue. */
export type VenueServer = {
  /** Sends the market's whole book, and one change of it where the venue sends changes. */
  book(bids: LevelUpdates, asks: LevelUpdates): void;
  /** Sends two changes of the book of which the first is lost; whole books have none. */
  loseChange(): void;
  /** False where the server cannot do so: the check is left out. */
  next(behaviour: OrderBehaviour): boolean;
  /** From now on. False where the server cannot do so; left out, it can do none. */
  trouble?(kind: FeedTrouble): boolean;
};

/** An adapter with its server, made new for each check. */
export type VenueBench = {
  readonly exchange: Exchange;
  readonly server: VenueServer;
  /** A purchase whose limit price the server's book meets; `quantity` of at least 2 lots. The account can pay for it. */
  readonly order: Pick<OrderRequest, 'symbol' | 'quantity' | 'price'>;
  /** Time of the adapter and its server; left out, this machine's. */
  readonly clock?: Clock;
  close(): Promise<void>;
};

/** `run` throws an error that says what is wrong. */
export type VenueCheck = {
  readonly name: string;
  run(open: () => Promise<VenueBench>): Promise<'passed' | 'left-out'>;
};

/** How long a venue may take for each step, in ms. */
export const longestMs = 10_000;
export const timeoutMs = 1_000;

export const demand: (isMet: boolean, message: string) => asserts isMet = (isMet, message) => {
  if (!isMet) throw new Error(message);
};
/** How a check passes time. */
const passing = (clock: Clock) => {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  return {
    clock,
    pause,
    until: async (isMet: () => boolean, message: string): Promise<void> => {
      for (let waited = 0; !isMet(); waited += 10) {
        demand(waited < longestMs, `${message}: not within ${longestMs} ms`);
        await pause(10);
      }
    },
    inTime: <T>(answer: Promise<T>): Promise<T> => {
      const late = pause(5 * timeoutMs).then(() =>
        demand(false, `no answer ${5 * timeoutMs} ms after a call of ${timeoutMs} ms`),
      );
      return Promise.race([answer, late.then(() => answer)]);
    },
  };
};

export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
let made = 0;

/** A bench on which events and reports are gathered, with the book of its market. */
const watch = ({ exchange, server, order, clock = realClock }: VenueBench) => {
  const time = passing(clock);
  const events: FeedEvent[] = [];
  const reports: OrderReport[] = [];
  const price = Number(order.price);
  const stops = [
    // A copy: a feed may fill the same message for its next book.
    exchange.market.subscribe((event) => events.push({ ...event })),
    exchange.account.subscribe((event) => {
      if (event.kind === 'report') reports.push(event.report);
    }),
  ];
  demand(events.length === 0, 'it emitted an event inside subscribe()');
  const books = () => events.filter((event) => event.type === 'BookUpdated' && event.symbol === order.symbol);
  return {
    ...time,
    events,
    books,
    reportsOf: (id: string) => reports.filter((report) => report.client_order_id === id),
    /** The latest report of an order, asked for where none was sent. */
    latest: (id: string) => reports.findLast((report) => report.client_order_id === id),
    quote: async (): Promise<void> => {
      await time.until(
        () => events.some((event) => event.type === 'FeedStatusChanged' && event.status === 'live'),
        'no live feed',
      );
      server.book([[price * 0.99, 1000]], [[price, 1000]]);
      await time.until(() => books().length > 0, 'no book was emitted');
    },
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
};

export type Scene = VenueBench & ReturnType<typeof watch> & { place(): Promise<Placed> };
export type Placed = {
  readonly id: string;
  readonly ref: OrderRef;
  readonly answer: Awaited<ReturnType<Exchange['account']['place']>>;
};

/** An order as the engine knows it after that answer. */
export const refTo = (symbol: string, client_order_id: string, answer?: Placed['answer']): OrderRef => ({
  client_order_id,
  exchange_order_id:
    answer?.kind === 'acknowledged'
      ? answer.exchange_order_id
      : answer?.kind === 'report'
        ? answer.report.exchange_order_id
        : null,
  symbol,
  sent_at: 0,
});

export const check = (
  name: string,
  behaviour: OrderBehaviour | null,
  body: (scene: Scene) => Promise<void>,
): VenueCheck => ({
  name,
  run: async (open) => {
    const bench = await open();
    try {
      const { exchange, order } = bench;
      await exchange.market.instruments(longestMs);
      exchange.account.paper?.restore({ balances: { [order.symbol.split('/')[1] ?? '']: '1000000' }, open: [] });
      const watched = watch(bench);
      await watched.quote();
      if (behaviour !== null && !bench.server.next(behaviour)) return 'left-out';
      const place = async (): Promise<Placed> => {
        const id = `check${++made}`;
        const time_in_force = behaviour === 'part' || behaviour === 'late-fill' ? 'GTC' : 'IOC';
        const deadline = watched.clock.now() + timeoutMs;
        const request = { ...order, client_order_id: id, side: 'buy', type: 'limit', time_in_force, deadline } as const;
        const answer = await watched.inTime(exchange.account.place(request, timeoutMs));
        return { id, ref: refTo(order.symbol, id, answer), answer };
      };
      await body({ ...bench, ...watched, place });
      watched.stop();
      return 'passed';
    } finally {
      await bench.close();
    }
  },
});
