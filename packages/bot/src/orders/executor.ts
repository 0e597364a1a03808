import { BigNumber } from 'bignumber.js';
import { announce, announcedFor, isWithin } from '../execution/announced.ts';
import { profitOf } from '../execution/holdings.ts';
import { nextStep } from '../execution/next-step.ts';
import type { Books, OrderStep, Step, StepContext } from '../execution/step.ts';
import { openExecutions } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import type { Reports } from '../kernel/reports.ts';
import { type Elapsed, since } from '../model/clock.ts';
import { unwindLossPct } from '../model/config.ts';
import type { AnnouncedOrder, EngineEvent, ExecutionPlan } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { provenanceUnder } from '../model/provenance.ts';
import type { Execution, Order } from '../model/state.ts';
import { sourced, usd } from '../model/usd.ts';
import { exitsAt } from './exits.ts';
import { newIntent } from './intent.ts';
import type { OrderRouter } from './order-router.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'gate' | 'after'>;

/** Carries executions through: asks what is next, does it, and asks again when the exchange has answered. */
export type Executor = {
  /** Resolves when the execution has ended; null when the journal does not take it, or is far behind. */
  run(plan: ExecutionPlan): Promise<Execution> | null;
  /** Turns back what a stop of the process has interrupted at the exchange, which has just come in. */
  recover(exchange: string): void;
  /** Asks again about every execution: after a halt. */
  reconsider(): void;
  hear(event: EngineEvent): void;
};

export const createExecutor = (core: Needs, router: OrderRouter): Executor => {
  const { state, record } = core.recorder;
  const waiting = new Map<string, (execution: Execution) => void>();
  /** The stage that each is in, and since when it was in this process. */
  const stages = new Map<string, { readonly stage: string; readonly from: Elapsed }>();

  const stageMs = ({ id, status, order_ids }: Execution): number => {
    const now = core.clock.monotonic();
    const stage = status === 'unwinding' ? status : `leg ${order_ids.length + 1}`;
    const known = stages.get(id);
    if (known?.stage === stage) return since(known.from, now);
    stages.set(id, { stage, from: now });
    return 0;
  };

  const booksOf = (exchange: string): Books => {
    const markets = core.markets.get(exchange);
    return {
      instrument: (symbol) => markets?.market(symbol)?.instrument ?? null,
      levels: (symbol, side) => markets?.levels(symbol, side) ?? null,
      ...exitsAt(markets),
      maxUnwindLossPct: unwindLossPct(core.config()),
    };
  };

  const contextOf = (execution: Execution): StepContext => {
    return {
      ...booksOf(execution.exchange),
      now: core.clock.now(),
      trading: narrowed(core.gate.state(), state.halted_accounts.has(execution.exchange)),
      held: (asset) => core.recorder.ledger.balance(execution.mode, execution.exchange, asset),
      unwindMaxOrders: core.config().unwind_max_orders,
      price: pricesOf(core, execution),
      stageMs: stageMs(execution),
    };
  };

  const ordersOf = (execution: Execution): readonly Order[] =>
    execution.order_ids.flatMap((id) => state.orders.get(id) ?? []);

  // Without a journal nothing can be sent or ended: everything stands still until there is one.
  const drive = (id: string): void => {
    if (state.halted?.cause === 'journal') return;
    for (let goOn = true; goOn; ) {
      const execution = state.executions.get(id);
      // After a start nothing goes on before every outcome there is known and the balances agree; then what ran turns back.
      if (!execution || execution.finished_at !== null || !core.ready.has(execution.exchange)) return;
      goOn = take(execution, nextStep(execution, ordersOf(execution), contextOf(execution)));
    }
  };

  /** Whether there may be a next step at once. */
  const take = (execution: Execution, step: Step): boolean => {
    const at = core.clock.now();
    switch (step.do) {
      case 'wait':
        if (step.until !== null) core.after(step.until - at, () => drive(execution.id));
        return false;
      case 'unwind':
        return record([{ type: 'UnwindStarted', execution_id: execution.id, reason: step.reason, at }]);
      case 'order': {
        // A throttled exchange would refuse the order and use up a try.
        const throttledMs = core.throttles.leftMs(execution.exchange, 'orders');
        if (throttledMs > 0) {
          core.after(throttledMs, () => drive(execution.id));
          return false;
        }
        const before = core.gate.state();
        const announced = announcedFor(execution, ordersOf(execution), step);
        const intent = intentOf(core, execution, step, announced);
        if (step.isBlind) logBlind(core, intent);
        return !router.submit(intent, isWithin(announced, intent)) && core.gate.state() !== before;
      }
      case 'finish': {
        const { status, error_message } = step;
        const profit = step.profit.toFixed();
        const left = step.left.map((rest) => ({ ...rest, amount: rest.amount.toFixed() }));
        const fees_usd = feesUsd(core, execution, ordersOf(execution));
        const execution_id = execution.id;
        const finished = { execution_id, status, profit, left, fees_usd, error_message, at };
        record([{ type: 'ExecutionFinished', ...finished }]);
        return false;
      }
    }
  };

  /** After a fee, a correction or another amount that came when the execution had ended. */
  const restate = (order_id: string): void => {
    const execution = state.executions.get(state.orders.get(order_id)?.execution_id ?? '');
    if (!execution || execution.finished_at === null) return;
    const orders = ordersOf(execution);
    const profit = profitOf(execution.path[0] ?? '', orders, pricesOf(core, execution)).toFixed();
    const fees_usd = feesUsd(core, execution, orders);
    record([{ type: 'ExecutionRestated', execution_id: execution.id, profit, fees_usd, at: core.clock.now() }]);
    core.log(
      'WARNING',
      'execution',
      `A fee, a correction or another amount came after the end: the profit is ${profit} now`,
      {
        execution_id: execution.id,
      },
    );
  };

  const finished = (id: string): void => {
    const execution = state.executions.get(id);
    if (!execution) return;
    report(core, execution);
    waiting.get(id)?.(execution);
    waiting.delete(id);
    stages.delete(id);
  };

  return {
    run: (plan) => {
      const announced = announce(plan, core.ids, booksOf(plan.exchange));
      const started = { type: 'ExecutionStarted', plan, announced, at: core.clock.now() } as const;
      if (core.recorder.isBehind() || !record([started])) return null;
      const ended = new Promise<Execution>((resolve) => waiting.set(plan.id, resolve));
      drive(plan.id);
      return ended;
    },
    recover: (exchange) => {
      for (const { id, status, exchange: own } of openExecutions(core)) {
        if (own !== exchange) continue;
        if (status === 'legs') {
          const reason = 'the bot was restarted in the middle of it';
          record([{ type: 'UnwindStarted', execution_id: id, reason, at: core.clock.now() }]);
        }
        drive(id);
      }
    },
    reconsider: () => {
      for (const { id } of openExecutions(core)) drive(id);
    },
    hear: (event) => {
      if (event.type === 'ExecutionFinished') return finished(event.execution_id);
      if (event.type === 'FeeCharged' && new BigNumber(event.amount).isZero()) return;
      if (event.type === 'FillRepriced' && new BigNumber(event.quote_quantity).isZero()) return;
      if (event.type === 'FeeCharged' || event.type === 'FillCorrected' || event.type === 'FillRepriced')
        return restate(event.order_id);
      if (event.type !== 'OrderClosed') return;
      const order = state.orders.get(event.order_id);
      if (!order?.execution_id) return;
      logOrder(core, order);
      drive(order.execution_id);
    },
  };
};

/** At an account that is halted only ways back are allowed, whatever else is. */
const narrowed = (trading: StepContext['trading'], isHalted: boolean): StepContext['trading'] =>
  isHalted && trading !== 'killed' ? 'halted' : trading;

const intentOf = (core: Needs, execution: Execution, step: OrderStep, announced?: AnnouncedOrder): OrderIntent =>
  newIntent(core, step.instrument, {
    mode: execution.mode,
    side: step.side,
    quantity: step.quantity.toFixed(),
    price: step.price.toFixed(),
    purpose: step.purpose,
    execution_id: execution.id,
    leg: step.leg,
    expected_price: step.expected_price?.toFixed() ?? null,
    ...(step.isBlind && { blind: true }),
    ...(announced && { client_order_id: announced.client_order_id }),
  });

/** What one unit of an asset is worth in the currency in which the execution began. */
const pricesOf =
  ({ valuation }: Pick<Core, 'valuation'>, { exchange, path: [start = ''] }: Execution) =>
  (asset: string): number | null => {
    const [rate, unit] = [valuation.rate(exchange, asset), valuation.rate(exchange, start)];
    return rate === null || unit === null || unit === 0 ? null : rate / unit;
  };

const feesUsd = (core: Needs, { exchange }: Execution, orders: readonly Order[]): number | null => {
  let sum = new BigNumber(0);
  for (const { asset, amount } of orders.flatMap(({ fees }) => fees)) {
    const rate = core.valuation.rate(exchange, asset);
    if (rate === null) return null;
    sum = sum.plus(new BigNumber(amount).multipliedBy(rate));
  }
  return sum.toNumber();
};

const logBlind = (core: Needs, { exchange, symbol, leg, price, execution_id }: OrderIntent): void =>
  core.log(
    'WARNING',
    'execution',
    `Leg ${leg} on ${exchange} is sent at ${price}, the worst price of its plan: the book of ${symbol}, or of a later leg, is not trusted`,
    {
      code: 'blind_leg',
      ...{ execution_id, exchange, market: symbol, leg, price },
    },
  );

/** One line an order: what was asked, what was filled, and how long it took. */
const logOrder = (core: Needs, order: Order): void => {
  const { id: order_id, execution_id, leg, purpose, side, symbol, exchange, status, reason } = order;
  const ms = order.sent_at === null ? null : order.updated_at - order.sent_at;
  const filled = `${order.filled_quantity} of ${order.quantity} ${order.base}`;
  const provenance = provenanceUnder(order, order.mode, exchange);
  const took = ms === null ? 'never sent' : `${ms} ms`;
  const why = reason === null ? '' : `: ${reason}`;
  const what = purpose === 'unwind' ? `Unwinding of leg ${leg}` : `Leg ${leg}`;
  core.log(
    'INFO',
    'order',
    `${what}, ${side} ${symbol} on ${exchange}: ${status}, ${sourced(filled, provenance)}, ${took}${why}`,
    {
      ...{ order_id, execution_id, exchange, leg, status, provenance },
      ...(ms === null ? {} : { ms }),
    },
  );
};

const report = (core: Needs, execution: Execution): void => {
  const { id, exchange, mode, path, status, error_message } = execution;
  const profit = new BigNumber(execution.profit ?? 0);
  const profitUsd = profit.multipliedBy(execution.usd_rate);
  const route = path.join(' → ');
  const profit_usd = profitUsd.toFixed(2);
  const metadata = { execution_id: id, exchange, mode, status, profit: profit.toFixed(), profit_usd };
  const reason = error_message === null ? '' : `: ${error_message}`;
  const provenance = provenanceUnder(execution, mode, exchange);
  const made = sourced(usd(profitUsd.toNumber()), provenance);
  core.log(
    status === 'completed' ? 'INFO' : 'WARNING',
    'execution',
    `${route} on ${exchange} ${status}, ${made}${reason}`,
    { ...metadata, provenance },
  );
  const level = status === 'completed' ? 'success' : status === 'stranded' ? 'error' : 'warning';
  const title = {
    completed: 'Cycle completed',
    failed: 'Nothing was bought',
    unwound: 'Cycle unwound',
    stranded: 'Residual position left',
  };
  core.notify({
    notification_type: status === 'completed' ? 'execution' : 'failure',
    level,
    title: title[status as keyof typeof title],
    code: `execution_${status as keyof typeof title}`,
    params: { route, exchange, profit_usd: profitUsd.toNumber(), reason: error_message },
    message: `${route} on ${exchange}: ${made}${reason}`,
    source: 'execution',
    extra_data: metadata,
    provenance,
  });
};
