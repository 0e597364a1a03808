import type { BalancesRecord, OpportunityRecord } from '@triquad/core/contract';
import type { Exchange } from '../exchange/exchange.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Ledger } from '../portfolio/ledger.ts';
import type { Clock } from './clock.ts';
import type { Answers, Command, CommandResult } from './command.ts';
import type { EngineConfig } from './config.ts';
import type { DecisionMade, EngineEvent, Fact, FeedEvent, FeedStatusChanged, LogLevel, LogWritten } from './event.ts';
import type { EngineStatistics, JournalledState, Lifecycle } from './state.ts';

/** Everything that the screens need, always current; nobody but the engine changes it. */
export type EngineState = JournalledState & {
  readonly lifecycle: Lifecycle;
  /** Newest first. */
  readonly opportunities: readonly OpportunityRecord[];
  /** Newest first, the last 2,000; `decision_counts` since the bot was started, by reason. */
  readonly decisions: readonly DecisionMade[];
  readonly decision_counts: Readonly<Record<string, number>>;
  readonly opportunities_found: number;
  readonly feeds: ReadonlyMap<string, FeedStatusChanged>;
  /** Newest first, the last 2,000. */
  readonly logs: readonly LogWritten[];
};

export type EngineOptions = {
  readonly exchanges: readonly Exchange[];
  readonly clock: Clock;
  readonly store: EventStore<Fact>;
  /** Makes UUIDv7 strings. */
  readonly ids: () => string;
  readonly config: EngineConfig;
};

export type Engine = {
  /** Replays the journal, resolves what was under way, opens the feeds. The bot is stopped, or runs when it ran before. */
  start(): Promise<void>;
  /** The door for market data. */
  process(event: FeedEvent): void;
  command<C extends Command>(command: C): Promise<CommandResult<Answers[C['type']]>>;
  state(): EngineState;
  statistics(): EngineStatistics;
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** A line for the log that the screens show. */
  log(level: LogLevel, source: string, message: string, metadata?: Readonly<Record<string, unknown>>): void;
  /** Follows other settings from now on; what runs goes on under those it began with. */
  configure(config: EngineConfig): void;
  /** Every account's holdings at the books' prices. */
  balances(): BalancesRecord;
  readonly ledger: Ledger;
  /** Stops the feeds and every timer; does not stop the bot: the next start goes on. */
  close(): Promise<void>;
};
