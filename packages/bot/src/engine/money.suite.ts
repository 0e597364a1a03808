import { evolve, initialState } from '../kernel/fold.ts';
import type { Journalled } from '../kernel/journalled.ts';
import type { EquityMarked } from '../model/equity-event.ts';
import type { Fact } from '../model/event.ts';
import type { FeeCharged, FillCorrected, FillRepriced, OrderFilled, OrderIntent } from '../model/order-event.ts';
import type { MoneyMark } from '../portfolio/money.ts';
import { testConfig } from './world.suite.ts';

// What changed the equity, worked out once more from the facts alone: in whole numbers of 10^-80, without code of the product. Where that
// adds up what each fact has changed, this recounts every execution and every account at each mark.

const places = 80;
const unit = 10n ** BigInt(places);
type Numeric = string | number;

/** Exact, of text or of a number as JSON writes it. */
export const exact = (amount: Numeric): bigint => {
  const [, sign = '', whole = '0', part = '', power = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(String(amount)) ?? [];
  const value = BigInt(`${whole}${part}` || '0') * 10n ** BigInt(places + Number(power) - part.length);
  return sign === '-' ? -value : value;
};
const times = (a: bigint, b: Numeric): bigint => (a * exact(b)) / unit;
/** As text, exactly. */
const text = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
};
/** As JSON says it. */
export const double = (value: bigint): number => Number(text(value));
/** To 20 decimals, rounded half up. */
const ratio = (part: bigint, whole: bigint): number =>
  double((((part * 2n * 10n ** 20n) / whole + 1n) / 2n) * 10n ** BigInt(places - 20));

/** The parts at a mark, in 10^-80 USD; null where the mark names no prices. */
export type Parts = {
  readonly mark: EquityMarked;
  readonly realised: bigint;
  readonly fees: bigint;
  readonly flows: bigint;
  readonly unrealised: bigint | null;
  readonly dust: bigint | null;
  /** What the accounts are worth at its prices. */
  readonly worth: bigint | null;
};

type Execution = {
  readonly wallet: string;
  readonly mode: string;
  readonly exchange: string;
  readonly path: readonly string[];
  readonly rate: number;
  readonly own: Set<string>;
  readonly sales: Set<string>;
  profit: bigint;
  fees: number;
  taken: bigint;
  ended: boolean;
};
type Position = { amount: bigint; readonly origin: string; readonly back_to: string };
type Amounts = Map<string, bigint>;
type Trade = Pick<OrderFilled, 'base' | 'quote' | 'side' | 'quantity' | 'quote_quantity' | 'fees'>;

const add = (amounts: Amounts, key: string, amount: bigint): void => {
  amounts.set(key, (amounts.get(key) ?? 0n) + amount);
};
const changed = ({ base, quote, side, quantity, quote_quantity, fees }: Trade, sign = 1n): Amounts => {
  const amounts: Amounts = new Map();
  const bought = side === 'buy' ? sign : -sign;
  add(amounts, base, bought * exact(quantity));
  add(amounts, quote, -bought * exact(quote_quantity));
  for (const { asset, amount } of fees) add(amounts, asset, -sign * exact(amount));
  return amounts;
};

/** The parts at every mark. */
export const partsAt = (facts: Iterable<Fact>): readonly Parts[] => {
  const wallets: Amounts = new Map();
  const orders = new Map<string, OrderIntent & { readonly changes: Amounts; closed: boolean }>();
  const executions = new Map<string, Execution>();
  const residual = new Map<string, Position>();
  const dust: Amounts = new Map();
  const flows = new Map<string, bigint>();
  const marked = new Map<
    string,
    { readonly by: Record<string, bigint>; readonly outside: Amounts; pending: Amounts }
  >();
  const found: Parts[] = [];
  let mode = 'paper';
  /** Paper money of markets that are not watched, by their names; the first wallet has none. */
  const aside = new Map<string, { readonly wallet: string; readonly maps: readonly Map<string, unknown>[] }>();
  let market: string | null = null;
  let wallet = '';

  const open = (next: string, isOwn: boolean): void => {
    const before = market;
    market = next;
    if (!isOwn || before === null) return;
    const maps: readonly Map<string, unknown>[] = [wallets, residual, dust, flows, marked];
    aside.set(before, { wallet, maps: maps.map((map) => new Map(map)) });
    const known = aside.get(next);
    wallet = known?.wallet ?? next;
    for (const [place, map] of maps.entries()) {
      map.clear();
      for (const [key, value] of known?.maps[place] ?? []) map.set(key, value);
    }
  };

  const hold = (where: string, amount: bigint, origin: string, back_to: string): void => {
    const position = residual.get(where);
    const sum = (position?.amount ?? 0n) + amount;
    if (sum <= 0n) residual.delete(where);
    else residual.set(where, { origin, back_to, ...position, amount: sum });
  };
  const crumble = (where: string, amount: bigint): void => {
    const sum = (dust.get(where) ?? 0n) + amount;
    if (sum > 0n) dust.set(where, sum);
    else dust.delete(where);
  };
  const modeOf = (origin: string): string => executions.get(origin)?.mode ?? mode;

  /** Includes the assets of the way back that it has taken, but not the one that it began with. */
  const trades = ({ path, own }: Execution, asset: string): boolean => {
    if (asset === path[0]) return false;
    const isOrdered = [...own].some((id) => [orders.get(id)?.base, orders.get(id)?.quote].includes(asset));
    return isOrdered || path.includes(asset);
  };

  /** Amount of an asset that it trades and has spent beyond what its own orders brought; not negative. */
  const overspent = (execution: Execution, asset: string): bigint => {
    if (!trades(execution, asset)) return 0n;
    let brought = 0n;
    for (const id of execution.own) brought += orders.get(id)?.changes.get(asset) ?? 0n;
    return brought < 0n ? -brought : 0n;
  };

  /** Nothing is left that the account does not hold; what a running execution overspent may yet be booked. */
  const capped = (): void => {
    for (const [where, position] of residual) {
      const at = `${modeOf(position.origin)} ${where}`;
      let most = wallets.get(at) ?? 0n;
      for (const execution of executions.values()) {
        const asset = where.split(' ').at(-1) ?? '';
        if (!execution.ended && `${execution.mode} ${execution.exchange} ${asset}` === at)
          most += overspent(execution, asset);
      }
      if (most <= 0n) residual.delete(where);
      else if (position.amount > most) residual.set(where, { ...position, amount: most });
    }
  };

  const filled = (fact: OrderFilled): void => {
    const order = orders.get(fact.order_id);
    const execution = executions.get(order?.execution_id ?? '');
    const { exchange } = fact;
    const [spent, received] = fact.side === 'sell' ? [fact.base, fact.quote] : [fact.quote, fact.base];
    const changes = changed(fact);
    for (const [asset, amount] of changes) {
      add(wallets, `${fact.mode} ${exchange} ${asset}`, amount);
      if (order) add(order.changes, asset, amount);
      if (execution && trades(execution, asset)) continue;
      const taken = amount + (execution ? 0n : (residual.get(`${exchange} ${asset}`)?.amount ?? 0n));
      if (taken < 0n) crumble(`${fact.mode} ${exchange} ${asset}`, taken);
    }
    if (!order) return;
    if (order.execution_id !== null) {
      if (!order.closed || execution?.ended === false) return;
      const start = execution?.path[0] ?? fact.quote;
      if (execution) execution.profit += changes.get(start) ?? 0n;
      for (const [asset, amount] of changes)
        if (asset !== start) hold(`${exchange} ${asset}`, amount, order.execution_id, start);
      return;
    }
    const position = residual.get(`${exchange} ${spent}`);
    if (!position) return;
    const change = changes.get(spent) ?? 0n;
    const owner = executions.get(position.origin);
    if (order.purpose === 'manual' && owner && fact.usd_value !== null) {
      // In doubles, as the fact that values it is one.
      const share = position.amount < -change ? ratio(position.amount, -change) : 1;
      const gross = Number(fact.side === 'sell' ? fact.quote_quantity : fact.quantity);
      const net = double(changes.get(received) ?? 0n) / gross;
      owner.taken += exact(fact.usd_value * net * share);
    }
    hold(`${exchange} ${spent}`, change, position.origin, position.back_to);
    if (order.purpose === 'unwind' && received !== position.back_to)
      hold(`${exchange} ${received}`, changes.get(received) ?? 0n, position.origin, position.back_to);
  };

  const amended = (fact: FeeCharged | FillCorrected | FillRepriced): Amounts => {
    if (fact.type === 'FeeCharged') return new Map([[fact.asset, -exact(fact.amount)]]);
    return fact.type === 'FillRepriced' ? changed({ ...fact, quantity: '0', fees: [] }) : changed({ ...fact }, -1n);
  };

  const corrected = (fact: FeeCharged | FillCorrected | FillRepriced): void => {
    const order = orders.get(fact.order_id);
    const changes = amended(fact);
    for (const [asset, amount] of changes) {
      add(wallets, `${fact.mode} ${fact.exchange} ${asset}`, amount);
      if (!order) continue;
      add(order.changes, asset, amount);
      const where = `${fact.exchange} ${asset}`;
      const owner = order.execution_id ?? order.recovers ?? '';
      const execution = executions.get(owner);
      const isOwn = execution?.ended === false && trades(execution, asset);
      const rest = amount + (execution?.ended ? (residual.get(where)?.amount ?? 0n) : 0n);
      if (fact.type === 'FeeCharged' && !isOwn && rest < 0n) crumble(`${fact.mode} ${where}`, rest);
      const start = execution?.path[0] ?? '';
      const isNew = fact.type === 'FillRepriced' && asset !== start && !residual.has(where);
      if (execution?.ended && (amount < 0n || isNew || residual.get(where)?.origin === owner))
        hold(where, amount, owner, start);
    }
  };

  const moved = (fact: Extract<Fact, { type: 'FundsMoved' | 'FundsDeposited' | 'RoundingAdjusted' }>): void => {
    const where = `${fact.mode} ${fact.exchange} ${fact.asset}`;
    const amount = exact(fact.amount);
    add(wallets, where, amount);
    if (fact.type !== 'FundsDeposited' && amount < 0n) {
      crumble(where, amount);
      hold(`${fact.exchange} ${fact.asset}`, amount, '', '');
    }
    const last = marked.get(fact.mode);
    const known = last?.by[fact.exchange];
    if (!last || known === undefined || fact.type === 'RoundingAdjusted') return;
    if (fact.type === 'FundsMoved' && fact.cause === 'late_fee') return;
    if (fact.type === 'FundsDeposited' || fact.usd_value === null) {
      add(last.pending, where, amount);
      return;
    }
    add(flows, fact.mode, exact(fact.usd_value));
    last.by[fact.exchange] = exact(double(known + exact(fact.usd_value)));
  };

  const mark = (fact: EquityMarked): void => {
    const { prices, by_exchange } = fact;
    const last = marked.get(fact.mode);
    const value = (where: string, amount: bigint): bigint =>
      times(amount, prices?.[where.split(' ').at(-1) ?? ''] ?? 0);
    const isMarked = (exchange: string) => exchange in by_exchange;
    const now = Object.fromEntries(Object.entries(by_exchange).map(([name, usd]) => [name, exact(usd)]));
    if (last && Object.keys(last.by).length > 0) {
      for (const [name, usd] of Object.entries(now)) if (!(name in last.by)) add(flows, fact.mode, usd);
      for (const [name, usd] of Object.entries(last.by)) if (!(name in now)) add(flows, fact.mode, -usd);
    }
    for (const [where, amount] of last && prices ? [...last.pending, ...last.outside] : []) {
      const [, exchange = ''] = where.split(' ');
      if (isMarked(exchange) && exchange in (last?.by ?? {})) add(flows, fact.mode, value(where, amount));
    }
    // What is apart from what is simply held: residual positions, running executions, dust.
    const work: Amounts = new Map();
    for (const [where, { amount, origin }] of residual)
      if (modeOf(origin) === fact.mode) add(work, `${fact.mode} ${where}`, amount);
    for (const { wallet: whose, mode: of, exchange, ended, own } of executions.values()) {
      if (of !== fact.mode || whose !== wallet || ended) continue;
      for (const id of own)
        for (const [asset, amount] of orders.get(id)?.changes ?? []) add(work, `${of} ${exchange} ${asset}`, amount);
    }
    const ofMode = (amounts: Amounts) => [...amounts].filter(([where]) => where.startsWith(`${fact.mode} `));
    const sum = (amounts: readonly (readonly [string, bigint])[]) =>
      amounts.reduce((all, [where, amount]) => all + value(where, amount), 0n);
    const outside: Amounts = new Map();
    for (const { exchange, asset, amount } of fact.unpriced ?? []) {
      const where = `${fact.mode} ${exchange} ${asset}`;
      const rest = exact(amount) - (work.get(where) ?? 0n) - (dust.get(where) ?? 0n);
      if (rest > 0n) outside.set(where, rest);
    }
    marked.set(fact.mode, { by: now, outside, pending: new Map() });
    let [realised, fees] = [0n, 0n];
    for (const execution of executions.values()) {
      if (execution.mode !== fact.mode || execution.wallet !== wallet || !execution.ended) continue;
      let earned = execution.profit;
      for (const id of execution.sales) earned += orders.get(id)?.changes.get(execution.path[0] ?? '') ?? 0n;
      realised += times(earned, execution.rate) + execution.taken;
      fees += exact(execution.fees);
    }
    found.push({
      mark: fact,
      realised,
      fees,
      flows: flows.get(fact.mode) ?? 0n,
      unrealised: prices ? sum(ofMode(work)) : null,
      dust: prices ? sum(ofMode(dust)) : null,
      worth: prices ? sum(ofMode(wallets).filter(([where]) => isMarked(where.split(' ')[1] ?? ''))) : null,
    });
  };

  const finished = (fact: Extract<Fact, { type: 'ExecutionFinished' }>): void => {
    const execution = executions.get(fact.execution_id);
    if (!execution) return;
    Object.assign(execution, { profit: exact(fact.profit), fees: fact.fees_usd ?? 0, ended: true });
    for (const { asset, amount, stranded } of fact.left) {
      if (stranded) hold(`${execution.exchange} ${asset}`, exact(amount), fact.execution_id, execution.path[0] ?? '');
      else crumble(`${execution.mode} ${execution.exchange} ${asset}`, exact(amount));
    }
    // What it spent beyond what it brought was left by another one.
    for (const asset of new Set(execution.path)) {
      const spent = overspent(execution, asset);
      if (spent > 0n) hold(`${execution.exchange} ${asset}`, -spent, '', '');
    }
  };

  for (const fact of facts) {
    if (fact.type === 'BotStarted' || fact.type === 'ModeChanged') mode = fact.mode;
    else if (fact.type === 'WalletReset') dust.clear();
    else if (fact.type === 'MarketOpened') open(fact.market, fact.wallet === 'own');
    else if (fact.type === 'FundsDeposited' || fact.type === 'FundsMoved' || fact.type === 'RoundingAdjusted')
      moved(fact);
    else if (fact.type === 'ExecutionStarted') {
      const { id, exchange, path, usd_rate } = fact.plan;
      const empty = { own: new Set<string>(), sales: new Set<string>(), profit: 0n, fees: 0, taken: 0n, ended: false };
      executions.set(id, { wallet, mode: fact.plan.mode, exchange, path, rate: usd_rate, ...empty });
    } else if (fact.type === 'OrderIntended') {
      const { id, execution_id, recovers } = fact.order;
      orders.set(id, { ...fact.order, changes: new Map(), closed: false });
      executions.get(execution_id ?? '')?.own.add(id);
      executions.get(recovers ?? '')?.sales.add(id);
    } else if (fact.type === 'OrderClosed') {
      const order = orders.get(fact.order_id);
      if (order) order.closed = true;
    } else if (fact.type === 'OrderFilled') filled(fact);
    else if (fact.type === 'FeeCharged' || fact.type === 'FillCorrected' || fact.type === 'FillRepriced')
      corrected(fact);
    else if (fact.type === 'ExecutionFinished') finished(fact);
    else if (fact.type === 'ExecutionRestated') {
      const execution = executions.get(fact.execution_id);
      if (execution) Object.assign(execution, { profit: exact(fact.profit), fees: fact.fees_usd ?? 0 });
    } else if (fact.type === 'StrandedCleared') {
      const where = `${fact.exchange} ${fact.asset}`;
      const position = residual.get(where);
      const owner = executions.get(fact.execution_id ?? '');
      if (owner) owner.taken += exact(fact.usd_value ?? 0);
      if (position && !fact.kept) crumble(`${modeOf(position.origin)} ${where}`, position.amount);
      residual.delete(where);
    } else if (fact.type === 'EquityMarked') mark(fact);
    capped();
  }
  return found;
};

/** USD by which a mark, which is a double, may differ from what the accounts are worth to the last digit. */
const doubleError = 1e-6;

/** What the bot folds of each mark against what it comes to here; null where they agree to the last digit. */
export const faultOfMoney = (facts: readonly Fact[], told = foldedAt(facts)): string | null => {
  const own = partsAt(facts);
  if (own.length !== told.length) return `${told.length} marks of ${own.length}`;
  for (const [place, parts] of own.entries()) {
    const at = new Date(parts.mark.at).toISOString();
    for (const name of ['realised', 'fees', 'flows', 'unrealised', 'dust'] as const) {
      const said = told[place]?.[name] ?? null;
      const value = parts[name];
      if ((said === null ? null : exact(said)) !== value)
        return `${name} at ${at}: ${said}, not ${value === null ? null : text(value)}`;
    }
    if (parts.worth === null) continue;
    if (Math.abs(double(parts.worth - exact(parts.mark.equity_usd))) > doubleError)
      return `equity at ${at}: ${parts.mark.equity_usd}, the accounts hold ${text(parts.worth)}`;
  }
  return null;
};

/** The parts as the bot folds them. */
export const foldedAt = (facts: readonly Fact[]): readonly MoneyMark[] => {
  const state = initialState(testConfig.parameters);
  return facts.flatMap((fact) => {
    evolve(state, fact);
    return foldedOf(state, fact);
  });
};

/** The parts at a mark, when the state holds it; nothing after any other fact. */
export const foldedOf = ({ money }: Pick<Journalled, 'money'>, fact: Fact): readonly MoneyMark[] => {
  if (fact.type !== 'EquityMarked') return [];
  const parts = money.get(fact.mode)?.marked?.parts.at(-1);
  return parts ? [{ ...parts, equity_usd: fact.equity_usd }] : [];
};
