import { BigNumber } from 'bignumber.js';
import { unitCosts } from '../execution/holdings.ts';
import { isWay, type Obstacle, type WayBack, type WayRequest, wayBack } from '../execution/way-back.ts';
import { freeOf, pendingFeesOf, reservesOf } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import type { Reports } from '../kernel/reports.ts';
import { type Elapsed, elapsedOf, later } from '../model/clock.ts';
import { type Answers, type CommandResult, notWritten, type ResolveStranded, refuse } from '../model/command.ts';
import { unwindLossPct } from '../model/config.ts';
import type { EffectKey } from '../model/effect.ts';
import type { EngineEvent } from '../model/event.ts';
import { modeOf } from '../model/exchange.ts';
import { provenanceNow } from '../model/provenance.ts';
import { isFinal, type Order } from '../model/state.ts';
import { sourced, usd } from '../model/usd.ts';
import { exitsAt } from './exits.ts';
import { newIntent } from './intent.ts';
import type { OrderRouter } from './order-router.ts';

type Needs = Reports &
  Venues &
  Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'gate' | 'lifecycle' | 'after' | 'every'>;

type Result = CommandResult<Answers['ResolveStranded']>;
/**
 * `floors`: the worst price of each order that may be sent, by `hopOf`; where they are given, no other order may be. `isBound`: its loss is
 * measured against what the execution has spent, not against the best prices.
 */
type Sale = {
  readonly key?: EffectKey;
  readonly flatten?: string;
  readonly floors?: ReadonlyMap<string, BigNumber>;
  readonly isBound?: boolean;
};

/** What executions have left behind, and the ways out of it. */
export type Residuals = {
  /** The best way back by the books as they are; null when none of them takes it. */
  wayOut(exchange: string, asset: string): WayBack | null;
  /** The worst price of each order of that way, by market and side. Empty where no book takes it. */
  floors(exchange: string, asset: string): ReadonlyMap<string, BigNumber>;
  /** Sells by the best way; with `floors` at those prices or better. Ends as `resolve` does. */
  sell(exchange: string, asset: string, sale: Sale): Promise<Result>;
  /** Sells it, or leaves it to its owner. Ends when the exchange has answered, or when its outcome is open. */
  resolve(command: ResolveStranded): Promise<Result>;
  /** When it looks for a way back next: later than any moment where nothing is left behind. */
  looksAt(): Elapsed;
  hear(event: EngineEvent): void;
};

/** How long a call waits for an order to end: clients give up after 30 s. */
const patienceMs = 12_000;
/** How often a running bot looks for a way back within the bound, in ms. */
const resaleMs = 60_000;
const never = elapsedOf(Number.POSITIVE_INFINITY);

export const createResiduals = (core: Needs, router: OrderRouter): Residuals => {
  const { state, record } = core.recorder;
  const waiting = new Map<string, () => void>();

  const amountOf = (exchange: string, asset: string): string | undefined => state.residuals.get(exchange)?.get(asset);
  const originOf = (exchange: string, asset: string) => state.residual_origins.get(exchange)?.get(asset);
  const backTo = (exchange: string, asset: string): string => originOf(exchange, asset)?.back_to ?? '';

  const wayFrom = (exchange: string, held: Pick<WayRequest, 'asset' | 'amount' | 'cost' | 'back_to'>) =>
    wayBack({ ...held, maxLossPct: unwindLossPct(core.config()), ...exitsAt(core.markets.get(exchange)) });

  /** Cost of one unit of it; null where the execution and its orders are not known. */
  const costOf = (exchange: string, asset: string): BigNumber | null => {
    const execution = state.executions.get(originOf(exchange, asset)?.execution_id ?? '');
    if (!execution) return null;
    const orders = [...execution.order_ids, ...(execution.sale_ids ?? [])].flatMap((id) => state.orders.get(id) ?? []);
    return unitCosts(execution.path[0] ?? '', orders).get(asset) ?? null;
  };

  const findWay = (exchange: string, asset: string, cost: BigNumber | null): WayBack | Obstacle => {
    const amount = amountOf(exchange, asset) ?? 0;
    // A fee that is pending is in the residual, and in what is held, until the exchange names it.
    const left = new BigNumber(amount).minus(pendingFeesOf(core, exchange, asset));
    const amountFree = BigNumber.min(left, freeOf(core, exchange, asset));
    return wayFrom(exchange, { asset, amount: amountFree, cost, back_to: backTo(exchange, asset) });
  };

  const shownWay: Residuals['wayOut'] = (exchange, asset) => {
    const way = findWay(exchange, asset, null);
    return isWay(way) ? way : null;
  };

  const floors: Residuals['floors'] = (exchange, asset) => {
    const prices = new Map<string, BigNumber>();
    const back_to = backTo(exchange, asset);
    for (let way = findWay(exchange, asset, null); isWay(way) && !prices.has(hopOf(way)); ) {
      prices.set(hopOf(way), way.order.price);
      if (way.exit.to === back_to) break;
      way = wayFrom(exchange, { asset: way.exit.to, amount: way.end, cost: null, back_to });
    }
    return prices;
  };

  const openSale = (exchange: string): Order | undefined =>
    [...state.open_orders]
      .flatMap((id) => state.orders.get(id) ?? [])
      .find((order) => order.exchange === exchange && isSale(order));

  /** Sends one order of the way; the order when it has ended, or as it stands while its end is unknown. */
  const sellOnce = async (exchange: string, way: WayBack, { key, flatten }: Sale): Promise<Order | null> => {
    const recovers = originOf(exchange, way.path[0] ?? '')?.execution_id;
    const { exit, order, expected_price } = way;
    const account = core.exchanges.get(exchange)?.account;
    const intent = newIntent(core, exit.instrument, {
      mode: account ? modeOf(account) : state.mode,
      side: exit.side,
      quantity: order.quantity.toFixed(),
      price: order.price.toFixed(),
      purpose: 'unwind',
      reserves: reservesOf(exit.instrument, exit.side, order.price),
      expected_price: expected_price.decimalPlaces(18).toFixed(),
      ...(recovers !== undefined && { recovers }),
      ...(key && { key }),
      ...(flatten !== undefined && { flatten }),
    });
    const ended = new Promise<void>((resolve) => {
      waiting.set(intent.id, resolve);
      core.after(patienceMs, resolve);
    });
    if (!router.submit(intent)) return null;
    await ended;
    waiting.delete(intent.id);
    return state.orders.get(intent.id) ?? null;
  };

  const sell: Residuals['sell'] = async (exchange, asset, sale) => {
    if (!core.gate.passes('unwind', sale.flatten))
      return refuse('conflict', state.halted?.reason ?? 'orders are halted');
    const open = openSale(exchange);
    if (open) return refuse('conflict', `a sale on ${exchange} waits for its outcome: order ${open.id}`);
    const sold: string[] = [];
    const back_to = backTo(exchange, asset);
    for (let held = asset; held !== back_to; ) {
      const best = findWay(exchange, held, sale.isBound ? costOf(exchange, held) : null);
      const way = isWay(best) ? within(best, sale.floors) : null;
      if (!way) return sold.length > 0 ? halfWay(sold, held) : refuse('conflict', noWay(core, exchange, held));
      const order = await sellOnce(exchange, way, sale);
      if (!order) return refuse('unavailable', state.halted?.reason ?? 'the order could not be written down');
      const told = toldOf(order);
      core.log('INFO', 'risk', `Residual position ${held} on ${exchange}: ${told}`, {
        order_id: order.id,
        exchange,
        asset: held,
      });
      if (!isFinal(order))
        return {
          ok: true,
          value: { message: `the exchange has not answered yet; order ${order.id} is asked for until it has` },
        };
      if (new BigNumber(order.filled_quantity).isZero()) {
        return sold.length > 0
          ? halfWay(sold, held)
          : refuse('conflict', `nothing was sold: ${order.reason ?? 'the price had gone'}`);
      }
      sold.push(told);
      held = way.exit.to;
    }
    const left = amountOf(exchange, asset);
    const rest = left === undefined ? '' : `; ${left} ${asset} is still a residual position`;
    return { ok: true, value: { message: `${sold.join(', then ')}${rest}` } };
  };

  const halfWay = (sold: readonly string[], held: string): Result => ({
    ok: true,
    value: { message: `${sold.join(', then ')}; ${held} is left in its place: nothing takes it now` },
  });

  const keep = (exchange: string, asset: string, amount: string, keyed: Pick<Sale, 'key'>): Result => {
    if (openSale(exchange)) return refuse('conflict', `a sale on ${exchange} waits for its outcome`);
    const rate = rateOf(core, exchange, asset) ?? core.valuation.lastKnown().get(asset) ?? null;
    const usd_value = rate === null ? null : new BigNumber(amount).multipliedBy(rate).toNumber();
    const { execution_id } = originOf(exchange, asset) ?? {};
    const taken = execution_id === undefined ? {} : { execution_id, amount, usd_value };
    const at = core.clock.now();
    const cleared = { type: 'StrandedCleared', exchange, asset, kept: true, ...taken, ...keyed, at } as const;
    if (!record([cleared])) return notWritten;
    const provenance = provenanceNow(state, exchange);
    const worth =
      usd_value === null
        ? 'it has no price and counts as lost'
        : `it is worth ${sourced(usd(usd_value), provenance)} now`;
    const message = `${amount} ${asset} on ${exchange} is kept as a position; ${worth}`;
    core.log('WARNING', 'risk', message, { exchange, asset, amount, provenance });
    return { ok: true, value: { message } };
  };

  /** Sells each position that a way back takes within the bound of its loss, one after the other. */
  const sellWithinBound = async (exchange: string): Promise<void> => {
    for (const asset of [...(state.residuals.get(exchange)?.keys() ?? [])]) {
      if (costOf(exchange, asset) === null) continue;
      const result = await sell(exchange, asset, { isBound: true });
      if (result.ok) noteSale(core, exchange, asset, result.value.message);
    }
  };

  let looksAt = elapsedOf(0);
  core.every(resaleMs, () => {
    looksAt = later(core.clock.monotonic(), resaleMs);
    if (core.lifecycle() !== 'running') return;
    for (const exchange of state.residuals.keys())
      if (core.ready.has(exchange) && core.throttles.leftMs(exchange, 'orders') === 0) void sellWithinBound(exchange);
  });

  return {
    wayOut: shownWay,
    floors,
    sell,
    resolve: async ({ exchange, asset, action, key }) => {
      const amount = amountOf(exchange, asset);
      if (amount === undefined) return refuse('not-found', `no ${asset} is a residual position on ${exchange}`);
      if (!core.ready.has(exchange)) return refuse('unavailable', `${exchange} is not connected`);
      if (core.lifecycle() === 'starting') return refuse('conflict', 'the bot is starting');
      const keyed = key === undefined ? {} : { key };
      return action === 'keep' ? keep(exchange, asset, amount, keyed) : sell(exchange, asset, keyed);
    },
    looksAt: () => ([...state.residuals.values()].some(({ size }) => size > 0) ? looksAt : never),
    hear: (event) => {
      if (event.type !== 'OrderClosed') return;
      const order = state.orders.get(event.order_id);
      if (order?.execution_id === null) forgetDust(core, order);
      waiting.get(event.order_id)?.();
    },
  };
};

/** The exchange filled what it had said it did not know: the result is in the books, but in no plan. */
export const tellOfLateFill = (core: Needs, { id, exchange, symbol, execution_id }: Order): void => {
  const title = 'A fill came after its order was closed';
  const message = `order ${id} (${symbol} on ${exchange}); what it brought is a residual position`;
  const metadata = { order_id: id, exchange, symbol, execution_id };
  core.log('ERROR', 'execution', `${title}: ${message}`, metadata);
  const notice = { notification_type: 'failure', level: 'error', title, message, source: 'execution' } as const;
  const params = { order_id: id, exchange, market: symbol };
  core.notify({ ...notice, code: 'late_fill', params, extra_data: metadata });
};

const noteSale = (core: Needs, exchange: string, asset: string, sold: string): void =>
  core.notify({
    notification_type: 'execution',
    level: 'info',
    title: 'Residual position sold',
    message: `${asset} on ${exchange}: ${sold}`,
    source: 'execution',
    code: 'residual_sold',
    params: { exchange, asset, sold },
    extra_data: { exchange, asset },
  });

const hopOf = ({ exit }: WayBack): string => `${exit.instrument.symbol} ${exit.side}`;

/** The way with its first order at its floor or better; null where the floors name no such order. */
const within = (way: WayBack, floors: Sale['floors']): WayBack | null => {
  if (floors === undefined) return way;
  const floor = floors.get(hopOf(way));
  if (floor === undefined) return null;
  const { price } = way.order;
  const bounded = way.exit.side === 'sell' ? BigNumber.max(price, floor) : BigNumber.min(price, floor);
  return { ...way, order: { ...way.order, price: bounded } };
};

/** An order of a way out, as against one of an execution or of an operator's own. */
const isSale = ({ purpose, execution_id }: Order): boolean => purpose === 'unwind' && execution_id === null;

const noWay = ({ config }: Needs, exchange: string, asset: string): string =>
  `no trusted book of ${exchange} takes ${asset} within ${unwindLossPct(config())} % of its best price`;

const toldOf = ({ side, base, quote, filled_quantity, filled_quote }: Order): string =>
  side === 'sell'
    ? `sold ${filled_quantity} ${base} for ${filled_quote} ${quote}`
    : `bought ${filled_quantity} ${base} for ${filled_quote} ${quote}`;

/** What is left of a residual position after a sale no longer counts when it is too little to be sold. */
const forgetDust = ({ recorder, markets, clock }: Needs, { exchange, symbol, base, quote, side }: Order): void => {
  const asset = side === 'sell' ? base : quote;
  const amount = recorder.state.residuals.get(exchange)?.get(asset);
  const instrument = markets.get(exchange)?.market(symbol)?.instrument;
  if (amount === undefined || !instrument) return;
  const least = side === 'sell' ? Math.max(instrument.minQuantity, instrument.lotStep) : instrument.minNotional;
  if (new BigNumber(amount).isGreaterThanOrEqualTo(least)) return;
  recorder.record([{ type: 'StrandedCleared', exchange, asset, at: clock.now() }]);
};
