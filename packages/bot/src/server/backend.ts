import type {
  BacktestConfig,
  BacktestRecord,
  BackupRecord,
  BalancesRecord,
  BotConfigFields,
  BotStatusRecord,
  BreakdownRecord,
  DoctorRecord,
  DrawdownPointRecord,
  EquityPointRecord,
  MarketRecord,
  MarketSource,
  MarketWanted,
  MoneyRecord,
  PairRecord,
  PerformanceMetricsRecord,
  PerformanceSummaryRecord,
  Provenance,
  ScanRecord,
} from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import type { Alerts } from '../alert/alerts.ts';
import type { Engine } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Elapsed } from '../model/clock.ts';
import type { Answers, CommandResult } from '../model/command.ts';
import type { ConfigActor } from '../model/config-event.ts';
import type { Fact } from '../model/event.ts';
import type { PriceSource } from '../model/market-event.ts';
import type { ImportDesk } from '../recording/import-desk.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { Recordings } from '../recording/recordings.ts';
import type { UploadDesk } from '../recording/upload-desk.ts';
import type { WhatIfDesk } from '../research/desk.ts';
import type { Vault } from '../vault/vault.ts';
import type { Access } from './access.ts';
import type { Limits } from './admission.ts';
import type { Archive } from './archive.ts';
import type { Which as Asked } from './archive-reader.ts';
import type { Audit } from './audit.ts';
import type { Backoff } from './backoff.ts';
import type { ReportFile } from './backtest-shelf.ts';
import type { Configs } from './configs.ts';
import type { Devices } from './devices.ts';
import type { Identity } from './identity.ts';
import type { FieldError } from './problem.ts';
import type { Users } from './users.ts';

/** What is read out of the ledger and the recorded marks. Money in USD. */
export interface Books {
  balances(): BalancesRecord;
  /** Where a period ends that names no end: now, or at the last trade where the clock was set back since. In UTC milliseconds. */
  end(): number;
  summary(): PerformanceSummaryRecord;
  /** Of every exchange, of the present mode and of the market at the end of the period where these are null. */
  metrics(period: Range, asked: Asked): PerformanceMetricsRecord;
  /** The trades that began in the period, as `metrics` chooses them. */
  breakdown(period: Range, asked: Asked): BreakdownRecord;
  /** What changed the equity between the marks of the period under the prices of its end, in the present mode. */
  money(period: Range): MoneyRecord;
  equity(period: Range, intervalMs: number): EquityPointRecord[];
  drawdown(period: Range): DrawdownPointRecord[];
  pairs(period: Range): PairRecord[];
  /** Source of the figures of a period that are not chosen further. */
  source(period: Range): Provenance | null;
}

/** Backtests that wait, run or are over. */
export interface Backtests {
  /** What of a form cannot be run here; null when it can. */
  check(config: BacktestConfig): Promise<(FieldError & { readonly code?: string }) | null>;
  /** Null when too many wait already. */
  run(config: BacktestConfig): BacktestRecord | null;
  /** Newest first. */
  all(): readonly BacktestRecord[];
  get(id: string): BacktestRecord | null;
  /** Ends one that waits or runs; gives what became of it. */
  cancel(id: string): Promise<BacktestRecord>;
  /** One that does not run, with its report. */
  remove(id: string): void;
  /** Null while there is none. */
  report(id: string, file: ReportFile): Promise<Buffer | null>;
  /** Told of each change of state, and of progress twice a second at most. */
  onChange(listener: (record: BacktestRecord) => void): () => void;
}

/** What is watched, and how something else comes to be watched while the bot runs. */
export interface MarketDesk {
  record(): MarketRecord;
  /** Opens it, and where that succeeds stops what is traded and begins with it; `record` says what becomes of that. False while another change is under way. */
  choose(wanted: MarketWanted): boolean;
  /** Begins to look at exchanges, at the regions named, else where they are reached now. */
  check(exchanges: readonly string[], regions: Readonly<Record<string, string>>): void;
}

/** What the calls stand on. */
export interface Backend {
  readonly engine: Engine;
  /** Id of the store's journal, the same at each start. */
  readonly journalId: string;
  readonly store: EventStore<Fact>;
  readonly books: Books;
  readonly archive: Archive;
  readonly backtests: Backtests;
  readonly market: {
    readonly source: MarketSource;
    readonly detail: string | null;
    readonly prices: Required<PriceSource> | null;
  };
  readonly marketDesk: MarketDesk;
  readonly recorder: Pick<Recorder, 'start' | 'stop' | 'state'>;
  readonly recordings: Recordings;
  readonly imports: Omit<ImportDesk, 'close'>;
  readonly uploads: Omit<UploadDesk, 'close'>;
  readonly whatIf: Pick<WhatIfDesk, 'ask'>;
  /** The markets of each exchange that the bot sees, e.g. `BTC/USDT`. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly access: Access;
  readonly identity: Pick<Identity, 'prove'>;
  readonly audit: Audit;
  readonly users: Users;
  readonly configs: Configs;
  readonly vault: Vault;
  readonly alerts: Alerts;
  /** Puts a configuration in force: it is in the journal when this resolves, else nothing has changed. */
  readonly applyConfig: (
    id: string,
    fields: BotConfigFields,
    actor: ConfigActor,
  ) => Promise<CommandResult<Answers['ActivateConfig']>>;
  readonly backoff: Backoff;
  readonly devices: Devices;
  readonly limits: Limits;
  /** Takes secrets out of a line of the log. */
  readonly redact: (line: string) => string;
  readonly version: string;
  readonly startedAt: number;
  readonly now: () => number;
  readonly monotonic: () => Elapsed;
  readonly status: () => BotStatusRecord;
  readonly scan: () => ScanRecord;
  /** Sends the balances to those who watch them. */
  readonly publishBalances: () => void;
  /** Copies the data directory; null while another copy is being made. @throws StoreFault */
  readonly backUp: (keys: boolean) => Promise<BackupRecord | null>;
  /** Checks a copy of the data directory; null while another check runs. @throws StoreFault */
  readonly diagnose: () => Promise<DoctorRecord | null>;
}
