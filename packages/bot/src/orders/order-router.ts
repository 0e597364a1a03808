import { factsOf } from '../execution/order-report.ts';
import type { Clock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import {
  type Exchange,
  type LookUpAnswer,
  modeOf,
  type OrderReport,
  type PlaceAnswer,
  type RefusalScope,
  type Throttled,
} from '../model/exchange.ts';
import { type Elapsed, later as laterThan, since } from '../model/moment.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { isFinal, type JournalledState, type Order } from '../model/state.ts';
import { obstacleTo, type SendChecks } from './send-checks.ts';
import { tooManyRequests, within } from './within.ts';

/** The only place from which an order leaves. */
export type OrderRouter = {
  /**
   * Records the intent and sends it, once, when that is on the disk and the gate still lets it pass; else it is closed as
   * never sent. False when the gate or the journal refuses it at once: then there is no order. `isAnnounced`: the order is
   * within bounds that are on the disk, so it leaves at once.
   */
  submit(intent: OrderIntent, isAnnounced?: boolean): boolean;
  /**
   * Asks the exchange to cancel; what comes of it arrives as facts. Resolves when the exchange has answered. While orders are throttled it
   * resolves at once, and the cancel is sent when that is over.
   */
  cancel(order: Order): Promise<void>;
  /** Goes on asking for orders whose outcome is open: the first thing after a start. */
  resolve(order: Order): void;
  /** Handles an unrequested report: a resting order that was filled. */
  hear(exchange: string, report: OrderReport): void;
  close(): void;
};

type RouterOptions = SendChecks & {
  readonly clock: Clock;
  /** Guarded: no call throws or rejects. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly state: JournalledState;
  timeoutMs(): number;
  record(facts: readonly Fact[]): boolean;
  /** Runs the effect once everything recorded so far is on the disk. */
  whenKept(effect: () => void): void;
  /** USD for one unit of the asset at the exchange, null where there is no price. */
  usdRate(exchange: string, asset: string): number | null;
  /** A fill came of an order that was written off. */
  onLateFill(order: Order): void;
};

/** Pauses between questions about one order, in ms; the last one repeats. */
const lookUpPauses = [250, 500, 1000, 2000, 5000];
const restingPause = 30_000;
/** An order that was written off is asked for once more, in case that its exchange was wrong. */
const secondLookMs = 60_000;

/** How long a request may be on its way, in ms. */
const longestWay = (order: Order, { account }: Exchange): number =>
  order.deadline - order.created_at + (account.kind === 'live' ? account.notFoundAfterMs : 0);

export const createOrderRouter = (options: RouterOptions): OrderRouter => {
  const { clock, exchanges, state, record, maySend } = options;
  const timers = new Map<string, () => void>();
  /** Until when the open orders may yet arrive: from then on "not found" is believed. */
  const arriveUntil = new Map<string, Elapsed>();
  /** Orders whose intent waits for the disk. */
  const unsent = new Set<string>();
  let closed = false;
  let questions = 0;

  const callOff = (key: string): void => {
    timers.get(key)?.();
    timers.delete(key);
  };

  const settle = (id: string): void => {
    callOff(id);
    arriveUntil.delete(id);
  };

  const later = (key: string, ms: number, task: () => void): void => {
    timers.get(key)?.();
    timers.set(
      key,
      clock.after(ms, () => {
        timers.delete(key);
        task();
      }),
    );
  };

  const absorb = (order: Order, report: OrderReport): void => {
    const known = state.orders.get(order.id);
    if (!known) return;
    const facts = factsOf(known, report, clock.now(), (asset) => options.usdRate(known.exchange, asset));
    if (facts.length === 0) return;
    const isLate = isFinal(known);
    const isFilled = facts.some(({ type }) => type === 'OrderFilled');
    if (record(facts) && isLate && isFilled) options.onLateFill(known);
    const now = state.orders.get(order.id);
    if (now && isFinal(now)) settle(order.id);
  };

  const fail = (order: Order, reason: string, scope?: RefusalScope): boolean => {
    const known = state.orders.get(order.id);
    if (!known || isFinal(known)) return false;
    arriveUntil.delete(order.id);
    const refusal = scope === undefined ? {} : { scope };
    return record([{ type: 'OrderClosed', order_id: order.id, status: 'failed', reason, ...refusal, at: clock.now() }]);
  };

  // Asked for until it is final, and no later than when "not found" settles it; a resting order seldom, as reports tell of it unless
  // one is lost.
  const pursue = (order: Order, attempt = 0): void => {
    const known = state.orders.get(order.id);
    if (closed || !known || isFinal(known)) return;
    const isResting = known.status === 'open' && known.time_in_force === 'GTC';
    const pause = isResting ? restingPause : (lookUpPauses[Math.min(attempt, lookUpPauses.length - 1)] ?? 0);
    const left = mayArriveFor(order);
    const isAwaited = left > 0 && !isResting;
    later(
      order.id,
      Math.max(isAwaited ? Math.min(pause, left) : pause, options.throttledMs(order.exchange, 'account')),
      () => void ask(order, attempt),
    );
  };

  const ask = async (order: Order, attempt: number): Promise<void> => {
    const exchange = exchanges.get(order.exchange);
    if (!exchange) return;
    const mayArrive = mayArriveFor(order) > 0;
    const answer = await patiently((ms) => exchange.lookUp(order.symbol, order.client_order_id, ms));
    if (closed) return;
    heed(order, exchange, answer, mayArrive);
    pursue(order, attempt + 1);
  };

  /** `mayArrive`: whether the order might yet arrive when the exchange was asked. */
  const heed = (
    order: Order,
    exchange: Exchange,
    answer: Exclude<LookUpAnswer, Throttled>,
    mayArrive: boolean,
  ): void => {
    if (answer.kind === 'report') absorb(order, answer.report);
    else if (answer.kind === 'not-found' && !mayArrive) {
      if (fail(order, 'it never reached the exchange'))
        later(order.id, secondLookMs, () => void lookAgain(order, exchange));
    }
  };

  const lookAgain = async (order: Order, exchange: Exchange): Promise<void> => {
    const answer = await patiently((ms) => exchange.lookUp(order.symbol, order.client_order_id, ms));
    if (!closed && answer.kind === 'report') absorb(order, answer.report);
  };

  /**
   * For how many ms the order may yet arrive. An earlier process may have sent it just before it ended: counted from when this one
   * first asks, and never by the wall clock, which may have been set in between.
   */
  const mayArriveFor = (order: Order): number => {
    const now = clock.monotonic();
    const known = arriveUntil.get(order.id);
    if (known !== undefined) return since(now, known);
    const exchange = exchanges.get(order.exchange);
    // A paper account began with this process: nothing of an earlier one is on its way to it.
    const ms = exchange && exchange.account.kind !== 'paper' ? longestWay(order, exchange) : 0;
    arriveUntil.set(order.id, laterThan(now, ms));
    return ms;
  };

  // Two may ask the same at once: each must be answered, or told that no answer came.
  const patiently = (question: (timeoutMs: number) => Promise<LookUpAnswer>) => {
    const key = `question ${++questions}`;
    const after = (ms: number, task: () => void) => {
      later(key, ms, task);
      return () => callOff(key);
    };
    return within(after, options.timeoutMs(), question);
  };

  const answered = (order: Order, answer: PlaceAnswer): void => {
    if (closed) return;
    if (answer.kind === 'acknowledged') {
      acknowledged(order, answer.exchange_order_id);
      return;
    }
    if (answer.kind === 'report') absorb(order, answer.report);
    else if (answer.kind === 'refused') fail(order, answer.reason, answer.scope);
    else if (answer.kind === 'throttled') fail(order, tooManyRequests(answer.scope), 'rate');
    else unknown(order, answer.reason);
    pursue(order);
  };

  // Reports tell the rest. An order that should have ended by now is asked for after the time-out, in case that one was lost.
  const acknowledged = (order: Order, exchange_order_id: string): void => {
    const known = state.orders.get(order.id);
    if (!known || isFinal(known)) return;
    if (known.status !== 'open')
      record([{ type: 'OrderAcknowledged', order_id: order.id, exchange_order_id, at: clock.now() }]);
    if (order.time_in_force === 'GTC') pursue(order);
    else later(order.id, options.timeoutMs(), () => void ask(order, 0));
  };

  const unknown = (order: Order, reason: string): void => {
    const known = state.orders.get(order.id);
    if (!known || isFinal(known) || known.status === 'unknown') return;
    record([{ type: 'OrderUnknown', order_id: order.id, reason, at: clock.now() }]);
  };

  const send = (order: Order, exchange: Exchange, intended: Elapsed): void => {
    const { client_order_id, symbol, side, order_type: type, time_in_force, quantity, price } = order;
    arriveUntil.set(order.id, laterThan(clock.monotonic(), longestWay(order, exchange)));
    later(order.id, options.timeoutMs(), () => {
      unknown(order, 'no answer in time');
      pursue(order);
    });
    const request = { client_order_id, symbol, side, type, time_in_force, quantity, price, intended };
    void exchange.place(request, options.timeoutMs()).then((value) => {
      if (state.orders.get(order.id)?.status === 'sent') callOff(order.id);
      answered(order, value);
    });
  };

  // Nothing here may yield between the last look at the gate and `send`.
  const dispatch = (intent: OrderIntent, exchange: Exchange, intendedAt: Elapsed): void => {
    unsent.delete(intent.id);
    const order = state.orders.get(intent.id);
    if (closed || !order || isFinal(order)) return;
    const isLate = since(intendedAt, clock.monotonic()) > intent.deadline - order.created_at;
    const obstacle = obstacleTo(options, intent, isLate);
    if (obstacle !== null) {
      fail(order, `never sent: ${obstacle.reason}`, obstacle.scope);
      return;
    }
    if (record([{ type: 'OrderSent', order_id: intent.id, at: clock.now() }])) send(order, exchange, intendedAt);
  };

  const cancel = async (order: Order): Promise<void> => {
    const exchange = exchanges.get(order.exchange);
    if (!exchange) return;
    if (unsent.has(order.id)) {
      fail(order, 'never sent: it was cancelled first');
      return;
    }
    const mayArrive = mayArriveFor(order) > 0;
    const answer = await patiently((ms) => exchange.cancel(order.symbol, order.client_order_id, ms));
    if (closed) return;
    const throttledMs = options.throttledMs(order.exchange, 'orders');
    if (answer.kind === 'unknown') {
      unknown(order, answer.reason);
      // A cancel that the exchange did not look at is still wanted.
      if (throttledMs > 0) later(`cancel ${order.id}`, throttledMs, () => void cancel(order));
    } else heed(order, exchange, answer, mayArrive);
    pursue(order);
  };

  return {
    submit: (intent, isAnnounced = false) => {
      const exchange = exchanges.get(intent.exchange);
      // Simulated money never meets a real account, nor real money a simulated one.
      if (closed || !exchange || modeOf(exchange.account) !== intent.mode || !maySend(intent)) return false;
      if (!record([{ type: 'OrderIntended', order: intent, at: clock.now() }])) return false;
      const intendedAt = clock.monotonic();
      unsent.add(intent.id);
      if (isAnnounced) dispatch(intent, exchange, intendedAt);
      else options.whenKept(() => dispatch(intent, exchange, intendedAt));
      return true;
    },
    cancel,
    resolve: (order) => {
      unknown(order, 'the bot was restarted before an answer was recorded');
      void ask(order, 0);
    },
    hear: (exchange, report) => {
      const isMeant = (order: Order | undefined): order is Order =>
        order?.exchange === exchange && order.client_order_id === report.client_order_id;
      const open = [...state.open_orders].map((id) => state.orders.get(id)).find(isMeant);
      const order = open ?? [...state.orders.values()].find(isMeant);
      if (order) absorb(order, report);
    },
    close: () => {
      closed = true;
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
};
