import type { BalancesRecord, BotStatusRecord, LogRecord, MetricsRecord } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { EngineEvent } from '../engine/event.ts';
import { tradeRecord } from '../engine/trade-record.ts';
import type { Hub } from './hub.ts';
import { notificationRecord, orderRecord } from './records.ts';
import { NOTIFICATIONS } from './socket.ts';

const SECOND_MS = 1_000;
const STATUS_EVERY = 5;

export interface PublisherOptions {
  readonly engine: Engine;
  readonly hub: Hub;
  readonly status: () => BotStatusRecord;
  readonly balances: () => BalancesRecord;
  readonly metrics: () => MetricsRecord;
  /** Whether anybody is connected: what is only a reading of the clock is not made for nobody. */
  readonly isWatched: () => boolean;
}

export interface Publisher {
  log(entry: LogRecord): void;
  balances(): void;
  stop(): void;
}

/** Turns the engine's facts into frames, and sends status, balances and metrics as they change and age. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { engine, hub, status, balances, metrics, isWatched } = options;
  let balancesChanged = false;
  let ticks = 0;
  const publishOrder = (id: string) => {
    const { orders, executions } = engine.state();
    const order = orders.get(id);
    if (order === undefined) return;
    hub.publish('orders', orderRecord(order));
    const execution = order.execution_id === null ? undefined : executions.get(order.execution_id);
    if (execution !== undefined) hub.publish('executions', tradeRecord(execution, orders));
  };
  const publishExecution = (id: string) => {
    const { orders, executions } = engine.state();
    const execution = executions.get(id);
    if (execution !== undefined) hub.publish('executions', tradeRecord(execution, orders));
  };
  let statusDue = false;
  // A fact is told before the engine has gone on to what follows from it: the status is read once it has.
  const publishStatus = () => {
    if (statusDue) return;
    statusDue = true;
    queueMicrotask(() => {
      statusDue = false;
      hub.publish('bot_status', status());
    });
  };

  const hear = (event: EngineEvent) => {
    switch (event.type) {
      case 'OpportunityDetected':
      case 'OpportunityUpdated':
      case 'OpportunityExpired':
        return hub.publish('opportunities', event.opportunity, event.opportunity.id);
      case 'ExecutionStarted':
        publishExecution(event.plan.id);
        return publishStatus();
      case 'UnwindStarted':
        return publishExecution(event.execution_id);
      case 'ExecutionFinished':
        publishExecution(event.execution_id);
        return publishStatus();
      case 'StrandedCleared':
        if (event.execution_id !== undefined) publishExecution(event.execution_id);
        return;
      case 'OrderIntended':
        return publishOrder(event.order.id);
      case 'OrderFilled': {
        balancesChanged = true;
        const { recovers } = engine.state().orders.get(event.order_id) ?? {};
        if (recovers !== undefined) publishExecution(recovers);
        return publishOrder(event.order_id);
      }
      case 'OrderSent':
      case 'OrderAcknowledged':
      case 'OrderUnknown':
      case 'OrderClosed':
        return publishOrder(event.order_id);
      case 'FundsDeposited':
        balancesChanged = true;
        return;
      case 'BotStarted':
      case 'BotStopping':
      case 'BotStopped':
      case 'ModeChanged':
      case 'BotHalted':
      case 'HaltReset':
      case 'BreakerTripped':
      case 'BreakerReset':
        return publishStatus();
      case 'NotificationRaised':
        return hub.publish(NOTIFICATIONS, notificationRecord({ ...event, read: false }));
      default:
        return;
    }
  };
  const unsubscribe = engine.subscribe(hear);
  const timer = setInterval(() => {
    ticks += 1;
    if (!isWatched()) return;
    hub.publish('metrics', metrics());
    const isDue = ticks % STATUS_EVERY === 0;
    if (isDue) publishStatus();
    if (isDue || balancesChanged) hub.publish('balances', balances());
    balancesChanged = false;
  }, SECOND_MS);

  return {
    log: (entry) => hub.publish('logs', entry),
    balances: () => hub.publish('balances', balances()),
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
