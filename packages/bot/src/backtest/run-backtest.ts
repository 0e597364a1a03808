import type { PlayedRecord } from '@triquad/core/contract';
import { createEngine, type Engine } from '../engine/engine.ts';
import { charged, feeRecord, settingOf } from '../market/fees.ts';
import { createVirtualClock, type VirtualClock } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { MarketData } from '../model/exchange.ts';
import type { PriceSource } from '../model/market-event.ts';
import type { Elapsed } from '../model/moment.ts';
import { conditionsInWords, conditionsOf, conditionsRecord, feesInWords } from '../venues/paper/conditions.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { createForgetfulStore } from './forgetful-store.ts';
import type { BacktestJob, BacktestOutcome, BacktestProgress } from './job.ts';
import type { MarksOptions } from './marks.ts';
import { type Showed, watchMarket } from './nearest.ts';
import { createObserver } from './observer.ts';
import { createPace, type Watched } from './pace.ts';
import { recordedSource } from './recorded-source.ts';
import { reportOf } from './report.ts';
import { seededIds } from './seeded-ids.ts';
import { simulatedSource } from './simulated-source.ts';
import type { Listening, Source, Stage } from './source.ts';

/** How long a feed may take to list its markets, in ms. */
const listMs = 5_000;
/** How long after the end of the range running executions may take, and how far the clock goes at once meanwhile. */
const graceMs = 60_000;
const stepMs = 250;

/** Plays the job in this thread, which has little time for anything else meanwhile. `listen` takes every event of its engine. */
export const runBacktest = async (
  job: BacktestJob,
  onProgress: (progress: BacktestProgress) => void,
  signal?: AbortSignal,
  listen: (event: EngineEvent) => void = () => {},
): Promise<BacktestOutcome> => {
  const clock = createVirtualClock(job.from);
  const watched: Watched = { events: () => 0, isOver: () => false };
  const source = await openSource(job, { clock, pulse: createPace(watched, onProgress, signal) });
  if (signal?.aborted) return { status: 'cancelled' };
  if (source === null) return { status: 'failed', error: 'the recordings have no quotes of the range any more' };
  watched.events = source.events;
  return play(job, source, clock, watched, signal, listen);
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
  listen: (event: EngineEvent) => void,
): Promise<BacktestOutcome> => {
  const markets = await watchedFeeds(source, job);
  const exchanges = markets.map(({ feed }) => createPaperExchange(feed, clock, job));
  const engine = createEngine({
    exchanges,
    clock,
    store: createForgetfulStore(),
    ids: seededIds(clock.now, seededRandom(job.seed)),
    logIds: countedIds(),
    config: job.engine,
    market: pricesOf(job),
    unwatched: true,
    prices: source.tops,
  });
  const observer = createObserver(engine);
  engine.subscribe(listen);
  await engine.start();
  const started = await engine.command({ type: 'StartBot', parameters: {} });
  if (!started.ok) return signal?.aborted ? { status: 'cancelled' } : { status: 'failed', error: started.detail };
  watched.isOver = () => observer.trades() >= job.most_trades;
  if (job.every_row !== true && markets.every(costsToTrade)) {
    const readsAt = (): Elapsed => (exchanges.some((one) => one.owes()) ? clock.monotonic() : engine.looksAt());
    const look: Listening['look'] = (exchange, tops, at) =>
      markets.find(({ feed: { venue: name } }) => name === exchange)?.watch.look(tops, at);
    source.openWindows({ markets, readsAt, look });
  }
  await source.play(job.to);
  watched.isOver = () => false;
  const endedAt = clock.now();
  const events = source.events();
  const counts = engine.state().decision_counts;
  const showed = markets.map((one) => showedBy(one, source, clock));
  await bringDown(engine, source, endedAt);
  await engine.close();
  if (signal?.aborted) return { status: 'cancelled' };
  const ended = {
    endedAt,
    downAt: clock.now(),
    events,
    terms: termsOf(markets, job),
    conditions: conditionsIn(markets, job),
    showed,
    counts,
  };
  return { status: 'completed', report: reportOf(job, source, observer.seen(), ended), rows: source.given() };
};

/** The log of a run in windows has other lines than that of one over every row: they draw no ids that facts have. */
const countedIds = (): (() => string) => {
  let count = 0;
  return () => String(++count);
};

/** Each trade states its source, as those of a running bot do. */
const pricesOf = ({ data, provenance }: BacktestJob): PriceSource => ({
  name: provenance.name ?? provenance.kind,
  source: data.kind,
  provenance,
});

/** The feed of an exchange with its markets as they are charged in the run, and what watches them. */
type WatchedFeed = MarksOptions & { readonly feed: MarketData; readonly watch: ReturnType<typeof watchMarket> };

const watchedFeeds = async (source: Source, job: BacktestJob): Promise<readonly WatchedFeed[]> => {
  const { fees, start_currencies: fundingCurrencies, max_book_age_ms: maxBookAgeMs, parameters } = job.engine;
  const { enable_triangular: tri, enable_quadrangular: quad } = job.engine;
  const minProfitPct = parameters.min_profit_threshold;
  return Promise.all(
    source.feeds.map(async (feed) => {
      const instruments = (await feed.instruments(listMs)).map((one) => charged(one, settingOf(fees, feed.venue)));
      const options = { instruments, types: { tri, quad }, fundingCurrencies, maxBookAgeMs };
      const watch = watchMarket({ ...options, feed, touches: source.touches?.(feed.venue) });
      const subscribe: MarketData['subscribe'] = (listener) =>
        feed.subscribe((event) => {
          watch.take(event);
          listener(event);
        });
      return { ...options, minProfitPct, watch, feed: { ...feed, subscribe } };
    }),
  );
};

const showedBy = (
  { feed: { venue: name }, instruments, watch }: WatchedFeed,
  source: Source,
  clock: VirtualClock,
): Showed => {
  const tops = source.tops(name, clock.monotonic());
  if (tops !== null) watch.look(tops, clock.now());
  const { first, last } = source.mids(name);
  const mids = instruments.map((instrument, at) => ({ instrument, first: first[at] ?? 0, last: last[at] ?? 0 }));
  return { nearest: watch.nearest(), mids: mids.filter((one) => one.first > 0) };
};

/** Whether no cycle pays after fees that does not pay without them: an exchange may pay its takers. */
const costsToTrade = ({ instruments, minProfitPct }: MarksOptions): boolean =>
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
