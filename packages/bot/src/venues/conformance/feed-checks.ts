import type { FeedEvent } from '../../model/feed-event.ts';
import { check, demand, type FeedTrouble, type Scene, timeoutMs, type VenueCheck } from './bench.ts';

/** A check of what an adapter makes of trouble with its market data. */
const troubled = (name: string, kind: FeedTrouble, body: (scene: Scene) => Promise<void>): VenueCheck => ({
  name,
  run: async (open) => {
    let isLeftOut = false;
    const own = check(name, null, async (scene) => {
      isLeftOut = scene.server.trouble?.(kind) !== true;
      if (!isLeftOut) await body(scene);
    });
    const outcome = await own.run(open);
    return isLeftOut ? 'left-out' : outcome;
  },
});

/** What a feed must do with market data. */
export const feedChecks: readonly VenueCheck[] = [
  check('lists its markets with rules that orders can keep', null, async ({ exchange, order }) => {
    const instruments = await exchange.market.instruments(timeoutMs);
    demand(
      instruments.some(({ symbol }) => symbol === order.symbol),
      `${order.symbol} is not listed`,
    );
    for (const { exchange: name, symbol, tickSize, lotStep, takerFee } of instruments) {
      demand(name === exchange.market.venue, `${symbol} bears the name ${name}`);
      demand(tickSize > 0 && lotStep > 0 && takerFee < 1, `${symbol} has a rule that cannot be kept`);
    }
  }),
  check(
    'emits books under its own name, with the moment at which their bytes were read',
    null,
    async ({ exchange, books }) => {
      for (const event of books()) {
        demand(event.exchange === exchange.market.venue, `an event bears the name ${event.exchange}`);
        demand(event.type === 'BookUpdated' && Number.isFinite(Number(event.received)), 'a book has no moment');
      }
    },
  ),
  check('sends a book again when it is asked to', null, async ({ exchange, server, order, books, until }) => {
    if (exchange.market.books.kind === 'whole') return;
    const before = books().length;
    server.loseChange();
    exchange.market.books.resync(order.symbol);
    const isAnew = () =>
      books()
        .slice(before)
        .some((event) => event.type === 'BookUpdated' && event.kind === 'snapshot');
    await until(isAnew, 'no snapshot came');
  }),
  check('says of each market that its subscription is acknowledged, before its first book', null, async (scene) => {
    const { exchange, events, order } = scene;
    if (exchange.market.heartbeatMs === undefined) return;
    const first = (type: FeedEvent['type']) =>
      events.findIndex((event) => event.type === type && 'symbol' in event && event.symbol === order.symbol);
    const acknowledged = first('MarketSubscribed');
    demand(acknowledged >= 0 && acknowledged < first('BookUpdated'), 'no MarketSubscribed came before the first book');
  }),
  check('says that its connection is heard, and when the data were made', null, async ({ exchange, events, until }) => {
    const { heartbeatMs } = exchange.market;
    if (heartbeatMs === undefined) {
      demand(exchange.market.source === 'recorded', 'only a recording has no heartbeats');
      return;
    }
    const beats = () => events.filter((event) => event.type === 'HeartbeatReceived');
    const before = beats().length;
    await until(() => beats().length > before + 1, `no two heartbeats`);
    const timed = beats().filter(({ exchange_time }) => exchange_time !== null);
    demand(timed.length > 0, 'no heartbeat says when it was made');
  }),
  troubled('lets it be seen that its data come late', 'late', async ({ events, until }) => {
    const isLate = () =>
      events.some(
        (event) =>
          event.type === 'HeartbeatReceived' && event.exchange_time !== null && event.at - event.exchange_time > 25_000,
      );
    await until(isLate, 'no heartbeat shows that the data are 30 s late');
  }),
  troubled(
    'shows a book as it is when its subscription was dropped',
    'dropped',
    async ({ exchange, order, events, until }) => {
      const seen = events.length;
      const isNoticed = () =>
        events
          .slice(seen)
          .some(
            (event) =>
              (event.type === 'MarketSubscribed' || event.type === 'BookDistrusted') && event.symbol === order.symbol,
          );
      if (!exchange.market.readBook) {
        await until(isNoticed, 'it can read no book, and does not notice by itself');
        return;
      }
      const read = await exchange.market.readBook(order.symbol, timeoutMs);
      demand(read.kind === 'book', `the book was answered ${read.kind}`);
      const [best] = read.asks;
      demand(best !== undefined && best[0] !== Number(order.price), 'the book that was read is the old one');
    },
  ),
  troubled(
    'voids its books when the connection ends, and subscribes again',
    'reset',
    async ({ events, order, until }) => {
      const seen = events.length;
      const isSince = (type: FeedEvent['type'], of: (event: FeedEvent) => boolean = () => true) =>
        events.slice(seen).some((event) => event.type === type && of(event));
      const isVoid = () =>
        isSince('BooksReset') || isSince('FeedStatusChanged', (event) => 'status' in event && event.status !== 'live');
      await until(isVoid, 'its books were not voided');
      await until(
        () => isSince('BookUpdated', (event) => 'symbol' in event && event.symbol === order.symbol),
        'no book came again',
      );
    },
  ),
  troubled('sends the first book of a subscription when it was lost and is asked for', 'unsent', async (scene) => {
    const { exchange, events, order, until } = scene;
    const seen = events.length;
    const isSince = (of: (event: FeedEvent) => boolean) => events.slice(seen).some(of);
    const isOurs = (event: FeedEvent) => 'symbol' in event && event.symbol === order.symbol;
    await until(
      () => isSince((event) => event.type === 'MarketSubscribed' && isOurs(event)),
      'it did not subscribe again',
    );
    if (exchange.market.books.kind !== 'whole') exchange.market.books.resync(order.symbol);
    await until(() => isSince((event) => event.type === 'BookUpdated' && isOurs(event)), 'no book came');
  }),
  troubled('tells the clock of the exchange', 'skew', async ({ exchange, clock }) => {
    const answer = await exchange.market.serverTime?.(timeoutMs);
    demand(answer?.kind === 'time', `it answered ${answer?.kind ?? 'nothing: it has no serverTime'}`);
    demand(Math.abs(answer.at - clock.now() - 5000) < 2000, `it is ${answer.at - clock.now()} ms ahead, not 5000`);
  }),
  troubled('lists a market no longer that is gone', 'delisted', async ({ exchange, order }) => {
    const listed = await exchange.market.instruments(timeoutMs);
    demand(!listed.some(({ symbol }) => symbol === order.symbol), `${order.symbol} is still listed`);
  }),
];
