import { StoreFault } from '../journal/event-store.ts';
import { growthOf, type Sizes } from '../journal/growth.ts';
import type { Ledger } from '../portfolio/ledger.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { createMoneyCheck } from './check-money.ts';
import { examineJournal, type JournalFindings } from './examine-journal.ts';

/** Balances as a bot answers them. */
export interface AnsweredBalances {
  readonly exchanges: readonly {
    readonly exchange: string;
    readonly balances: Readonly<Record<string, { readonly total: number | null }>>;
  }[];
  readonly last_updated: string | null;
}

export interface JournalQuestion {
  /** The journal, or a copy of one that is in use. */
  readonly file: string;
  readonly sizes: Sizes;
  /** What a bot that runs answered just before the copy was made; null when none runs. */
  readonly balances: AnsweredBalances | null;
  /** UTC milliseconds. */
  readonly now: number;
}

const ANSWER_LAG_MS = 10_000;
const AHEAD_MS = 5_000;
const MOST_NAMED = 3;
/** The disk will be full so soon that somebody should act. */
const SOON_DAYS = 14;
const A_LONG_TIME_DAYS = 730;

/** Everything that the journal alone, or beside the balances of the bot, can tell. */
export function checkJournal({ file, sizes, balances, now }: JournalQuestion): readonly Check[] {
  const answered = balances && heldIn(balances);
  const since = Date.parse(balances?.last_updated ?? '') - ANSWER_LAG_MS;
  let agreed = false;
  try {
    const money = createMoneyCheck();
    const findings = examineJournal(file, (fact, ledger, state) => {
      money.hear(fact, ledger, state);
      if (answered && !agreed && fact.at >= since) agreed = agree(answered, ledger);
    });
    const { ledger, state } = findings;
    // An idle bot has no fact near its answer.
    if (answered && !agreed) agreed = agree(answered, ledger);
    return [
      schemaOf(findings),
      chainOf(findings),
      ledgerOf(ledger),
      money.verdict(),
      ...(answered ? [balancesOf(agreed)] : []),
      ordersOf(findings, balances !== null, now),
      residualsOf(state),
      accountsOf(state),
      breakersOf(state),
      haltedOf(state),
      clockOf(findings, now),
      growthIn(findings, sizes),
    ];
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    const advice =
      error.kind === 'locked'
        ? 'nothing is known to be wrong with it; end that process, then look again'
        : 'stop the bot and restore the last backup: triquad restore';
    return [fail('journal', error.message, advice)];
  }
}

function schemaOf({ schema: { found, known } }: JournalFindings): Check {
  const name = 'journal schema';
  if (found > known)
    return fail(name, `version ${found}, this program knows up to ${known}`, 'install the newer triquad');
  if (found < known) return ok(name, `version ${found}; the next start brings it to ${known}`);
  return ok(name, `version ${found}`);
}

function chainOf({ chain, sealed, damage, lastAt }: JournalFindings): Check {
  const name = 'journal chain';
  const advice = 'stop the bot, keep the file for inspection, and restore the last backup: triquad restore';
  if (damage !== null) return fail(name, `the file is damaged: ${damage}`, advice);
  if (!chain.ok) return fail(name, chain.reason, advice);
  const last = lastAt === null ? '' : `, the last of ${new Date(lastAt).toISOString()}`;
  const apart = sealed === 0 ? '' : `, ${sealed} of them in sealed files`;
  return ok(name, `${chain.facts} facts hold${apart}${last}`);
}

function ledgerOf(ledger: Ledger): Check {
  const wrong = [...ledger.imbalances()].map(([asset, sum]) => `${asset} ${sum.toFixed()}`);
  const name = 'ledger balance';
  if (wrong.length === 0) return ok(name, 'every asset sums to zero over all accounts');
  return fail(name, `not zero: ${named(wrong)}`, 'stop the bot and report this: the books cannot be trusted');
}

function balancesOf(agreed: boolean): Check {
  const name = 'balances';
  if (agreed) return ok(name, 'what the bot answers is what its ledger holds');
  return fail(name, 'the bot answers other balances than its ledger holds', 'stop the bot and report this');
}

function ordersOf({ state }: JournalFindings, runs: boolean, now: number): Check {
  const name = 'unresolved orders';
  const late = [...state.open_orders].flatMap((id) => {
    const order = state.orders.get(id);
    return order && order.status !== 'open' && (!runs || order.deadline < now)
      ? [`${order.symbol} on ${order.exchange}`]
      : [];
  });
  if (late.length === 0)
    return ok(name, state.open_orders.size === 0 ? 'none' : `none; ${state.open_orders.size} rest in a book`);
  const advice = runs
    ? 'the bot asks the exchange for it; see triquad logs'
    : 'the next start asks the exchange for it';
  return warn(name, `${late.length}: ${named(late)}`, advice);
}

function residualsOf({ residuals }: JournalFindings['state']): Check {
  const left = [...residuals].flatMap(([exchange, assets]) =>
    [...assets].map(([asset, amount]) => `${amount} ${asset} on ${exchange}`),
  );
  if (left.length === 0) return ok('residual positions', 'none');
  return warn('residual positions', named(left), 'sell it by hand: triquad residuals shows the way out');
}

function accountsOf({ differences, halted_accounts }: JournalFindings['state']): Check {
  const open = [...differences.values()].map(
    ({ exchange, asset, booked, found }) => `${exchange} holds ${found} ${asset}, booked ${booked}`,
  );
  const halted = [...halted_accounts].map(([exchange, { reason }]) => `${exchange} is halted: ${reason}`);
  if (open.length + halted.length === 0) return ok('accounts', 'agree with the ledger');
  const advice = 'triquad differences shows what explains it; an administrator accepts it with a reason';
  return warn('accounts', named([...halted, ...open]), advice);
}

function breakersOf({ breakers }: JournalFindings['state']): Check {
  const tripped = [...breakers].flatMap(([name, { reason, tripped_at }]) =>
    tripped_at === null ? [] : [`${name} (${reason})`],
  );
  if (tripped.length === 0) return ok('breakers', 'none has tripped');
  return warn(
    'breakers',
    named(tripped),
    'nothing new is traded: triquad risk says what resumes by itself, and how to reset the rest',
  );
}

function haltedOf({ halted }: JournalFindings['state']): Check {
  if (halted === null) return ok('halted', 'no');
  const since = new Date(halted.at).toISOString();
  return fail(
    'halted',
    `${halted.reason}, since ${since}`,
    'look into the cause, then lift the halt: triquad kill reset',
  );
}

function clockOf({ lastAt, clockSteps }: JournalFindings, now: number): Check {
  const name = 'clock';
  const advice = 'keep the clock by NTP';
  if (lastAt !== null && lastAt > now + AHEAD_MS) {
    return fail(name, `${Math.round((lastAt - now) / 1000)} s behind the last fact of the journal`, advice);
  }
  if (clockSteps > 0) return warn(name, `it went back ${clockSteps} times while the bot wrote`, advice);
  return ok(name, new Date(now).toISOString());
}

function growthIn({ chain, factsPerDay }: JournalFindings, sizes: Sizes): Check {
  const name = 'growth';
  const { bytes_per_day, days_left } = growthOf(sizes, chain.ok ? chain.facts : 0, factsPerDay);
  const sealed = sizes.sealed.facts === 0 ? '' : `, sealed files ${mib(sizes.sealed.bytes)}`;
  const now = `journal ${mib(sizes.journal)}${sealed}, archive ${mib(sizes.archive)}`;
  if (bytes_per_day === null || days_left === null) return ok(name, `${now}; too short a time to tell how fast`);
  const full = days_left > A_LONG_TIME_DAYS ? 'in years' : `in ${Math.floor(days_left)} days`;
  const detail = `${now}, ${mib(bytes_per_day)} a day; the disk is full ${full}`;
  const advice =
    'make room, or move the data directory to a larger disk: trading stops when the journal cannot be written';
  return days_left < SOON_DAYS ? warn(name, detail, advice) : ok(name, detail);
}

const mib = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

type Held = ReadonlyMap<string, ReadonlyMap<string, number>>;

const heldIn = ({ exchanges }: AnsweredBalances): Held =>
  new Map(
    exchanges.map(({ exchange, balances }) => [
      exchange,
      new Map(Object.entries(balances).map(([asset, { total }]) => [asset, total ?? 0])),
    ]),
  );

/** Whether the ledger held this in one of the two modes. */
function agree(answered: Held, ledger: Ledger): boolean {
  return (['paper', 'live'] as const).some((mode) =>
    [...answered].every(([exchange, assets]) => {
      const booked = ledger.holdings(mode, exchange);
      return (
        [...assets].every(([asset, total]) => (booked.get(asset)?.toNumber() ?? 0) === total) &&
        [...booked].every(([asset, amount]) => amount.isZero() || assets.has(asset))
      );
    }),
  );
}

const named = (all: readonly string[]): string =>
  all.length <= MOST_NAMED
    ? all.join(', ')
    : `${all.slice(0, MOST_NAMED).join(', ')} and ${all.length - MOST_NAMED} more`;
