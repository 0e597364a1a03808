import type { Exchange, OrderReport, OrderRequest } from '../model/exchange.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import type { LevelUpdates } from '../model/levels.ts';

/**
 * How a test's server treats the next order. `fill`: at once, fees included. `acknowledge`: takes it, and fills it 100 ms later.
 * `part`: fills half of it; the rest rests. `refuse`: for its size. `too-many`: as requests above the limit. `reset`: fills it, and
 * resets the connection in place of an answer. `silence`: fills it and never answers. `late-fee`: fills it, and knows its fee 200 ms later.
 */
export type OrderBehaviour = 'fill' | 'acknowledge' | 'part' | 'refuse' | 'too-many' | 'reset' | 'silence' | 'late-fee';

/** The server behind the adapter that is checked: a test's own, which speaks the protocol of the venue. */
export type VenueServer = {
  /** Sends the market's whole book, and one change of it where the venue sends changes. */
  book(bids: LevelUpdates, asks: LevelUpdates): void;
  /** Sends two changes of the book of which the first is lost; whole books have none. */
  loseChange(): void;
  /** False where the server cannot do so: the check is left out. */
  next(behaviour: OrderBehaviour): boolean;
};

/** An adapter with its server, made new for each check. */
export type VenueBench = {
  readonly exchange: Exchange;
  readonly server: VenueServer;
  /** A purchase whose limit price the server's book meets; `quantity` of at least 2 lots. The account can pay for it. */
  readonly order: Pick<OrderRequest, 'symbol' | 'quantity' | 'price'>;
  close(): Promise<void>;
};

/** `run` throws an error that says what is wrong. */
export type VenueCheck = {
  readonly name: string;
  run(open: () => Promise<VenueBench>): Promise<'passed' | 'left-out'>;
};

/** How long a venue may take for each step, in ms. */
const longestMs = 10_000;
const timeoutMs = 1_000;

const demand: (isMet: boolean, message: string) => asserts isMet = (isMet, message) => {
  if (!isMet) throw new Error(message);
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (isMet: () => boolean, message: string): Promise<void> => {
  for (let waited = 0; !isMet(); waited += 10) {
    demand(waited < longestMs, `${message}: not within ${longestMs} ms`);
    await pause(10);
  }
};

const inTime = <T>(answer: Promise<T>): Promise<T> => {
  const late = pause(5 * timeoutMs).then(() =>
    demand(false, `no answer ${5 * timeoutMs} ms after a call of ${timeoutMs} ms`),
  );
  return Promise.race([answer, late.then(() => answer)]);
};

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
let made = 0;

/** A bench on which events and reports are gathered, with the book of its market. */
const watch = ({ exchange, server, order }: VenueBench) => {
  const events: FeedEvent[] = [];
  const reports: OrderReport[] = [];
  const price = Number(order.price);
  const stops = [
    // A copy: a feed may fill the same message for its next book.
    exchange.subscribe((event) => events.push({ ...event })),
    exchange.watchOrders((report) => reports.push(report)),
  ];
  demand(events.length === 0, 'it emitted an event inside subscribe()');
  const books = () => events.filter((event) => event.type === 'BookUpdated' && event.symbol === order.symbol);
  return {
    books,
    /** The latest report of an order, asked for where none was sent. */
    latest: (id: string) => reports.findLast((report) => report.client_order_id === id),
    quote: async (): Promise<void> => {
      await until(
        () => events.some((event) => event.type === 'FeedStatusChanged' && event.status === 'live'),
        'no live feed',
      );
      server.book([[price * 0.99, 1000]], [[price, 1000]]);
      await until(() => books().length > 0, 'no book was emitted');
    },
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
};

type Scene = VenueBench & ReturnType<typeof watch> & { place(): Promise<Placed> };
type Placed = { readonly id: string; readonly answer: Awaited<ReturnType<Exchange['place']>> };

const check = (name: string, behaviour: OrderBehaviour | null, body: (scene: Scene) => Promise<void>): VenueCheck => ({
  name,
  run: async (open) => {
    const bench = await open();
    try {
      const { exchange, order } = bench;
      await exchange.instruments(longestMs);
      if (exchange.account.kind === 'paper')
        exchange.account.restore({ balances: { [order.symbol.split('/')[1] ?? '']: '1000000' }, open: [] });
      const watched = watch(bench);
      await watched.quote();
      if (behaviour !== null && !bench.server.next(behaviour)) return 'left-out';
      const place = async (): Promise<Placed> => {
        const id = `check${++made}`;
        const time_in_force = behaviour === 'part' ? 'GTC' : 'IOC';
        const request = { ...order, client_order_id: id, side: 'buy', type: 'limit', time_in_force } as const;
        return { id, answer: await inTime(exchange.place(request, timeoutMs)) };
      };
      await body({ ...bench, ...watched, place });
      watched.stop();
      return 'passed';
    } finally {
      await bench.close();
    }
  },
});

/** The order's report once it has ended: the answer itself, or sent, or as looked up. */
const ended = async ({ exchange, order, latest }: Scene, { id, answer }: Placed): Promise<OrderReport> => {
  if (answer.kind === 'report' && answer.report.state !== 'open') return answer.report;
  const isEnded = () => (latest(id)?.state ?? 'open') !== 'open';
  if (answer.kind === 'acknowledged' || answer.kind === 'report') await until(isEnded, 'no report of the end was sent');
  const sent = latest(id);
  if (sent && sent.state !== 'open') return sent;
  const found = await exchange.lookUp(order.symbol, id, timeoutMs);
  demand(found.kind === 'report', `the look-up answered ${found.kind}`);
  return found.report;
};

const isWhole = ({ order }: Scene, report: OrderReport): void => {
  demand(report.state === 'filled', `the order is ${report.state}`);
  demand(
    Number(report.filled_quantity) === Number(order.quantity),
    `filled ${report.filled_quantity} of ${order.quantity}`,
  );
  demand(Number(report.filled_quote) > 0, 'the filled quote is not above 0');
};

const filledBy = (behaviour: OrderBehaviour, name: string, kinds: readonly Placed['answer']['kind'][]): VenueCheck =>
  check(name, behaviour, async (scene) => {
    const placed = await scene.place();
    demand(
      kinds.includes(placed.answer.kind),
      `the order was answered ${placed.answer.kind}, not ${kinds.join(' or ')}`,
    );
    const report = await ended(scene, placed);
    isWhole(scene, report);
    const found = await scene.exchange.lookUp(scene.order.symbol, placed.id, timeoutMs);
    demand(found.kind === 'report', `the look-up answered ${found.kind}`);
    for (const total of ['filled_quantity', 'filled_quote'] as const)
      demand(Number(found.report[total]) === Number(report[total]), `report and look-up differ in ${total}`);
  });

/** What every venue must do. Independent of a test framework: run each with a bench of its own. */
export const venueChecks: readonly VenueCheck[] = [
  check('lists its markets with rules that orders can keep', null, async ({ exchange, order }) => {
    const instruments = await exchange.instruments(timeoutMs);
    demand(
      instruments.some(({ symbol }) => symbol === order.symbol),
      `${order.symbol} is not listed`,
    );
    for (const { exchange: name, symbol, tickSize, lotStep, takerFee } of instruments) {
      demand(name === exchange.name, `${symbol} bears the name ${name}`);
      demand(tickSize > 0 && lotStep > 0 && takerFee < 1, `${symbol} has a rule that cannot be kept`);
    }
  }),
  check(
    'emits books under its own name, with the moment at which their bytes were read',
    null,
    async ({ exchange, books }) => {
      for (const event of books()) {
        demand(event.exchange === exchange.name, `an event bears the name ${event.exchange}`);
        demand(event.type === 'BookUpdated' && Number.isFinite(Number(event.received)), 'a book has no moment');
      }
    },
  ),
  check('sends a book anew when it is asked to', null, async ({ exchange, server, order, books }) => {
    if (exchange.books.kind === 'whole') return;
    const before = books().length;
    server.loseChange();
    exchange.books.resync(order.symbol);
    const isAnew = () =>
      books()
        .slice(before)
        .some((event) => event.type === 'BookUpdated' && event.kind === 'snapshot');
    await until(isAnew, 'no snapshot came');
  }),
  filledBy('fill', 'reports an order that is filled, and finds it with the same totals', ['report', 'acknowledged']),
  filledBy('acknowledge', 'sends the report of an order that was only acknowledged', ['report', 'acknowledged']),
  filledBy('reset', 'does not know what became of an order whose answer was lost, and finds it', ['unknown']),
  filledBy('silence', 'gives an order up after its time-out, and finds it', ['unknown']),
  check('says that an order was refused', 'refuse', async ({ place }) => {
    const { answer } = await place();
    demand(answer.kind === 'refused' && answer.reason !== '', `the order was answered ${answer.kind}`);
  }),
  check('says for how long it was asked too often', 'too-many', async ({ place }) => {
    const { answer } = await place();
    demand(answer.kind === 'throttled' && answer.retryAfterMs > 0, `the order was answered ${answer.kind}`);
  }),
  check(
    'lists an order that rests, and cancels what is left of it, once',
    'part',
    async ({ exchange, order, place }) => {
      const { id } = await place();
      const open = await exchange.openOrders(timeoutMs);
      demand(
        open.kind === 'orders' && open.orders.some((one) => one.client_order_id === id),
        'it is not among the open orders',
      );
      for (const time of ['first', 'second']) {
        const answer = await exchange.cancel(order.symbol, id, timeoutMs);
        demand(
          answer.kind === 'report' && answer.report.state === 'cancelled',
          `the ${time} cancel was answered ${answer.kind}`,
        );
        const filled = Number(answer.report.filled_quantity);
        demand(filled > 0 && filled < Number(order.quantity), `${filled} are filled`);
      }
    },
  ),
  check('tells a fee that was known late, with the same totals', 'late-fee', async (scene) => {
    const placed = await scene.place();
    isWhole(scene, await ended(scene, placed));
    for (let waited = 0; ; waited += 50) {
      const found = await scene.exchange.lookUp(scene.order.symbol, placed.id, timeoutMs);
      demand(found.kind === 'report', `the look-up answered ${found.kind}`);
      isWhole(scene, found.report);
      if (found.report.fees.length > 0 || (scene.latest(placed.id)?.fees.length ?? 0) > 0) return;
      demand(waited < longestMs, 'no fee was told');
      await pause(50);
    }
  }),
  check('does not know an order that was never placed', null, async ({ exchange, order }) => {
    const answer = await exchange.lookUp(order.symbol, 'neverplaced', timeoutMs);
    demand(answer.kind === 'not-found', `the look-up answered ${answer.kind}`);
  }),
  check('says what the account holds, in exact decimals', 'fill', async (scene) => {
    isWhole(scene, await ended(scene, await scene.place()));
    const answer = await scene.exchange.balances(timeoutMs);
    demand(answer.kind === 'balances', `it answered ${answer.kind}`);
    demand(Object.values(answer.total).every(isDecimal), 'a balance is no decimal');
    demand(Number(answer.total[scene.order.symbol.split('/')[0] ?? '']) > 0, 'what was bought is not there');
  }),
];
