import { expect } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import type { PlaceOrder } from '../model/command.ts';
import type { Fact } from '../model/event.ts';
import type { PriceSource } from '../model/market-event.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { faultOfMoney } from './money.suite.ts';
import { createWorld, noon } from './world.suite.ts';

// Lives of a bot that changes its market again and again, and a plain model of what each market has, from the facts alone and without code
// of the product: one purse a market, and one kill for all.

const places = 40;
const exact = (amount: string): bigint => {
  const [whole = '', part = ''] = amount.replace('-', '').split('.');
  const digits = BigInt(whole + part.padEnd(places, '0'));
  return amount.startsWith('-') ? -digits : digits;
};

const amounts = (held: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...held].map(([asset, amount]) => [asset, exact(amount)]));

const config = {
  ...{ paper_funds: { USDT: '5000', BTC: '0.1' }, assets: {}, cooldown_after_failure_seconds: 0 },
  max_daily_drawdown_pct: 3,
};

type Purse = {
  readonly source: string;
  readonly held: Map<string, bigint>;
  executions: number;
  volume: Record<string, number>;
  base: number | null;
  last: number | null;
  peak: number | null;
  isFresh: boolean;
  loss: string | null;
  failures: number;
  outside: readonly { readonly asset: string; readonly amount: string }[];
};

const emptyPurse = (source: string): Purse => ({
  ...{ source, held: new Map(), executions: 0, volume: {}, base: null, last: null, peak: null },
  ...{ isFresh: false, loss: null, failures: 0, outside: [] },
});

/** What each market has after these facts. */
const pursesAfter = (facts: Iterable<Fact>) => {
  const purses = new Map<string, Purse>();
  const capital = new Map<string, number>();
  const owner = new Map<string, string>();
  const refused = new Set<string>();
  let now = '';
  let kill: string | null = null;
  const purse = (): Purse => purses.get(now) ?? expect.unreachable('no market');
  const put = (asset: string, amount: bigint) => {
    const { held } = purse();
    held.set(asset, (held.get(asset) ?? 0n) + amount);
  };
  const fill = (fact: Extract<Fact, { type: 'OrderFilled' }>) => {
    const { side, base, quote, quantity, quote_quantity, fees, usd_value, order_id } = fact;
    const sign = side === 'buy' ? 1n : -1n;
    put(base, sign * exact(quantity));
    put(quote, -sign * exact(quote_quantity));
    for (const fee of fees) put(fee.asset, -exact(fee.amount));
    const value = usd_value ?? capital.get(owner.get(order_id) ?? '') ?? 0;
    const bought = side === 'buy' ? base : quote;
    const { volume } = purse();
    purse().volume = { ...volume, [bought]: (volume[bought] ?? 0) + value };
  };
  const mark = ({ equity_usd: equity, prices = {}, unpriced = [] }: Extract<Fact, { type: 'EquityMarked' }>) => {
    const own = purse();
    // What had no price yet comes in with its first one.
    const came = own.outside.reduce((sum, { asset, amount }) => sum + Number(amount) * (prices[asset] ?? 0), 0);
    const shift = own.isFresh && own.last !== null ? equity - own.last : came;
    own.outside = unpriced;
    own.base = own.base === null ? equity : own.base + shift;
    own.peak = Math.max(equity, own.peak === null ? equity : own.peak + shift);
    own.last = equity;
    own.isFresh = false;
  };
  const ended = (fact: Extract<Fact, { type: 'ExecutionFinished' }>) => {
    if (fact.status === 'completed') purse().failures = 0;
    else if (fact.status !== 'failed' || refused.has(fact.execution_id)) purse().failures++;
  };
  for (const fact of facts) {
    if (fact.type === 'MarketOpened') {
      now = fact.market;
      const own = purses.get(now) ?? emptyPurse(fact.source);
      own.isFresh = own.last !== null && fact.source !== 'exchange';
      purses.set(now, own);
    } else if (fact.type === 'DayStarted') {
      for (const own of purses.values()) Object.assign(own, { executions: 0, volume: {}, peak: own.last });
    } else if (fact.type === 'FundsDeposited' || fact.type === 'FundsMoved') put(fact.asset, exact(fact.amount));
    else if (fact.type === 'OrderIntended') owner.set(fact.order.id, fact.order.execution_id ?? '');
    else if (fact.type === 'OrderFilled') fill(fact);
    else if (fact.type === 'OrderClosed' && fact.status === 'failed') refused.add(owner.get(fact.order_id) ?? '');
    else if (fact.type === 'ExecutionStarted') {
      capital.set(fact.plan.id, Number(fact.plan.start_amount) * fact.plan.usd_rate);
      purse().executions++;
    } else if (fact.type === 'ExecutionFinished') ended(fact);
    else if (fact.type === 'EquityMarked') mark(fact);
    else if (fact.type === 'WalletReset') {
      const left = [...purse().held].filter(([, amount]) => amount !== 0n);
      expect(Object.fromEntries(left)).toEqual(amounts(Object.entries(config.paper_funds)));
      Object.assign(purse(), { executions: 0, volume: {}, base: null, last: null, peak: null, isFresh: false });
    } else if (fact.type === 'BotHalted') {
      if (fact.cause === 'kill') kill = 'kill';
      else purse().loss = fact.cause;
    } else if (fact.type === 'HaltReset') {
      kill = null;
      Object.assign(purse(), { loss: null, base: purse().last, peak: purse().last });
    }
  }
  return { purses, now, halted: kill ?? purses.get(now)?.loss ?? null };
};

const markets: readonly PriceSource[] = [
  { name: 'practice', source: 'simulated' },
  { name: 'live', source: 'exchange' },
  { name: 'kucoin-1', source: 'recorded' },
];
const actor = { name: 'ada', role: 'operator' };
type World = Awaited<ReturnType<typeof createWorld>>;
type Seen = Map<string, number>;

/** What the bot has, against the model; each difference is thrown. */
const compared = ({ engine, store }: World): void => {
  const facts = [...store.read()].map(({ fact }) => fact);
  const { purses, now, halted } = pursesAfter(facts);
  const state = engine.state();
  expect(state.halted?.cause ?? null).toBe(halted);
  const own = purses.get(now) ?? expect.unreachable('no market');
  const { executions, volume, peak, base, last, failures } = own;
  const { today, equity } = state;
  expect([today.executions, today.volume, today.peak_equity]).toEqual([executions, volume, peak]);
  expect([equity.base, equity.last, state.failures_in_a_row]).toEqual([base, last, failures]);
  const ledger = [...engine.ledger.holdings('paper', 'kucoin')].map(([a, amount]) => [a, amount.toFixed()] as const);
  expect(amounts(ledger)).toEqual(Object.fromEntries(own.held));
  expect(amounts(state.held.get('paper kucoin') ?? [])).toEqual(Object.fromEntries(own.held));
  const others = [...state.wallets].map(([name, { held }]) => [name, amounts(held.get('paper kucoin') ?? [])]);
  const expected = [...purses].flatMap(([name, { held }]) => (name === now ? [] : [[name, Object.fromEntries(held)]]));
  expect(Object.fromEntries(others)).toEqual(Object.fromEntries(expected));
  expect([...engine.ledger.imbalances()]).toEqual([]);
};

/** A life of so many steps, with the model beside it; counts what happened in it. */
export const lifeOfWallets = async (seed: number, steps: number, seen: Seen = new Map()): Promise<Seen> => {
  const { uniform: random } = seededRandom(seed);
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const store = createMemoryStore<Fact>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  let at = noon - 11 * 3_600_000;
  let market = any(markets);
  const open = () => createWorld(config, store, undefined, undefined, at, market);
  let world = await open();

  const start = async () => {
    if (world.engine.state().lifecycle === 'stopped') await world.engine.command({ type: 'StartBot', parameters: {} });
  };
  const trade = async () => {
    await start();
    world.fair();
    await world.clock.advance(2_000);
    world.fair();
    world.dislocate();
    // Cut off in the middle, or to its end.
    await world.clock.advance(any([5, 30, 200, 3_000]));
  };
  const fall = async () => {
    await start();
    const price = 50_000 * (0.7 + 0.6 * random());
    for (let second = 0; second < 5; second++) {
      world.feed.book('BTC/USDT', [[price - 1, 10]], [[price + 1, 10]]);
      await world.clock.advance(1_000);
    }
  };
  const buy = async () => {
    world.fair();
    const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 50_100 };
    await world.during(500, world.engine.command({ type: 'PlaceOrder', order } as PlaceOrder));
  };
  const change = async (to: PriceSource, isCrash: boolean) => {
    if (!isCrash) await world.during(30_000, world.engine.command({ type: 'StopBot', cancel_orders: true }));
    if (!isCrash) await world.engine.close();
    at = world.clock.now() + any([1_000, 60_000, 5 * 3_600_000]);
    market = to;
    world = await open();
  };
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    trade,
    fall,
    buy,
    kill: () => world.during(30_000, world.engine.command({ type: 'Kill', reason: 'drill' })),
    'reset of a halt': () => world.engine.command({ type: 'ResetKill' }),
    'reset of a wallet': () => world.engine.command({ type: 'ResetWallet', market: market.name, actor }),
    'change of market': () => change(any(markets), false),
    'change of market by a crash': () => change(any(markets), true),
    restart: () => change(market, random() < 0.5),
  };
  const names = [...Object.keys(acts), 'trade', 'trade', 'trade', 'fall', 'change of market', 'reset of a halt'];
  for (let step = 0; step < steps; step++) {
    const name = any(names);
    await acts[name]?.();
    count(name);
    compared(world);
  }
  await world.clock.advance(60_000);
  compared(world);
  const facts = [...store.read()].map(({ fact }) => fact);
  expect(faultOfMoney(facts)).toBeNull();
  for (const fact of facts) {
    if (fact.type === 'BotHalted') count(`halted by ${fact.cause}`);
    if (fact.type === 'WalletReset' || fact.type === 'MarketOpened') count(fact.type);
    if (fact.type === 'ExecutionFinished') count(fact.status);
  }
  return seen;
};
