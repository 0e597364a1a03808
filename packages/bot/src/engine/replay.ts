import type { StoredFact } from '../journal/event-store.ts';
import { isWithin, type SessionEntry, type Turn } from '../kernel/input.ts';
import { createReplayedPorts, type ReplayedPorts } from '../kernel/replayed-ports.ts';
import type { InputListener } from '../kernel/turns.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import { keptMessage } from '../model/feed-event.ts';
import { type Instant, instantOf } from '../model/moment.ts';
import { createEngine, type Engine, type EngineState } from './engine.ts';
import type { EngineOptions } from './engine-options.ts';

/** Keeps a session in memory: `listener` is given to the engine as its `inputs`. */
export const createSession = (): { readonly entries: SessionEntry[]; readonly listener: InputListener } => {
  const entries: SessionEntry[] = [];
  return {
    entries,
    listener: {
      message: (event) => entries.push({ kind: 'message', event: keptMessage(event) }),
      input: (input) => entries.push(input),
      journal: (entry) => entries.push(entry),
    },
  };
};

/** The end of a record that was cut off: of the turn before it some may be missing. */
export type Cut = { readonly kind: 'cut'; readonly reason: string };

type Entries = Iterable<SessionEntry | Cut> | AsyncIterable<SessionEntry | Cut>;

type ReplayOptions = Pick<EngineOptions, 'config' | 'market' | 'unwatched'> & {
  /** The exchanges of the session. */
  readonly exchanges: readonly Exchange[];
  /** Whether the engine of the session had a kill switch that is thrown from outside. */
  readonly hasKillSwitch?: boolean;
  /** Looks at the engine as it is started; what it returns stops the replay. */
  readonly atStart?: (state: EngineState) => string | null;
};

/** Where a fact differs from the one that was recorded, or one of them is missing. */
export type Difference = {
  /** e.g. `fact 12 (OrderSent): order.price is 2, recorded was 1`. */
  readonly text: string;
  /** The time of that fact. */
  readonly at: Instant;
  /** In which turn or message it was found, e.g. `input 12 (answer)`. */
  readonly place: string;
};

/** How far a session was processed again, and whether its facts equal those that were recorded. */
export type Replayed = {
  /** Facts and ended executions that are equal. */
  readonly facts: number;
  readonly executions: number;
  readonly messages: number;
  readonly inputs: number;
  /** The hash of the last of these facts, which covers all before it. */
  readonly head: string;
  /** The moment of the last input or message; null without one. */
  readonly reached: Instant | null;
  /** Null where all are equal. */
  readonly difference: Difference | null;
  /** Where the engine wanted something else than it did in the session; null where all inputs were processed. */
  readonly stopped: string | null;
  /** Why the record ends before the session did; null where it does not. */
  readonly cut: string | null;
};

/** After so many rounds of the microtask queue an answer has entered. */
const rounds = 8;

type Begun = Exclude<SessionEntry, { kind: Parameters<ReplayedPorts['give']>[0][number]['kind'] }>;
type Within = Extract<SessionEntry, { kind: Parameters<ReplayedPorts['give']>[0][number]['kind'] }>;

/**
 * Processes a session again by a new engine, without a clock, a disk and an exchange, and compares what it records with what was recorded,
 * up to the first difference. Only the turn that is processed is in memory.
 */
export const replay = async (
  entries: Entries,
  { exchanges, hasKillSwitch = false, atStart, ...options }: ReplayOptions,
): Promise<Replayed> => {
  const ports = createReplayedPorts(exchanges);
  const { clock, store, ids } = ports;
  const killSwitch = hasKillSwitch ? { killSwitch: ports.killSwitch } : {};
  const compared = compareFacts();
  let engine: Engine | null = null;
  let [messages, inputs] = [0, 0];
  let reached: Instant | null = null;
  let difference: Difference | null = null;
  let stopped: string | null = null;
  let cut: string | null = null;

  /** Processes a turn or message with what belongs to it; false where there is nothing to go on with. */
  const process = async (begun: Begun, within: readonly Within[]): Promise<boolean> => {
    const place = begun.kind === 'message' ? messagePlace(++messages, begun) : `input ${inputs + 1} (${begun.kind})`;
    inputs += (begun.kind === 'message' ? 0 : 1) + within.length;
    for (const entry of within) if (entry.kind === 'recorded') compared.recorded(entry.facts);
    ports.give(within);
    reached = begun.kind === 'message' ? instantOf(begun.event.at) : begun.at;
    ports.moveTo(reached, begun.kind === 'message' ? begun.event.received : begun.elapsed);
    let isTaken = true;
    if (begun.kind === 'start' && engine !== null) stopped = atStart?.((engine as Engine).state()) ?? null;
    if (stopped !== null) return false;
    if (begun.kind === 'made')
      engine = createEngine({ ...options, exchanges: ports.exchanges, clock, store, ids, ...killSwitch });
    else if (engine === null) isTaken = false;
    else if (begun.kind === 'message') ports.emit(begun.event.exchange, begun.event);
    else isTaken = enter(engine, ports, begun);
    if (begun.kind !== 'message') await settled(ports);
    const missing = ports.missing();
    if (!isTaken) stopped = `${place}: nothing waits for it`;
    else if (missing !== null) stopped = `${place}: the engine asked for ${missing}, which was not recorded`;
    difference = compared.made(ports.takeFacts(), place);
    return stopped === null && difference === null;
  };

  let begun: Begun | null = null;
  let within: Within[] = [];
  for await (const entry of entries) {
    if (entry.kind === 'cut') {
      // What was drawn in the last turn may be lost.
      cut = entry.reason;
      begun = null;
    } else if (isWithin(entry)) within.push(entry);
    else {
      if (begun !== null && !(await process(begun, within))) {
        begun = null;
        break;
      }
      [begun, within] = [entry, []];
    }
  }
  if (begun !== null) await process(begun, within);
  difference ??= compared.rest();
  return { ...compared.equal(), messages, inputs, reached, difference, stopped, cut };
};

const messagePlace = (number: number, { event }: Extract<SessionEntry, { kind: 'message' }>): string =>
  `message ${number} (${event.exchange} ${event.symbol})`;

/** False where the engine has set no such timer, or asked no such question. */
const enter = (engine: Engine, ports: ReplayedPorts, input: Turn): boolean => {
  switch (input.kind) {
    case 'made':
      return true;
    case 'start':
      void engine.start(input.held, input.choice);
      return true;
    case 'close':
      void engine.close();
      return true;
    case 'command':
      void engine.command(input.command);
      return true;
    case 'timer': {
      const task = ports.timer(input.timer);
      task?.();
      return task !== undefined;
    }
    case 'ack':
      ports.acknowledge(input.seq);
      return true;
    case 'fault':
      ports.fail(input);
      return true;
    case 'answer': {
      const question = ports.question(input.question);
      question?.answer(input.value);
      return question !== undefined;
    }
    case 'failure': {
      const question = ports.question(input.question);
      question?.fail(new Error(input.message));
      return question !== undefined;
    }
    case 'event':
      ports.emit(input.exchange, input.event);
      return true;
    case 'account':
      ports.tell(input.exchange, input.event);
      return true;
    case 'log':
      engine.log(input.level, input.source, input.message, input.metadata);
      return true;
    case 'notice':
      engine.notify(input.notice);
      return true;
  }
};

/** Lets the turn come to its end. */
const settled = async (ports: ReplayedPorts): Promise<void> => {
  for (let round = 0; round < rounds || ports.isHeld(); round++) await Promise.resolve();
};

/** Compares facts as they come from both sides, one by one. */
const compareFacts = () => {
  const was: StoredFact<Fact>[] = [];
  const is: StoredFact<Fact>[] = [];
  const equal = { facts: 0, executions: 0, head: '' };
  let last = 'the end';
  const missing = (one: StoredFact<Fact>, what: string): Difference => {
    return { text: `fact ${one.seq} (${one.fact.type}) ${what}`, at: instantOf(one.fact.at), place: last };
  };
  return {
    recorded: (facts: readonly StoredFact<Fact>[]): void => {
      for (const fact of facts) was.push(fact);
    },
    made: (facts: readonly StoredFact<Fact>[], place: string): Difference | null => {
      last = place;
      for (const fact of facts) is.push(fact);
      while (was[0] && is[0]) {
        const [recorded, made] = [was.shift() as StoredFact<Fact>, is.shift() as StoredFact<Fact>];
        if (recorded.hash !== made.hash)
          return { text: differenceOf(recorded, made), at: instantOf(recorded.fact.at), place };
        equal.facts++;
        if (made.fact.type === 'ExecutionFinished') equal.executions++;
        equal.head = made.hash;
      }
      return null;
    },
    /** What only one side has at the end. */
    rest: (): Difference | null => {
      if (was[0]) return missing(was[0], 'is missing');
      return is[0] ? missing(is[0], 'was not recorded') : null;
    },
    equal: () => equal,
  };
};

const differenceOf = (was: StoredFact<Fact>, is: StoredFact<Fact>): string => {
  if (was.fact.type !== is.fact.type) return `fact ${was.seq} is ${is.fact.type}, recorded was ${was.fact.type}`;
  if (was.seq !== is.seq) return `fact ${was.seq} (${was.fact.type}) is at place ${is.seq}`;
  const field = differenceIn(was.fact, is.fact, '');
  return `fact ${was.seq} (${was.fact.type}): ${field ?? 'it is the same, and the facts before the session are not'}`;
};

/** The first field that differs, by its path, e.g. `order.price is 2, recorded was 1`. */
const differenceIn = (was: unknown, is: unknown, path: string): string | null => {
  if (isRecord(was) && isRecord(is)) {
    for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (JSON.stringify(was[field]) === JSON.stringify(is[field])) continue;
      return differenceIn(was[field], is[field], path === '' ? field : `${path}.${field}`);
    }
    return null;
  }
  return `${path} is ${JSON.stringify(is)}, recorded was ${JSON.stringify(was)}`;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
