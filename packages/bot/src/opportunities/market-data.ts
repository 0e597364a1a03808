import type { FeedRecord } from '@triquad/core/contract';
import type { Breakers } from '../guards/breakers.ts';
import { type ClockWatch, watchClocks } from '../guards/clock-watch.ts';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market, Scan } from '../kernel/market.ts';
import { createExchangeMarkets } from '../kernel/markets.ts';
import type { Reached, ReachedMarket } from '../kernel/port.ts';
import type { Reports } from '../kernel/reports.ts';
import { settingOf } from '../market/fees.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { Parameters } from '../model/config.ts';
import type { BookDistrusted, BookUpdated, FeedEvent, FeedStatusChanged, MarketUnusable } from '../model/event.ts';
import type { AccountEvent } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { EngineStatistics } from '../model/state.ts';
import type { Bounds } from '../orders/bounds.ts';
import { createConnections } from './connections.ts';
import type { Decisions } from './decisions.ts';
import { createInstruments } from './instruments.ts';
import { createLately } from './lately.ts';
import type { MarketLives } from './market-lives.ts';
import type { QuietBooks } from './quiet-books.ts';
import { createResync } from './resync.ts';
import { createRate, type Latency, seenNow, statisticsOf } from './statistics.ts';
import type { Tracker } from './tracker.ts';
import type { Volatility } from './volatility.ts';

type Needs = Settings &
  Reports &
  Venues &
  Pick<Core, 'clock' | 'outages' | 'addMarkets' | 'recorder' | 'lifecycle' | 'every' | 'after'>;

/** Where market data comes in, and becomes opportunities. */
export type MarketData = {
  /** Learns which markets there are at an exchange. */
  add(market: ReachedMarket, instruments: readonly Instrument[]): void;
  /** Opens its feed; `hear` is told of resting orders. Throws what the adapter throws, and then has opened nothing. */
  open(exchange: Reached, hear: (exchange: string, event: AccountEvent) => void): void;
  /** Starts what is done every so often. */
  begin(): void;
  process(event: FeedEvent): void;
  /** Takes why an exchange has not come in, or that it has: this says nothing of its connections. */
  outage(status: FeedStatusChanged): void;
  readonly clocks: ClockWatch;
  rescan(parameters: Parameters): void;
  statistics(): EngineStatistics;
  readonly feeds: ReadonlyMap<string, FeedStatusChanged>;
  /** What is known of each connection of the feeds. */
  connections(): readonly FeedRecord[];
  /** Why the data of an exchange is not current, by exchange. */
  errors(): ReadonlyMap<string, string>;
  close(): void;
};

type Parts = {
  readonly core: Needs;
  readonly tracker: Tracker;
  readonly decisions: Decisions;
  readonly lives: Pick<MarketLives, 'apply' | 'note'>;
  /** Readers that request books again. */
  readonly readers: readonly Pick<QuietBooks, 'onRead'>[];
  /** Has the markets of an exchange listed again now. */
  readonly relist: (exchange: string) => void;
  readonly volatility: Volatility;
  readonly breakers: Pick<Breakers, 'note'>;
  readonly bounds: Pick<Bounds, 'note'>;
  /** How long messages take. */
  readonly latency: Latency;
  /** Whether somebody looks on: what is only shown is then worked out. */
  readonly watched: boolean;
};

const sweepMs = 250;
const sampleMs = 1000;
const refreshMs = 250;
/** When a cycle pays, and before books are reloaded, it is noted what they show: after so long, or so many updates. */
const seeAgain = { ms: 100, updates: 500 };
/** Books that lose their trust are told of together, this often. */
const reportMs = 10_000;

export const createMarketData = ({
  core,
  tracker,
  decisions,
  lives,
  readers,
  relist,
  volatility,
  breakers,
  bounds,
  latency,
  watched,
}: Parts): MarketData => {
  const { clock, markets } = core;
  const feeds = new Map<string, FeedStatusChanged>();
  const lately = createLately(clock.monotonic);
  let seen: { readonly at: Elapsed; readonly updates: number } | null = null;
  const closers: (() => void)[] = [];
  const distrusted = new Map<string, { readonly count: number; readonly last: BookDistrusted }>();
  let updates = 0;
  const rate = createRate(clock.monotonic, () => updates);
  const [resync, connections] = [createResync(core), createConnections(core)];
  const rules = createInstruments({ core, tracker, lives });

  const see = (): void => {
    if (!watched) return;
    const at = clock.monotonic();
    if (seen && since(seen.at, at) < seeAgain.ms && updates - seen.updates < seeAgain.updates) return;
    seen = { at, updates };
    lately.add(seenNow(core));
  };

  /** What is found at an exchange from now on; its simulated account is set to the same. */
  const scanOf = (exchange: string, { min_profit_threshold, trading_pairs }: Parameters): Scan => {
    const { enable_triangular: tri, enable_quadrangular: quad, fees, paper } = core.config();
    const own = settingOf(fees, exchange);
    core.exchanges.get(exchange)?.account.paper?.configure?.({ fees: own, paper });
    return { threshold: min_profit_threshold / 100, pairs: trading_pairs, tri, quad, fees: own };
  };

  const isOffering = (exchange: string): boolean =>
    core.lifecycle() === 'running' &&
    core.ready.has(exchange) &&
    core.parameters().enabled_exchanges.includes(exchange);

  const update = (event: BookUpdated): void => {
    const own = markets.get(event.exchange);
    if (!own) return;
    clocks.note(event);
    updates++;
    breakers.note(event);
    bounds.note(event);
    const applied = own.apply(event);
    if (applied && resync.ask(event.exchange, applied.market)) {
      if (applied.market.connection) applied.market.connection.counts.gaps++;
      noteDistrust(lostBy(event, applied.market));
    }
    if (event.quiet) return;
    if (applied && isOffering(event.exchange)) tracker.look(own, applied.market, applied.hits);
    if (applied && applied.hits > 0) see();
  };

  const noteDistrust = (event: BookDistrusted): void => {
    distrusted.set(event.exchange, { count: (distrusted.get(event.exchange)?.count ?? 0) + 1, last: event });
  };

  const lose = (own: ExchangeMarkets | undefined, lost: readonly Market[]): void => {
    if (own && lost.length > 0) tracker.distrust(own, lost);
  };

  const clocks = watchClocks(core, (isAwaited) => {
    see();
    connections.measureClocks();
    for (const own of markets.values()) {
      lose(own, own.distrust());
      // One that is down already says nothing of it again: to wait for it would keep the others from trading.
      if (isAwaited && !isOut(feeds.get(own.exchange))) own.awaitBooks(true);
      core.exchanges.get(own.exchange)?.market.reconnect?.();
    }
  });

  const setStatus = (event: FeedStatusChanged): void => {
    feeds.set(event.exchange, event);
    const level = isOut(event) ? 'WARNING' : 'INFO';
    core.log(level, 'feed', `${event.exchange}: ${event.status}. ${event.detail}`, { exchange: event.exchange });
    if (isOut(event)) markets.get(event.exchange)?.awaitBooks(false);
  };

  // An opportunity is sized again, and then offered, at the earliest after this pause.
  for (const reader of readers)
    reader.onRead({
      agrees: (own, market) => {
        core.after(refreshMs, () => {
          if (isOffering(own.exchange)) tracker.look(own, market, 0);
        });
      },
      differs: (own, market, how) => {
        const { exchange, symbol } = market.instrument;
        noteDistrust({ type: 'BookDistrusted', exchange, symbol, reason: `read again, ${how}`, at: clock.now() });
        lose(own, own.distrust(symbol, 'differs'));
        resync.ask(exchange, market);
      },
      gone: (own, market, reason) => {
        const { exchange, symbol } = market.instrument;
        lives.note(exchange, symbol, { type: 'unknown', reason: `the exchange does not know it: ${reason}` });
        lose(own, [market]);
        relist(exchange);
      },
    });

  /** The first refusal excludes a market and has the list read again; of unreadable messages, the third within a minute. */
  const report = ({ exchange, symbol, why, reason }: MarketUnusable): void => {
    const own = markets.get(exchange);
    const market = own?.market(symbol);
    if (why === 'unreadable') {
      lives.note(exchange, symbol, { type: 'unreadable', reason: `its messages cannot be read: ${reason}` });
    } else {
      const said = why === 'refused' ? 'its subscription is refused' : 'the exchange does not know it';
      lives.note(exchange, symbol, { type: 'unknown', reason: `${said}: ${reason}` });
      relist(exchange);
    }
    if (market?.excluded) lose(own, [market]);
  };

  const process = (event: FeedEvent): void => {
    switch (event.type) {
      case 'BookUpdated':
        update(event);
        return;
      case 'BookDistrusted':
        noteDistrust(event);
        lose(markets.get(event.exchange), markets.get(event.exchange)?.distrust(event.symbol) ?? []);
        return;
      case 'BooksReset':
        see();
        core.log('INFO', 'feed', `${event.exchange}: all books are reloaded. ${event.reason}`);
        lose(markets.get(event.exchange), markets.get(event.exchange)?.distrust() ?? []);
        markets.get(event.exchange)?.unsubscribe();
        return;
      case 'HeartbeatReceived':
      case 'MarketSubscribed': {
        if (event.type === 'HeartbeatReceived') breakers.note(event);
        const subscribed = connections.note(event);
        for (const market of subscribed) resync.expect(event.exchange, market);
        lose(markets.get(event.exchange), subscribed);
        return;
      }
      case 'MarketHalted': {
        const own = markets.get(event.exchange);
        const market = own?.market(event.symbol);
        lives.note(
          event.exchange,
          event.symbol,
          event.halted === null
            ? { type: 'resumed' }
            : { type: 'halted', reason: `its exchange reports it as ${event.halted}` },
        );
        if (market && event.halted !== null) lose(own, [market]);
        return;
      }
      case 'MarketUnusable':
        report(event);
        return;
      case 'InstrumentsChanged':
        rules.change(event);
        return;
      case 'FeedStatusChanged':
        setStatus(event);
        lose(markets.get(event.exchange), connections.note(event));
    }
  };

  const reportDistrusted = (): void => {
    for (const [exchange, { count, last }] of distrusted) {
      core.log(
        'WARNING',
        'feed',
        `${exchange}: ${count} books lost their trust, the last ${last.symbol}: ${last.reason}`,
      );
    }
    distrusted.clear();
  };

  const sweep = (): void => {
    connections.review();
    for (const own of markets.values()) {
      const { lost, back } = own.sweep();
      lose(own, lost);
      for (const market of back) {
        const hits = own.letIn(market);
        if (hits > 0 && isOffering(own.exchange)) tracker.look(own, market, hits);
      }
    }
    resync.retry();
    tracker.age();
  };

  return {
    clocks,
    feeds,
    process,
    outage: setStatus,
    add: ({ venue: name, books, heartbeatMs }, instruments) => {
      const { start_currencies: fundingCurrencies, max_book_age_ms: maxBookAgeMs } = core.config();
      const fixed = { exchange: name, books, instruments, heartbeatMs };
      const setting = { ...fixed, now: clock.monotonic, fundingCurrencies, maxBookAgeMs };
      const own = createExchangeMarkets(setting, scanOf(name, core.parameters()));
      core.addMarkets(own);
      core.exchanges.get(name)?.account.paper?.readBooks?.(own.read);
      lives.apply(own);
    },
    open: ({ market, account }, hear) => {
      const unwatch = account.subscribe((event) => hear(account.id, event));
      try {
        closers.push(market.subscribe(process));
        closers.push(unwatch);
      } catch (error) {
        unwatch();
        throw error;
      }
    },
    begin: () => {
      core.every(sweepMs, sweep);
      connections.measureClocks();
      core.every(reportMs, reportDistrusted);
      core.every(sampleMs, () => {
        if (watched) volatility.sample();
        rate.sample();
        see();
        core.valuation.sample();
      });
    },
    rescan: (parameters) => {
      lately.restart();
      for (const own of markets.values()) own.scan(scanOf(own.exchange, parameters));
    },
    connections: connections.records,
    statistics: () => statisticsOf({ core, tracker, decisions, latency, lately, rate }),
    errors: () => {
      const down = [...feeds.values()].filter(({ status }) => status === 'down');
      return new Map([...down.map(({ exchange, detail }) => [exchange, detail] as const), ...core.outages.reasons()]);
    },
    close: () => {
      for (const close of closers) close();
    },
  };
};

/** No book comes from there until it says something else of itself. */
const isOut = (feed: FeedStatusChanged | undefined): boolean => feed?.status === 'down' || feed?.status === 'ended';

const lostBy = ({ exchange, symbol, at }: BookUpdated, { book }: Market): BookDistrusted => ({
  type: 'BookDistrusted',
  exchange,
  symbol,
  reason: `${book.broken}; a new book is asked for`,
  at,
});
