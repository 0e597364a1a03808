import { genesis, link } from '../journal/chain.ts';
import { type KeptRecord, type Snapshot, type StoredFact, StoreFault } from '../journal/event-store.ts';
import { type Clock, elapsedOf, type Instant, instantOf } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { AccountEvent, Exchange } from '../model/exchange.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import type { LevelUpdates } from '../model/levels.ts';
import type { Elapsed } from '../model/moment.ts';
import type { KillSwitch, Thrown } from '../risk/gate.ts';
import type { Drawn, JournalEntry, Turn } from './input.ts';
import { accountThrough, marketThrough } from './port.ts';
import type { EngineStore } from './recorder.ts';

type Question = { readonly answer: (value: unknown) => void; readonly fail: (error: Error) => void };

/** The outside of an engine as the entries of its session tell of it. */
export type ReplayedPorts = {
  readonly clock: Clock;
  readonly store: EngineStore;
  readonly ids: () => string;
  readonly killSwitch: KillSwitch;
  readonly exchanges: readonly Exchange[];
  /** What the engine will ask for in the turn that comes next. */
  give(entries: readonly (Drawn | JournalEntry)[]): void;
  moveTo(at: Instant, elapsed: Elapsed): void;
  /** Whether a turn goes on in microtasks. */
  isHeld(): boolean;
  /** Takes out what waits under that number; undefined where nothing does. */
  timer(number: number): (() => void) | undefined;
  question(number: number): Question | undefined;
  emit(exchange: string, event: FeedEvent): void;
  tell(exchange: string, event: AccountEvent): void;
  acknowledge(seq: number): void;
  fail(fault: Pick<Extract<Turn, { kind: 'fault' }>, 'fault' | 'message'>): void;
  /** Takes out what the engine has appended. */
  takeFacts(): readonly StoredFact<Fact>[];
  /** What the engine asked for and was not recorded; null while there was all. */
  missing(): string | null;
};

/** `exchanges`: what the engine of the session was made with; nothing is asked of them. */
export const createReplayedPorts = (exchanges: readonly Exchange[]): ReplayedPorts => {
  let at = instantOf(0);
  let elapsed = elapsedOf(0);
  let isHeld = false;
  let missing: string | null = null;
  const drawn = createDrawn();
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

  let { seq, head } = { seq: 0, head: genesis };
  let committed = 0;
  let appended: StoredFact<Fact>[] = [];
  let writes = 0;
  let onCommitted = (_seq: number): void => {};
  let onFault = (_fault: StoreFault): void => {};
  const write = <T>(work: () => T): T => {
    const refused = drawn.refused.get(++writes);
    drawn.refused.delete(writes);
    if (refused) throw new StoreFault(refused.fault, refused.message);
    return work();
  };
  const store: EngineStore = {
    append: (facts) =>
      write(() => {
        const stored = link(facts, seq, head).map((one) => one.stored);
        appended.push(...stored);
        ({ seq, hash: head } = stored.at(-1) ?? { seq, hash: head });
        if (drawn.kept.delete(seq)) committed = seq;
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
    loadSnapshot: () => drawn.snapshots.shift() ?? null,
    remember: () => write(() => {}),
    recall: () => drawn.recalled.shift() ?? [],
    read: () => drawn.past.splice(0),
    lastSeq: () => seq,
    head: () => head,
    facts: () => ask(),
    history: () => ask(),
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
      if (change !== undefined) thrown = change;
      drawn.switches.delete(readings);
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
    drawn.threw.delete(calls);
    if (message !== undefined) throw new Error(message);
  };
  const listeners = new Map<string, (event: FeedEvent) => void>();
  const watchers = new Map<string, (event: AccountEvent) => void>();

  /** Replays the behaviour of adapters from their session; no adapter is called. */
  const replayed = ({ market, account }: Exchange): Exchange => ({
    market: marketThrough(market, {
      ...{ ask, instruments: ask, call: called },
      checksum: (compute) => compute(),
      subscribe: (listener) => {
        called();
        listeners.set(market.venue, listener);
        return called;
      },
    }),
    account: accountThrough(account, {
      ...{ ask, place: ask, paper: called },
      subscribe: (listener) => {
        called();
        watchers.set(account.id, listener);
        return called;
      },
      leastOffers: () => {
        called();
        const offers = drawn.offers.shift();
        if (offers === undefined) lacks('what a market offers at worst');
        return offers ?? [];
      },
    }),
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
    give: (entries) => {
      for (const entry of entries) {
        if (entry.kind === 'opened') {
          ({ seq, head } = entry);
          committed = seq;
        } else drawn.give(entry);
      }
    },
    moveTo: (instant, moment) => {
      at = instant;
      if (moment > elapsed) elapsed = moment;
    },
    isHeld: () => isHeld,
    timer: (number) => taken(timers, number),
    question: (number) => taken(questions, number),
    emit: (exchange, event) => listeners.get(exchange)?.(event),
    tell: (exchange, event) => watchers.get(exchange)?.(event),
    acknowledge: (seq) => {
      committed = seq;
      onCommitted(seq);
    },
    fail: ({ fault, message }) => onFault(new StoreFault(fault, message)),
    takeFacts: () => {
      const taken = appended;
      appended = [];
      return taken;
    },
    missing: () => missing,
  };
};

/** What was drawn or read and is not asked for yet, by how it is asked for. */
const createDrawn = () => {
  const ids: string[] = [];
  const switched: boolean[] = [];
  const offers: LevelUpdates[] = [];
  const kept = new Set<number>();
  const switches = new Map<number, Thrown | null>();
  const refused = new Map<number, Extract<Drawn, { kind: 'refused' }>>();
  const threw = new Map<number, string>();
  const snapshots: (Snapshot | null)[] = [];
  const past: StoredFact<Fact>[] = [];
  const recalled: (readonly KeptRecord[])[] = [];
  return {
    ...{ ids, switched, offers, kept, switches, refused, threw, snapshots, past, recalled },
    give: (entry: Drawn | Exclude<JournalEntry, { kind: 'opened' }>): void => {
      if (entry.kind === 'id') ids.push(entry.id);
      else if (entry.kind === 'switched') switched.push(entry.done);
      else if (entry.kind === 'offers') offers.push(entry.offers);
      else if (entry.kind === 'kept') kept.add(entry.seq);
      else if (entry.kind === 'switch') switches.set(entry.reading, entry.thrown);
      else if (entry.kind === 'refused') refused.set(entry.write, entry);
      else if (entry.kind === 'threw') threw.set(entry.call, entry.message);
      else if (entry.kind === 'snapshot') snapshots.push(entry.snapshot);
      else if (entry.kind === 'past') for (const fact of entry.facts) past.push(fact);
      else if (entry.kind === 'recalled') recalled.push(entry.records);
    },
  };
};
