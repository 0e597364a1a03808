import { basename, join } from 'node:path';
import type { MarketCheckRecord, MarketRecord, MarketWanted } from '@triquad/core/contract';
import type { ExchangeAdapter } from './adapter.ts';
import { checkExchange } from './check-exchange.ts';
import type { Engine } from './engine/engine.ts';
import { failureOf, keepCheck, keptCheck } from './maintenance/exchange-checks.ts';
import { exchangeFacts } from './market/facts/facts.ts';
import { type MarketChoice, type OpenMarket, openMarket } from './market-choice.ts';
import { realClock } from './model/clock.ts';
import { isoTime } from './model/moment.ts';
import { sampleName } from './recording/recording-folder.ts';
import type { Recordings } from './recording/recordings.ts';
import { lacksSample, makeSample } from './sample.ts';
import type { MarketDesk } from './server/backend.ts';
import { exchanges } from './venues/exchange/exchanges.ts';
import type { Proxies } from './venues/exchange/proxy.ts';

/** What a bot that runs shows of itself to the desk. */
export interface Watching {
  readonly market: OpenMarket;
  readonly engine: Pick<Engine, 'state' | 'command'>;
  readonly recordings: Recordings;
}

export interface MarketDeskOptions {
  /** Whether the start named the market. */
  readonly isGiven: boolean;
  /** Regions or addresses of exchanges at the start, by name; those not named are reached at their usual addresses. */
  readonly places: Readonly<Record<string, string>>;
  /** The proxy that was chosen before. */
  readonly proxy: string | undefined;
  readonly proxies: Proxies | undefined;
  readonly adapters: readonly ExchangeAdapter[];
  /** Where what checks of exchanges found is kept. */
  readonly dataDir: string;
  /** The folder of its recordings, in which the sample is made when it is first chosen. */
  readonly recordings: string;
  /** What runs now; null while it begins or ends. */
  watching(): Watching | null;
  /** Ends what runs, and begins with another market. */
  replace(by: MarketChoice): Promise<void>;
  /** Makes it the choice of the next start. @throws where that cannot be written. */
  remember(choice: MarketChoice): void;
}

const checkSeconds = 20;
/** Regions of exchanges that have several, the usual one first. */
const offeredRegions = [...exchangeFacts.values()].flatMap(({ name, regions }) => {
  const all = Object.entries(regions).map(([region, { title }]) => ({ exchange: name, region, title }));
  return all.length > 1 ? all : [];
});
/** Its usual region needs no name. */
const placeOf = (exchange: string, region: string | undefined): string | undefined =>
  region === Object.keys(exchangeFacts.get(exchange)?.regions ?? {})[0] ? undefined : region;
const seedBelow = 2 ** 31;

/**
 * Where people choose what the bot watches. It outlives the bot that it replaces: another market is another bot over the same data
 * directory, so that nothing of the engine has to change while it runs.
 */
export function createMarketDesk(options: MarketDeskOptions): MarketDesk {
  const { dataDir, watching } = options;
  let { places, proxy } = options;
  /** Those that go on, and those that ended of places where no bot is. */
  const looks = new Map<string, MarketCheckRecord>();
  let change: MarketRecord['change'] = null;
  let shown: OpenMarket | null = null;

  const choiceOf = async (wanted: MarketWanted, recordings: Recordings): Promise<MarketChoice> => {
    if (wanted.source === 'simulated')
      return { source: 'simulated', preset: wanted.preset, seed: Math.floor(Math.random() * seedBelow), speed: 1 };
    if (wanted.source === 'exchange') {
      const { exchanges: names, regions = {} } = wanted;
      const own = names.flatMap((name) => {
        const place = name in regions ? placeOf(name, regions[name]) : options.places[name];
        return place === undefined ? [] : [[name, place] as const];
      });
      const way = wanted.proxy === undefined ? proxy : (wanted.proxy ?? undefined);
      return { source: 'exchange', exchanges: names, places: Object.fromEntries(own), ...(way && { proxy: way }) };
    }
    if (wanted.recording === sampleName && lacksSample(join(options.recordings, sampleName)))
      return { source: 'recorded', file: await makeSample(options.recordings), speed: 1 };
    const found = (await recordings.all()).find(({ file }) => basename(file) === wanted.recording);
    if (found === undefined) throw new Error(`there is no recording ${wanted.recording}`);
    return { source: 'recorded', file: found.file, speed: 1 };
  };

  const changeTo = async (wanted: MarketWanted, { market, engine, recordings }: Watching): Promise<void> => {
    const choice = await choiceOf(wanted, recordings);
    // What cannot be opened must not end what runs.
    try {
      if (choice.source === 'exchange') options.proxies?.use(choice.proxy);
      await openMarket(choice, realClock, options);
    } catch (error) {
      options.proxies?.use(proxy);
      throw error;
    }
    if (engine.state().lifecycle === 'running') await engine.command({ type: 'StopBot', cancel_orders: true });
    const { lifecycle, open_executions, executions } = engine.state();
    if (lifecycle !== 'stopped') throw new Error(`the bot is ${lifecycle}: try again once it is stopped`);
    // Those of exchanges that are not watched wait for these to come back, whatever is watched meanwhile.
    const own = market.feeds.map(({ venue }) => venue);
    if ([...open_executions].some((id) => own.includes(executions.get(id)?.exchange ?? '')))
      throw new Error('an execution waits for its exchange: the market stays until it has ended');
    if (choice.source === 'exchange') {
      const others = Object.entries(options.places).filter(([name]) => !choice.exchanges.includes(name));
      places = { ...Object.fromEntries(others), ...choice.places };
      proxy = choice.proxy;
    }
    await options.replace(choice);
    options.remember(choice);
    if (choice.source !== 'exchange') return;
    for (const [name, { ended }] of looks) if (ended !== null) looks.delete(name);
    check(
      choice.exchanges.filter((name) => exchanges.has(name) && known(name) === null),
      {},
    );
  };

  const known = (exchange: string): MarketCheckRecord | null =>
    looks.get(exchange) ?? keptCheck(dataDir, exchange, places[exchange] ?? null).check;

  const look = async (exchange: string, place: string | undefined): Promise<void> => {
    const isInUse = place === places[exchange];
    const began = isoTime(realClock.now());
    const findings: MarketCheckRecord['findings'] = [];
    const found: MarketCheckRecord = { exchange, began, ended: null, findings };
    looks.set(exchange, found);
    // A difference counts at once; what it lifts, only a check to its end that found none.
    const settle = (check: MarketCheckRecord): void => {
      const failure = failureOf(check);
      if (failure === null && check.ended === null) return;
      try {
        keepCheck(dataDir, place ?? null, check);
      } catch (error) {
        findings.push({ subject: 'check', found: `it cannot be kept (${reasonOf(error)})`, expected: 'room for it' });
      }
      if (isInUse) watching()?.market.restrict(exchange, failureOf(check));
    };
    const add = (finding: MarketCheckRecord['findings'][number]): void => {
      const { subject, found: seen, expected } = finding;
      findings.push({ subject, found: seen, expected });
      settle(found);
    };
    try {
      await checkExchange({ name: exchange, place, seconds: checkSeconds, found: add });
    } catch (error) {
      add({ subject: 'check', found: reasonOf(error), expected: 'a look to its end' });
    }
    const whole = { ...found, ended: isoTime(realClock.now()) };
    settle(whole);
    if (isInUse) looks.delete(exchange);
    else looks.set(exchange, whole);
  };

  const check: MarketDesk['check'] = (names, regions) => {
    const goesOn = (name: string): boolean => looks.get(name)?.ended === null;
    for (const name of names)
      if (!goesOn(name)) void look(name, name in regions ? placeOf(name, regions[name]) : places[name]);
  };

  return {
    record: () => {
      shown = watching()?.market ?? shown;
      return {
        source: shown?.source ?? 'none',
        detail: shown?.detail ?? null,
        exchanges: shown === null ? [] : shown.feeds.map(({ venue }) => venue),
        given: options.isGiven,
        offered: [...exchanges.keys(), ...options.adapters.map(({ venue }) => venue)],
        regions: offeredRegions,
        proxy: options.proxies?.inUse() ?? null,
        places: Object.entries(places).map(([exchange, place]) => ({ exchange, place })),
        change,
        checks: [...exchanges.keys()].flatMap((name) => known(name) ?? []),
      };
    },
    choose: (wanted) => {
      const now = watching();
      if (now === null || change?.state === 'opening') return false;
      change = { wanted, state: 'opening', reason: null };
      const end = (reason: string | null): void => {
        change = reason === null ? null : { wanted, state: 'failed', reason };
      };
      changeTo(wanted, now).then(
        () => end(null),
        (error: unknown) => end(reasonOf(error)),
      );
      return true;
    },
    check,
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
