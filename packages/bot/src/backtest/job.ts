import type { BacktestConfig, Provenance, ReportRecord } from '@triquad/core/contract';
import type { EngineConfig } from '../model/config.ts';
import type { Surveyed } from '../recording/recordings.ts';
import type { ConditionsName } from '../venues/paper/conditions.ts';
import type { Preset } from '../venues/simulated/simulated-behaviour.ts';

/**
 * What is played of one exchange. `files`: recordings in order of time; those of one exchange do not overlap. `surveyed`: of each of them, where all
 * of all of them is played: then they need not be read through first.
 */
export type RecordedSource = {
  readonly exchange: string;
  readonly files: readonly string[];
  readonly surveyed?: readonly Surveyed[];
};

/** Where the market data comes from: invented and recorded quotes never meet in one backtest. */
export type BacktestData =
  | {
      readonly kind: 'simulated';
      readonly preset: Preset;
      readonly seed: number;
      readonly exchanges: readonly string[];
    }
  | { readonly kind: 'recorded'; readonly sources: readonly RecordedSource[] };

/** Everything that a backtest depends on, as plain data: the same job gives the same report, to the byte, on any machine. */
export type BacktestJob = {
  readonly id: string;
  readonly config: BacktestConfig;
  /** Ids are drawn from it, and the simulated market. */
  readonly seed: number;
  /** UTC milliseconds; `to` is not within. */
  readonly from: number;
  readonly to: number;
  readonly data: BacktestData;
  /** Source of all prices of the run. */
  readonly provenance: Provenance;
  /** What the engine is set to. */
  readonly engine: EngineConfig;
  /** What orders meet where the settings of the engine name nothing else. */
  readonly conditions: ConditionsName;
  /** With so many trades it ends before its time. */
  readonly most_trades: number;
  /** Only its figures are wanted, no report. */
  readonly brief?: true;
  /** The engine is given every row, not only those of windows: the same trades in many times the time. */
  readonly every_row?: true;
  /** What the operator should know about how it was set up, for the report. */
  readonly notes: readonly string[];
};

/** `progress` from 0 to 1; `events_processed` counts the messages of the market. */
export type BacktestProgress = { readonly progress: number; readonly events_processed: number };

/** The report without the record of the backtest itself. */
export type BacktestReport = Omit<ReportRecord, 'backtest'>;

/** How many rows the engine was given, and in how many windows; in none where it was given all. */
export type RowsGiven = { readonly given: number; readonly windows: number };

/** How a backtest ended; `error` is a line for the operator. */
export type BacktestOutcome =
  | { readonly status: 'completed'; readonly report: BacktestReport; readonly rows: RowsGiven }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'cancelled' };

/** A report as a thread hands it over: written to a file there, so that no other thread reads or writes so much at once. */
export type PackedReport = {
  readonly metrics: BacktestReport['metrics'];
  readonly events: number;
  /** Its JSON without the first brace, gzipped: what stands before it is another member of the same gzip file. */
  readonly rest: Uint8Array;
  /** The HTML file, gzipped. */
  readonly page: Uint8Array;
};

/** How a backtest on a thread of its own ended. */
export type ThreadOutcome =
  | { readonly status: 'completed'; readonly report: PackedReport }
  | Exclude<BacktestOutcome, { readonly status: 'completed' }>;
