import type { DatabaseSync } from 'node:sqlite';
import type { ThreadOutcome } from './backtest/job.ts';
import { planBacktest } from './backtest/plan-backtest.ts';
import { type RunningBacktest, startBacktest } from './backtest/start-backtest.ts';
import type { Engine } from './engine/engine.ts';
import type { OpenMarket } from './market-choice.ts';
import type { Recordings } from './recording/recordings.ts';
import { createBacktestRecords } from './server/backtest-records.ts';
import { createBacktestShelf } from './server/backtest-shelf.ts';
import { type BacktestQueue, type BacktestsOptions, createBacktests } from './server/backtests.ts';

export interface OpenBacktestsOptions {
  readonly recordings: Recordings;
  /** `server.sqlite`. */
  readonly database: DatabaseSync;
  readonly newId: () => string;
  readonly now: () => number;
  /** What the bot watches. */
  readonly market: Pick<OpenMarket, 'prices'>;
}

/** Backtests on the recordings, else on the simulated market. */
export function openBacktests(options: OpenBacktestsOptions, engine: Engine): BacktestQueue {
  const { recordings, database, newId, now, market } = options;
  const watched = market.prices?.source === 'simulated' ? market.prices.provenance.kind : null;
  const ownMarket = watched === 'practice' || watched === 'realistic' ? watched : null;
  const log: BacktestsOptions['log'] = (level, message, metadata) => engine.log(level, 'backtest', message, metadata);
  const records = createBacktestRecords({
    shelf: createBacktestShelf(database),
    now,
    onFault: (error) => log('ERROR', 'What became of a backtest could not be written down.', { error: String(error) }),
  });
  const plan = async (id: string, config: Parameters<typeof planBacktest>[1]) =>
    planBacktest(id, config, await recordings.all(), engine.state().config?.config, ownMarket);
  const begin: BacktestsOptions['begin'] = (id, config, onProgress, onPlanned) => {
    let running: RunningBacktest | null = null;
    let isCancelled = false;
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<ThreadOutcome>();
    const run = async (): Promise<ThreadOutcome> => {
      // What is recorded may have changed while it waited.
      const planned = await plan(id, config);
      if (isCancelled) return { status: 'cancelled' };
      if (!planned.ok) return { status: 'failed', error: `${planned.field}: ${planned.detail}` };
      onPlanned(planned.job.provenance);
      running = startBacktest(planned.job, onProgress);
      return running.result;
    };
    return {
      // Reading recordings may take long; the start does not wait for it.
      result: Promise.race([run(), cancelled]),
      cancel() {
        isCancelled = true;
        running?.cancel();
        cancel({ status: 'cancelled' });
      },
    };
  };
  const check: BacktestsOptions['check'] = async (config) => {
    const planned = await plan('', config);
    if (planned.ok) return null;
    const { field: path, detail: message, code } = planned;
    return { path, message, ...(code && { code }) };
  };
  return createBacktests({ records, begin, check, newId, now, log });
}
