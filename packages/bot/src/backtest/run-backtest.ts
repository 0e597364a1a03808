import { setImmediate } from 'node:timers/promises';
import { createVirtualClock, realClock, type VirtualClock } from '../engine/clock.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import { createPaperExchange } from '../exchange/paper.ts';
import { seededRandom } from '../exchange/simulated-random.ts';
import { createForgetfulStore } from './forgetful-store.ts';
import type { BacktestJob, BacktestOutcome, BacktestProgress } from './job.ts';
import { createObserver } from './observer.ts';
import { recordedSource } from './recorded-source.ts';
import { reportOf } from './report.ts';
import { seededIds } from './seeded-ids.ts';
import { simulatedSource } from './simulated-source.ts';
import type { Source, Stage } from './source.ts';

/** How often progress is told, and how often others get their turn, in ms of the real clock. */
const tellMs = 250;
const yieldMs = 20;
/** How long after the end of the range running executions may take. */
const graceMs = 60_000;
/** How far the clock goes at once while they end. */
const stepMs = 250;

/** Plays the job in this thread, which has little time for anything else meanwhile. */
export const runBacktest = async (
  job: BacktestJob,
  onProgress: (progress: BacktestProgress) => void,
  signal?: AbortSignal,
): Promise<BacktestOutcome> => {
  const clock = createVirtualClock(job.from);
  let source: Source | null = null;
  let [told, yielded] = [realClock.monotonic(), realClock.monotonic()];
  const pulse = async (progress: number): Promise<boolean> => {
    const now = realClock.monotonic();
    if (now - told >= tellMs) {
      told = now;
      onProgress({ progress, events_processed: source?.events() ?? 0 });
    }
    if (now - yielded >= yieldMs) {
      await setImmediate();
      yielded = realClock.monotonic();
    }
    return signal?.aborted !== true;
  };
  source = await openSource(job, { clock, pulse });
  if (source === null) return { status: 'failed', error: 'the recordings have no quotes of the range any more' };
  return (await play(job, source, clock)) ?? { status: 'cancelled' };
};

const openSource = async (job: BacktestJob, stage: Stage): Promise<Source | null> => {
  const range = { from: job.from, to: job.to };
  return job.data.kind === 'simulated'
    ? simulatedSource(job.data, range, stage)
    : recordedSource(job.data.sources, range, stage);
};

/** Null when it was cancelled. */
const play = async (job: BacktestJob, source: Source, clock: VirtualClock): Promise<BacktestOutcome | null> => {
  const engine = createEngine({
    exchanges: source.feeds.map((feed) => createPaperExchange(feed, clock, { latencyMs: job.latency_ms })),
    clock,
    store: createForgetfulStore(),
    ids: seededIds(clock.now, seededRandom(job.seed)),
    config: job.engine,
    unwatched: true,
  });
  const observer = createObserver(engine);
  await engine.start();
  const started = await engine.command({ type: 'StartBot', parameters: {} });
  if (!started.ok) return { status: 'failed', error: started.detail };
  if (!(await source.play(job.to)) || !(await bringDown(engine, source, job.to))) return null;
  await engine.close();
  return { status: 'completed', report: reportOf(job, source, observer.seen(), clock.now()) };
};

/** Stops the bot; the market goes on until running executions have ended. False when it was cancelled meanwhile. */
const bringDown = async (engine: Engine, source: Source, from: number): Promise<boolean> => {
  let isDown = false;
  void engine.command({ type: 'StopBot', cancel_orders: true }).then(() => {
    isDown = true;
  });
  for (let at = from; !isDown && at < from + graceMs; at += stepMs) {
    if (!(await source.play(at + stepMs))) return false;
  }
  return true;
};
