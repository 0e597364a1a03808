import { BigNumber } from 'bignumber.js';
import { changesOf } from '../execution/holdings.ts';
import type { FeeCharged, FillCorrected } from '../model/order-event.ts';
import type { Order } from '../model/state.ts';
import { addStranded } from './fold-stranded.ts';
import type { Journalled } from './journalled.ts';

type Held = Pick<Journalled, 'executions' | 'stranded' | 'stranded_origins'>;

/** What a fee or a correction takes of what the execution, which has ended, left stranded; in place. */
export const correctStranded = (state: Held, order: Order, fact: FeeCharged | FillCorrected): void => {
  const execution = state.executions.get(order.execution_id ?? '');
  if (!execution || execution.finished_at === null) return;
  for (const [asset, change] of changesOf([correctionOf(order, fact)])) {
    const origin = state.stranded_origins.get(order.exchange)?.get(asset);
    if (origin?.execution_id === execution.id) addStranded(state, order.exchange, asset, change.toFixed(), origin);
  }
};

const negated = (amount: string): string => new BigNumber(amount).negated().toFixed();

/** As a fill of its own, which may be negative. */
const correctionOf = ({ base, quote, side }: Order, fact: FeeCharged | FillCorrected) => {
  if (fact.type === 'FeeCharged')
    return {
      base,
      quote,
      side,
      filled_quantity: '0',
      filled_quote: '0',
      fees: [{ asset: fact.asset, amount: fact.amount }],
    };
  const back = ({ asset, amount }: FillCorrected['fees'][number]) => ({ asset, amount: negated(amount) });
  return {
    base,
    quote,
    side,
    filled_quantity: negated(fact.quantity),
    filled_quote: negated(fact.quote_quantity),
    fees: fact.fees.map(back),
  };
};
