import type { Core, Notice } from '../kernel/core.ts';
import { trippedReason } from '../kernel/fold-breakers.ts';
import type { Journalled } from '../kernel/journalled.ts';
import type { ExchangeMarkets } from '../kernel/markets.ts';
import { createOutages } from '../kernel/outages.ts';
import { createRecent } from '../kernel/recent.ts';
import { createRecorder } from '../kernel/recorder.ts';
import { createValuation } from '../kernel/valuation.ts';
import { type EngineConfig, unconfigured } from '../model/config.ts';
import type { FeedStatusChanged, HaltCause, LogWritten, NotificationRaised } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Lifecycle } from '../model/state.ts';
import { createGate, createOwnSwitch } from '../risk/gate.ts';
import type { TradingState } from '../risk/trading-state.ts';
import type { EngineOptions } from './engine-options.ts';

/** What only the engine itself may do to what its parts share. */
export type Control = {
  setLifecycle(lifecycle: Lifecycle): void;
  logs(): readonly LogWritten[];
  /** Lets the clock run what is to be done every so often. */
  begin(): void;
  /** Receives each outage of an exchange, and its end. */
  onOutage(listener: (status: FeedStatusChanged) => void): void;
  /** Told of every halt but the operator's own, in the next turn. */
  onHalt(listener: (reason: string) => void): void;
  close(): void;
};

const keptLogs = 2000;
const noConfig = 'no configuration is in force; look at its limits, then save or activate one';

export const createCore = (options: EngineOptions): { readonly core: Core; readonly control: Control } => {
  const { clock, ids } = options;
  const exchanges = new Map(options.exchanges.map((exchange): [string, Exchange] => [exchange.name, exchange]));
  const markets = new Map<string, ExchangeMarkets>();
  const ready = new Set<string>();
  const timers = new Set<() => void>();
  const logs = createRecent<LogWritten>(keptLogs);
  const given: EngineConfig = options.config ?? unconfigured();
  const killSwitch = options.killSwitch ?? createOwnSwitch();
  const recorder = createRecorder(options.store, given.parameters, (message) => halt('journal', message));
  const { state } = recorder;
  const gate = createGate({ killSwitch, stateOf: () => tradingStateOf(state) });
  const config = (): EngineConfig => state.config?.config ?? given;
  let lifecycle: Lifecycle = 'starting';
  let closed = false;
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
      extra_data: { cause },
    });
    if (cause !== 'kill') after(0, () => halted(reason));
    return isTaken;
  };

  const withoutSecrets = (said: Pick<LogWritten, 'message' | 'metadata'>): typeof said =>
    options.redact === undefined ? said : (JSON.parse(options.redact(JSON.stringify(said))) as typeof said);

  const log: Core['log'] = (level, source, message, metadata = {}) => {
    const said = withoutSecrets({ message, metadata });
    const entry: LogWritten = { type: 'LogWritten', id: ids(), level, source, ...said, at: clock.now() };
    logs.add(entry);
    recorder.pass(entry);
  };

  // An operator has to hear above all of what the journal cannot take.
  const notify = ({ extra_data = {}, ...notice }: Notice): void => {
    const raised: NotificationRaised = {
      type: 'NotificationRaised',
      id: ids(),
      ...notice,
      extra_data,
      at: clock.now(),
    };
    if (state.halted?.cause === 'journal' || !recorder.record([raised])) recorder.hold(raised);
  };

  const after: Core['after'] = (ms, task) => {
    if (closed) return;
    const stop = clock.after(ms, () => {
      timers.delete(stop);
      task();
    });
    timers.add(stop);
  };
  // Nothing ticks before the start: an engine that was only made keeps no process alive.
  let begun = false;
  const begin: (() => void)[] = [];
  const every: Core['every'] = (ms, task) => {
    if (!begun) {
      begin.push(() => every(ms, task));
      return;
    }
    after(ms, () => {
      task();
      every(ms, task);
    });
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
      valuation: createValuation(markets, clock.monotonic),
      recorder,
      gate,
      killSwitch,
      lifecycle: () => lifecycle,
      halt,
      log,
      notify,
      every,
      after,
    },
    control: {
      setLifecycle: (next) => {
        lifecycle = next;
      },
      logs: logs.all,
      begin: () => {
        begun = true;
        for (const start of begin) start();
      },
      onOutage: (listener) => {
        publishStatus = listener;
      },
      onHalt: (listener) => {
        halted = listener;
      },
      close: () => {
        closed = true;
        for (const stop of timers) stop();
        timers.clear();
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
