import { BigNumber } from 'bignumber.js';
import { evolve, initialState } from '../kernel/fold.ts';
import type { Journalled } from '../kernel/journalled.ts';
import type { Fact } from '../model/event.ts';
import type { FillCorrected, OrderFilled, OrderIntent } from '../model/order-event.ts';
import type { Reservation } from '../model/state.ts';
import { testConfig } from './world.suite.ts';

type Account = Map<string, BigNumber>;
const add = (account: Account, asset: string, amount: BigNumber.Value): unknown =>
  account.set(asset, new BigNumber(account.get(asset) ?? 0).plus(amount));

/** `sign` is -1 for what is taken back. */
const post = (
  account: Account,
  { side, base, quote, quantity, quote_quantity, fees }: OrderFilled | FillCorrected,
  sign: 1 | -1 = 1,
): void => {
  const way = side === 'buy' ? sign : -sign;
  add(account, base, new BigNumber(quantity).multipliedBy(way));
  add(account, quote, new BigNumber(quote_quantity).multipliedBy(-way));
  for (const { asset, amount } of fees) add(account, asset, new BigNumber(amount).multipliedBy(-sign));
};

/**
 * Keeps the accounts of one exchange once more, by transfers: an execution is given its start amount and a fee token, exchanges it fill by fill,
 * and gives back the rest of the start currency when its first order ends and everything else when it ends itself.
 */
const accountsByTransfers = () => {
  const whole: Account = new Map();
  const held = new Map<string, Account>();
  const intents = new Map<string, OrderIntent>();
  const starts = new Map<string, string>();
  const firsts = new Map<string, string>();
  const begun = new Set<string>();
  const differences = new Set<string>();
  const closed = new Set<string>();
  /** Base, by order. */
  const filled: Account = new Map();

  const take = (fact: Fact): void => {
    if (fact.type === 'FundsDeposited') add(whole, fact.asset, fact.amount);
    if (fact.type === 'ExecutionStarted') {
      const { id, path, start_amount, fee_token } = fact.plan;
      held.set(id, new Map([[path[0] ?? '', new BigNumber(start_amount)]]));
      if (fee_token) held.get(id)?.set(fee_token.asset, new BigNumber(fee_token.amount));
      starts.set(id, path[0] ?? '');
    }
    if (fact.type === 'ExecutionFinished') held.delete(fact.execution_id);
    if (fact.type === 'OrderIntended') {
      const { order } = fact;
      intents.set(order.id, order);
      if (order.execution_id !== null && !firsts.has(order.execution_id)) firsts.set(order.execution_id, order.id);
      if (order.execution_id !== null) return;
      const [asset, unit] = order.side === 'sell' ? [order.base, 1] : [order.quote, order.price ?? 0];
      held.set(order.id, new Map([[asset, new BigNumber(order.quantity).multipliedBy(unit)]]));
    }
    if (fact.type === 'OrderFilled') fill(fact);
    if (fact.type === 'OrderClosed') close(fact.order_id);
    if (fact.type === 'OrderAcknowledged') reopen(fact.order_id);
    if (fact.type === 'FillRepriced') {
      for (const account of [whole, executionOf(fact.order_id)])
        if (account) add(account, fact.quote, new BigNumber(fact.quote_quantity).times(fact.side === 'buy' ? -1 : 1));
    }
    if (fact.type === 'FeeCharged') {
      for (const account of [whole, executionOf(fact.order_id)])
        if (account) add(account, fact.asset, new BigNumber(fact.amount).negated());
    }
    if (fact.type === 'FillCorrected') {
      for (const account of [whole, executionOf(fact.order_id)]) if (account) post(account, fact, -1);
    }
    if (fact.type === 'FundsMoved' || fact.type === 'RoundingAdjusted') add(whole, fact.asset, fact.amount);
    // What is missing cannot be spent until it is settled.
    if (fact.type === 'DifferenceFound') {
      const missing = new BigNumber(fact.booked).minus(fact.found);
      differences.add(fact.id);
      held.set(fact.id, new Map([[fact.asset, missing]]));
    }
    if (fact.type === 'DifferenceAccepted') held.delete(fact.id);
    if (fact.type === 'AccountReconciled')
      for (const id of differences) if (!fact.differences.includes(id)) held.delete(id);
  };

  const executionOf = (order_id: string): Account | undefined => held.get(intents.get(order_id)?.execution_id ?? '');

  const fill = (fact: OrderFilled): void => {
    post(whole, fact);
    add(filled, fact.order_id, fact.quantity);
    const intent = intents.get(fact.order_id);
    const account = held.get(intent?.execution_id ?? fact.order_id);
    if (!intent || !account) return;
    if (intent.execution_id !== null) {
      post(account, fact);
      return;
    }
    const [asset, unit] = fact.side === 'sell' ? [fact.base, 1] : [fact.quote, intent.price ?? 0];
    add(account, asset, new BigNumber(fact.quantity).multipliedBy(unit).negated());
  };

  const close = (id: string): void => {
    closed.add(id);
    const execution = intents.get(id)?.execution_id;
    if (execution === null) held.delete(id);
    else if (execution !== undefined && firsts.get(execution) === id) begun.add(execution);
  };

  /** A closed order rests all the same. */
  const reopen = (id: string): void => {
    const intent = intents.get(id);
    if (!intent || !closed.has(id)) return;
    const { execution_id, side, base, quote, price, quantity } = intent;
    if (execution_id !== null) {
      if (firsts.get(execution_id) === id) begun.delete(execution_id);
      return;
    }
    const [asset, unit] = side === 'sell' ? [base, 1] : [quote, price ?? 0];
    const rest = new BigNumber(quantity).minus(filled.get(id) ?? 0);
    held.set(id, new Map([[asset, rest.multipliedBy(unit)]]));
  };

  /** What is reserved, by holder and asset; the start currency of a begun execution is free. */
  const reserved = (): Record<string, Record<string, string>> => {
    const sums: Record<string, Record<string, string>> = {};
    for (const [holder, account] of held) {
      const amounts = [...account].filter(
        ([asset, amount]) => amount.isGreaterThan(0) && !(begun.has(holder) && asset === starts.get(holder)),
      );
      if (amounts.length > 0) sums[holder] = Object.fromEntries(amounts.map(([a, amount]) => [a, amount.toFixed()]));
    }
    return sums;
  };

  /** What running executions have spent of an asset between their legs that no fill has brought: it is yet to be heard of. */
  const overspent = (asset: string): BigNumber => {
    const owed = [...starts].map(([id, start]) => (start === asset ? undefined : held.get(id)?.get(asset)));
    return owed.reduce<BigNumber>((sum, amount) => sum.minus(BigNumber.min(0, amount ?? 0)), new BigNumber(0));
  };

  /** A fill of an order that was closed before. */
  const isLate = (fact: Fact): boolean => fact.type === 'OrderFilled' && closed.has(fact.order_id);

  return { take, reserved, whole, overspent, isLate };
};

/** Facts by which the accounts by transfers change: after any other they are what they were. */
const moving: ReadonlySet<Fact['type']> = new Set([
  'FundsDeposited',
  'ExecutionStarted',
  'ExecutionFinished',
  'OrderIntended',
  'OrderFilled',
  'OrderClosed',
  'OrderAcknowledged',
  'FeeCharged',
  'FillCorrected',
  'FillRepriced',
  'FundsMoved',
  'RoundingAdjusted',
  'DifferenceFound',
  'DifferenceAccepted',
  'AccountReconciled',
]);

const sorted = (one: Iterable<readonly [string, Readonly<Record<string, string>>]>): string =>
  JSON.stringify([...one].map(([id, amounts]) => [id, Object.entries(amounts).sort()]).sort());

/**
 * After which fact the reservations differ from those kept by transfers, or exceed what is held; null when nowhere. `onFold` is called after
 * each fact until then: to fold them again for another oracle takes as long as this one.
 */
export const faultOfReservations = (
  facts: readonly Fact[],
  onFold: (state: Journalled, fact: Fact) => void = () => {},
): string | null => {
  const state = initialState(testConfig.parameters);
  const accounts = accountsByTransfers();
  let wanted = sorted([]);
  let hasLost = false;
  /** What the account was found to hold less than booked: an execution may have reserved it, which its exchange rounds away too. */
  const roundedAway: Account = new Map();
  let before: readonly Reservation[] = [];
  for (const [at, fact] of facts.entries()) {
    evolve(state, fact);
    onFold(state, fact);
    accounts.take(fact);
    const isMoving = moving.has(fact.type);
    const reserved = [...state.reserved.values()];
    // A reservation is replaced, never changed: the same ones hold the same.
    const isSame = reserved.length === before.length && reserved.every((one, place) => one === before[place]);
    if (isSame && !isMoving) continue;
    before = reserved;
    if (isMoving) wanted = sorted(Object.entries(accounts.reserved()));
    const found = sorted(reserved.map(({ id, amounts }) => [id, amounts]));
    if (found !== wanted) return `after fact ${at + 1} (${fact.type}): ${found}, by transfers ${wanted}`;
    // What was taken back, is missing, or went with a fill of a closed order, may have been reserved.
    hasLost ||=
      ['FillCorrected', 'FillRepriced', 'FeeCharged', 'DifferenceFound'].includes(fact.type) || accounts.isLate(fact);
    if (fact.type === 'RoundingAdjusted')
      add(roundedAway, fact.asset, BigNumber.max(0, new BigNumber(fact.amount).negated()));
    if (hasLost) continue;
    const sums: Account = new Map();
    for (const { amounts } of reserved) for (const [asset, amount] of Object.entries(amounts)) add(sums, asset, amount);
    for (const [asset, sum] of sums) {
      const most = accounts.overspent(asset).plus(accounts.whole.get(asset) ?? 0);
      if (sum.minus(roundedAway.get(asset) ?? 0).isGreaterThan(most))
        return `after fact ${at + 1} (${fact.type}): ${sum} ${asset} are reserved, ${accounts.whole.get(asset)} are held`;
    }
  }
  return null;
};
