import type { FeedRecord } from '@triquad/core/contract';
import { type Connection, type ConnectionState, longestLateMs } from '../kernel/connection.ts';
import type { Core, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import type { Reports } from '../kernel/reports.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { FeedEvent } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { createRate, type Rate } from './statistics.ts';

type Needs = Venues & Reports & Pick<Core, 'clock' | 'config' | 'every' | 'recorder'>;

/** Judges the connections of all feeds, and connects again where one is silent or late. */
export type Connections = {
  /** Takes what a feed says of a connection; the markets whose books are void from here. */
  note(event: FeedEvent): readonly Market[];
  /** Judges each connection. Call it every so often. */
  review(): void;
  /** Measures how far the exchanges' clocks are from ours; what was measured before is discarded, as a clock may have been set. */
  measureClocks(): void;
  /** One record a connection. */
  records(): readonly FeedRecord[];
};

const rateMs = 1000;
const measureMs = 60_000;
/** A request that was longer on its way, in ms, says nothing of a clock. */
const longestTripMs = 1000;
/** Pauses between two attempts to connect again, in ms: twice as long each time, while the connection does not live. */
const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/** It is back with the list that has it again. */
const notListed = 'its exchange does not list it as a market that trades';

type Attempt = { readonly at: Elapsed; readonly pauseMs: number };

export const createConnections = (core: Needs): Connections => {
  const { clock, markets, exchanges } = core;
  const attempts = new Map<Connection, Attempt>();
  const rates = new Map<Connection, Rate>();

  const trustedOn = (own: ExchangeMarkets, connection: Connection): readonly Market[] =>
    own.markets.filter((market) => market.connection === connection && own.trust(market) === 'trusted');

  const reconnect = (own: ExchangeMarkets, connection: Connection): void => {
    const { reconnect } = exchanges.get(own.exchange)?.market ?? {};
    const { at, pauseMs } = attempts.get(connection) ?? { at: clock.monotonic(), pauseMs: firstPauseMs };
    if (!attempts.has(connection)) attempts.set(connection, { at, pauseMs });
    if (!reconnect || since(at, clock.monotonic()) < pauseMs) return;
    attempts.set(connection, { at: clock.monotonic(), pauseMs: Math.min(2 * pauseMs, longestPauseMs) });
    reconnect(connection.name ?? undefined);
  };

  const tell = (own: ExchangeMarkets, connection: Connection, state: ConnectionState): void => {
    if (state !== 'degraded' && state !== 'live') return;
    const reason = reasonOf(connection, clock.monotonic());
    const message =
      state === 'live'
        ? `${nameOf(own, connection)}: its data are current`
        : `${nameOf(own, connection)}: ${reason}. Its books are used for nothing until that is over.`;
    core.log(state === 'live' ? 'INFO' : 'WARNING', 'feed', message, {
      code: `feed_${state}`,
      exchange: own.exchange,
      connection: connection.name,
      reason,
    });
  };

  const review = (): void => {
    const now = { at: clock.now(), received: clock.monotonic() };
    for (const own of markets.values()) {
      for (const connection of own.connections()) {
        const before = connection.state;
        const state = connection.review(now, () => trustedOn(own, connection).length > 0);
        if (state === 'degraded' || (state === 'synchronising' && connection.fault(now.received) !== null))
          reconnect(own, connection);
        else attempts.delete(connection);
        if (state !== before && (before === 'degraded' || state === 'degraded')) tell(own, connection, state);
      }
    }
  };

  const rateOf = (connection: Connection): Rate => {
    const known = rates.get(connection);
    if (known) return known;
    const rate = createRate(clock.monotonic, () => connection.counts.messages);
    rates.set(connection, rate);
    return rate;
  };
  core.every(rateMs, () => {
    for (const own of markets.values()) for (const connection of own.connections()) rateOf(connection).sample();
  });

  const measure = async (own: ExchangeMarkets): Promise<void> => {
    const ask = exchanges.get(own.exchange)?.market.serverTime;
    if (!ask) return;
    const asked = clock.monotonic();
    const answer = await ask(core.config().order_timeout_ms);
    const trip = since(asked, clock.monotonic());
    if (answer.kind === 'time' && trip <= longestTripMs) own.clockAheadMs = answer.at - (clock.now() - trip / 2);
  };
  const measureClocks = (): void => {
    for (const own of markets.values()) void measure(own);
  };
  core.every(measureMs, measureClocks);

  const excludedAt = ({ exchange, markets: own }: ExchangeMarkets): FeedRecord['excluded'] => {
    const excluded = [...(core.recorder.state.excluded.get(exchange) ?? [])].filter(
      ([, { readmitted_at }]) => readmitted_at === null,
    );
    const known = new Set(excluded.map(([market]) => market));
    const gone = own.filter(({ delisted, instrument }) => delisted && !known.has(instrument.symbol));
    return [
      ...excluded.map(([market, { reason, at, for_ms }]) => ({ market, reason, until: isoTime(at + for_ms) })),
      ...gone.map(({ instrument: { symbol } }) => ({ market: symbol, reason: notListed })),
    ];
  };

  const recordOf = (own: ExchangeMarkets, connection: Connection): FeedRecord => {
    const { counts, detail } = connection;
    const subscribed = own.markets.filter((market) => market.connection === connection);
    const fault = reasonOf(connection, clock.monotonic());
    return {
      exchange: own.exchange,
      connection: connection.name,
      state: connection.state,
      since: connection.since === null ? null : isoTime(connection.since),
      last_message_at: connection.heardAt === null ? null : isoTime(connection.heardAt),
      markets: subscribed.length,
      markets_trusted: trustedOn(own, connection).length,
      messages_per_second: rateOf(connection).perSecond(),
      latency_ms: connection.lateMs(),
      clock_ahead_ms: own.clockAheadMs,
      reconnects: counts.reconnects,
      gaps: counts.gaps,
      resyncs: counts.resyncs,
      excluded: excludedAt(own),
      reason: fault ?? (detail === '' ? null : detail),
      at: isoTime(clock.now()),
    };
  };

  return {
    review,
    measureClocks: () => {
      for (const own of markets.values()) own.clockAheadMs = null;
      measureClocks();
    },
    note: (event) => {
      const own = markets.get(event.exchange);
      if (!own) return [];
      switch (event.type) {
        case 'HeartbeatReceived':
          own.connection(event.connection).beat(event);
          return [];
        case 'MarketSubscribed':
          return own.subscribe(event.symbol, event.connection);
        case 'FeedStatusChanged': {
          own.connection(event.connection).setStatus(event, clock.monotonic());
          return event.status === 'live' ? [] : own.unsubscribe(event.connection);
        }
        default:
          return [];
      }
    },
    records: () =>
      [...markets.values()].flatMap((own) => own.connections().map((connection) => recordOf(own, connection))),
  };
};

const nameOf = ({ exchange }: ExchangeMarkets, { name }: Connection): string =>
  name === null ? exchange : `${exchange} ${name}`;

/** What is wrong with the connection; null where nothing is. */
const reasonOf = (connection: Connection, now: Elapsed): string | null => {
  switch (connection.fault(now)) {
    case 'silent':
      return `not heard for ${Math.round((connection.staleMs(now) ?? 0) / 1000)} s`;
    case 'late': {
      const lateMs = connection.lateMs();
      if (lateMs === null) return 'it does not say when its data were made';
      return lateMs > longestLateMs
        ? `its data are ${Math.round(lateMs)} ms late`
        : 'for 3 s it has not said when its data were made';
    }
    default:
      return null;
  }
};
