import { type BreakerSettings, defaultBreakers } from '../model/breaker-settings.ts';
import { createVirtualClock, instantOf } from '../model/clock.ts';
import { addFees } from '../model/decimal.ts';
import type { OrderReport, OrderRequest } from '../model/exchange.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { type Condition, createDisk, type Fate } from './disk.suite.ts';
import { createEngine, type Engine } from './engine.ts';
import { createFaultyVenue } from './faulty-venue.suite.ts';
import { noon, testConfig } from './world.suite.ts';

/** How far the machine's clock is off at most, either way, as a rule. */
const usualSkewMs = 200;
/** By how much it is off now and then: set back, set ahead, and as after an hour's sleep. */
const jumps = [-3_600_000, -60_000, 3_600_000, 172_800_000] as const;
/** Soon tripped and soon over: half of the lives have them. */
const jumpy: BreakerSettings = {
  ...defaultBreakers,
  consecutive_failures: { count: 2, cool_off_ms: null },
  reject_rate: { pct: 30, least_orders: 4, window_ms: 3000, cool_off_ms: 600 },
  clock_skew: { ms: 1000, cool_off_ms: 600 },
  stale_data: { pct: 50, for_ms: 400, cool_off_ms: 600 },
};
const config = {
  ...testConfig,
  order_timeout_ms: 800,
  cooldown_after_failure_seconds: 0.3,
  stop_timeout_ms: 3000,
  stop_loss_pct: 60,
  max_daily_drawdown_pct: 60,
  assets: {},
};

/** Whose prices a process watches: now and then others than the one before. */
const markets = [
  { name: 'practice', source: 'simulated' },
  { name: 'live', source: 'exchange' },
] as const;

/** In percent: glitches promise more, and last too short a time to be there when the books are read again. */
const mostBelieved = 3;
const glitchMs = 10;

/** In percent: a few bad executions reach it. */
const tightStopLossPct = 0.05;

/** A market, an exchange and a disk that outlive the bot, and how all of them go wrong. */
export type FaultyWorld = Awaited<ReturnType<typeof createFaultyWorld>>;

export const createFaultyWorld = async (seed: number) => {
  const { uniform: random } = seededRandom(seed);
  const virtual = createVirtualClock(noon);
  const clock = {
    ...virtual,
    /** Lets time pass until it is done; null when the process dies before. */
    until: async <T>(asked: Promise<T>, isDead = () => false): Promise<T | null> => {
      let isDone = false;
      const done = asked.finally(() => {
        isDone = true;
      });
      await virtual.advance(0);
      // In whole ms, and not through those in which nothing falls due.
      while (!isDone && !isDead()) await virtual.advance(Math.max(1, Math.min(1000, Math.ceil(virtual.untilNext()))));
      return isDone ? done : null;
    },
  };
  const disk = createDisk((fact) => {
    if (fact.type !== 'ExecutionStarted') return;
    if (Number(fact.plan.expected_end) > Number(fact.plan.start_amount) * (1 + mostBelieved / 100))
      breaches.push(`${fact.plan.id} believes in ${fact.plan.expected_end} for ${fact.plan.start_amount}`);
    if (fact.plan.trigger === 'automatic' && fact.plan.opportunity_type === byHand)
      breaches.push(`${fact.plan.id} is a ${byHand}, which is left to the operator`);
    for (const { symbol } of fact.plan.legs)
      if (venue.isTorn(symbol))
        breaches.push(`${fact.plan.id} was begun on the book of ${symbol}, in which a frame is missing`);
    if (venue.isThrottled(processBegan))
      breaches.push(`${fact.plan.id} was begun while orders, reads of the account or the address are throttled`);
  });
  const weather = { isBad: false, isCalm: false, isKilled: false, isKillAnswered: false, skewMs: 0 };
  const breaches: string[] = [];
  const tally: Record<string, number> = {};
  let processBegan = clock.monotonic();
  const own = { ...clock, now: () => instantOf(clock.now() + weather.skewMs) };
  const interrupted = new Set<string>();
  // One life in sixteen leaves triangles to the operator, one in sixteen squares.
  const byHand = ({ 3: 'TRI', 11: 'QUAD' } as const)[seed % 16] ?? null;
  // One life in thirteen each.
  const habits = { hasBadAmounts: seed % 13 === 6, isShared: seed % 13 === 7 };
  const breakers = random() < 0.5 ? jumpy : config.breakers;
  const commitMs = chosenCommit === undefined ? commitTimes[seed % commitTimes.length] : Number(chosenCommit);
  const commit = commitMs == null ? undefined : (task: () => void) => void clock.after(commitMs, task);
  // A second fold of what is committed costs as much as the first, so that a share of the lives of each shard has it.
  const isWatched = Math.floor(seed / 2) % 4 === 0;
  const unwind_max_orders = random() < 0.3 ? 0 : config.unwind_max_orders;
  const judge = (request: OrderRequest): void => {
    const { client_order_id: id } = request;
    const bounds = disk.announced(id);
    const isAnnounced = bounds !== null && keepsWithin(bounds, request);
    const intent = disk.intent(id) ?? (isAnnounced ? { ...bounds, purpose: bounds.purpose ?? 'leg' } : null);
    if (disk.intent(id) === null && isAnnounced) count(`sent as announced: ${bounds.purpose ?? 'leg'}`);
    if (intent?.purpose === 'leg' && interrupted.has(intent.execution_id ?? ''))
      breaches.push(`${id} went on with what a crash had interrupted`);
    if (weather.isKilled) breaches.push(`${id} left after the kill`);
    if (disk.tripped().size > 0 && (intent?.leg === 1 ? intent.purpose === 'leg' : isPurchase(intent)))
      breaches.push(`${id} began something new while a breaker was tripped`);
    if (intent === null) breaches.push(`${id} left before its intent was on disk`);
  };
  const count = (what: string, times = 1): void => {
    tally[what] = (tally[what] ?? 0) + times;
  };
  const venue = await createFaultyVenue(
    clock,
    own.now,
    random,
    judge,
    count,
    (name, isKnown) => {
      if (isKnown(processBegan)) breaches.push(`${name} was asked of the exchange while its scope is throttled`);
    },
    habits,
  );
  const { feed, fees } = venue;
  // Where money comes and goes otherwise, a loss cannot be told from it by the marks alone.
  const stopLossPct = !venue.hasBadReports && !venue.isShared && random() < 0.3 ? tightStopLossPct : null;
  /** Reports that reached a process, and how many facts there were then. */
  const heard = new Map<string, { readonly report: OrderReport; readonly facts: number }>();
  let ids = 0;
  let watched = 0;

  const stepClock = (): void => {
    const jump = random() < 0.25 ? jumps[Math.floor(random() * jumps.length)] : undefined;
    if (jump !== undefined) count(`clock set by ${jump / 1000} s`);
    weather.skewMs = jump ?? Math.round((random() - 0.5) * 2 * usualSkewMs);
  };

  /** One side of one market, or of two, shows a price that is not there, for one message. */
  const glitch = (eth: number, sol: number): void => {
    count('glitches');
    const by = [1.5, 1000, 1.05][Math.floor(random() * 3)] ?? 1;
    const both = random() < 0.5;
    const show = (symbol: string, bid: number, off: number): void =>
      (off === 1 ? feed.book : venue.misquote)(
        symbol,
        [[Math.round(bid * off * 100) / 100, 10]],
        [[Math.round(bid * off * 100) / 100 + 1, 10]],
      );
    show('ETH/USDT', eth, by);
    if (both) show('SOL/USDT', sol, by);
    clock.after(glitchMs, () => {
      show('ETH/USDT', eth, 1);
      if (both) show('SOL/USDT', sol, 1);
    });
  };

  return {
    ...{ random, clock, disk, venue, weather, breaches, interrupted, tally, count, isWatched, heard, byHand },
    guards: { breakers, stopLossPct },
    stepClock,
    setBad: (isBad: boolean): void => {
      weather.isBad = isBad;
      weather.skewMs = 0;
      venue.setBad(isBad);
    },
    /** A new process on the disk as it is. */
    start: async (fate: Fate = {}): Promise<Process> => {
      const isFull = (): boolean => {
        const full = weather.isBad && random() < 0.002;
        if (full) count('full disks');
        return full;
      };
      const { store, ...condition } = disk.open({ isFull, commit, ...fate });
      processBegan = clock.monotonic();
      if (random() < 0.15) watched = 1 - watched;
      // What it was told it has heard once its turn is over, if it lives on.
      const hear = (report: OrderReport | null): void => void clock.after(1, () => note(report));
      const note = (report: OrderReport | null): void => {
        if (report?.client_order_id === undefined || condition.isDead() || condition.hasFailed()) return;
        const before = heard.get(report.client_order_id)?.report;
        heard.set(report.client_order_id, { report: together(before, report), facts: disk.payloads.length });
      };
      const engine = createEngine({
        exchanges: venue.exchanges(condition.isDead, hear),
        clock: own,
        store,
        ids: () => `id-${++ids}`,
        config: {
          ...config,
          ...{ breakers, unwind_max_orders },
          ...(byHand && { by_hand: { kucoin: [byHand] } }),
          ...(fees && { fees: { kucoin: fees } }),
          ...(stopLossPct !== null && { stop_loss_pct: stopLossPct }),
        },
        unwatched: !isWatched,
        market: markets[watched] ?? null,
      });
      await clock.until(engine.start(), condition.isDead);
      return { engine, ...condition, end: () => engine.close().finally(store.close) };
    },
    /** New books: deep and dislocated by `gain`; without it of random depth, and dislocated now and then. */
    quote: (gain?: number): void => {
      if (weather.isBad && random() < 0.03) stepClock();
      const earns = gain ?? (!weather.isCalm && random() < 0.5 ? 1 + random() * 0.02 : 1);
      const depth = () => (gain === undefined ? 0.001 + random() * 0.6 : 0.5);
      const bitcoin = 50_000 - (random() < 0.2 ? Math.round(random() * 30) : 0);
      feed.book('BTC/USDT', [[bitcoin - 1, depth()]], [[bitcoin + 1, depth()]]);
      const [bid, ask, second] = [depth() * 20, depth() * 20, depth() * 20];
      feed.book(
        'ETH/BTC',
        [[0.04999, bid]],
        [
          [0.05001, ask],
          [0.05003, second],
        ],
      );
      const price = Math.round(2499.5 * earns * 100) / 100;
      feed.book('ETH/USDT', [[price, depth() * 20]], [[price + 1, depth() * 20]]);
      feed.book('SOL/ETH', [[0.03999, depth() * 500]], [[0.04001, depth() * 500]]);
      const sol = Math.round(9995 * earns) / 100;
      feed.book('SOL/USDT', [[sol, depth() * 500]], [[Math.round((sol + 0.1) * 100) / 100, depth() * 500]]);
      if (weather.isBad && random() < 0.02) glitch(price, sol);
    },
  };
};

/** What both say, where each tells some of the executions: the later one is right about those that it names. */
const together = (before: OrderReport | undefined, report: OrderReport): OrderReport => {
  if (!report.executions) return report;
  const all = [...(before?.executions ?? []), ...report.executions];
  const executions = [...new Map(all.map((one) => [one.id, one])).values()];
  return {
    ...report,
    executions,
    fees: addFees(
      [],
      executions.flatMap(({ fees }) => fees),
    ),
  };
};

export type Process = Condition & { readonly engine: Engine; end(): Promise<void> };

/** How long a commit takes, in ms, at most longer than an order; null is a journal that commits as it appends. */
const commitTimes = [null, 0, 3, 50, 250] as const;
const chosenCommit = process.env.TRIQUAD_COMMIT_MS;

/** Not larger and not worse than what was announced. */
export const keepsWithin = (
  bounds: { readonly symbol: string; readonly side: string; readonly quantity: string; readonly price: string | null },
  { symbol, side, quantity, price }: OrderRequest,
): boolean =>
  symbol === bounds.symbol &&
  side === bounds.side &&
  Number(quantity) <= Number(bounds.quantity) &&
  (side === 'buy' ? Number(price) <= Number(bounds.price) : Number(price) >= Number(bounds.price));

/** Bought by hand: what a tripped breaker forbids. */
const isPurchase = (intent: Pick<OrderIntent, 'purpose' | 'side'> | null): boolean =>
  intent?.purpose === 'manual' && intent.side === 'buy';
