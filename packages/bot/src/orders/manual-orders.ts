import { BigNumber } from 'bignumber.js';
import { freeOf, reservesOf } from '../kernel/balances.ts';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import { exposureOf, rateOf } from '../kernel/exposure.ts';
import { trippedReason } from '../kernel/fold-breakers.ts';
import { lowersExposure } from '../kernel/may-send.ts';
import { type CancelOrder, type CommandResult, type PlaceOrder, refuse } from '../model/command.ts';
import { heldBy, stepsIn } from '../model/decimal.ts';
import type { EngineEvent } from '../model/event.ts';
import { modeOf } from '../model/exchange.ts';
import { bandFor, type Instrument } from '../model/instrument.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { isFinal, type Order } from '../model/state.ts';
import { usd } from '../model/usd.ts';
import { newIntent } from './intent.ts';
import type { OrderRouter } from './order-router.ts';

type Needs = Settings & Venues & Pick<Core, 'clock' | 'ids' | 'outages' | 'recorder' | 'gate' | 'lifecycle'>;

/** Orders that an operator places by hand. */
export type ManualOrders = {
  place(command: PlaceOrder): Promise<CommandResult<Order>>;
  cancel(command: CancelOrder): Promise<CommandResult<Order>>;
  /** Cancels every resting order, and those that were written off and may rest; how many there were. */
  cancelAll(): Promise<number>;
  hear(event: EngineEvent): void;
};

export const createManualOrders = (core: Needs, router: OrderRouter): ManualOrders => {
  const { state } = core.recorder;
  const waiting = new Map<string, (order: Order) => void>();

  const answered = (id: string): Promise<Order> => new Promise((resolve) => waiting.set(id, resolve));

  return {
    place: async (command) => {
      const { order } = command;
      if (core.exchanges.has(order.exchange) && !core.ready.has(order.exchange))
        return refuse('unavailable', notReady(core, order.exchange));
      const markets = core.markets.get(order.exchange);
      const instrument = markets?.market(order.symbol)?.instrument;
      if (!markets || !instrument) return refuse('not-found', `${order.symbol} is not traded on ${order.exchange}`);
      const account = core.exchanges.get(order.exchange)?.account;
      if (!account || modeOf(account) !== state.mode)
        return refuse('conflict', `${order.exchange} is not connected for ${state.mode} trading`);
      if (core.lifecycle() === 'starting') return refuse('conflict', 'the bot is starting');
      const unconfigured = core.unconfigured();
      if (unconfigured !== null) return refuse('conflict', unconfigured);
      if (!core.gate.passes('lower')) return refuse('conflict', state.halted?.reason ?? 'orders are halted');
      const halt = state.halted_accounts.get(order.exchange);
      if (halt) return refuse('conflict', halt.reason);
      if (!lowersExposure(core, { ...instrument, side: order.side }) && !core.gate.passes('raise'))
        return refuse('conflict', `only what lowers exposure is taken now: ${trippedReason(state)}`);
      const intent = intentOf(core, command, instrument, markets);
      const fault = faultOf(core, markets, instrument, intent) ?? limitFault(core, markets, intent);
      if (fault !== null) return refuse('rejected', fault);
      const answer = answered(intent.id);
      if (!router.submit(intent))
        return refuse('unavailable', state.halted?.reason ?? 'the order could not be written down');
      return { ok: true, value: await answer };
    },
    cancel: async ({ order_id }) => {
      const order = state.orders.get(order_id);
      if (!order) return refuse('not-found', 'there is no such order');
      if (isFinal(order)) return refuse('conflict', `the order is ${order.status} already`);
      if (order.purpose !== 'manual')
        return refuse('conflict', 'an order of a running execution cannot be cancelled by hand');
      const elsewhere = [...state.wallets].find(([, { open_orders }]) => open_orders.has(order_id));
      if (elsewhere)
        return refuse('conflict', `the order rests in the market ${elsewhere[0]}, which is not watched now`);
      await router.cancel(order);
      return { ok: true, value: state.orders.get(order_id) ?? order };
    },
    cancelAll: async () => {
      const open = [...state.open_orders]
        .flatMap((id) => state.orders.get(id) ?? [])
        .filter(({ purpose }) => purpose === 'manual');
      await Promise.all([...open, ...router.writtenOff()].map((order) => router.cancel(order)));
      return open.filter(({ id }) => state.orders.get(id)?.status === 'cancelled').length;
    },
    hear: (event) => {
      if (
        !('order_id' in event) ||
        event.type === 'OrderSent' ||
        event.type === 'OrderFilled' ||
        event.type === 'FeeCharged'
      )
        return;
      const order = state.orders.get(event.order_id);
      if (!order) return;
      waiting.get(order.id)?.(order);
      waiting.delete(order.id);
    },
  };
};

const notReady = ({ outages }: Needs, exchange: string): string => {
  const reason = outages.reasons().get(exchange) ?? 'what was under way there is not resolved yet';
  return `${exchange} has not come in: ${reason}`;
};

const intentOf = (
  core: Needs,
  { order, key }: PlaceOrder,
  instrument: Instrument,
  markets: ExchangeMarkets,
): OrderIntent =>
  newIntent(core, instrument, {
    mode: core.recorder.state.mode,
    side: order.side,
    order_type: order.type,
    time_in_force: order.time_in_force ?? (order.type === 'market' ? 'IOC' : 'GTC'),
    quantity: new BigNumber(order.quantity).toFixed(),
    price: order.price === undefined ? null : new BigNumber(order.price).toFixed(),
    purpose: 'manual',
    reserves: reservesOf(instrument, order.side, order.price ?? touchOf(markets, order) ?? 0),
    ...(key && { key }),
  });

/** What the exchange would refuse the order for, before it is sent. */
const faultOf = (core: Needs, markets: ExchangeMarkets, instrument: Instrument, order: OrderIntent): string | null => {
  const { symbol, lotStep, tickSize, minQuantity, minNotional, maxNotional = Infinity } = instrument;
  const { maxQuantity = Infinity, maxMarketQuantity = maxQuantity } = instrument;
  const most = order.order_type === 'market' ? Math.min(maxQuantity, maxMarketQuantity) : maxQuantity;
  if ((order.order_type === 'market') !== (order.price === null)) {
    return order.price === null ? 'a limit order needs a price' : 'a market order has no price';
  }
  if (order.order_type === 'market' && order.time_in_force === 'GTC') return 'a market order cannot rest';
  if (stepsIn(order.quantity, lotStep) === null) return `the quantity must be a multiple of ${lotStep}`;
  if (order.price !== null && stepsIn(order.price, tickSize) === null)
    return `the price must be a multiple of ${tickSize}`;
  if (new BigNumber(order.quantity).isLessThan(minQuantity)) return `the quantity must be at least ${minQuantity}`;
  if (new BigNumber(order.quantity).isGreaterThan(most)) return `the quantity must be at most ${most}`;
  if (instrument.status === 'suspended') return `${symbol} is suspended`;
  if (instrument.scanOnly !== undefined && !lowersExposure(core, order))
    return `${symbol} is scanned only: ${instrument.scanOnly}`;
  const price = order.price ?? touchOf(markets, order);
  if (price === null) return `the book of ${symbol} is not trusted now`;
  if (new BigNumber(order.quantity).multipliedBy(price).isLessThan(minNotional))
    return `it must be worth at least ${minNotional} ${order.quote}`;
  if (new BigNumber(order.quantity).multipliedBy(price).isGreaterThan(maxNotional))
    return `it must be worth at most ${maxNotional} ${order.quote}`;
  const touch = touchOf(markets, order);
  const band = bandFor(instrument, order.side) ?? { least: 0, most: Infinity };
  if (touch !== null && (Number(price) < Number(touch) * band.least || Number(price) > Number(touch) * band.most))
    return `the price must be between ${band.least} and ${band.most} times ${touch}`;
  const spends = order.side === 'sell' ? order.base : order.quote;
  const needed = heldBy(instrument, { side: order.side, quantity: order.quantity, price });
  const free = freeOf(core, order.exchange, spends);
  return needed.isGreaterThan(free) ? `it needs ${needed.toFixed()} ${spends}, free are ${free.toFixed()}` : null;
};

/** The limit of what it buys that it would exceed. What leads from a coin towards money has none. */
const limitFault = (core: Needs, markets: ExchangeMarkets, order: OrderIntent): string | null => {
  const { exchange, side, base, quote, quantity } = order;
  const asset = side === 'buy' ? base : quote;
  const limit = core.config().assets[asset];
  if (limit === undefined || lowersExposure(core, order)) return null;
  const rate = rateOf(core, exchange, quote);
  const exposure = exposureOf(core);
  const [held, bought] = [exposure.position(asset), exposure.volume(asset)];
  if (rate === null || held === null || bought === null) {
    return `${asset} has limits, and not all of what is held, bought and asked of it has a price in USD`;
  }
  const asked = Number(quantity) * Number(order.price ?? touchOf(markets, order)) * rate;
  const { max_position, max_daily_volume } = limit;
  if (held + asked > max_position) {
    return `${asset} position: ${usd(held)} of ${usd(max_position)} held or on its way, ${usd(asked)} asked`;
  }
  return bought + asked > max_daily_volume
    ? `${asset} daily volume: ${usd(bought)} of ${usd(max_daily_volume)} bought today, ${usd(asked)} asked`
    : null;
};

const touchOf = (markets: ExchangeMarkets, { symbol, side }: Pick<OrderIntent, 'symbol' | 'side'>): string | null => {
  const levels = markets.levels(symbol, side);
  const price = levels && levels.count > 0 ? levels.price[0] : undefined;
  return price === undefined ? null : new BigNumber(price).toFixed();
};
