import { createDisk, type Disk, type Fate } from '../../packages/bot/src/engine/disk.suite.ts';
import { createEngine, type Engine } from '../../packages/bot/src/engine/engine.ts';
import { noon, testConfig } from '../../packages/bot/src/engine/world.suite.ts';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import type { EngineConfig } from '../../packages/bot/src/model/config.ts';
import type { Account, Exchange, OrderReport, OrderRequest } from '../../packages/bot/src/model/exchange.ts';
import type { Instrument } from '../../packages/bot/src/model/instrument.ts';
import type { Execution, Order } from '../../packages/bot/src/model/state.ts';
import { totalsOf } from '../../packages/bot/src/orders/reconcile.ts';
import { withFaults } from '../../packages/bot/src/venues/faulty.suite.ts';
import { createPaperExchange, type PaperVenue } from '../../packages/bot/src/venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../../packages/bot/src/venues/scripted.suite.ts';

type Options = {
  readonly config?: Partial<EngineConfig>;
  readonly instruments?: readonly Instrument[];
  readonly disk?: Disk;
  readonly fate?: Fate;
};

export const never = new Promise<never>(() => {});
export const lost = { kind: 'unknown', reason: 'connection reset' } as const;

/** A market and an exchange that remembers its account, at which a test says what goes wrong. */
export const createVenue = async (instruments = scriptedInstruments()) => {
  const clock = createVirtualClock(noon);
  const feed = scriptedFeed(clock, instruments);
  const paper: PaperVenue = createPaperExchange(feed, clock);
  await paper.market.instruments(1000);
  paper.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  const sent: OrderRequest[] = [];
  const watchers = new Set<(report: OrderReport) => void>();
  /** Tells of an order, as its socket does. */
  const tell = (report: OrderReport): void => {
    for (const watcher of watchers) watcher(report);
  };
  /** What a test puts in the place of the exchange's own answers. */
  const behave: { -readonly [K in 'place' | 'lookUp' | 'cancel']: Account[K] } & {
    report(report: OrderReport): void;
  } = {
    report: tell,
    place: (request, ms) => paper.account.place(request, ms),
    lookUp: (ref, ms) => paper.account.lookUp(ref, ms),
    cancel: (ref, ms) => paper.account.cancel(ref, ms),
  };
  paper.account.subscribe((event) => {
    if (event.kind === 'report') behave.report(event.report);
  });
  const { market, account } = withFaults(paper, clock, () => 1);
  const exchange: Exchange = {
    market,
    account: {
      ...account,
      subscribe: (listener) => {
        const watcher = (report: OrderReport): void => listener({ kind: 'report', report });
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
      place: (request, ms) => {
        sent.push(request);
        return behave.place(request, ms);
      },
      lookUp: (ref, ms) => behave.lookUp(ref, ms),
      cancel: (ref, ms) => behave.cancel(ref, ms),
    },
  };
  const level = (price: number, size: number) => [[price, size]] as const;
  /** Books without any profit: BTC 50,000, ETH 2,500, SOL 100. */
  const fair = (): void => {
    feed.book('BTC/USDT', level(49_999, 10), level(50_001, 10));
    feed.book('ETH/BTC', level(0.04999, 100), level(0.05001, 100));
    feed.book('ETH/USDT', level(2499.5, 100), level(2500.5, 100));
    feed.book('SOL/ETH', level(0.03999, 1000), level(0.04001, 1000));
    feed.book('SOL/USDT', level(99.95, 1000), level(100.05, 1000));
  };
  return {
    ...{ clock, feed, paper, sent, behave, tell, exchange, fair, level },
    /** ETH sells for 1.2 % more than it costs by way of BTC: USDT → BTC → ETH → USDT earns. */
    dislocate: (bid = 2530, size = 100) => feed.book('ETH/USDT', level(bid, size), level(bid + 1, size)),
    /** Time goes by over fair books that stay young. */
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 500) {
        fair();
        await clock.advance(Math.min(500, ms - passed));
      }
    },
  };
};

export type Venue = Awaited<ReturnType<typeof createVenue>>;

export type BotAt = {
  readonly engine: Engine;
  readonly disk: Disk;
  start(): Promise<{ readonly ok: boolean }>;
  orders(): readonly Order[];
  executions(): readonly Execution[];
  /** What is held of everything but USDT, more than dust. */
  holdings(): Readonly<Record<string, number>>;
  /** The reasons of its decisions so far. */
  reasons(): readonly string[];
};

let made = 0;

/** A bot at the venue; `disk` is that of the process before it. */
export const startBotAt = async (venue: Pick<Venue, 'clock' | 'exchange'>, options: Options = {}): Promise<BotAt> => {
  const { config = {}, disk = createDisk(), fate } = options;
  const { store } = disk.open(fate);
  const engine = createEngine({
    exchanges: [venue.exchange],
    clock: venue.clock,
    store,
    ids: () => `id-${++made}`,
    config: { ...testConfig, cooldown_after_failure_seconds: 60, assets: {}, ...config },
  });
  await Promise.all([engine.start(), venue.clock.advance(200)]);
  const stateOf = () => engine.state();
  return {
    engine,
    disk,
    start: () => engine.command({ type: 'StartBot', parameters: {} }),
    orders: () => [...stateOf().orders.values()],
    executions: () => [...stateOf().executions.values()],
    holdings: () =>
      Object.fromEntries(
        [...engine.ledger.holdings('paper', 'kucoin')]
          .filter(([asset, amount]) => asset !== 'USDT' && amount.toNumber() > 0.0001)
          .map(([asset, amount]) => [asset, amount.toNumber()]),
      ),
    reasons: () => Object.keys(stateOf().decision_counts),
  };
};

/** A venue and a running bot, the moment before a chance appears. */
export const running = async (options: Options = {}): Promise<Venue & BotAt> => {
  const venue = await createVenue(options.instruments);
  const bot = await startBotAt(venue, options);
  venue.fair();
  await bot.start();
  return { ...venue, ...bot };
};

/** What the exchange holds, to be compared with what is booked. */
export const heldAndBooked = async ({
  paper,
  clock,
  engine,
}: Pick<Venue, 'paper' | 'clock'> & Pick<BotAt, 'engine'>) => {
  const asked = paper.account.balances(1000);
  await clock.advance(100);
  const answer = await asked;
  const booked = [...engine.ledger.holdings('paper', 'kucoin')].map(([asset, amount]) => [asset, amount.toFixed()]);
  return [answer.kind === 'balances' ? totalsOf(answer.holdings) : answer, Object.fromEntries(booked)] as const;
};
