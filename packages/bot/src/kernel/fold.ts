import type { Provenance } from '@triquad/core/contract';
import type { Parameters } from '../model/config.ts';
import type { ExecutionStarted, Fact } from '../model/event.ts';
import { provenanceOfMarket } from '../model/market-event.ts';
import type { OrderEvent } from '../model/order-event.ts';
import type { Execution, OpenedMarket } from '../model/state.ts';
import { countFill, foldAccount, notePendingFees } from './fold-accounts.ts';
import { foldBreaker, foldFailures } from './fold-breakers.ts';
import { activateConfig } from './fold-config.ts';
import { foldCosts } from './fold-costs.ts';
import { foldEffect } from './fold-effects.ts';
import { countVolume, emptyDay, markEquity, moveEquity, startDay, todayAt } from './fold-equity.ts';
import { foldExclusion } from './fold-exclusions.ts';
import { forgetExecution, forgetOrder } from './fold-forget.ts';
import { capResidual, foldHeld } from './fold-held.ts';
import { foldLifecycle } from './fold-lifecycle.ts';
import { openMarket, startWallet } from './fold-market.ts';
import { foldMoney } from './fold-money.ts';
import { reserveExecution, reserveOrder } from './fold-reserved.ts';
import {
  type Amendment,
  addResidual,
  addSale,
  clearResidual,
  correctResidual,
  leaveLate,
  loseResidual,
  sellResidual,
  spendResidual,
  takeOver,
} from './fold-residuals.ts';
import type { Journalled } from './journalled.ts';
import { evolvedOrder, intendedOrder, recalledOrder } from './order-shape.ts';

/** How many notifications are kept in memory: the journal keeps all. */
const keptNotifications = 500;

export const initialState = (parameters: Parameters): Journalled => ({
  mode: 'paper',
  market: null,
  chosen_market: null,
  running: false,
  parameters,
  started_at: null,
  config: null,
  started_under: null,
  halted: null,
  guard_halt: null,
  wallets: new Map(),
  counters: new Map(),
  orders: new Map(),
  executions: new Map(),
  open_orders: new Set(),
  open_executions: new Set(),
  reserved: new Map(),
  differences: new Map(),
  halted_accounts: new Map(),
  fills_since: new Map(),
  fees_pending: new Set(),
  rounded: new Map(),
  held: new Map(),
  costs: new Map(),
  residuals: new Map(),
  residual_origins: new Map(),
  breakers: new Map(),
  excluded: new Map(),
  failures_in_a_row: 0,
  notifications: [],
  today: emptyDay(0, null),
  newest_at: 0,
  equity: { base: null, last: null, by_exchange: {} },
  money: new Map(),
  effect_keys: new Map(),
  marks: [],
});

/** Folds one fact into the state, in place: it holds every order, and nobody else writes it. Total: unknown ids change nothing. */
export const evolve = (state: Journalled, fact: Fact): void => {
  state.newest_at = Math.max(state.newest_at, fact.at);
  const countResults = foldMoney(state, fact);
  foldCosts(state, fact);
  foldHeld(state, fact);
  step(state, fact);
  capResidual(state, fact);
  countResults();
};

const step = (state: Journalled, fact: Fact): void => {
  switch (fact.type) {
    case 'BotStarted':
    case 'BotStopping':
    case 'BotStopped':
    case 'ModeChanged':
    case 'BotHalted':
    case 'HaltReset':
    case 'LossAdopted':
    case 'BackupRestored':
      foldLifecycle(state, fact);
      return;
    case 'BreakerTripped':
    case 'BreakerReset':
      foldBreaker(state, fact);
      return;
    case 'EquityMarked':
      markEquity(state, fact);
      return;
    case 'NotificationRaised':
      state.notifications = [{ ...fact, read: false }, ...state.notifications].slice(0, keptNotifications);
      return;
    case 'NotificationsRead': {
      const read = (id: string) => fact.ids === 'all' || fact.ids.includes(id);
      state.notifications = state.notifications.map((one) => (read(one.id) ? { ...one, read: true } : one));
      return;
    }
    case 'ConfigActivated':
      activateConfig(state, fact);
      return;
    case 'FlattenStarted':
      foldEffect(state, fact.key, { kind: 'flatten', id: fact.id, at: fact.at });
      return;
    case 'FlattenFinished':
    case 'ClockJumped':
      return;
    case 'MarketExcluded':
    case 'MarketReadmitted':
      foldExclusion(state, fact);
      return;
    case 'MarketChosen':
      state.chosen_market = fact.choice;
      return;
    case 'MarketOpened':
      openMarket(state, fact);
      return;
    case 'DayStarted':
      startDay(state, fact);
      return;
    case 'FundsMoved':
      moveEquity(state, fact);
      loseResidual(state, fact);
      return;
    case 'WalletReset':
      startWallet(state, fact);
      foldEffect(state, fact.key, { kind: 'wallet', id: fact.market ?? '', at: fact.at });
      return;
    case 'RoundingAdjusted':
      foldAccount(state, fact);
      loseResidual(state, fact);
      return;
    case 'FundsDeposited':
    case 'DifferenceFound':
    case 'DifferenceAccepted':
    case 'AccountReconciled':
    case 'AccountHalted':
    case 'AccountReleased':
      foldAccount(state, fact);
      return;
    case 'ExecutionStarted':
    case 'UnwindStarted':
    case 'ExecutionFinished':
    case 'ExecutionRestated':
    case 'ExecutionBounded':
    case 'StrandedCleared':
      evolveExecution(state, fact);
      return;
    default:
      evolveOrder(state, fact);
  }
};

const evolveExecution = (
  state: Journalled,
  fact: Extract<
    Fact,
    {
      type:
        | 'ExecutionStarted'
        | 'UnwindStarted'
        | 'ExecutionFinished'
        | 'ExecutionRestated'
        | 'ExecutionBounded'
        | 'StrandedCleared';
    }
  >,
): void => {
  if (fact.type === 'StrandedCleared') {
    const { execution_id, asset, amount = '0', usd_value = null } = fact;
    if (execution_id !== undefined) takeOver(state, execution_id, { asset, amount, usd_value });
    clearResidual(state, fact.exchange, fact.asset);
    foldEffect(state, fact.key, { kind: 'position', id: `${fact.exchange}/${fact.asset}`, at: fact.at });
    return;
  }
  if (fact.type === 'ExecutionStarted') {
    const today = todayAt(state, fact.at);
    state.today = { ...today, executions: today.executions + 1 };
    state.executions.set(fact.plan.id, startedExecution(fact, state.market));
    state.open_executions.add(fact.plan.id);
    reserveOf(state, fact.plan.id);
    foldEffect(state, fact.plan.key, { kind: 'execution', id: fact.plan.id, at: fact.at });
    forgetExecution(state);
    return;
  }
  const execution = state.executions.get(fact.execution_id);
  if (!execution) return;
  if (fact.type === 'UnwindStarted') {
    const change = { status: 'unwinding', unwind_reason: fact.reason, unwind_started_at: fact.at } as const;
    state.executions.set(execution.id, { ...execution, ...change });
    return;
  }
  if (fact.type === 'ExecutionBounded') {
    const { optimistic, pessimistic } = fact;
    state.executions.set(execution.id, { ...execution, range: { optimistic, pessimistic } });
    return;
  }
  if (fact.type === 'ExecutionRestated') {
    state.executions.set(execution.id, { ...execution, profit: fact.profit, fees_usd: fact.fees_usd });
    return;
  }
  const { status, profit, left, fees_usd, error_message, at } = fact;
  state.executions.set(execution.id, { ...execution, status, profit, left, fees_usd, error_message, finished_at: at });
  state.open_executions.delete(execution.id);
  reserveOf(state, execution.id);
  foldFailures(state, fact, execution);
  const origin = { execution_id: execution.id, since: at, back_to: execution.path[0] ?? '' };
  for (const { asset, amount, stranded, reason } of left) {
    if (stranded) addResidual(state, execution.exchange, asset, amount, { ...origin, ...(reason && { reason }) });
  }
  spendResidual(state, execution);
};

/** Source of the prices that are watched; nothing where it is not known. */
const stated = (opened: OpenedMarket | null): { readonly provenance?: Provenance } => {
  const provenance = opened && provenanceOfMarket(opened.market, opened.provenance);
  return provenance === null ? {} : { provenance };
};

/** An execution before its first order. */
const startedExecution = ({ plan, announced, at }: ExecutionStarted, opened: OpenedMarket | null): Execution => ({
  ...plan,
  ...(opened && { market: opened.market, ...stated(opened) }),
  status: 'legs',
  order_ids: [],
  ...(announced === undefined ? {} : { announced }),
  unwind_reason: null,
  unwind_started_at: null,
  profit: null,
  left: [],
  fees_usd: null,
  error_message: null,
  started_at: at,
  finished_at: null,
});

const evolveOrder = (state: Journalled, fact: OrderEvent): void => {
  if (fact.type === 'OrderIntended') {
    state.orders.set(fact.order.id, { ...intendedOrder(fact), ...stated(state.market) });
    state.open_orders.add(fact.order.id);
    foldEffect(state, fact.order.key, { kind: 'order', id: fact.order.id, at: fact.at });
    const execution = fact.order.execution_id === null ? undefined : state.executions.get(fact.order.execution_id);
    if (execution) {
      state.executions.set(execution.id, { ...execution, order_ids: [...execution.order_ids, fact.order.id] });
    }
    if (fact.order.recovers !== undefined) addSale(state, fact.order.recovers, fact.order.id);
    reserveFor(state, fact.order.id);
    forgetOrder(state);
    return;
  }
  if (fact.type === 'OrderRecalled') {
    const recalled = recalledOrder(fact.history);
    const provenance = state.executions.get(recalled?.execution_id ?? '')?.provenance;
    if (recalled) state.orders.set(recalled.id, { ...recalled, ...(provenance && { provenance }) });
    return;
  }
  const order = state.orders.get(fact.order_id);
  if (order) state.orders.set(order.id, { ...evolvedOrder(order, fact), updated_at: fact.at });
  if (fact.type === 'OrderClosed') state.open_orders.delete(fact.order_id);
  if (fact.type === 'OrderAcknowledged' && order) state.open_orders.add(order.id);
  if (changesHoldings.has(fact.type)) {
    notePendingFees(state, fact.order_id);
    reserveFor(state, fact.order_id);
  }
  if (order && isAmendment(fact)) correctResidual(state, order, fact);
  if (fact.type === 'OrderFilled') {
    countVolume(state, fact, order);
    countFill(state, fact);
    if (order?.execution_id === null) sellResidual(state, order, fact);
    else if (order) leaveLate(state, order, fact);
    if (order?.recovers !== undefined && order.purpose === 'unwind') addSale(state, order.recovers, order.id);
  }
};

const isAmendment = (fact: OrderEvent): fact is Amendment =>
  fact.type === 'FeeCharged' || fact.type === 'FillCorrected' || fact.type === 'FillRepriced';

/** After any other fact an order holds what it held. */
const changesHoldings: ReadonlySet<OrderEvent['type']> = new Set([
  'OrderAcknowledged',
  'OrderFilled',
  'OrderClosed',
  'FeeCharged',
  'FillCorrected',
  'FillRepriced',
]);

const reserveOf = (state: Journalled, execution_id: string): void => {
  const execution = state.executions.get(execution_id);
  if (execution) reserveExecution(state, execution);
};

/** Reserves anew what the order, or its execution, holds now. */
const reserveFor = (state: Journalled, order_id: string): void => {
  const order = state.orders.get(order_id);
  if (!order) return;
  if (order.execution_id === null) reserveOrder(state, order);
  else reserveOf(state, order.execution_id);
};
