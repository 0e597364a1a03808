import type { BalancesRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { pendingFee } from '../execution/holdings.ts';
import { heldBy } from '../model/decimal.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Execution, Order } from '../model/state.ts';
import { type ReservedShare, walletBalances } from '../portfolio/balances.ts';
import type { Core } from './core.ts';
import { costOf } from './fold-costs.ts';
import { dustOf, residualOf } from './fold-money.ts';
import { reservationsOf } from './fold-reserved.ts';

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

type Needs = Pick<Core, 'recorder' | 'markets'>;

/** The usual fees of an asset that an exchange may have taken and has not named yet, by order: the ledger does not hold them. */
const pendingFees = ({ recorder: { state }, markets }: Needs, exchange: string, asset: string) =>
  [...state.fees_pending].flatMap((id) => {
    const order = state.orders.get(id);
    if (order?.exchange !== exchange || order.mode !== state.mode) return [];
    const fee = pendingFee(order, markets.get(exchange)?.market(order.symbol)?.instrument);
    return fee?.asset === asset ? [{ order, amount: new BigNumber(fee.amount) }] : [];
  });

const sumOf = (shares: readonly { readonly amount: BigNumber }[]): BigNumber =>
  shares.reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));

/** The sum of those fees. */
export const pendingFeesOf = (core: Needs, exchange: string, asset: string): BigNumber =>
  sumOf(pendingFees(core, exchange, asset));

/**
 * What nothing else may spend of an asset at an exchange: what is reserved, and the pending fees that no reservation contains. What a
 * running execution holds of the asset pays its own.
 */
const sharesOf = (core: Needs, exchange: string, asset: string): readonly ReservedShare[] => {
  const reserved = reservationsOf(core.recorder.state, exchange, asset);
  const left = new Map(reserved.map(({ id, amount }) => [id, amount]));
  const fees = pendingFees(core, exchange, asset).flatMap(({ order, amount }): ReservedShare[] => {
    const holder = order.execution_id ?? '';
    const own = BigNumber.min(amount, left.get(holder) ?? 0);
    left.set(holder, new BigNumber(left.get(holder) ?? 0).minus(own));
    return own.isEqualTo(amount) ? [] : [{ kind: 'fee', id: order.id, amount: amount.minus(own) }];
  });
  return [...reserved, ...fees];
};

/** What may be spent of an asset at an exchange in the present mode. */
export const freeOf = (core: Needs, exchange: string, asset: string): BigNumber =>
  core.recorder.ledger.balance(core.recorder.state.mode, exchange, asset).minus(sumOf(sharesOf(core, exchange, asset)));

/** Every account's holdings at the books' prices; `errors` are why they may not be current, by exchange. */
export const walletsOf = (
  core: Pick<Core, 'clock' | 'exchanges' | 'markets' | 'recorder' | 'valuation'>,
  errors: ReadonlyMap<string, string>,
): BalancesRecord => {
  const { state, ledger } = core.recorder;
  return walletBalances({
    ledger,
    mode: state.mode,
    provenance: provenanceNow(state),
    exchanges: [...core.exchanges.keys()],
    reserved: (exchange, asset) => sharesOf(core, exchange, asset),
    cost: (exchange, asset) => costOf(state, state.mode, exchange, asset),
    residual: residualOf(state, state.mode),
    dust: dustOf(state, state.mode),
    prices: core.valuation.lastKnown(),
    errors,
    at: core.clock.now(),
  });
};
