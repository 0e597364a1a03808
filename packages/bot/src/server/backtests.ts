import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { BacktestConfig, BacktestRecord, Provenance } from '@triquad/core/contract';
import type { BacktestProgress, PackedReport } from '../backtest/job.ts';
import type { RunningBacktest } from '../backtest/start-backtest.ts';
import { isoTime } from '../model/moment.ts';
import type { Backtests } from './backend.ts';
import type { BacktestRecords } from './backtest-records.ts';

/** How many may wait while one runs. */
const MOST_WAITING = 20;
const STOP_WITHIN_MS = 1_000;
const RESTARTED = 'The bot was restarted while it ran.';
const unzip = promisify(gunzip);

export interface BacktestsOptions {
  readonly records: BacktestRecords;
  /** The result comes soon after a cancellation. */
  readonly begin: (
    id: string,
    config: BacktestConfig,
    onProgress: (progress: BacktestProgress) => void,
    onPlanned: (provenance: Provenance) => void,
  ) => RunningBacktest;
  readonly check: Backtests['check'];
  readonly newId: () => string;
  readonly now: () => number;
  readonly log: (level: 'INFO' | 'ERROR', message: string, metadata: Record<string, unknown>) => void;
}

interface Active {
  readonly id: string;
  readonly run: RunningBacktest;
  /** Settles once what it came to is kept. */
  readonly over: Promise<void>;
}

type End = Pick<BacktestRecord, 'status'> & Partial<BacktestRecord>;

export interface BacktestQueue extends Backtests {
  /** Lets what waits run. */
  open(): void;
  /** Breaks off what runs, which has failed at the next start; what waits goes on waiting. */
  stop(): Promise<void>;
}

/** Backtests, one at a time in the order in which they came. What ran when the process ended has failed. */
export function createBacktests(options: BacktestsOptions): BacktestQueue {
  const { records, begin, check, newId, now, log } = options;
  let active: Active | null = null;
  let isOpen = false;

  const ended = (id: string, end: End): BacktestRecord => ({
    ...known(records, id),
    finished_at: isoTime(now()),
    ...end,
  });
  const complete = async (id: string, { metrics, events, rest, page }: PackedReport): Promise<void> => {
    const backtest = ended(id, { status: 'completed', progress: 1, events_processed: events, metrics });
    const json = Buffer.concat([gzipSync(`{"backtest":${JSON.stringify(backtest)},`), rest]);
    const isKept = await records.putWithReport(backtest, { json, html: page }, () => !isOpen);
    if (isOpen && !isKept) records.put(ended(id, { status: 'failed', error: 'Its report could not be written down.' }));
  };
  const settle = async (id: string, run: RunningBacktest): Promise<void> => {
    try {
      const outcome = await run.result;
      if (!isOpen) return;
      if (outcome.status === 'completed') await complete(id, outcome.report);
      else records.put(ended(id, outcome));
    } catch (error) {
      log('ERROR', 'A backtest broke.', { id, error: String(error) });
      if (isOpen) records.put(ended(id, { status: 'failed', error: 'It broke; the log says more.' }));
    }
  };
  const next = (): void => {
    const first = records.all().find(({ status }) => status === 'queued');
    if (!isOpen || active !== null || first === undefined) return;
    const { id, config } = first;
    records.put({ ...first, status: 'running' });
    log('INFO', 'A backtest runs.', { id, name: config.name });
    const run = begin(
      id,
      config,
      (progress) => records.progress({ ...known(records, id), ...progress }),
      (provenance) => records.put({ ...known(records, id), provenance }),
    );
    const over = settle(id, run).then(() => {
      active = null;
      if (!isOpen) return;
      const { status = 'let go', error = null } = records.get(id) ?? {};
      log('INFO', `A backtest is over: ${status}.`, { id, name: config.name, error });
      next();
    });
    active = { id, run, over };
  };
  for (const { id, status } of records.all()) {
    if (status === 'running') records.put(ended(id, { status: 'failed', error: RESTARTED }));
  }

  return {
    check,
    all: () => records.all().toReversed(),
    get: records.get,
    onChange: records.onChange,
    run(config) {
      if (records.all().filter(({ status }) => status === 'queued').length >= MOST_WAITING) return null;
      const state = {
        provenance: null,
        status: 'queued',
        progress: 0,
        events_processed: 0,
        error: null,
        finished_at: null,
      } as const;
      const id = newId();
      records.add({ id, config, ...state, created_at: isoTime(now()) });
      next();
      return known(records, id);
    },
    async cancel(id) {
      if (active?.id === id) {
        active.run.cancel();
        await active.over;
      } else records.put(ended(id, { status: 'cancelled' }));
      return known(records, id);
    },
    remove: records.remove,
    async report(id, file) {
      const zipped = records.report(id, file);
      return zipped === null ? null : unzip(zipped);
    },
    open() {
      isOpen = true;
      next();
    },
    async stop() {
      isOpen = false;
      active?.run.cancel();
      await Promise.race([active?.over, setTimeout(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function known(records: BacktestRecords, id: string): BacktestRecord {
  const record = records.get(id);
  if (record === null) throw new Error(`no backtest ${id}`);
  return record;
}
