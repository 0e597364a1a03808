import type {
  BalancesRecord,
  DifferenceRecord,
  DustRecord,
  ExchangeConditionsRecord,
  FeedRecord,
  OpportunityRecord,
  RiskRecord,
} from '@triquad/core/contract';
import { createBreakers } from '../guards/breakers.ts';
import { watchEquity } from '../guards/equity-watch.ts';
import { riskOf } from '../guards/risk-report.ts';
import { walletsOf } from '../kernel/balances.ts';
import type { Turn } from '../kernel/input.ts';
import type { Prepare, Recorder } from '../kernel/recorder.ts';
import type { Notice } from '../kernel/reports.ts';
import { createTurns } from '../kernel/turns.ts';
import type { Elapsed } from '../model/clock.ts';
import type { Answers, Command, CommandResult } from '../model/command.ts';
import type { DecisionMade, EngineEvent, FeedStatusChanged, LogLevel, LogWritten } from '../model/event.ts';
import type { AccountEvent } from '../model/exchange.ts';
import type { KeptChoice } from '../model/market-event.ts';
import type { EngineStatistics, JournalledState, Lifecycle } from '../model/state.ts';
import { createConditions } from '../opportunities/conditions.ts';
import { createDecisions } from '../opportunities/decisions.ts';
import { createDoubts } from '../opportunities/doubts.ts';
import { createMarketData } from '../opportunities/market-data.ts';
import { createMarketLives } from '../opportunities/market-lives.ts';
import { createQuietBooks } from '../opportunities/quiet-books.ts';
import { createRouteMemory } from '../opportunities/route-memory.ts';
import { createLatency } from '../opportunities/statistics.ts';
import { createTracker, type Tracker } from '../opportunities/tracker.ts';
import { createVolatility } from '../opportunities/volatility.ts';
import { differencesOf } from '../orders/accounts.ts';
import { createBounds } from '../orders/bounds.ts';
import { dustSalesOf } from '../orders/dust.ts';
import { createExecutor } from '../orders/executor.ts';
import { createFlattener } from '../orders/flatten.ts';
import { createManualOrders } from '../orders/manual-orders.ts';
import { createRecovery } from '../orders/recovery.ts';
import { createResiduals } from '../orders/residuals.ts';
import type { Ledger } from '../portfolio/ledger.ts';
import { commandsOf } from './commands.ts';
import { createCore } from './create-core.ts';
import { createRouter } from './create-router.ts';
import type { EngineOptions } from './engine-options.ts';
import { createLifecycle } from './lifecycle.ts';
import { noteChoice, noteMarket } from './note-market.ts';
import { createOperator } from './operator.ts';
import { createSupervisor } from './supervisor.ts';

/** Everything that the screens need, always current; nobody but the engine changes it. */
export type EngineState = JournalledState & {
  readonly lifecycle: Lifecycle;
  /** In ms since 1970, and no earlier than this process; null while it is stopped. `started_at` is when it was told to run. */
  readonly running_since: number | null;
  /** What is allowed now, beside the lifecycle. */
  readonly trading_state: 'active' | 'reducing' | 'halted';
  /** Halted, and only cancels pass. */
  readonly killed: boolean;
  /** Newest first, expired ones included, the last 1,000. */
  readonly opportunities: readonly OpportunityRecord[];
  /** Newest first, the last 2,000; `decision_counts` since `found.since`, by reason. */
  readonly decisions: readonly DecisionMade[];
  readonly decision_counts: Readonly<Record<string, number>>;
  readonly found: ReturnType<Tracker['found']>;
  readonly feeds: ReadonlyMap<string, FeedStatusChanged>;
  /** Newest first, the last 2,000. */
  readonly logs: readonly LogWritten[];
};

/**
 * While the bot is stopped, books, cycles and statistics go on, so that the best cycle of the moment can be seen; opportunities
 * are offered, decided and executed only while it runs, on the enabled exchanges.
 */
export type Engine = {
  /**
   * Opens accounts and feeds and resolves what was under way. Until that is done the bot is `starting`; then it is stopped,
   * or runs when it ran before. `held`: why it does not run by itself, as a clause. `choice`: the market that later starts watch
   * where they name none; null: the one of before stays.
   */
  start(held?: string | null, choice?: KeptChoice | null): Promise<void>;
  /** After an error of our own: no order leaves from now on, until the process has ended. */
  fail(): void;
  command<C extends Command>(command: C): Promise<CommandResult<Answers[C['type']]>>;
  state(): EngineState;
  statistics(): EngineStatistics;
  /** Every cycle of one of the last 50 dislocations, the most profitable first, those included that were not shown. */
  alternatives(dislocation: string): readonly OpportunityRecord[];
  /** Notified of each event once it is on the disk; of opportunities, decisions and the log at once. */
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** As `subscribe`, for who needs the state as of the event: `prepare` reads it, what it returns runs once the event is on the disk. */
  watch(prepare: Prepare): () => void;
  /** Runs the effect once everything recorded so far is on the disk; `lost` in its place when the journal fails. */
  whenKept(effect: () => void, lost?: () => void): void;
  /** Resolves once everything recorded so far is on the disk; false when the journal has failed. */
  kept(): Promise<boolean>;
  /** A line for the log that the screens show. */
  log(level: LogLevel, source: string, message: string, metadata?: Readonly<Record<string, unknown>>): void;
  /** A notification for the screens, kept in the journal. */
  notify(notice: Notice): void;
  /** What is known of each connection of the feeds. */
  connections(): readonly FeedRecord[];
  /** Fees, and what orders of paper accounts meet, by exchange. */
  conditions(): readonly ExchangeConditionsRecord[];
  /** Every account's holdings at the books' prices. */
  balances(): BalancesRecord;
  /** Where an account holds something else than the ledger. */
  differences(): readonly DifferenceRecord[];
  /** The dust of the present mode, and what of it one order would sell. */
  dust(): readonly DustRecord[];
  /** When it looks at its books next if no message comes: now while an opportunity, an order, an execution or its range is open. */
  looksAt(): Elapsed;
  /** What holds it back, how much of each limit is used, and the ways out of residual positions. */
  risk(): RiskRecord;
  readonly ledger: Ledger;
  /** The account as of the last commit: what it shows is still true after a crash. Only a halt is shown at once. */
  readonly committed: AccountView;
  /** Stops the feeds and every timer; does not stop the bot: the next start goes on. */
  close(): Promise<void>;
};

/** What is read of the account. */
export type AccountView = Pick<Engine, 'state' | 'ledger' | 'balances' | 'differences' | 'dust' | 'risk'>;

/** After how many facts a snapshot is taken while the bot runs, looked at this often, in ms: folding them costs a start half a second. */
const saveAfterFacts = 50_000;
const saveCheckMs = 10_000;
/** How soon a kill from outside is acted upon, in ms. No order leaves meanwhile: each asks the kill switch itself. */
const killLookMs = 100;

/** Reads the journal; nothing runs before `start`. */
export const createEngine = ({ clock: outside, inputs: listener, ...options }: EngineOptions): Engine => {
  const latency = createLatency();
  const watched = !options.unwatched;
  const turns = createTurns({ clock: outside, listener, took: watched ? latency.add : undefined });
  const { core, control } = createCore(options, turns);
  const { recorder, clock } = core;
  const { state } = recorder;
  const volatility = createVolatility(core.markets, clock.monotonic);
  const memory = createRouteMemory(clock, state, () => core.config().cooldown_after_failure_seconds * 1000);

  const { router, recall, accounts } = createRouter(core, control.store);
  const executor = createExecutor(core, router);
  const lives = createMarketLives(core);
  const quietBooks = createQuietBooks(core, lives);
  const doubts = createDoubts(core, lives);
  const decisions = createDecisions(core, memory, executor, lives, quietBooks, doubts, control.store);
  const tracker = createTracker({ ...core, store: control.store, volatility, memory, decisions });
  const orders = createManualOrders(core, router);
  const residuals = createResiduals(core, router);
  const flatten = createFlattener(core, residuals);
  const [breakers, bounds] = [createBreakers(core), createBounds(core)];
  const readers = [quietBooks, doubts];
  const relist = (exchange: string): void => supervisor.relist(exchange);
  const parts = {
    core,
    tracker,
    decisions,
    lives,
    readers,
    relist,
    volatility,
    breakers,
    bounds,
    latency,
    watched,
  };
  const marketData = createMarketData(parts);
  /** Of this process: a bot that ran when the one before it ended did not run in between. */
  let runningSince: number | null = null;
  const setLifecycle = (next: Lifecycle): void => {
    if (next === 'running') runningSince = core.clock.now();
    if (next === 'stopped') runningSince = null;
    control.setLifecycle(next);
    if (next === 'stopped') marketData.rescan(core.parameters());
  };
  const lifecycle = createLifecycle({
    core,
    tracker,
    decisions,
    orders,
    set: setLifecycle,
    rescan: marketData.rescan,
    reconsider: executor.reconsider,
  });
  const operator = createOperator({ core, tracker, decisions, executor, memory, quietBooks, doubts });
  const recovery = createRecovery(core, router, recall, executor);
  const hearAccount = (exchange: string, event: AccountEvent): void => {
    if (event.kind === 'report') router.hear(exchange, event.report);
    else accounts.note(exchange, event);
    if (event.kind === 'connected') router.askAgain(exchange);
  };
  const supervisor = createSupervisor({ core, marketData, recovery, hear: hearAccount });
  control.onOutage(marketData.outage);
  const equity = watchEquity(core);
  control.onHalt((reason) => {
    executor.reconsider();
    lifecycle.stopFor(reason);
  });
  const conditions = createConditions(core);
  const first = [memory, lives, breakers, executor, tracker, bounds];
  for (const part of [...first, orders, residuals, equity, recovery, lifecycle, conditions, accounts])
    recorder.subscribe((event) => part.hear(event));
  recorder.subscribe(({ type }) => {
    if (type === 'ConfigActivated' && core.lifecycle() === 'stopped') marketData.rescan(core.parameters());
  });

  // Nobody else can throw a switch of its own.
  if (options.killSwitch) core.every(killLookMs, lifecycle.heedSwitch);
  core.every(saveCheckMs, () => {
    if (recorder.unsaved() >= saveAfterFacts) recorder.save();
  });

  const carryOut = commandsOf({ core, lifecycle, breakers, residuals, flatten, accounts, operator, orders });

  const log: Engine['log'] = (level, source, message, metadata) =>
    turns.enter({ kind: 'log', level, source, message, metadata }, () => core.log(level, source, message, metadata));

  const watch: Engine['watch'] = (prepare) =>
    recorder.watch(prepare, (error, event) => {
      // An entry about a listener that failed is not logged again where that fails too.
      if (event.type === 'LogWritten' && event.metadata.failed_at !== undefined) return;
      log('ERROR', 'engine', `A listener failed at ${event.type}: ${String(error)}`, { failed_at: event.type });
    });

  const stateOf = (journalled: JournalledState): EngineState => ({
    ...journalled,
    running_since: runningSince,
    halted: state.halted,
    lifecycle: core.lifecycle(),
    parameters: core.parameters(),
    feeds: marketData.feeds,
    found: tracker.found(),
    decision_counts: decisions.counts(),
    // Asks the kill switch, which is a file.
    get trading_state() {
      const trading = turns.read(core.gate.state);
      return trading === 'killed' ? 'halted' : trading;
    },
    get killed() {
      return turns.read(core.gate.state) === 'killed';
    },
    // Long lists are made only for those who read them.
    get opportunities() {
      return tracker.records();
    },
    get decisions() {
      return decisions.recent();
    },
    get logs() {
      return control.logs();
    },
  });

  const viewOf = (folded: Pick<Recorder, 'state' | 'ledger'>): AccountView => {
    const seen = { ...core, valuation: control.shown, recorder: { ...recorder, ...folded } };
    return {
      ledger: folded.ledger,
      state: () => stateOf(folded.state),
      balances: () => turns.read(() => walletsOf(seen, marketData.errors())),
      differences: () => turns.read(() => differencesOf(seen)),
      dust: () => turns.read(() => dustSalesOf(seen)),
      risk: () => turns.read(() => riskOf(seen, state.halted, memory, residuals)),
    };
  };

  const looksAt = (): Elapsed => {
    const isIdle =
      !tracker.isTracking() &&
      !bounds.isWaiting() &&
      !doubts.isReading() &&
      state.open_orders.size === 0 &&
      state.open_executions.size === 0;
    return isIdle ? residuals.looksAt() : outside.monotonic();
  };

  const start = async (held: string | null, choice: KeptChoice | null): Promise<void> => {
    control.begin();
    noteMarket(core, options.market ?? null);
    noteChoice(core, choice);
    marketData.clocks.check();
    await supervisor.open();
    marketData.begin();
    // Before anything goes on; from here on orders that rest can be cancelled.
    lifecycle.heedSwitch();
    supervisor.begin(() => {
      setLifecycle('stopped');
      breakers.judge();
      equity.judge();
      lifecycle.resume(held);
    });
  };

  const close = (): void => {
    marketData.close();
    bounds.close();
    router.close();
    control.close();
    recorder.save();
    recorder.close();
  };

  const ask = <T>(input: Turn, task: () => T | Promise<T>): Promise<T> =>
    turns.answered(new Promise((resolve) => turns.enter(input, () => resolve(new Promise((done) => done(task()))))));

  turns.ready();
  return {
    ...viewOf(recorder),
    committed: viewOf(recorder.committed),
    start: (held = null, choice = null) => ask({ kind: 'start', held, choice }, () => start(held, choice)),
    fail: core.gate.close,
    command: (command) =>
      ask({ kind: 'command', command }, () => {
        marketData.clocks.note({ at: clock.now(), received: clock.monotonic() });
        return carryOut(command);
      }),
    statistics: () => turns.read(marketData.statistics),
    connections: () => turns.read(marketData.connections),
    conditions: () => turns.read(conditions.records),
    alternatives: (...one) => turns.read(() => tracker.alternatives(...one)),
    subscribe: (listener) => watch((event) => () => listener(event)),
    watch,
    looksAt,
    whenKept: recorder.whenKept,
    kept: recorder.kept,
    log,
    notify: (notice) => turns.enter({ kind: 'notice', notice }, () => core.notify(notice)),
    close: () => ask({ kind: 'close' }, close),
  };
};
