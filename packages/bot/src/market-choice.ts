import { basename } from 'node:path';
import { type MarketSource, type PriceKind, paperProvenance } from '@triquad/core/contract';
import { type ExchangeAdapter, openAdapter } from './adapter.ts';
import { exchangeFacts } from './market/facts/facts.ts';
import { CannotStart } from './model/cannot-start.ts';
import type { Clock } from './model/clock.ts';
import type { Account, MarketData } from './model/exchange.ts';
import type { KeptChoice, PriceSource } from './model/market-event.ts';
import { instrumentsBeside } from './recording/instrument-file.ts';
import { readQuotes } from './recording/read-quotes.ts';
import { kindOfRecording, sampleName } from './recording/recording-folder.ts';
import { exchangeOf as recordedExchange } from './recording/recordings.ts';
import { provideSample } from './sample.ts';
import { createExchangeFeed, type ExchangeFeed } from './venues/exchange/exchange-feed.ts';
import { exchanges as live } from './venues/exchange/exchanges.ts';
import { openRecording, type ReadRecording } from './venues/recorded/recorded.ts';
import { simulatedMarket } from './venues/simulated/simulated.ts';
import type { Preset } from './venues/simulated/simulated-behaviour.ts';

/** Where the market data comes from. `speed`: how many times its own pace; Infinity is as fast as a recording goes. */
export type MarketChoice =
  | { readonly source: 'simulated'; readonly preset?: Preset; readonly seed: number; readonly speed: number }
  | { readonly source: 'recorded'; readonly file: string; readonly speed: number }
  /** Live prices. `places`: regions or addresses by exchange, as `addressesOf` takes them; left out, the usual region. `proxy`: the way there. */
  | {
      readonly source: 'exchange';
      readonly exchanges: readonly string[];
      readonly places: Readonly<Record<string, string>>;
      readonly proxy?: string | undefined;
    };

/** What of a choice later starts keep: neither its seed nor its pace. */
export function keptChoice(choice: MarketChoice | null): KeptChoice | null {
  if (choice === null) return null;
  if (choice.source === 'simulated') return { source: 'simulated', preset: choice.preset ?? 'practice' };
  if (choice.source === 'recorded') return { source: 'recorded', file: choice.file };
  const { source, exchanges, places, proxy } = choice;
  return { source, exchanges, places, ...(proxy !== undefined && { proxy: withoutCredentials(proxy) }) };
}

/** A fact is shown and exported. */
function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href.replace(/\/$/, '');
}

/** The proxy that was chosen with a market. */
export const proxyOf = (choice: MarketChoice | null): string | undefined =>
  choice?.source === 'exchange' ? choice.proxy : undefined;

/** The exchange of a table that says none. */
const USUAL_EXCHANGE = 'kucoin';

const exchangeOf = (file: string): string => recordedExchange(file) ?? USUAL_EXCHANGE;

export interface OpenMarket {
  readonly feeds: readonly MarketData[];
  /** Accounts that adapters have opened, by venue; elsewhere orders are traded on paper. */
  readonly accounts: ReadonlyMap<string, Account>;
  readonly source: MarketSource;
  /** What it is exactly, for the screens. */
  readonly detail: string | null;
  /** Whose prices these are, for the journal; null without a choice. */
  readonly prices: Required<PriceSource> | null;
  /** From now on an exchange is scanned only, for that reason, a clause; null: it is traded again. One that is not live is left as it is. */
  restrict(exchange: string, reason: string | null): void;
  /** The markets of each exchange, e.g. `BTC/USDT`. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
}

const otherMarkets = 'use --market simulated or --market recorded:<file> without a network';
/** How long a feed may take to list its markets, in ms. Without a network people are told so within 5 s. */
const longestListMs = 4_500;

/** What a bot without a choice has: it listens to nothing, and asks in the browser what to watch. */
const nothing: OpenMarket = {
  feeds: [],
  accounts: new Map(),
  source: 'none',
  detail: null,
  prices: null,
  symbols: new Map(),
  restrict: () => {},
};

export type OpenOptions = {
  /** Each feed goes through it. */
  readonly tap?: (feed: MarketData, kind: PriceKind) => MarketData;
  /** Exchanges beside those that triquad knows. */
  readonly adapters?: readonly ExchangeAdapter[] | undefined;
};

/** Opens the chosen market, none where nothing was chosen. @throws CannotStart when a recording has nothing to play, or none of the exchanges can be reached. */
export async function openMarket(
  choice: MarketChoice | null,
  clock: Clock,
  { tap = (feed) => feed, adapters = [] }: OpenOptions = {},
): Promise<OpenMarket> {
  if (choice === null) return nothing;
  const candidates = choice.source === 'exchange' ? liveFeeds(choice, clock, adapters) : await feedsOf(choice, clock);
  const kind = kindOf(choice);
  const opened = await Promise.all(candidates.map((candidate) => listed(candidate, (feed) => tap(feed, kind))));
  const unreached = opened.flatMap(({ failure }) => failure ?? []);
  if (unreached.length === opened.length) throw new CannotStart(unreached.join('; '), 1, otherMarkets);
  const used = opened.flatMap(({ candidate: { name, place } }) =>
    place === undefined ? [] : [[name, place] as const],
  );
  const reached = choice.source === 'exchange' ? { ...choice, places: Object.fromEntries(used) } : choice;
  return {
    feeds: opened.map(({ feed }) => feed),
    accounts: new Map(
      opened.flatMap(({ candidate: { name, account } }) => (account ? [[name, account] as const] : [])),
    ),
    source: choice.source,
    detail: detailOf(reached),
    prices: pricesOf(choice),
    symbols: new Map(opened.map(({ feed, symbols }) => [feed.venue, symbols])),
    restrict: (exchange, reason) => {
      for (const { candidate } of opened) if (candidate.name === exchange) candidate.live?.restrict(reason);
    },
  };
}

/** A feed that may be opened. `instead`: where its exchange is reached when it does not list its markets. */
type Candidate = {
  readonly name: string;
  readonly feed: MarketData;
  readonly live?: ExchangeFeed;
  readonly account?: Account;
  readonly place?: string | undefined;
  readonly instead?: Candidate | undefined;
};
type Listed = {
  readonly candidate: Candidate;
  readonly feed: MarketData;
  readonly symbols: readonly string[];
  readonly failure?: string;
};

/** The feed with its markets, or the one instead of it that has them. */
const listed = async (candidate: Candidate, tap: (feed: MarketData) => MarketData): Promise<Listed> => {
  const feed = tap(candidate.feed);
  try {
    const symbols = (await feed.instruments(longestListMs)).map(({ symbol }) => symbol);
    return { candidate, feed, symbols };
  } catch (error) {
    const failure = `${feed.venue} ${error instanceof Error ? error.message : String(error)}`;
    const other = candidate.instead && (await listed(candidate.instead, tap));
    return other && other.failure === undefined ? other : { candidate, feed, symbols: [], failure };
  }
};

type Live = Extract<MarketChoice, { source: 'exchange' }>;

const feedsOf = async (choice: Exclude<MarketChoice, Live>, clock: Clock): Promise<readonly Candidate[]> => {
  const feeds =
    choice.source === 'simulated' ? simulatedMarket({ clock, ...choice }) : [await recording(choice, clock)];
  return feeds.map((feed) => ({ name: feed.venue, feed }));
};

function liveFeeds(
  { exchanges, places }: Live,
  clock: Clock,
  adapters: readonly ExchangeAdapter[],
): readonly Candidate[] {
  const names = [...live.keys(), ...adapters.map(({ venue }) => venue)];
  for (const name of [...exchanges, ...Object.keys(places)]) {
    if (exchanges.includes(name) && names.includes(name)) continue;
    const known = names.join(', ');
    const message = names.includes(name)
      ? `${name} has a place and is not among the exchanges of --market`
      : `there are no live prices of ${name}, only of ${known}`;
    throw new CannotStart(message, 2);
  }
  return exchanges.flatMap((name) => {
    const adapter = adapters.find(({ venue }) => venue === name);
    const place = places[name];
    if (!adapter) return liveFeed(name, clock, place) ?? [];
    const { market, account } = openAdapter(adapter, { clock, place });
    return { name, feed: market, place, ...(account && { account }) };
  });
}

/** @throws CannotStart for a place that the exchange does not have. */
function liveFeed(name: string, clock: Clock, place: string | undefined): Candidate | undefined {
  try {
    const dialect = live.get(name)?.({ clock, place });
    if (dialect === undefined) return undefined;
    const feed = createExchangeFeed(dialect);
    const fallback = place === undefined ? exchangeFacts.get(name)?.fallback : undefined;
    return {
      name,
      feed,
      live: feed,
      place,
      instead: fallback === undefined ? undefined : liveFeed(name, clock, fallback),
    };
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error), 2);
  }
}

async function recording(
  { file, speed }: Extract<MarketChoice, { source: 'recorded' }>,
  clock: Clock,
): Promise<MarketData> {
  await provideSample(file);
  const exchange = exchangeOf(file);
  const list = await instrumentsBeside(file, exchange);
  if (list?.ok === false) throw new CannotStart(`${list.file}: ${list.message}`, 1);
  const read: ReadRecording = (onReject) => readQuotes(file, onReject);
  const opened = await openRecording({ exchange, read, clock, speed, listed: list?.instruments ?? [] });
  if (!opened.ok) throw new CannotStart(opened.message, 1);
  return opened.feed;
}

/** The recording that is chosen, and whose it is; none where the market is simulated. */
export function recordedFile(
  choice: MarketChoice | null,
): readonly { readonly exchange: string; readonly file: string }[] {
  return choice?.source === 'recorded' ? [{ exchange: exchangeOf(choice.file), file: choice.file }] : [];
}

/** Invented quotes are there to practise on; on recorded and real ones it would mislead if every order were in time. */
export const paperOptions = (choice: MarketChoice | null) => ({
  conditions: choice?.source === 'simulated' ? (choice.preset ?? 'practice') : ('realistic' as const),
  speed: choice === null || choice.source === 'exchange' ? 1 : choice.speed,
  seed: choice?.source === 'simulated' ? choice.seed : 1,
});

/**
 * What is earned under prices of one name is counted together: neither the seed nor the pace makes others of them, nor does one more exchange.
 * An exchange at an address of its own is another one.
 */
export function pricesOf(choice: MarketChoice): Required<PriceSource> {
  const { source } = choice;
  const named = (name: string, exchange: string | null) => ({
    ...{ source, name },
    provenance: paperProvenance(kindOf(choice), exchange, name),
  });
  if (source === 'simulated') return named(choice.preset ?? 'practice', null);
  if (source === 'recorded') return named(basename(choice.file), exchangeOf(choice.file));
  const own = Object.entries(choice.places).filter(([name]) => choice.exchanges.includes(name));
  const places = own.flatMap(([name, place]) => (isUsual(name, place) ? [] : ` ${name} at ${place}`)).sort();
  const only = choice.exchanges.length === 1 ? (choice.exchanges[0] ?? null) : null;
  return named(`live${places.length > 0 ? `:${places.join(',')}` : ''}`, only);
}

/** Source of the prices of a market. */
const kindOf = (choice: MarketChoice): PriceKind => {
  if (choice.source === 'simulated') return choice.preset ?? 'practice';
  return choice.source === 'recorded' ? kindOfRecording(choice.file) : 'live';
};

/** True for a region that shows the prices of the usual one. */
const isUsual = (exchange: string, place: string): boolean => {
  const facts = exchangeFacts.get(exchange);
  return place === facts?.fallback || place === Object.keys(facts?.regions ?? {})[0];
};

function detailOf(choice: MarketChoice): string {
  if (choice.source === 'exchange') {
    const { exchanges, places } = choice;
    return exchanges.map((name) => (places[name] === undefined ? name : `${name} at ${places[name]}`)).join(', ');
  }
  const pace = choice.speed === 1 ? '' : `, speed ${choice.speed === Number.POSITIVE_INFINITY ? 'max' : choice.speed}`;
  if (choice.source === 'simulated')
    return `${choice.preset === 'realistic' ? 'realistic, ' : ''}seed ${choice.seed}${pace}`;
  const name = basename(choice.file);
  return `${name === sampleName ? 'sample (invented, fitted to recordings)' : name}${pace}`;
}
