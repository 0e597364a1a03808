import { changesOf } from '../execution/holdings.ts';
import { openExecutions } from '../kernel/balances.ts';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import {
  type Answers,
  type Command,
  type CommandResult,
  notWritten,
  refuse,
  type StartParameters,
} from '../model/command.ts';
import type { Parameters } from '../model/config.ts';
import type { EngineEvent, Fact } from '../model/event.ts';
import { modeOf } from '../model/exchange.ts';
import type { Lifecycle, Order } from '../model/state.ts';
import type { Decisions } from '../opportunities/decisions.ts';
import type { Tracker } from '../opportunities/tracker.ts';
import type { ManualOrders } from '../orders/manual-orders.ts';

type Needs = Settings &
  Venues &
  Pick<Core, 'clock' | 'recorder' | 'gate' | 'killSwitch' | 'lifecycle' | 'halt' | 'log' | 'after'>;

type Result<C extends Command['type']> = Promise<CommandResult<Answers[C]>>;

/** Starting, stopping, changing the mode, and the kill switch. */
export type LifecycleCommands = {
  start(parameters: StartParameters): Result<'StartBot'>;
  stop(cancelOrders: boolean): Result<'StopBot'>;
  restart(parameters: StartParameters): Result<'RestartBot'>;
  changeMode(mode: 'paper' | 'live'): Result<'ChangeMode'>;
  kill(reason: string): Result<'Kill'>;
  reset(): Result<'ResetKill'>;
  /** Acts on a kill switch that was thrown from outside. */
  heedSwitch(): void;
  /**
   * Goes on running after a restart of the process, if it ran when that ended; a bot that a halt has stopped since does not run again.
   * `held`: why it must not.
   */
  resume(held: string | null): void;
  /** After a halt: as a stop without a command. */
  stopFor(reason: string): void;
  hear(event: EngineEvent): void;
};

type Parts = {
  readonly core: Needs;
  readonly tracker: Tracker;
  readonly decisions: Decisions;
  readonly orders: ManualOrders;
  set(lifecycle: Lifecycle): void;
  /** Looks for the cycles of these parameters from now on. */
  rescan(parameters: Parameters): void;
  /** Executions decide again what they may do. */
  reconsider(): void;
};

/** How long the answer to a kill waits for the disk, and for the exchanges to cancel what rests there; nothing is sent meanwhile. */
const killPatienceMs = 10;
const notYetOnDisk = '; the journal is not on the disk yet';
const inFileAlone = '; the journal cannot be written, the kill file alone keeps it over a restart';
const forgetful = refuse(
  'unavailable',
  'killed until the process ends: neither the journal nor the kill file can be written, and a restarted bot would trade again',
);
const notCleared = refuse('unavailable', 'the kill file cannot be cleared');

export const createLifecycle = ({ core, tracker, decisions, orders, ...parts }: Parts): LifecycleCommands => {
  const { clock, recorder, gate, killSwitch } = core;
  const { state } = recorder;
  /** The throw of the kill switch that was acted upon last. */
  let handled: string | null = null;
  let isKillTaken = true;
  let whenIdle: (() => void)[] = [];

  const write = (fact: Fact): boolean => recorder.record([fact]);

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      if (openExecutions(core).length === 0) return resolve();
      whenIdle.push(resolve);
      core.after(core.config().stop_timeout_ms, resolve);
    });

  const begin = (parameters: Parameters): void => {
    parts.rescan(parameters);
    tracker.restart();
    decisions.restart();
    parts.set('running');
  };

  const start: LifecycleCommands['start'] = async (requested) => {
    const lifecycle = core.lifecycle();
    if (lifecycle !== 'stopped') return refuse('conflict', `the bot is ${lifecycle}`);
    if (state.halted) return refuse('conflict', `the bot is halted: ${state.halted.reason}`);
    const unconfigured = core.unconfigured();
    if (unconfigured !== null) return refuse('conflict', unconfigured);
    const mode = requested.mode ?? state.mode;
    if (mode !== state.mode && state.open_orders.size > 0)
      return refuse('conflict', 'an order of the other mode is still open');
    const chosen = choose(core, requested, mode);
    if (!chosen.ok) return refuse('rejected', chosen.detail);
    const { parameters } = chosen;
    if (mode !== state.mode && !write({ type: 'ModeChanged', mode, at: clock.now() })) return notWritten;
    if (!write({ type: 'BotStarted', mode, parameters, at: clock.now() })) return notWritten;
    begin(parameters);
    const message = `Bot started on ${mode} with ${parameters.enabled_exchanges.join(', ')}`;
    core.log('INFO', 'bot', message, { ...parameters, mode });
    return { ok: true, value: { message } };
  };

  /** `patiently`: running executions end first; else they are left to what the gate allows them. */
  const bringDown = async (reason: string, cancelOrders: boolean, patiently: boolean): Promise<Answers['StopBot']> => {
    parts.set('stopping');
    recorder.record([{ type: 'BotStopping', reason, at: clock.now() }]);
    tracker.clear();
    const cancelled_orders = cancelOrders ? await orders.cancelAll() : 0;
    if (patiently) await idle();
    recorder.record([{ type: 'BotStopped', reason, at: clock.now() }]);
    parts.set('stopped');
    const left = openExecutions(core).length;
    const message = left === 0 ? 'Bot stopped' : `Bot stopped; executions that wait for their exchange: ${left}`;
    core.log('INFO', 'bot', message, { reason, cancelled_orders });
    return { message, cancelled_orders };
  };

  /** After a kill: halts, unless a kill has halted before, and cancels and stops what there is. */
  const putDown = (reason: string): { readonly isTaken: boolean; readonly broughtDown: Promise<number> } => {
    if (state.halted?.cause !== 'kill') isKillTaken = core.halt('kill', reason);
    parts.reconsider();
    // Thrown while no bot ran, or while it starts: it does not run again by itself after the reset.
    if (core.lifecycle() === 'starting' && state.running) write({ type: 'BotStopped', reason, at: clock.now() });
    const broughtDown =
      core.lifecycle() === 'running'
        ? bringDown(reason, true, false).then(({ cancelled_orders }) => cancelled_orders)
        : orders.cancelAll();
    return { isTaken: isKillTaken, broughtDown };
  };

  const stop: LifecycleCommands['stop'] = async (cancelOrders) => {
    const lifecycle = core.lifecycle();
    if (lifecycle !== 'running') return refuse('conflict', `the bot is ${lifecycle}`);
    return { ok: true, value: await bringDown('the operator stopped it', cancelOrders, true) };
  };

  return {
    start,
    stop,
    restart: async (parameters) => {
      if (core.lifecycle() === 'running') await stop(true);
      const started = await start({ ...state.parameters, ...parameters });
      return started.ok
        ? { ok: true, value: { message: started.value.message.replace('started', 'restarted') } }
        : started;
    },
    changeMode: async (mode) => {
      if (core.lifecycle() !== 'stopped') return refuse('conflict', 'stop the bot before changing its mode');
      if (state.open_orders.size > 0) return refuse('conflict', 'an order is still open');
      if (!accountsOf(core, mode).length) return refuse('rejected', `no exchange is connected for ${mode} trading`);
      if (mode !== state.mode && !write({ type: 'ModeChanged', mode, at: clock.now() })) return notWritten;
      return { ok: true, value: { message: `Mode is ${mode}` } };
    },
    kill: async (reason) => {
      gate.close();
      // Thrown also when it is already: a reset that is under way does not clear this one.
      const isThrown = killSwitch.throw('kill', reason);
      handled = killSwitch.read()?.token ?? null;
      const sent = openOrders(core).filter(({ purpose }) => purpose === 'manual').length;
      const { isTaken, broughtDown } = putDown(reason);
      const kept = isTaken ? recorder.kept() : Promise.resolve(false);
      const overdue = new Promise<null>((resolve) => core.after(killPatienceMs, () => resolve(null)));
      const cancelled_orders = await Promise.race([broughtDown, overdue]);
      const isKept = await Promise.race([kept, overdue]);
      if (isKept === false && !isThrown) return forgetful;
      const cancelling = cancelled_orders === null ? '; open orders are still being cancelled' : '';
      const place = isKept ? '' : isKept === null ? notYetOnDisk : inFileAlone;
      const message = `Killed${cancelling}${place}`;
      return { ok: true, value: { message, cancelled_orders: cancelled_orders ?? 0, sent, ...leftAfterKill(core) } };
    },
    heedSwitch: () => {
      const thrown = killSwitch.read();
      if (thrown === null || thrown.token === handled) return;
      handled = thrown.token;
      if (thrown.cause === 'halt') {
        if (!state.halted) core.halt('unwritten', thrown.reason);
        return;
      }
      gate.close();
      void putDown(thrown.reason).broughtDown;
      killSwitch.acknowledge(thrown.token);
    },
    reset: async () => {
      if (!state.halted) return refuse('conflict', 'the bot is not halted');
      const lifecycle = core.lifecycle();
      if (lifecycle !== 'stopped' && lifecycle !== 'starting') return refuse('conflict', `the bot is ${lifecycle}`);
      // A kill that is thrown from here on is another one, and stays.
      const thrown = killSwitch.read();
      if (!write({ type: 'HaltReset', at: clock.now() }) || !(await recorder.kept())) return notWritten;
      if (thrown !== null && !killSwitch.clear(thrown.token)) {
        core.halt('kill', notCleared.detail);
        return notCleared;
      }
      if (state.halted) return refuse('conflict', `the bot is halted again: ${state.halted.reason}`);
      gate.reopen();
      parts.reconsider();
      core.log('WARNING', 'risk', 'The halt was reset');
      return { ok: true, value: { message: 'The halt is reset' } };
    },
    resume: (held) => {
      if (!state.running) return;
      const hindrance = held ?? (state.halted ? `the bot is halted: ${state.halted.reason}` : core.unconfigured());
      const chosen =
        hindrance === null ? choose(core, state.parameters, state.mode) : { ok: false as const, detail: hindrance };
      if (chosen.ok) return begin(state.parameters);
      write({ type: 'BotStopped', reason: chosen.detail, at: clock.now() });
      core.log('WARNING', 'bot', `Not running again: ${chosen.detail}`);
    },
    stopFor: (reason) => {
      if (core.lifecycle() === 'running') void bringDown(reason, true, true);
    },
    hear: (event) => {
      if (event.type !== 'ExecutionFinished' || openExecutions(core).length > 0) return;
      // As a turn of its own: a message about a book may have ended it, and what such a message resolves is not waited for.
      for (const done of whenIdle) core.after(0, done);
      whenIdle = [];
    },
  };
};

const openOrders = ({ recorder: { state } }: Needs): readonly Order[] =>
  [...state.open_orders].flatMap((id) => state.orders.get(id) ?? []);

/** What a kill could not settle: orders that were sent and whose outcome is not known, and assets that executions still hold. */
const leftAfterKill = (core: Needs): { readonly unknown: number; readonly held: number } => {
  const { residuals, orders } = core.recorder.state;
  const held = new Set(
    [...residuals].flatMap(([exchange, assets]) => [...assets.keys()].map((one) => `${exchange} ${one}`)),
  );
  for (const { exchange, path, order_ids } of openExecutions(core)) {
    const changes = changesOf(order_ids.flatMap((id) => orders.get(id) ?? []));
    for (const [asset, change] of changes) {
      if (asset !== path[0] && change.isGreaterThan(0)) held.add(`${exchange} ${asset}`);
    }
  }
  const unknown = openOrders(core).filter(({ status, sent_at }) => sent_at !== null && status !== 'open').length;
  return { unknown, held: held.size };
};

const accountsOf = ({ exchanges }: Needs, mode: 'paper' | 'live'): readonly string[] =>
  [...exchanges].filter(([, { account }]) => modeOf(account) === mode).map(([id]) => id);

type Chosen = { readonly ok: true; readonly parameters: Parameters } | { readonly ok: false; readonly detail: string };

/** Exchanges that this bot does not see are left out, as long as one remains. */
const choose = (core: Needs, requested: StartParameters, mode: 'paper' | 'live'): Chosen => {
  const { parameters: before } = core.config();
  const seen = accountsOf(core, mode);
  const wanted = requested.enabled_exchanges ?? before.enabled_exchanges;
  const enabled_exchanges = wanted.filter((exchange) => seen.includes(exchange));
  if (seen.length === 0) return { ok: false, detail: `no exchange is connected for ${mode} trading` };
  if (enabled_exchanges.length === 0) {
    return {
      ok: false,
      detail: `none of ${wanted.join(', ') || 'the exchanges'} is connected; connected are ${seen.join(', ')}`,
    };
  }
  const left = wanted.filter((exchange) => !seen.includes(exchange));
  if (left.length > 0) core.log('WARNING', 'bot', `Not connected, left out: ${left.join(', ')}`);
  const trading_pairs = requested.trading_pairs ?? before.trading_pairs;
  const known = (pair: string) => enabled_exchanges.some((exchange) => core.markets.get(exchange)?.market(pair));
  const unknown = trading_pairs.filter((pair) => !known(pair));
  if (unknown.length > 0) core.log('WARNING', 'bot', `Traded on none of the exchanges: ${unknown.join(', ')}`);
  const { min_profit_threshold, max_capital_per_route } = { ...before, ...requested };
  return { ok: true, parameters: { enabled_exchanges, trading_pairs, min_profit_threshold, max_capital_per_route } };
};
