import type { Clock } from '../model/clock.ts';
import type { EngineConfig, Parameters } from '../model/config.ts';
import type { HaltCause, LogLevel } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Lifecycle } from '../model/state.ts';
import type { Gate, KillSwitch } from '../risk/gate.ts';
import type { ExchangeMarkets } from './markets.ts';
import type { Outages } from './outages.ts';
import type { Recorder } from './recorder.ts';
import type { Valuation } from './valuation.ts';

/** What the parts of the engine share. */
export type Core = {
  readonly clock: Clock;
  ids(): string;
  config(): EngineConfig;
  /** Why nothing may be begun for want of a configuration; null when one is in force. */
  unconfigured(): string | null;
  /** What the bot runs with, or would be started with. */
  parameters(): Parameters;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  /** The exchanges that have come in: their markets are known, and what was under way there is resolved and agrees. */
  readonly ready: ReadonlySet<string>;
  setReady(exchange: string): void;
  /** Why the others have not. */
  readonly outages: Outages;
  readonly markets: ReadonlyMap<string, ExchangeMarkets>;
  addMarkets(markets: ExchangeMarkets): void;
  readonly valuation: Valuation;
  readonly recorder: Recorder;
  readonly gate: Gate;
  readonly killSwitch: KillSwitch;
  lifecycle(): Lifecycle;
  /** False when the journal does not take it: then the kill switch keeps it over the end of the process. */
  halt(cause: HaltCause, reason: string): boolean;
  log(level: LogLevel, source: string, message: string, metadata?: Readonly<Record<string, unknown>>): void;
  notify(notice: Notice): void;
  /** Runs `task` every `ms` until the engine is closed. */
  every(ms: number, task: () => void): void;
  /** Runs `task` once, unless the engine is closed before. */
  after(ms: number, task: () => void): void;
};

export type Notice = {
  readonly notification_type: string;
  readonly level: 'success' | 'warning' | 'info' | 'error';
  readonly title: string;
  readonly message: string;
  readonly source: string;
  readonly extra_data?: Readonly<Record<string, unknown>>;
  /** What clients word the message by in their own language, and its figures. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number | null>>;
};
