import { execution, filledLeg } from '../execution/execution.suite.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { evolve, initialState } from './fold.ts';

export const noon = Date.UTC(2026, 0, 31, 12);

/** What follows from these facts alone. */
export const folded = (...facts: readonly Fact[]) => {
  const state = initialState(defaultConfig.parameters);
  for (const fact of facts) evolve(state, fact);
  return state;
};

/** A purchase of 0.01 BTC for 500 USDT with the order `leg-1`, but for what is said. */
export const filled = (change: Partial<Extract<Fact, { type: 'OrderFilled' }>> = {}): Fact => ({
  type: 'OrderFilled',
  order_id: 'leg-1',
  exchange: 'kucoin',
  mode: 'paper',
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  side: 'buy',
  quantity: '0.01',
  quote_quantity: '500',
  fees: [{ asset: 'BTC', amount: '0.00001' }],
  usd_value: 500,
  at: noon,
  ...change,
});

const {
  status: _s,
  exchange_order_id: _e,
  filled_quantity: _q,
  filled_quote: _f,
  fees: _fees,
  fees_known: _known,
  reason: _r,
  created_at: _c,
  sent_at: _sent,
  updated_at: _u,
  ...order
} = filledLeg(1);
/** The first leg of the execution `x`, to buy BTC. */
export const intent = order;
export const intended: Fact = { type: 'OrderIntended', order: intent, at: noon };
/** The same order, but given by the operator. */
export const byHand: Fact = {
  type: 'OrderIntended',
  order: { ...intent, id: 'hand', purpose: 'manual', execution_id: null, leg: null },
  at: noon,
};

const {
  status: _status,
  order_ids: _ids,
  unwind_reason: _reason,
  unwind_started_at: _started,
  profit: _p,
  left: _l,
  fees_usd: _fu,
  error_message: _m,
  started_at: _sa,
  finished_at: _fa,
  ...plan
} = execution();
export const started: Fact = { type: 'ExecutionStarted', plan, at: noon };
