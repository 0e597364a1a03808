import type { PlayedRecord } from '@triquad/core/contract';
import { createEngine, type Engine } from '../engine/engine.ts';
import { charged, feeRecord, feesInWords, settingOf } from '../market/fees.ts';
import { createVirtualClock, type VirtualClock } from '../model/clock.ts';
import type { MarketData } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { PriceSource } from '../model/market-event.ts';
import type { Unheard } from '../model/unheard.ts';
import { conditionsInWords, conditionsOf, conditionsRecord } from '../venues/paper/conditions.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { createForgetfulStore } from './forgetful-store.ts';
import type { BacktestJob, BacktestOutcome, BacktestProgress } from './job.ts';
import { type Showed, watchMarket } from './nearest.ts';
import { createObserver } from './observer.ts';
import { createPace, type Watched } from './pace.ts';
import { recordedSource } from './recorded-source.ts';
import { reportOf } from './report.ts';
import type { RowWatchOptions } from './row-watch.ts';
import { seededIds } from './seeded-ids.ts';
import { simulatedSource } from './simulated-source.ts';
import type { Quickened, Source, Stage } from './source.ts';

/** How long a feed may take to list its markets, in ms. */
const listMs = 5_000;
/** How long after the end of the range running executions may take, and how far the clock goes at once meanwhile. */
const graceMs = 60_000;
const stepMs = 250;

/** Plays the job in this thread, which has little time for anything else meanwhile. */
export const runBacktest = async (
  job: BacktestJob,
  onProgress: (progress: BacktestProgress) => void,
  signal?: AbortSignal,
): Promise<BacktestOutcome> => {
  const clock = createVirtualClock(job.from);
  const watched: Watched = { events: () => 0, isOver: () => false };
  const source = await openSource(job, { clock, pulse: createPace(watched, onProgress, signal) });
  if (signal?.aborted) return { status: 'cancelled' };
  if (source === null) return { status: 'failed', error: 'the recordings have no quotes of the range any more' };
  watched.events = source.events;
  try {
    return await play(job, source, clock, watched, signal);
  } finally {
    source.close?.();
  }
};

const openSource = async (job: BacktestJob, stage: Stage): Promise<Source | null> => {
  const range = { from: job.from, to: job.to };
  return job.data.kind === 'simulated'
    ? simulatedSource(job.data, range, stage)
    : recordedSource(job.data.sources, range, stage);
};

const play = async (
  job: BacktestJob,
  source: Source,
  clock: VirtualClock,
  watched: Watched,
  signal: AbortSignal | undefined,
): Promise<BacktestOutcome> => {
  const markets = await watchedFeeds(source, job);
  const exchanges = markets.map(({ feed, unheard }) => createPaperExchange(feed, clock, { ...job, unheard }));
  const engine = createEngine({
    exchanges,
    clock,
    store: createForgetfulStore(),
    ids: seededIds(clock.now, seededRandom(job.seed)),
    config: job.engine,
    market: pricesOf(job),
    unwatched: true,
    unheard: new Map(exchanges.flatMap(({ account, unheard }) => (unheard ? [[account.id, unheard] as const] : []))),
  });
  const observer = createObserver(engine);
  await engine.start();
  const started = await engine.command({ type: 'StartBot', parameters: {} });
  if (!started.ok) return signal?.aborted ? { status: 'cancelled' } : { status: 'failed', error: started.detail };
  watched.isOver = () => observer.trades() >= job.most_trades;
  await source.play(job.to);
  watched.isOver = () => false;
  const endedAt = clock.now();
  const events = source.events();
  const counts = engine.state().decision_counts;
  await bringDown(engine, source, endedAt);
  await engine.close();
  if (signal?.aborted) return { status: 'cancelled' };
  const showed = await Promise.all(markets.map((one) => one.showed()));
  const ended = {
    endedAt,
    downAt: clock.now(),
    events,
    terms: termsOf(markets, job),
    conditions: conditionsIn(markets, job),
    showed,
    counts,
  };
  return { status: 'completed', report: reportOf(job, source, observer.seen(), ended), rows: source.heard() };
};

/** Each trade states its source, as those of a running bot do. */
const pricesOf = ({ data, provenance }: BacktestJob): PriceSource => ({
  name: provenance.name ?? provenance.kind,
  source: data.kind,
  provenance,
});

/** The feed of an exchange with its markets as they are charged in the run, and what they showed. */
type WatchedFeed = {
  readonly feed: MarketData;
  readonly instruments: readonly Instrument[];
  readonly unheard?: Unheard;
  showed(): Showed | Promise<Showed>;
};

const watchedFeeds = async (source: Source, job: BacktestJob): Promise<readonly WatchedFeed[]> => {
  const { fees, start_currencies: fundingCurrencies, max_book_age_ms: maxBookAgeMs, parameters } = job.engine;
  const { enable_triangular: tri, enable_quadrangular: quad } = job.engine;
  const fixed = {
    types: { tri, quad },
    fundingCurrencies,
    maxBookAgeMs,
    minProfitPct: parameters.min_profit_threshold,
  };
  const markets = await Promise.all(
    source.feeds.map(async (feed) => {
      const instruments = (await feed.instruments(listMs)).map((one) => charged(one, settingOf(fees, feed.venue)));
      return { ...fixed, feed, instruments };
    }),
  );
  if (job.every_row !== true && markets.every(costsToTrade)) {
    const watched = source.quicken(markets);
    return markets.map((one, at) => ({ ...one, ...(watched[at] as Quickened) }));
  }
  return markets.map((one) => {
    const watched = watchMarket({ ...one, touches: source.touches?.(one.feed.venue) });
    const subscribe: MarketData['subscribe'] = (listener) =>
      one.feed.subscribe((event) => {
        watched.take(event);
        listener(event);
      });
    return { ...one, showed: watched.showed, feed: { ...one.feed, subscribe } };
  });
};

/** Whether no cycle pays after fees that does not pay without them: an exchange may pay its takers. */
const costsToTrade = ({ instruments, minProfitPct }: RowWatchOptions): boolean =>
  minProfitPct >= 0 && instruments.every(({ takerFee }) => takerFee >= 0);

/** What each exchange took, and what orders met there, in words. */
const termsOf = (markets: readonly WatchedFeed[], { engine: { paper }, conditions }: BacktestJob): readonly string[] =>
  markets.map(({ feed: { venue: name }, instruments }) => {
    const met = conditionsInWords(conditionsOf(name, paper, conditions));
    return `${name}: fees ${feesInWords(instruments)}. Conditions ${met}.`;
  });

const conditionsIn = (
  markets: readonly WatchedFeed[],
  { engine: { paper }, conditions }: BacktestJob,
): PlayedRecord['conditions'] =>
  markets.map(({ feed: { venue: exchange }, instruments }) => ({
    exchange,
    ...feeRecord(instruments),
    paper: conditionsRecord(conditionsOf(exchange, paper, conditions), 1),
  }));

/** Stops the bot; the market goes on until running executions have ended. */
const bringDown = async (engine: Engine, source: Source, from: number): Promise<void> => {
  let isDown = false;
  void engine.command({ type: 'StopBot', cancel_orders: true }).then(() => {
    isDown = true;
  });
  for (let at = from + stepMs; at <= from + graceMs; at += stepMs) {
    if (!(await source.play(at)) || isDown) return;
  }
};
