import type { TradingMode } from '@triquad/core/contract';
import type { WalletReset } from '../model/account-event.ts';
import { isOtherWallet, type MarketOpened, walletOf } from '../model/market-event.ts';
import type { Counters, Halt, JournalledState, OpenedMarket, PaperWallet } from '../model/state.ts';
import { emptyDay, forgetBase } from './fold-equity.ts';
import type { Journalled } from './journalled.ts';

/** Whose money is at stake: real accounts are the same under all prices, paper money belongs to one market. */
const walletKey = (mode: TradingMode, market: Pick<MarketOpened, 'market' | 'provenance'> | null): string =>
  mode === 'live' ? 'live' : `paper ${market === null ? '' : walletOf(market)}`;

/** Whether an execution that is remembered moved the money that is at stake now. */
export const isOfWallet = (
  { executions, mode, market }: Pick<JournalledState, 'executions' | 'mode' | 'market'>,
  id: string | null,
): boolean => {
  const execution = executions.get(id ?? '');
  if (execution === undefined) return false;
  const { mode: own, market: name, provenance } = execution;
  const met = name === undefined ? null : { market: name, ...(provenance && { provenance }) };
  return walletKey(own, met) === walletKey(mode, market);
};

/** True for a fact that gives each market a paper wallet of its own: the first market of a journal takes what there is. */
export const hasOwnWallet = ({ market }: Pick<JournalledState, 'market'>, fact: MarketOpened): boolean =>
  fact.wallet === 'own' && market !== null && isOtherWallet(market, fact);

const isGuard = (halt: Halt | null): boolean => halt?.cause === 'daily_drawdown' || halt?.cause === 'stop_loss';

/** Opens a market, in place. */
export const openMarket = (state: Journalled, fact: MarketOpened): void => {
  const { market, source, provenance, at } = fact;
  const isOwn = hasOwnWallet(state, fact);
  const before = walletKey(state.mode, state.market);
  if (isOwn) changeWallet(state, fact);
  else {
    const since = at;
    state.market = { market, source, ...(provenance && { provenance }), since, wallet: state.market?.wallet ?? '' };
  }
  if (!isOwn || state.mode === 'live') forgetBase(state, at);
  else changeCounters(state, before, source !== 'exchange');
};

/** Changes the kind of money, in place. */
export const changeMode = (state: Journalled, mode: TradingMode): void => {
  if (state.mode === mode) return;
  const before = walletKey(state.mode, state.market);
  state.mode = mode;
  changeCounters(state, before, false);
};

/** Puts the counters of before aside and takes those of the present market and kind of money, in place. */
const changeCounters = (state: Journalled, before: string, pricesBeginAnew: boolean): void => {
  const { today, equity, breakers, failures_in_a_row, guard_halt } = state;
  state.counters.set(before, { today, equity, breakers, failures_in_a_row, guard_halt });
  const key = walletKey(state.mode, state.market);
  const found = state.counters.get(key) ?? unused;
  state.counters.delete(key);
  state.today = sameDay(found, today);
  state.equity = pricesBeginAnew && found.equity.last !== null ? { ...found.equity, reopened: true } : found.equity;
  state.breakers = new Map(found.breakers);
  state.failures_in_a_row = found.failures_in_a_row;
  state.guard_halt = found.guard_halt;
  if (state.halted === null || isGuard(state.halted)) state.halted = state.guard_halt;
};

const unused: Counters = {
  today: emptyDay(0, null),
  equity: { base: null, last: null, by_exchange: {} },
  breakers: new Map(),
  failures_in_a_row: 0,
  guard_halt: null,
};

/** The trading day is one for all. */
const sameDay = ({ today, equity }: Counters, { day, begun }: Counters['today']): Counters['today'] => ({
  ...(today.day === day ? today : { ...emptyDay(0, equity.last), day }),
  ...(begun && { begun }),
});

/** Lets the limits of a wallet count anew, in place. What halts the bot stays. */
export const startWallet = (state: Journalled, { at }: WalletReset): void => {
  forgetBase(state, at);
  state.today = { ...state.today, executions: 0, volume: {}, unpriced: [] };
};

/** Notes a halt, in place. */
export const noteHalt = (state: Pick<Journalled, 'halted' | 'guard_halt'>, halt: Halt): void => {
  state.halted = halt;
  if (isGuard(halt)) state.guard_halt = halt;
};

/** Puts the paper wallet of before aside and takes the one of the market, in place. */
const changeWallet = (state: Journalled, fact: MarketOpened): void => {
  if (state.market !== null) state.wallets.set(walletOf(state.market), takeWallet(state, state.market));
  const { market, source, provenance, at } = fact;
  const wallet = walletOf(fact);
  const found = state.wallets.get(wallet);
  state.wallets.delete(wallet);
  state.market = { since: at, wallet, ...found?.opened, market, source, ...(provenance && { provenance }) };
  if (!found) return;
  for (const part of maps)
    for (const [key, value] of found[part]) (state[part] as Map<unknown, unknown>).set(key, value);
  for (const part of sets) for (const id of found[part]) state[part].add(id);
};

const maps = ['held', 'costs', 'money', 'residuals', 'residual_origins', 'reserved', 'excluded'] as const;
const sets = ['open_orders', 'open_executions', 'fees_pending'] as const;

/** Takes all that is paper money out of the state, in place. */
const takeWallet = (state: Journalled, opened: OpenedMarket): PaperWallet => {
  const { orders, executions, residual_origins } = state;
  const isPaperAccount = (account: string): boolean => account.startsWith('paper ');
  const isPaperOrder = (id: string): boolean => orders.get(id)?.mode !== 'live';
  const isPaperExecution = (id: string): boolean => executions.get(id)?.mode !== 'live';
  const isPaperExchange = (exchange: string): boolean =>
    [...(residual_origins.get(exchange)?.values() ?? [])].every((origin) => isPaperExecution(origin.execution_id));
  const ofPaper = new Set([...state.residuals.keys()].filter(isPaperExchange));
  return {
    opened,
    held: taken(state.held, isPaperAccount),
    costs: taken(state.costs, isPaperAccount),
    money: taken(state.money, (mode) => mode === 'paper'),
    residuals: taken(state.residuals, (exchange) => ofPaper.has(exchange)),
    residual_origins: taken(residual_origins, (exchange) => ofPaper.has(exchange)),
    reserved: taken(state.reserved, (_, { mode }) => mode === 'paper'),
    open_orders: takenIds(state.open_orders, isPaperOrder),
    open_executions: takenIds(state.open_executions, isPaperExecution),
    fees_pending: takenIds(state.fees_pending, isPaperOrder),
    excluded: taken(state.excluded, () => true),
  };
};

const taken = <K, V>(from: Map<K, V>, isOwn: (key: K, value: V) => boolean): ReadonlyMap<K, V> => {
  const own = new Map([...from].filter(([key, value]) => isOwn(key, value)));
  for (const key of own.keys()) from.delete(key);
  return own;
};

const takenIds = (from: Set<string>, isOwn: (id: string) => boolean): ReadonlySet<string> => {
  const own = new Set([...from].filter(isOwn));
  for (const id of own) from.delete(id);
  return own;
};
