import type { TradingMode } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { EquityMarked } from '../model/equity-event.ts';
import type { Fact } from '../model/event.ts';
import type { FillRepriced } from '../model/order-event.ts';
import type { Cost, JournalledState, Order } from '../model/state.ts';
import { accountChanges, isTransfer, type Transfer } from '../portfolio/ledger.ts';
import { accountOf } from './fold-held.ts';
import { hasOwnWallet } from './fold-market.ts';
import type { Journalled } from './journalled.ts';

/** A fact that moves money. */
type Booked = Extract<Fact, { readonly type: Transfer['type'] }>;
type Needs = Pick<Journalled, 'costs' | 'held' | 'orders' | 'market'>;

const zero = new BigNumber(0);
/** Decimals that are kept: of USD far below a cent, of an asset as many as any has. */
const usdDecimals = 12;
const assetDecimals = 18;

/**
 * Books what holdings cost, in place, before the fact changes what is held: by weighted average, in USD. What is bought costs its fill's
 * value, and a fee in the bought asset makes the rest dearer; whatever leaves takes its share of the cost along. Money from outside costs
 * its value when it came, or where it had none the first price marked after that; other prices than before begin again, and so does a
 * wallet that was reset.
 */
export const foldCosts = (state: Needs, fact: Fact): void => {
  if (fact.type === 'EquityMarked') price(state, fact);
  else if (fact.type === 'MarketOpened') begin(state, hasOwnWallet(state, fact) ? 'live ' : '');
  else if (fact.type === 'WalletReset') begin(state, 'paper ');
  else if (isTransfer(fact)) {
    for (const [asset, amount] of netOf(fact)) book(state, fact, asset, amount);
    if (fact.type === 'FillRepriced' && fact.side === 'buy') reprice(state, fact);
  }
};

/** Raises the cost of a purchase, for the part that is still held. */
const reprice = ({ costs }: Needs, { mode, exchange, base, usd_value }: FillRepriced): void => {
  const assets = costs.get(accountOf(mode, exchange));
  const cost = assets?.get(base);
  if (!cost || usd_value === null) return;
  const usd = BigNumber.max(0, new BigNumber(cost.usd).plus(usd_value)).dp(usdDecimals);
  assets?.set(base, { ...cost, usd: usd.toFixed() });
};

/** What the holding cost, in USD; null where nothing is held, or where something of it has no cost yet. */
export const costOf = (
  { costs }: Pick<JournalledState, 'costs'>,
  mode: TradingMode,
  exchange: string,
  asset: string,
): number | null => {
  const cost = costs.get(accountOf(mode, exchange))?.get(asset);
  return cost === undefined || new BigNumber(cost.unpriced).isGreaterThan(0)
    ? null
    : new BigNumber(cost.usd).toNumber();
};

/** By how much the fact changes each asset, its fees included. */
const netOf = (fact: Booked): ReadonlyMap<string, BigNumber> => {
  const net = new Map<string, BigNumber>();
  for (const { asset, amount } of accountChanges(fact)) net.set(asset, amount.plus(net.get(asset) ?? 0));
  return net;
};

const book = (state: Needs, fact: Booked, asset: string, amount: BigNumber): void => {
  const account = accountOf(fact.mode, fact.exchange);
  const costs = state.costs.get(account) ?? new Map<string, Cost>();
  state.costs.set(account, costs);
  const before = new BigNumber(state.held.get(account)?.get(asset) ?? 0);
  const after = before.plus(amount);
  if (!after.isGreaterThan(0)) {
    costs.delete(asset);
    return;
  }
  const cost = costs.get(asset) ?? { usd: '0', unpriced: '0' };
  const came = BigNumber.min(amount, after);
  const usd = came.isGreaterThan(0) ? worthOf(fact) : undefined;
  if (usd === null || (usd === undefined && !before.isGreaterThan(0))) {
    costs.set(asset, { usd: cost.usd, unpriced: came.plus(cost.unpriced).toFixed() });
  } else if (usd !== undefined) {
    // What pays a debt is not held: it brings its share of the value alone.
    const share = came.dividedBy(amount);
    costs.set(asset, { ...cost, usd: share.multipliedBy(usd).plus(cost.usd).dp(usdDecimals).toFixed() });
  } else if (!isFeeOfPurchase(fact, state.orders, asset)) {
    const share = after.dividedBy(before);
    costs.set(asset, {
      usd: share.multipliedBy(cost.usd).dp(usdDecimals).toFixed(),
      unpriced: share.multipliedBy(cost.unpriced).dp(assetDecimals).toFixed(),
    });
  }
};

/** What that is worth which comes by the fact, in USD; null without a price, undefined where it comes at the average of what is there. */
const worthOf = (fact: Booked): number | null | undefined => {
  switch (fact.type) {
    case 'OrderFilled':
    case 'FundsMoved':
      return fact.usd_value;
    case 'FillRepriced':
      return fact.usd_value === null ? null : Math.abs(fact.usd_value);
    case 'FundsDeposited':
      return null;
    default:
      return undefined;
  }
};

const isFeeOfPurchase = (fact: Booked, orders: ReadonlyMap<string, Order>, asset: string): boolean => {
  const order = fact.type === 'FeeCharged' ? orders.get(fact.order_id) : undefined;
  return order !== undefined && asset === (order.side === 'buy' ? order.base : order.quote);
};

const price = ({ costs }: Needs, { mode, prices = {} }: EquityMarked): void => {
  for (const [account, assets] of costs) {
    if (!account.startsWith(`${mode} `)) continue;
    for (const [asset, { usd, unpriced }] of assets) {
      const known = prices[asset];
      if (known === undefined || unpriced === '0') continue;
      const cost = new BigNumber(unpriced).multipliedBy(known).plus(usd).dp(usdDecimals);
      assets.set(asset, { usd: cost.toFixed(), unpriced: '0' });
    }
  }
};

/** Nothing in these accounts has a cost until the next price comes. */
const begin = ({ costs, held }: Needs, accounts: 'live ' | 'paper ' | ''): void => {
  for (const [account, assets] of held) {
    if (!account.startsWith(accounts)) continue;
    const open = [...assets].filter(([, amount]) => zero.isLessThan(amount));
    costs.set(account, new Map(open.map(([asset, amount]) => [asset, { usd: '0', unpriced: amount }])));
  }
};
