import type {
  BalancesRecord,
  BotStatusRecord,
  LogRecord,
  MetricsRecord,
  OpportunityRecord,
} from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { EngineEvent } from '../model/event.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
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
  /** Whether a client is connected: figures that only age are not made without one. */
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
  type Frame = () => void;
  // Records are made at the fold: what the state holds later may not be on the disk yet.
  const executionFrame = (id: string): Frame => {
    const { orders, executions } = engine.state();
    const execution = executions.get(id);
    if (execution === undefined) return () => {};
    const record = tradeRecord(execution, orders);
    return () => hub.publish('executions', record);
  };
  const orderFrames = (id: string): Frame => {
    const order = engine.state().orders.get(id);
    if (order === undefined) return () => {};
    const record = orderRecord(order);
    const execution = order.execution_id === null ? null : executionFrame(order.execution_id);
    return () => {
      hub.publish('orders', record);
      execution?.();
    };
  };
  // A journal that has failed keeps nothing from the screens: the status says so.
  const release = (frame: Frame) => engine.whenKept(frame, frame);
  let statusDue = false;
  // A fact is published before the engine has gone on to what follows from it: the status is read once it has.
  const publishStatus = () => {
    if (statusDue) return;
    statusDue = true;
    queueMicrotask(() => {
      statusDue = false;
      const record = status();
      release(() => hub.publish('bot_status', record));
    });
  };
  const publishBalances = () => {
    const record = balances();
    release(() => hub.publish('balances', record));
  };

  // What happens to one opportunity in a turn is one frame.
  const changed = new Map<string, OpportunityRecord>();
  const publishOpportunities = () => {
    for (const [id, record] of changed) hub.publish('opportunities', record, id);
    changed.clear();
  };
  const noteOpportunity = (record: OpportunityRecord) => {
    if (changed.size === 0) queueMicrotask(publishOpportunities);
    changed.set(record.id, record);
  };

  const framesOf = (event: EngineEvent): Frame | undefined => {
    switch (event.type) {
      case 'OpportunityDetected':
      case 'OpportunityUpdated':
      case 'OpportunityExpired':
        return () => noteOpportunity(event.opportunity);
      case 'ExecutionStarted':
        publishStatus();
        return executionFrame(event.plan.id);
      case 'UnwindStarted':
        return executionFrame(event.execution_id);
      case 'ExecutionFinished':
      case 'ExecutionRestated':
        publishStatus();
        return executionFrame(event.execution_id);
      case 'ExecutionBounded':
        return executionFrame(event.execution_id);
      case 'StrandedCleared':
        return event.execution_id === undefined ? undefined : executionFrame(event.execution_id);
      case 'OrderIntended':
        return orderFrames(event.order.id);
      case 'OrderFilled':
      case 'FeeCharged':
      case 'FillCorrected':
      case 'FillRepriced': {
        balancesChanged = true;
        const { recovers } = engine.state().orders.get(event.order_id) ?? {};
        const sale = recovers === undefined ? null : executionFrame(recovers);
        const own = orderFrames(event.order_id);
        return () => {
          sale?.();
          own();
        };
      }
      case 'OrderSent':
      case 'OrderAcknowledged':
      case 'OrderUnknown':
      case 'OrderClosed':
        return orderFrames(event.order_id);
      case 'FundsDeposited':
      case 'FundsMoved':
      case 'RoundingAdjusted':
      case 'DifferenceFound':
      case 'DifferenceAccepted':
        balancesChanged = true;
        return undefined;
      case 'WalletReset':
        balancesChanged = true;
        publishStatus();
        return undefined;
      case 'BotStarted':
      case 'BotStopping':
      case 'BotStopped':
      case 'ModeChanged':
      case 'BotHalted':
      case 'HaltReset':
      case 'BreakerTripped':
      case 'BreakerReset':
        publishStatus();
        return undefined;
      case 'NotificationRaised':
        return () => hub.publish(NOTIFICATIONS, notificationRecord({ ...event, read: false }));
      default:
        return undefined;
    }
  };
  const unsubscribe = engine.watch(framesOf);
  const timer = setInterval(() => {
    ticks += 1;
    if (!isWatched()) return;
    hub.publish('metrics', metrics());
    const isDue = ticks % STATUS_EVERY === 0;
    if (isDue) publishStatus();
    if (isDue || balancesChanged) publishBalances();
    balancesChanged = false;
  }, SECOND_MS);

  return {
    log: (entry) => hub.publish('logs', entry),
    balances: publishBalances,
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
