import type { ExchangeFees } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { type Clock, type Elapsed, instantOf } from '../model/clock.ts';
import type { BookAnswer, Exchange, MarketData, OrderReport, OrderRequest, RequestKind } from '../model/exchange.ts';
import { type AdapterFaults, goodAdapter, withBadAdapter } from '../venues/bad-adapter.suite.ts';
import { bookForms, goodLine, type LineFaults, overBadLine } from '../venues/bad-line.suite.ts';
import { promptReports, type ReportFaults, withBadReports } from '../venues/bad-reports.suite.ts';
import { type Faults, noFaults, withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { type ScriptedFeed, scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';
import { testConfig } from './world.suite.ts';

/** Shorter than in earnest: a request that is late arrives before it is written off. */
const notFoundAfterMs = 1500;
const bad: Faults = {
  refuse: 0.04,
  loseRequest: 0.06,
  loseReply: 0.1,
  delay: 0.15,
  longestDelayMs: 1700,
  silence: 0.2,
  ban: 0.02,
  longestBanMs: 700,
};
const badLine: LineFaults = { lose: 0.05, repeat: 0.05, delay: 0.08, spoil: 0.02 };
const badReports: ReportFaults = { ...promptReports, lateFee: 0.15, lateFill: 0.08, fall: 0.03, longestMs: 1500 };
/** Of exchanges that know the price of a fill late, or correct it. */
const badAmounts: ReportFaults = { ...promptReports, lateAmount: 0.2, reprice: 0.15, longestMs: 1500 };
const badAdapter: AdapterFaults = {
  throws: 0.02,
  rejects: 0.02,
  rubbish: 0.02,
  throttle: 0.02,
  longestThrottleMs: 700,
};
/** Pays the fees while there is enough of it, which is not long. */
const token: ExchangeFees = { token: { asset: 'SOL', discount_pct: 25 } };
const tokenFunds = { SOL: '0.3' };
const longestOutageMs = 3000;
const longestReadMs = 60;
const hourMs = 3_600_000;

/** `hasBadAmounts`: it knows the price of a fill late. `isShared`: others use the account too. */
type Habits = { readonly hasBadAmounts: boolean; readonly isShared: boolean };

/** The exchange of a life: its paper account, and all that lies between that and the bot. Draws which faults this life has. */
export const createFaultyVenue = async (
  clock: Clock,
  now: () => number,
  random: () => number,
  judge: (request: OrderRequest) => void,
  count: (what: string) => void,
  onIgnored: (name: RequestKind, isKnown: (from: Elapsed) => boolean) => void,
  { hasBadAmounts, isShared }: Habits,
) => {
  const form = bookForms[Math.floor(random() * bookForms.length)] ?? 'numbered';
  const [reportsDrawn = 0, ...drawn] = [random(), random(), random(), random()];
  const [hasBadReports, namesExecutions] = [hasBadAmounts || reportsDrawn < 0.4, reportsDrawn < 0.2];
  const [hasBadAdapter, hasToken, hasNeighbour] = [0.5, 0.25, 0.1].map((share, place) => (drawn[place] ?? 1) < share);
  count(`books: ${form}`);
  if (namesExecutions) count('executions with ids');
  const scripted = scriptedFeed(clock);
  const books = new Map<string, Extract<BookAnswer, { kind: 'book' }>>();
  const feed: ScriptedFeed = {
    ...scripted,
    book: (symbol, bids, asks) => {
      books.set(symbol, { kind: 'book', bids, asks });
      scripted.book(symbol, bids, asks);
    },
  };
  const paper = createPaperExchange(feed, clock);
  await paper.market.instruments(1000);
  const fees = hasToken ? token : undefined;
  paper.account.paper.configure?.({ fees });
  const balances = { ...testConfig.paper_funds, ...(hasToken && tokenFunds) };
  paper.account.paper.restore({ balances, open: [] });
  const reports = { now: promptReports };
  /** What the exchange itself says and holds, however it gets to the bot. */
  const truth = withOtherUsers(withBadReports(paper, clock, random, reports, count, namesExecutions));
  const faulty = withFaults(truth, clock, random, judge, notFoundAfterMs);
  const line = { now: goodLine };
  const told = overBadLine(
    faulty,
    clock,
    () => instantOf(now()),
    random,
    line,
    form,
    count,
    () => adapter.isDown(),
  );
  const adapter = withBadAdapter(told, clock, random, count, onIgnored);
  /** By a request of its own, which takes its time, and may have no answer. */
  const readBook = async (symbol: string): Promise<BookAnswer> => {
    await new Promise<void>((resolve) => void clock.after(random() * longestReadMs, resolve));
    const isLost = adapter.isDown() || random() < faulty.faults.now.silence;
    count(isLost ? 'books that were not read again' : 'books read again');
    return (isLost ? undefined : books.get(symbol)) ?? { kind: 'unknown', reason: 'reset' };
  };
  return {
    ...{
      feed,
      /** Sends a book that the exchange does not have. */
      misquote: scripted.book,
      truth,
      fees,
      hasBadReports,
      isShared,
      sent: faulty.sent,
      isLate: truth.isLate,
      hasFallen: truth.hasFallen,
      isTorn: told.isTorn,
      isThrottled: adapter.isThrottled,
    },
    hasTorn: () => scriptedInstruments().some(({ symbol }) => told.isTorn(symbol)),
    exchanges: (isDead: () => boolean, heard: (report: OrderReport | null) => void): readonly Exchange[] => [
      mortal(adapter, isDead, heard, readBook),
      ...(hasNeighbour ? [hopeless(count)] : []),
    ],
    setBad: (isBad: boolean): void => {
      faulty.faults.now = isBad ? bad : noFaults;
      line.now = isBad ? badLine : goodLine;
      reports.now = !isBad ? promptReports : hasBadAmounts ? badAmounts : hasBadReports ? badReports : promptReports;
      adapter.faults.now = isBad && hasBadAdapter ? badAdapter : goodAdapter;
      if (isBad) return;
      adapter.goDown(0);
      told.resend();
    },
    /** Cannot be reached for a while, sometimes for an hour. */
    goDown: (isLong: boolean): number => {
      const ms = isLong ? hourMs : 200 + random() * longestOutageMs;
      count(isLong ? 'down for an hour' : 'outages');
      adapter.goDown(ms);
      clock.after(ms, told.resend);
      return ms;
    },
  };
};

/** An account that others use as well: `change` is what they do. Orders see nothing of it. */
const withOtherUsers = <E extends Exchange>(inner: E) => {
  const changes: (readonly [string, number])[] = [];
  return {
    ...inner,
    /** Adds so much of an asset, or takes it out. */
    change: (asset: string, amount: number): void => void changes.push([asset, amount]),
    hasChanged: (): boolean => changes.length > 0,
    account: {
      ...inner.account,
      balances: async (ms: number) => {
        const answer = await inner.account.balances(ms);
        if (answer.kind !== 'balances') return answer;
        const holdings = { ...answer.holdings };
        for (const [asset, amount] of changes) {
          const { free, locked } = holdings[asset] ?? { free: '0', locked: '0' };
          holdings[asset] = { free: new BigNumber(free).plus(amount).toFixed(), locked };
        }
        return { ...answer, holdings };
      },
    },
  };
};

/** What a dead process asks for does not leave it. `heard`: a report that reached the process. */
const mortal = (
  { market, account }: Exchange,
  isDead: () => boolean,
  heard: (report: OrderReport | null) => void,
  readBook: NonNullable<MarketData['readBook']>,
): Exchange => {
  const never = new Promise<never>(() => {});
  return {
    market: { ...market, source: 'exchange', readBook },
    account: {
      ...account,
      place: (request, ms) => (isDead() ? never : account.place(request, ms)),
      cancel: (ref, ms) => (isDead() ? never : account.cancel(ref, ms)),
      subscribe: (listener) =>
        account.subscribe((event) => {
          listener(event);
          if (event?.kind === 'report') heard(event.report);
        }),
    },
  };
};

/** Another venue whose adapter does nothing right: it must keep nothing else from working. */
const hopeless = (count: (what: string) => void): Exchange => {
  const ways = [
    () => {
      throw new Error('not implemented');
    },
    () => Promise.reject(new Error('503')),
    () => JSON.parse('{"kind":"fine"}'),
    () => new Promise<never>(() => {}),
    async () => JSON.parse('[{"symbol":7}]'),
  ];
  let calls = 0;
  const fail = () => {
    count('calls to a hopeless neighbour');
    return ways[calls++ % ways.length]?.();
  };
  const [instrument] = scriptedInstruments('okx');
  return {
    market: {
      ...{ venue: 'okx', source: 'exchange', books: { kind: 'numbered', resync: fail } },
      // Now and then one market, so that the rest is tried too.
      instruments: () => (instrument && calls % 4 === 3 ? Promise.resolve([instrument]).finally(fail) : fail()),
      subscribe: fail,
    },
    account: {
      ...{ id: 'okx', venue: 'okx', money: 'test', notFoundAfterMs },
      place: fail,
      lookUp: fail,
      cancel: fail,
      balances: fail,
      openOrders: fail,
      subscribe: fail,
    },
  };
};
