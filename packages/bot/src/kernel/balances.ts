import type { BalancesRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { pendingFee } from '../execution/holdings.ts';
import { heldBy } from '../model/decimal.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { OrderIntent } from '../model/order-event.ts';
import type { Execution, Order } from '../model/state.ts';
import { walletBalances } from '../portfolio/balances.ts';
import type { Core } from './core.ts';
import { dustOf, residualOf } from './fold-money.ts';
import { reservationsOf } from './fold-reserved.ts';

/** What running executions and open orders hold of an asset at an exchange: nothing else may spend it. */
const reservedOf = ({ recorder: { state } }: Pick<Core, 'recorder'>, exchange: string, asset: string): BigNumber =>
  reservationsOf(state, exchange, asset).reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));

/** What the exchange will hold back for an order, to be reserved with its intent. */
export const reservesOf = (
  instrument: Instrument,
  side: Side,
  price: BigNumber.Value,
): NonNullable<OrderIntent['reserves']> => ({
  asset: side === 'sell' ? instrument.base : instrument.quote,
  per_unit: heldBy(instrument, { side, quantity: '1', price: new BigNumber(price).toFixed() }).toFixed(),
});

/** Those at exchanges that have come in: the others wait until theirs does. */
export const openExecutions = ({
  recorder: { state },
  ready,
}: Pick<Core, 'recorder' | 'ready'>): readonly Execution[] =>
  [...state.open_executions]
    .flatMap((id) => state.executions.get(id) ?? [])
    .filter(({ exchange }) => ready.has(exchange));

/** The orders whose outcome is open at an exchange. */
export const openOrdersAt = ({ recorder: { state } }: Pick<Core, 'recorder'>, exchange: string): readonly Order[] =>
  [...state.open_orders].flatMap((id) => state.orders.get(id) ?? []).filter((order) => order.exchange === exchange);

/** The usual fees of an asset that an exchange may have taken and has not named yet: the ledger does not hold them. */
export const pendingFeesOf = (
  { recorder: { state }, markets }: Pick<Core, 'recorder' | 'markets'>,
  exchange: string,
  asset: string,
): BigNumber => {
  let sum = new BigNumber(0);
  for (const id of state.fees_pending) {
    const order = state.orders.get(id);
    if (order?.exchange !== exchange || order.mode !== state.mode) continue;
    const fee = pendingFee(order, markets.get(exchange)?.market(order.symbol)?.instrument);
    if (fee?.asset === asset) sum = sum.plus(fee.amount);
  }
  return sum;
};

/** What may be spent of an asset at an exchange in the present mode. */
export const freeOf = (core: Pick<Core, 'recorder' | 'markets'>, exchange: string, asset: string): BigNumber =>
  core.recorder.ledger
    .balance(core.recorder.state.mode, exchange, asset)
    .minus(reservedOf(core, exchange, asset))
    .minus(pendingFeesOf(core, exchange, asset));

/** Every account's holdings at the books' prices; `errors` are why they may not be current, by exchange. */
export const walletsOf = (
  core: Pick<Core, 'clock' | 'exchanges' | 'recorder' | 'valuation'>,
  errors: ReadonlyMap<string, string>,
): BalancesRecord => {
  const { state, ledger } = core.recorder;
  return walletBalances({
    ledger,
    mode: state.mode,
    exchanges: [...core.exchanges.keys()],
    reserved: (exchange, asset) => reservationsOf(state, exchange, asset),
    residual: residualOf(state, state.mode),
    dust: dustOf(state, state.mode),
    prices: core.valuation.lastKnown(),
    errors,
    at: core.clock.now(),
  });
};
