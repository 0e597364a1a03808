import type { Clock } from '../model/clock.ts';
import type { EngineConfig, Parameters } from '../model/config.ts';
import type { HaltCause } from '../model/event.ts';
import type { Lifecycle } from '../model/state.ts';
import type { Gate, KillSwitch } from '../risk/gate.ts';
import type { Budgets } from './budgets.ts';
import type { Comparisons } from './comparisons.ts';
import type { ExchangeMarkets } from './exchange-markets.ts';
import type { Outages } from './outages.ts';
import type { Reached } from './port.ts';
import type { Recorder } from './recorder.ts';
import type { Reports } from './reports.ts';
import type { Schedule } from './schedule.ts';
import type { Throttles } from './throttles.ts';
import type { Valuation } from './valuation.ts';

/** What the bot runs by. */
export type Settings = {
  config(): EngineConfig;
  /** Why nothing may be begun for want of a configuration; null when one is in force. */
  unconfigured(): string | null;
  /** What the bot runs with, or would be started with. */
  parameters(): Parameters;
};

/** The exchanges, by account, and their books, by venue. */
export type Venues = {
  readonly exchanges: ReadonlyMap<string, Reached>;
  /** Those that have come in: their markets are known, and what was under way there is resolved and agrees. */
  readonly ready: ReadonlySet<string>;
  readonly markets: ReadonlyMap<string, ExchangeMarkets>;
  readonly valuation: Valuation;
  readonly throttles: Throttles;
  readonly budgets: Pick<Budgets, 'obstacle'>;
  readonly comparisons: Comparisons;
};

type Own = {
  readonly clock: Clock;
  ids(): string;
  readonly recorder: Recorder;
  readonly gate: Gate;
  readonly killSwitch: KillSwitch;
  /** Why exchanges have not come in. */
  readonly outages: Outages;
  setReady(exchange: string): void;
  addMarkets(markets: ExchangeMarkets): void;
  lifecycle(): Lifecycle;
  /** False when the journal does not take it: then the kill switch keeps it over the end of the process. */
  halt(cause: HaltCause, reason: string): boolean;
};

/** What the engine knows and may do. No part takes the whole of it: each names what it uses as its `Needs`. */
export type Core = Settings & Venues & Reports & Schedule & Own;
