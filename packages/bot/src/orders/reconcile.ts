import { BigNumber } from 'bignumber.js';
import { pendingFeesOf } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import { hasOverdueFees, roundedToday } from '../kernel/fold-accounts.ts';
import type { ReachedAccount } from '../kernel/port.ts';
import type { Reports } from '../kernel/reports.ts';
import type { AccountFact, DifferenceFound, DifferenceKind } from '../model/account-event.ts';
import { type Holdings, modeOf } from '../model/exchange.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Difference } from '../model/state.ts';
import { sourced, usd } from '../model/usd.ts';
import { type Disagreement, dustBelow, explain, roundingPerDay } from '../portfolio/differences.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'recorder'>;

/** `differs`: by more than its open orders may explain. */
export type Look =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'differs'; readonly found: readonly Disagreement[] }
  | { readonly kind: 'moved' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Asks an account what it holds. `moved`: the ledger has changed meanwhile, so that the answer says nothing. */
export const lookAt = async (core: Needs, account: ReachedAccount): Promise<Look> => {
  const before = holdingsOf(core, account);
  const answer = await account.balances(core.config().order_timeout_ms);
  if (answer.kind === 'unknown') return answer;
  const booked = holdingsOf(core, account);
  const total = totalsOf(answer.holdings);
  if (JSON.stringify(before) !== JSON.stringify(booked)) return { kind: 'moved' };
  const assets = [...new Set([...Object.keys(booked), ...Object.keys(total)])];
  const found = assets.flatMap((asset) => {
    const one = { asset, booked: booked[asset] ?? '0', found: total[asset] ?? '0' };
    return new BigNumber(one.booked).isEqualTo(one.found) ? [] : [withHistory(core, account.id, one)];
  });
  return found.length === 0 ? { kind: 'agrees' } : { kind: 'differs', found };
};

/** Free and locked together, by asset. */
export const totalsOf = (holdings: Holdings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(holdings).map(([asset, { free, locked }]) => [asset, new BigNumber(free).plus(locked).toFixed()]),
  );

const holdingsOf = ({ recorder: { ledger } }: Needs, account: ReachedAccount): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...ledger.holdings(modeOf(account), account.id)].map(([asset, amount]) => [asset, amount.toFixed()]),
  );

const withHistory = (core: Needs, exchange: string, one: Pick<Disagreement, 'asset' | 'booked' | 'found'>) => {
  const fills = core.recorder.state.fills_since.get(exchange)?.get(one.asset) ?? 0;
  const pending_fees = pendingFeesOf(core, exchange, one.asset).toFixed();
  return { ...one, fills, pending_fees, price: rateOf(core, exchange, one.asset) };
};

/** `isRunning`: the bot has watched the account until now. `isWhole`: nothing else differs. */
type Reading = { readonly isRunning: boolean; readonly isWhole: boolean };
const atStart: Reading = { isRunning: false, isWhole: true };

/**
 * Books what a look has found: roundings at once, the rest as differences; what nothing explains halts the account. Money that is gone
 * while the account is watched is not taken for a withdrawal.
 */
export const bookLook = (
  core: Needs,
  account: ReachedAccount,
  found: readonly Disagreement[],
  { isRunning, isWhole }: Reading = atStart,
): void => {
  const { state } = core.recorder;
  const at = core.clock.now();
  const { id: name } = account;
  const mode = modeOf(account);
  const before = differencesAt(core, name);
  const facts: AccountFact[] = [];
  const differing: DifferenceFound[] = [];
  let roundingLeft = roundingPerDay - roundedToday(state, name);
  for (const one of found) {
    const known = before.find(({ asset }) => asset === one.asset);
    const change = new BigNumber(one.found).minus(one.booked);
    const usd_value = one.price === null ? null : change.multipliedBy(one.price).toNumber();
    const kind = sameAs(known, one) ?? explain(one, roundingLeft);
    const common = { exchange: name, mode, asset: one.asset, usd_value, at };
    if (kind === 'rounding') {
      roundingLeft -= Math.abs(usd_value ?? 0);
      facts.push({ type: 'RoundingAdjusted', ...common, amount: change.toFixed() });
    } else {
      const { booked, found: held } = one;
      differing.push({ type: 'DifferenceFound', id: known?.id ?? core.ids(), ...common, booked, found: held, kind });
    }
  }
  const isKnown = (one: DifferenceFound): boolean =>
    before.some((known) => known.id === one.id && sameAs(known, one) === one.kind);
  const open = withForeignTrade(differing, before).map(
    (one): DifferenceFound => (isRunning && !isKnown(one) && isGone(one) ? { ...one, kind: 'unexplained' } : one),
  );
  const news = open.filter((one) => !isKnown(one));
  facts.push(...news);
  const ids = open.map(({ id }) => id);
  const hasSettled = before.some(({ id }) => !ids.includes(id));
  const isNews =
    hasSettled ||
    facts.length > 0 ||
    (ids.length === 0 && (state.fills_since.has(name) || hasOverdueFees(state, name, at)));
  if (isNews && (isWhole || ids.length > 0))
    facts.push({ type: 'AccountReconciled', exchange: name, mode, differences: ids, at });
  const halt = state.halted_accounts.get(name);
  const unexplained = open.filter(({ kind }) => kind === 'unexplained');
  if (unexplained.length > 0 && !halt)
    facts.push({ type: 'AccountHalted', exchange: name, cause: 'difference', reason: reasonOf(name, unexplained), at });
  if (halt && isWhole && (open.length === 0 || (halt.cause === 'difference' && unexplained.length === 0)))
    facts.push({ type: 'AccountReleased', exchange: name, by: 'agreement', at });
  if (facts.length > 0) core.recorder.record(facts);
  for (const one of news) report(core, one);
  if (halt && !state.halted_accounts.has(name)) core.log('INFO', 'wallet', `${name} agrees again and is released`);
};

/** Money that went, and that is worth something or has no price. */
const isGone = ({ kind, usd_value }: DifferenceFound): boolean =>
  kind === 'withdrawal' && (usd_value === null || usd_value <= -dustBelow);

/** An asset that has come while another went is no transfer but an order of somebody else, which nothing here explains. */
const withForeignTrade = (
  found: readonly DifferenceFound[],
  before: readonly Difference[],
): readonly DifferenceFound[] => {
  const isNew = ({ id }: DifferenceFound) => !before.some((known) => known.id === id);
  const hasNew = (kind: Difference['kind']) => found.some((one) => one.kind === kind && isNew(one));
  if (!hasNew('deposit') || !hasNew('withdrawal')) return found;
  return found.map((one) =>
    isNew(one) && (one.kind === 'deposit' || one.kind === 'withdrawal') ? { ...one, kind: 'unexplained' } : one,
  );
};

/** The differences that are open at an exchange. */
export const differencesAt = (
  { recorder: { state } }: Pick<Core, 'recorder'>,
  exchange: string,
): readonly Difference[] => [...state.differences.values()].filter((one) => one.exchange === exchange);

/** Its kind, when the difference is the one that is known already. */
const sameAs = (known: Difference | undefined, { booked, found }: Pick<Disagreement, 'booked' | 'found'>) => {
  if (!known) return null;
  const change = new BigNumber(found).minus(booked);
  return change.isEqualTo(new BigNumber(known.found).minus(known.booked)) ? known.kind : null;
};

/** What is held of an asset, and what is booked. */
export const wordsOf = ({ asset, booked, found }: Pick<Difference, 'asset' | 'booked' | 'found'>): string =>
  `${asset}: ${found}, booked ${booked}`;

const reasonOf = (exchange: string, differences: readonly DifferenceFound[]): string =>
  `${exchange} does not hold what the ledger says (${differences.map(wordsOf).join('; ')})`;

const proposals: Readonly<Record<DifferenceKind, string>> = {
  late_fee: 'a fee that came late explains it',
  deposit: 'nothing was traded: a deposit explains it',
  withdrawal: 'nothing was traded: a withdrawal explains it',
  dust: 'it is less than 1 USD',
  unexplained: 'nothing explains it: the account is halted',
};

const report = (core: Needs, difference: DifferenceFound): void => {
  const { id, exchange, asset, kind, usd_value } = difference;
  const provenance = provenanceNow(core.recorder.state, exchange);
  const worth = usd_value === null ? '' : `, ${sourced(usd(usd_value), provenance)}`;
  const message = `${exchange} holds another amount than the ledger: ${wordsOf(difference)}${worth}; ${proposals[kind]}`;
  const extra_data = { id, exchange, asset, kind };
  const { booked, found } = difference;
  core.log(kind === 'unexplained' ? 'ERROR' : 'WARNING', 'wallet', message, { ...extra_data, provenance });
  core.notify({
    notification_type: kind === 'unexplained' ? 'failure' : 'bot',
    level: kind === 'unexplained' ? 'error' : 'warning',
    title: kind === 'unexplained' ? 'Account halted' : 'Account and ledger differ',
    message,
    source: 'wallet',
    code: kind === 'unexplained' ? 'account_halted' : 'account_differs',
    params: { exchange, asset, booked, found, usd_value, kind },
    extra_data,
  });
};
