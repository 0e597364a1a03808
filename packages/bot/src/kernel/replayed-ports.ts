import type { EventStore, StoredFact } from '../journal/event-store.ts';
import { StoreFault } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { type Clock, elapsedOf, type Instant, instantOf } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Account, Books, Exchange, OrderReport } from '../model/exchange.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import type { Elapsed } from '../model/moment.ts';
import type { KillSwitch, Thrown } from '../risk/gate.ts';
import type { Drawn, Input, Turn } from './input.ts';

/** What the engine of a session was made with; nothing is asked of them. */
export type ReplayedExchange = Pick<
  Exchange,
  'name' | 'source' | 'books' | 'account' | 'heartbeatMs' | 'budget' | 'reconnect' | 'readBook' | 'serverTime'
>;

type Question = { readonly answer: (value: unknown) => void; readonly fail: (error: Error) => void };

/** The outside of an engine as its recorded inputs tell of it. */
export type ReplayedPorts = {
  readonly clock: Clock;
  readonly store: EventStore<Fact>;
  readonly ids: () => string;
  readonly killSwitch: KillSwitch;
  readonly exchanges: readonly Exchange[];
  moveTo(at: Instant, elapsed: Elapsed): void;
  /** Whether a turn goes on in microtasks. */
  isHeld(): boolean;
  /** Takes out what waits under that number; undefined where nothing does. */
  timer(number: number): (() => void) | undefined;
  question(number: number): Question | undefined;
  emit(exchange: string, event: FeedEvent): void;
  report(exchange: string, report: OrderReport): void;
  acknowledge(seq: number): void;
  fail(fault: Pick<Extract<Turn, { kind: 'fault' }>, 'fault' | 'message'>): void;
  facts(): readonly StoredFact<Fact>[];
  /** What the engine asked for and was not recorded; null while there was all. */
  missing(): string | null;
};

export const createReplayedPorts = (
  inputs: readonly Input[],
  exchanges: readonly ReplayedExchange[],
  before: readonly Fact[],
): ReplayedPorts => {
  let at = instantOf(0);
  let elapsed = elapsedOf(0);
  let isHeld = false;
  let missing: string | null = null;
  const drawn = drawnFrom(inputs);
  const lacks = (what: string): void => {
    missing ??= what;
  };

  const timers = new Map<number, () => void>();
  let timersSet = 0;
  const clock: Clock = {
    now: () => at,
    monotonic: () => elapsed,
    after: (_ms, task) => {
      const number = ++timersSet;
      timers.set(number, task);
      return () => timers.delete(number);
    },
    hold: (held) => {
      isHeld = held;
    },
  };

  const memory = createMemoryStore<Fact>();
  if (before.length > 0) memory.append(before);
  let committed = memory.lastSeq();
  let writes = 0;
  let onCommitted = (_seq: number): void => {};
  let onFault = (_fault: StoreFault): void => {};
  const write = <T>(work: () => T): T => {
    const refused = drawn.refused.get(++writes);
    if (refused) throw new StoreFault(refused.fault, refused.message);
    return work();
  };
  const store: EventStore<Fact> = {
    append: (facts) =>
      write(() => {
        const stored = memory.append(facts);
        if (drawn.kept.has(memory.lastSeq())) committed = memory.lastSeq();
        return stored;
      }),
    committed: () => committed,
    onCommitted: (listener) => {
      onCommitted = listener;
    },
    onFault: (listener) => {
      onFault = listener;
    },
    saveSnapshot: () => write(() => {}),
    loadSnapshot: () => null,
    remember: () => write(() => {}),
    recall: () => [],
    read: (from) => memory.read(from),
    lastSeq: () => memory.lastSeq(),
    head: () => memory.head(),
    facts: (from, limit) => memory.facts(from, limit),
    records: async () => [],
    verify: () => memory.verify(),
    close: async () => {},
  };

  let readings = 0;
  let thrown: Thrown | null = null;
  const switched = (): boolean => {
    const done = drawn.switched.shift();
    if (done === undefined) lacks('whether the kill switch could be written');
    return done ?? false;
  };
  const killSwitch: KillSwitch = {
    read: () => {
      const change = drawn.switches.get(++readings);
      if (change !== undefined) thrown = change.thrown;
      return thrown;
    },
    throw: switched,
    clear: switched,
    acknowledge: () => {},
  };

  const questions = new Map<number, Question>();
  let asked = 0;
  const ask = (): Promise<never> =>
    new Promise<unknown>((answer, fail) => questions.set(++asked, { answer, fail })) as Promise<never>;
  let calls = 0;
  const called = (): void => {
    const message = drawn.threw.get(++calls);
    if (message !== undefined) throw new Error(message);
  };
  const listeners = new Map<string, (event: FeedEvent) => void>();
  const watchers = new Map<string, (report: OrderReport) => void>();

  const accountOf = (account: Account): Account => {
    if (account.kind === 'live') return account;
    return {
      kind: 'paper',
      restore: called,
      ...(account.conditions && { conditions: account.conditions }),
      ...(account.configure && { configure: called }),
      ...(account.readBooks && { readBooks: called }),
      ...(account.leastOffers && {
        leastOffers: () => {
          called();
          const offers = drawn.offers.shift();
          if (offers === undefined) lacks('what a market offers at worst');
          return offers ?? [];
        },
      }),
    };
  };
  const booksOf = (books: Books): Books => (books.kind === 'whole' ? books : { ...books, resync: called });
  const replayed = ({ name, source, books, account, heartbeatMs, budget, ...may }: ReplayedExchange): Exchange => ({
    name,
    source,
    books: booksOf(books),
    account: accountOf(account),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(budget && { budget }),
    ...(may.reconnect && { reconnect: called }),
    ...(may.readBook && { readBook: ask }),
    ...(may.serverTime && { serverTime: ask }),
    subscribe: (listener) => {
      called();
      listeners.set(name, listener);
      return called;
    },
    watchOrders: (listener) => {
      called();
      watchers.set(name, listener);
      return called;
    },
    instruments: ask,
    place: ask,
    lookUp: ask,
    cancel: ask,
    balances: ask,
    openOrders: ask,
  });

  const taken = <T>(waiting: Map<number, T>, number: number): T | undefined => {
    const one = waiting.get(number);
    waiting.delete(number);
    return one;
  };

  return {
    clock,
    store,
    ids: () => {
      const id = drawn.ids.shift();
      if (id === undefined) lacks('another id');
      return id ?? '';
    },
    killSwitch,
    exchanges: exchanges.map(replayed),
    moveTo: (instant, moment) => {
      at = instant;
      if (moment > elapsed) elapsed = moment;
    },
    isHeld: () => isHeld,
    timer: (number) => taken(timers, number),
    question: (number) => taken(questions, number),
    emit: (exchange, event) => listeners.get(exchange)?.(event),
    report: (exchange, report) => watchers.get(exchange)?.(report),
    acknowledge: (seq) => {
      committed = seq;
      onCommitted(seq);
    },
    fail: ({ fault, message }) => onFault(new StoreFault(fault, message)),
    facts: () => [...memory.read(before.length + 1)],
    missing: () => missing,
  };
};

type Of<K extends Drawn['kind']> = Extract<Drawn, { kind: K }>;

/** What was drawn, by how it is asked for. */
const drawnFrom = (inputs: readonly Input[]) => {
  const of = <K extends Drawn['kind']>(kind: K): readonly Of<K>[] =>
    inputs.filter((input): input is Input & Of<K> => input.kind === kind);
  return {
    ids: of('id').map(({ id }) => id),
    switched: of('switched').map(({ done }) => done),
    offers: of('offers').map(({ offers }) => offers),
    kept: new Set(of('kept').map(({ seq }) => seq)),
    switches: new Map(of('switch').map((one) => [one.reading, one])),
    refused: new Map(of('refused').map((one) => [one.write, one])),
    threw: new Map(of('threw').map(({ call, message }) => [call, message])),
  };
};
