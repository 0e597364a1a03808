import { BigNumber } from 'bignumber.js';
import { addFees } from '../model/decimal.ts';
import type { ExecutionFees, Fee } from '../model/exchange.ts';
import type { OrderEvent, OrderRecalled } from '../model/order-event.ts';
import type { Order } from '../model/state.ts';

/** An order before anything has become of it. */
export const intendedOrder = ({ order, at }: Extract<OrderEvent, { type: 'OrderIntended' }>): Order => ({
  ...order,
  status: 'intended',
  exchange_order_id: null,
  filled_quantity: '0',
  filled_quote: '0',
  fees: [],
  reason: null,
  created_at: at,
  sent_at: null,
  updated_at: at,
});

/** The order of a history that begins with its intent; null of any other. */
export const recalledOrder = ([intended, ...history]: OrderRecalled['history']): Order | null =>
  intended?.type !== 'OrderIntended'
    ? null
    : history.reduce<Order>(
        (order, fact) =>
          fact.type === 'OrderIntended' ? order : { ...evolvedOrder(order, fact), updated_at: fact.at },
        intendedOrder(intended),
      );

/** The order after what has happened to it. */
export const evolvedOrder = (
  order: Order,
  fact: Exclude<OrderEvent, OrderRecalled | { type: 'OrderIntended' }>,
): Order => {
  switch (fact.type) {
    case 'OrderSent':
      return { ...order, status: 'sent', sent_at: fact.at };
    case 'OrderAcknowledged':
      return { ...order, status: 'open', exchange_order_id: fact.exchange_order_id, reason: null };
    case 'OrderUnknown':
      return { ...order, status: 'unknown', reason: fact.reason };
    case 'OrderClosed':
      return { ...order, status: fact.status, reason: fact.reason, ...(fact.scope && { refusal: fact.scope }) };
    case 'OrderFilled':
      return withFees(
        {
          ...filledBy(order, fact.quantity, fact.quote_quantity),
          ...(fact.at_limit && { amount_due: true }),
        },
        fact.fees,
        fact.executions,
      );
    case 'FillRepriced': {
      const { amount_due: _known, ...known } = order;
      return filledBy(known, '0', fact.quote_quantity);
    }
    case 'FeeCharged': {
      const { key, quantity, asset, amount } = fact;
      const fees = [{ asset, amount }];
      return withFees(order, fees, key === 'cumulative' ? [] : [{ id: key, ...(quantity && { quantity }), fees }]);
    }
    case 'FillCorrected':
      return withFees(
        filledBy(order, negative(fact.quantity), negative(fact.quote_quantity)),
        negated(fact.fees),
        fact.executions?.map((one) => ({ ...one, fees: negated(one.fees) })),
      );
  }
};

const filledBy = (order: Order, quantity: string, quote: string): Order => ({
  ...order,
  filled_quantity: new BigNumber(order.filled_quantity).plus(quantity).toFixed(),
  filled_quote: new BigNumber(order.filled_quote).plus(quote).toFixed(),
});

const negative = (amount: string): string => new BigNumber(amount).negated().toFixed();
const negated = (fees: readonly Fee[]): readonly Fee[] =>
  fees.map(({ asset, amount }) => ({ asset, amount: negative(amount) }));

/** A total of fees is that of all that was filled until then. An execution names its own quantity; those of earlier versions named none. */
const withFees = (order: Order, fees: readonly Fee[], executions: readonly ExecutionFees[] = []): Order => {
  if (fees.length === 0 && executions.length === 0) return order;
  const all = { ...order, fees: addFees(order.fees, fees) };
  if (executions.length === 0) return { ...all, fees_known: order.filled_quantity };
  const known = new Map(order.execution_fees?.map((one) => [one.id, one]));
  for (const { id, quantity = known.get(id)?.quantity, fees: more } of executions)
    known.set(id, { id, ...(quantity && { quantity }), fees: addFees(known.get(id)?.fees ?? [], more) });
  const execution_fees = [...known.values()];
  const named = execution_fees.reduce(
    (sum, { quantity = order.filled_quantity }) => sum.plus(quantity),
    new BigNumber(0),
  );
  return { ...all, execution_fees, fees_known: BigNumber.max(order.fees_known ?? 0, named).toFixed() };
};
