import { createBudgets } from '../kernel/budgets.ts';
import { createComparisons } from '../kernel/comparisons.ts';
import type { Core } from '../kernel/core.ts';
import { createEdge } from '../kernel/edge.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import { createFaultLog } from '../kernel/fault-log.ts';
import { trippedReason } from '../kernel/fold-breakers.ts';
import type { Journalled } from '../kernel/journalled.ts';
import { createOutages } from '../kernel/outages.ts';
import type { Reached } from '../kernel/port.ts';
import { idsInTurns, storeInTurns, switchInTurns } from '../kernel/ports.ts';
import { createRecorder, type EngineStore } from '../kernel/recorder.ts';
import { createReports } from '../kernel/reports.ts';
import { createSchedule } from '../kernel/schedule.ts';
import { createThrottles, throttleWords } from '../kernel/throttles.ts';
import type { Turns } from '../kernel/turns.ts';
import { createValuation, type Valuation } from '../kernel/valuation.ts';
import { type EngineConfig, unconfigured } from '../model/config.ts';
import type { FeedStatusChanged, HaltCause, LogWritten } from '../model/event.ts';
import type { Lifecycle } from '../model/state.ts';
import { createGate, createOwnSwitch } from '../risk/gate.ts';
import type { TradingState } from '../risk/trading-state.ts';
import type { EngineOptions } from './engine-options.ts';

/** What only the engine itself may do to what its parts share. */
export type Control = {
  setLifecycle(lifecycle: Lifecycle): void;
  logs(): readonly LogWritten[];
  /** The journal, for what the recorder does not read. */
  readonly store: Required<EngineStore>;
  /** For reads from outside. */
  readonly shown: Valuation;
  /** Lets the clock run what is to be done every so often. */
  begin(): void;
  /** Receives each outage of an exchange, and its end. */
  onOutage(listener: (status: FeedStatusChanged) => void): void;
  /** Told of every halt but the operator's own, in the next turn. */
  onHalt(listener: (reason: string) => void): void;
  close(): void;
};

const noConfig = 'no configuration is in force; look at its limits, then save or activate one';

/** Everything that comes from outside comes in `turns`. */
export const createCore = (
  options: Omit<EngineOptions, 'clock' | 'inputs'>,
  turns: Turns,
): { readonly core: Core; readonly control: Control } => {
  const { clock } = turns;
  const ids = idsInTurns(options.ids, turns);
  const asked = { questions: 0, calls: 0 };
  const store = storeInTurns(options.store, turns, asked);
  const faults = createFaultLog(clock, (message, metadata) => log('ERROR', 'feed', message, metadata));
  const throttles = createThrottles(clock);
  const budgets = createBudgets(
    clock,
    new Map(options.exchanges.flatMap(({ account: { id, budget } }) => (budget ? [[id, budget] as const] : []))),
  );
  const edge = createEdge({
    ...{ turns, asked, budgets, throttles },
    fault: faults,
    throttled: (exchange, answer) => {
      if (throttles.leftMs(exchange, answer.scope) === 0) log('WARNING', 'execution', throttleWords(exchange, answer));
      throttles.note(exchange, answer);
    },
  });
  const exchanges = new Map(
    options.exchanges.map(({ market, account }): [string, Reached] => [
      account.id,
      { market: edge.market(market), account: edge.account(account) },
    ]),
  );
  const markets = new Map<string, ExchangeMarkets>();
  const ready = new Set<string>();
  const given: EngineConfig = options.config ?? unconfigured();
  const killSwitch = switchInTurns(options.killSwitch ?? createOwnSwitch(), turns);
  const onFault = (message: string): void => void halt('journal', message);
  const recorder = createRecorder(store, given.parameters, onFault, options.unwatched, (error) => {
    gate.close();
    options.onBug?.(error);
  });
  const { state } = recorder;
  const { logs, ...reports } = createReports({
    clock,
    ids,
    logIds: options.logIds ?? ids,
    recorder,
    redact: options.redact,
  });
  const { begin, close, ...schedule } = createSchedule(clock);
  const { log, notify } = reports;
  const { shown, ...valuation } = createValuation(markets, clock.monotonic, options.prices);
  const gate = createGate({ killSwitch, stateOf: () => tradingStateOf(state) });
  const config = (): EngineConfig => state.config?.config ?? given;
  let lifecycle: Lifecycle = 'starting';
  let halted = (_reason: string): void => {};
  let publishStatus = (_status: FeedStatusChanged): void => {};

  // A journal that cannot be written can neither take the halt: the kill switch then keeps it over the end of the process.
  const halt = (cause: HaltCause, reason: string): boolean => {
    if (cause === 'journal' && state.halted?.cause === 'journal') return false;
    const at = clock.now();
    const isTaken = cause !== 'journal' && recorder.record([{ type: 'BotHalted', cause, reason, at }]);
    if (!isTaken) {
      state.halted = { cause, reason, at };
      killSwitch.throw('halt', reason);
    }
    log('ERROR', 'risk', `Halted: ${reason}`, { cause });
    const notification_type = cause === 'stop_loss' || cause === 'daily_drawdown' ? 'stop_loss' : 'circuit_breaker';
    notify({
      notification_type,
      level: 'error',
      title: 'Bot halted',
      message: reason,
      source: 'risk',
      code: 'bot_halted',
      params: { reason },
      extra_data: { cause },
    });
    if (cause !== 'kill') schedule.after(0, () => halted(reason));
    return isTaken;
  };

  return {
    core: {
      clock,
      ids,
      config,
      unconfigured: () => (options.config === null && state.config === null ? noConfig : null),
      parameters: () => (lifecycle === 'stopped' ? config().parameters : state.parameters),
      exchanges,
      ready,
      setReady: (exchange) => {
        ready.add(exchange);
      },
      outages: createOutages(clock.now, (status) => publishStatus(status)),
      markets,
      addMarkets: (own) => {
        markets.set(own.exchange, own);
      },
      throttles,
      budgets,
      comparisons: createComparisons(clock),
      valuation,
      recorder,
      gate,
      killSwitch,
      lifecycle: () => lifecycle,
      halt,
      ...reports,
      ...schedule,
    },
    control: {
      setLifecycle: (next) => {
        lifecycle = next;
      },
      logs,
      store,
      shown,
      begin,
      close,
      onOutage: (listener) => {
        publishStatus = listener;
      },
      onHalt: (listener) => {
        halted = listener;
      },
    },
  };
};

const tradingStateOf = (state: Journalled): TradingState => {
  const { halted } = state;
  // With a journal that cannot be written, not even a way back may be begun.
  if (halted) return ['kill', 'journal', 'loss'].includes(halted.cause) ? 'killed' : 'halted';
  return trippedReason(state) === null ? 'active' : 'reducing';
};
