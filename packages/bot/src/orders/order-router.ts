import { factsOf, lacksAmount } from '../execution/order-report.ts';
import type { ReachedAccount } from '../kernel/port.ts';
import { tooManyRequests } from '../kernel/throttles.ts';
import type { Fact } from '../model/event.ts';
import {
  type LookUpAnswer,
  modeOf,
  type OrderRef,
  type OrderReport,
  type PlaceAnswer,
  type RefusalScope,
  type Throttled,
} from '../model/exchange.ts';
import { type Elapsed, since } from '../model/moment.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { isFinal, type Order } from '../model/state.ts';
import { createAmountsDue } from './amounts-due.ts';
import { createArrivals } from './arrivals.ts';
import type { RouterOptions } from './router-options.ts';
import { obstacleTo } from './send-checks.ts';
import { createTimers } from './timers.ts';

/** The only place from which an order leaves. */
export type OrderRouter = {
  /**
   * Records the intent and sends it, once, when that is on the disk and the gate still lets it pass; else it is closed as
   * never sent. False when the gate or the journal refuses it at once: then there is no order. `isAnnounced`: the order is
   * within bounds that are on the disk, so it leaves at once.
   */
  submit(intent: OrderIntent, isAnnounced?: boolean): boolean;
  /**
   * Asks the exchange to cancel, until the order has ended; what comes of it arrives as facts. Resolves when the exchange has
   * answered for the first time; while orders are throttled it resolves at once, and the cancel is sent when that is over.
   */
  cancel(order: Order): Promise<void>;
  /** Opens and cancels an order that the journal takes for ended and that rests at its exchange. Resolves as `cancel` does. */
  bringBack(order: Order, report: OrderReport): Promise<void>;
  /** The orders that were written off, and are asked for once more. */
  writtenOff(): readonly Order[];
  /** Goes on asking for orders whose outcome is open, or whose amount is: the first thing after a start. */
  resolve(order: Order): void;
  /** Handles an unrequested report: a resting order that was filled. */
  hear(exchange: string, report: OrderReport): void;
  /** Asks for the open orders of an account at once: reports of them may have been lost. */
  askAgain(exchange: string): void;
  close(): void;
};

/** Pauses between questions about one order, in ms; the last one repeats. */
const lookUpPauses = [250, 500, 1000, 2000, 5000];
const restingPause = 30_000;
/** An order that was written off, or was booked at its limit price, is asked for once more, in case that its exchange was wrong. */
const secondLookMs = 60_000;
/** Pause before another lookup decides between contradicting reports of an ended order, in ms. */
const recheckMs = 2000;

export const createOrderRouter = (options: RouterOptions): OrderRouter => {
  const { clock, exchanges, state, record, maySend } = options;
  const { later, callOff, ...timers } = createTimers(clock);
  const amounts = createAmountsDue(clock, options.timeoutMs);
  const arrivals = createArrivals(clock, exchanges);
  /** Orders whose intent waits for the disk. */
  const unsent = new Set<string>();
  /** Orders that are to be cancelled, whatever becomes of the first request. */
  const unwanted = new Set<string>();
  const writtenOff = new Set<string>();
  let closed = false;

  const settle = (id: string): void => {
    callOff(id);
    arrivals.forget(id);
    unwanted.delete(id);
    writtenOff.delete(id);
  };

  const absorb = (order: Order, report: OrderReport): void => {
    const known = state.orders.get(order.id);
    if (!known) return;
    const isOverdue = amounts.isOverdue(known, report);
    const rate = (asset: string): number | null => options.usdRate(known.exchange, asset);
    const facts = factsOf(known, report, clock.now(), rate, isOverdue);
    const isLate = isFinal(known);
    const has = (...types: readonly Fact['type'][]): boolean => facts.some(({ type }) => types.includes(type));
    if (facts.length > 0 && record(facts) && isLate && has('OrderFilled')) options.onLateFill(known);
    const now = state.orders.get(order.id) ?? known;
    if (!isFinal(now)) {
      if (isLate) void cancelBack(now);
      else if (lacksAmount(now, report)) pursue(now);
      return;
    }
    if (facts.length > 0) settle(order.id);
    if (has('FillRepriced', 'FillCorrected') || lacksAmount(now, report)) checkAgain(now, recheckMs);
    else if (now.amount_due) checkAgain(now, secondLookMs);
  };

  const cancelBack = (order: Order): Promise<void> => {
    options.onBack(order);
    return cancel(order);
  };

  const fail = (order: Order, reason: string, scope?: RefusalScope): boolean => {
    const known = state.orders.get(order.id);
    if (!known || isFinal(known)) return false;
    arrivals.forget(order.id);
    unwanted.delete(order.id);
    const refusal = scope === undefined ? {} : { scope };
    return record([{ type: 'OrderClosed', order_id: order.id, status: 'failed', reason, ...refusal, at: clock.now() }]);
  };

  // Asked for until it is final, and no later than when "not found" settles it; a resting order seldom, as reports tell of it unless
  // one is lost.
  const pursue = (order: Order, attempt = 0): void => {
    const known = state.orders.get(order.id);
    if (closed || !known || isFinal(known)) return;
    const isResting = known.status === 'open' && known.time_in_force === 'GTC' && !unwanted.has(order.id);
    const pause = isResting ? restingPause : (lookUpPauses[Math.min(attempt, lookUpPauses.length - 1)] ?? 0);
    const left = arrivals.leftMs(order);
    const isAwaited = left > 0 && !isResting;
    later(
      order.id,
      Math.max(
        Math.min(pause, isAwaited ? left : pause, amounts.leftMs(order.id)),
        options.throttledMs(order.exchange, 'account'),
      ),
      () => void ask(order, attempt),
    );
  };

  const ask = async (order: Order, attempt: number): Promise<void> => {
    const { account } = exchanges.get(order.exchange) ?? {};
    if (!account) return;
    const mayArrive = arrivals.leftMs(order) > 0;
    // Every other question cancels what is to end: an exchange may answer only one of them.
    const isCancel = unwanted.has(order.id) && attempt % 2 === 1 && options.throttledMs(order.exchange, 'orders') === 0;
    const question = isCancel ? account.cancel : account.lookUp;
    const answer = await question(refOf(order), options.timeoutMs());
    if (closed) return;
    heed(order, answer, mayArrive);
    const overdue = amounts.overdueReport(order.id);
    if (answer.kind !== 'report' && overdue) absorb(order, overdue);
    pursue(order, attempt + 1);
  };

  /** `mayArrive`: whether the order might yet arrive when the exchange was asked. */
  const heed = (order: Order, answer: Exclude<LookUpAnswer, Throttled>, mayArrive: boolean): void => {
    if (answer.kind === 'report') absorb(order, answer.report);
    else if (answer.kind === 'not-found' && !mayArrive) {
      if (!fail(order, 'it never reached the exchange')) return;
      writtenOff.add(order.id);
      checkAgain(order, secondLookMs);
    }
  };

  /** Asks for an order that has ended, until the exchange answers. */
  const checkAgain = (order: Order, ms: number): void => later(order.id, ms, () => void check(order));
  const check = async (order: Order): Promise<void> => {
    const { account } = exchanges.get(order.exchange) ?? {};
    if (!account) return;
    const answer = await account.lookUp(refOf(order), options.timeoutMs());
    if (closed) return;
    if (answer.kind === 'unknown') {
      checkAgain(order, secondLookMs);
      return;
    }
    writtenOff.delete(order.id);
    if (answer.kind === 'report') absorb(order, answer.report);
  };

  const cancel = async (order: Order): Promise<void> => {
    const { account } = exchanges.get(order.exchange) ?? {};
    if (!account) return;
    if (unsent.has(order.id)) {
      fail(order, 'never sent: it was cancelled first');
      return;
    }
    const isEnded = isFinal(state.orders.get(order.id) ?? order);
    if (!isEnded) unwanted.add(order.id);
    const mayArrive = arrivals.leftMs(order) > 0;
    const answer = await account.cancel(refOf(order), options.timeoutMs());
    if (closed) return;
    if (answer.kind !== 'unknown') heed(order, answer, mayArrive);
    else if (isEnded) checkAgain(order, recheckMs);
    else unknown(order, answer.reason);
    // A cancel that the exchange did not look at is still wanted.
    const throttledMs = options.throttledMs(order.exchange, 'orders');
    if (answer.kind === 'unknown' && throttledMs > 0)
      later(`cancel ${order.id}`, throttledMs, () => void cancel(order));
    pursue(order);
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

  const send = (order: Order, account: ReachedAccount, intended: Elapsed): void => {
    const { client_order_id, symbol, side, order_type: type, time_in_force, quantity, price, deadline } = order;
    arrivals.begin(order, account);
    later(order.id, options.timeoutMs(), () => {
      unknown(order, 'no answer in time');
      pursue(order);
    });
    const request = { client_order_id, symbol, side, type, time_in_force, quantity, price, deadline, intended };
    void account.place(request, options.timeoutMs()).then((value) => {
      if (state.orders.get(order.id)?.status === 'sent') callOff(order.id);
      answered(order, value);
    });
  };

  // Nothing here may yield between the last look at the gate and `send`.
  const dispatch = (intent: OrderIntent, account: ReachedAccount, intendedAt: Elapsed): void => {
    unsent.delete(intent.id);
    const order = state.orders.get(intent.id);
    if (closed || !order || isFinal(order)) return;
    const isLate = since(intendedAt, clock.monotonic()) > intent.deadline - order.created_at;
    const obstacle = obstacleTo(options, intent, isLate);
    if (obstacle !== null) {
      fail(order, `never sent: ${obstacle.reason}`, obstacle.scope);
      return;
    }
    if (record([{ type: 'OrderSent', order_id: intent.id, at: clock.now() }])) send(order, account, intendedAt);
  };

  return {
    submit: (intent, isAnnounced = false) => {
      const { account } = exchanges.get(intent.exchange) ?? {};
      // Simulated money never meets a real account, nor real money a simulated one.
      if (closed || !account || modeOf(account) !== intent.mode || !maySend(intent)) return false;
      if (!record([{ type: 'OrderIntended', order: intent, at: clock.now() }])) return false;
      const intendedAt = clock.monotonic();
      unsent.add(intent.id);
      if (isAnnounced) dispatch(intent, account, intendedAt);
      else options.whenKept(() => dispatch(intent, account, intendedAt));
      return true;
    },
    cancel,
    bringBack: async (order, report) => {
      const { id: order_id } = order;
      const { exchange_order_id } = report;
      if (!record([{ type: 'OrderAcknowledged', order_id, exchange_order_id, at: clock.now() }])) return;
      absorb(order, report);
      await cancelBack(order);
    },
    writtenOff: () => [...writtenOff].flatMap((id) => state.orders.get(id) ?? []),
    resolve: (order) => {
      unknown(order, 'the bot was restarted before an answer was recorded');
      void (isFinal(order) ? check(order) : ask(order, 0));
    },
    hear: (exchange, report) => {
      const isMeant = (order: Order | undefined): order is Order =>
        order?.exchange === exchange && order.client_order_id === report.client_order_id;
      const open = [...state.open_orders].map((id) => state.orders.get(id)).find(isMeant);
      const order = open ?? [...state.orders.values()].find(isMeant);
      if (order) absorb(order, report);
      else options.onStranger(exchange, report);
    },
    askAgain: (exchange) => {
      for (const id of state.open_orders) {
        const order = state.orders.get(id);
        if (order?.exchange === exchange && !unsent.has(id) && order.status !== 'sent') void ask(order, 0);
      }
    },
    close: () => {
      closed = true;
      timers.close();
    },
  };
};

const refOf = ({ client_order_id, exchange_order_id, symbol, sent_at, created_at }: Order): OrderRef => {
  return { client_order_id, exchange_order_id, symbol, sent_at: sent_at ?? created_at };
};
