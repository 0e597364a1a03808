import { BigNumber } from 'bignumber.js';
import { openOrdersAt } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import type { ReachedAccount } from '../kernel/port.ts';
import type { Reports } from '../kernel/reports.ts';
import { type Elapsed, later, since } from '../model/moment.ts';
import type { Disagreement } from '../portfolio/differences.ts';
import { bookLook, differencesAt, lookAt } from './reconcile.ts';

type Needs = Reports & Venues & Pick<Core, 'clock' | 'ids' | 'config' | 'recorder' | 'every'>;

/** How often an account is compared, in ms. */
const everyMs = 60_000;
/** How soon after an answer that did not count, and how long after a first reading at least, in ms. */
const againMs = 2_000;
/** How often it is looked whether a comparison is due, in ms. */
const lookMs = 1_000;

type Watched = {
  due: Elapsed;
  isAsked: boolean;
  /** It was asked for while an answer was awaited. */
  isAskedAgain: boolean;
  /** Differences of the last reading that no reading before has shown. */
  unconfirmed: readonly Disagreement[];
  isPaused: boolean;
};

/** Compares the accounts that exchanges keep with the ledger, while the process runs; what it returns compares one as soon as it may be. */
export const createCompare = (core: Needs): ((exchange: string) => void) => {
  const { clock, comparisons } = core;
  const watched = new Map<string, Watched>();

  /** Resolves with true when the reading counts and no difference of it needs a second one. */
  const ask = async (account: ReachedAccount, one: Watched): Promise<boolean> => {
    const { id: name } = account;
    const answer = await lookAt(core, account);
    if (answer.kind === 'unknown') {
      comparisons.fail(name, `it does not say what it holds (${answer.reason})`);
      return false;
    }
    if (answer.kind === 'moved' || openOrdersAt(core, name).length > 0) {
      comparisons.fail(name, 'orders moved it while it was asked');
      return false;
    }
    comparisons.note(name);
    const { counted, rest } = confirmed(core, name, answer.kind === 'differs' ? answer.found : [], one.unconfirmed);
    one.unconfirmed = rest;
    bookLook(core, account, counted, { isRunning: true, isWhole: rest.length === 0 });
    return rest.length === 0;
  };

  const compare = async (account: ReachedAccount): Promise<void> => {
    const { id: name } = account;
    const one = watched.get(name) ?? watch(name);
    notePause(name, one);
    if (one.isAsked || since(one.due, clock.monotonic()) < 0 || core.throttles.leftMs(name, 'account') > 0) return;
    const [open] = openOrdersAt(core, name);
    if (open) {
      comparisons.fail(name, `order ${open.id} (${open.symbol}) is open`);
      return;
    }
    one.isAsked = true;
    one.isAskedAgain = false;
    const isOver = await ask(account, one);
    one.isAsked = false;
    one.due = later(clock.monotonic(), isOver && !one.isAskedAgain ? everyMs : againMs);
    notePause(name, one);
  };

  const watch = (exchange: string): Watched => {
    const due = later(clock.monotonic(), everyMs);
    const one: Watched = { due, isAsked: false, isAskedAgain: false, unconfirmed: [], isPaused: false };
    watched.set(exchange, one);
    comparisons.note(exchange);
    return one;
  };

  const notePause = (exchange: string, one: Watched): void => {
    const reason = comparisons.obstacle(exchange);
    if ((reason !== null) === one.isPaused) return;
    one.isPaused = reason !== null;
    if (reason === null) core.log('INFO', 'wallet', `The account at ${exchange} was compared again`, { exchange });
    else core.log('WARNING', 'wallet', `No execution begins at ${exchange}: ${reason}`, { exchange });
  };

  // A paper account exists in this process alone: it holds what the ledger says.
  const kept = [...core.exchanges.values()].flatMap(({ account }) => (account.paper ? [] : [account]));
  if (kept.length > 0)
    core.every(lookMs, () => {
      for (const account of kept) if (core.ready.has(account.id)) void compare(account);
    });

  return (exchange) => {
    const one = watched.get(exchange);
    if (!one) return;
    one.due = clock.monotonic();
    one.isAskedAgain = true;
  };
};

/**
 * The differences that count: those that are known, and those that the reading before has shown too. What differs otherwise than
 * before leaves what is known of its asset as it is; `rest` is read once more.
 */
const confirmed = (
  core: Pick<Core, 'recorder'>,
  exchange: string,
  found: readonly Disagreement[],
  before: readonly Disagreement[],
): { readonly counted: readonly Disagreement[]; readonly rest: readonly Disagreement[] } => {
  const known = differencesAt(core, exchange);
  const isSeen = (one: Disagreement): boolean =>
    [...known, ...before].some((other) => other.asset === one.asset && changeOf(other).isEqualTo(changeOf(one)));
  const rest = found.filter((one) => !isSeen(one));
  const stays = rest.flatMap((one) => {
    const difference = known.find(({ asset }) => asset === one.asset);
    return difference ? [{ ...one, booked: difference.booked, found: difference.found }] : [];
  });
  return { counted: [...found.filter(isSeen), ...stays], rest };
};

const changeOf = ({ booked, found }: Pick<Disagreement, 'booked' | 'found'>): BigNumber =>
  new BigNumber(found).minus(booked);
