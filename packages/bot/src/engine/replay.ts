import type { StoredFact } from '../journal/event-store.ts';
import { type Input, isDrawn, type Turn } from '../kernel/input.ts';
import { createReplayedPorts, type ReplayedExchange, type ReplayedPorts } from '../kernel/replayed-ports.ts';
import type { InputListener } from '../kernel/turns.ts';
import type { BookUpdated, Fact } from '../model/event.ts';
import { keptMessage } from '../model/feed-event.ts';
import { instantOf } from '../model/moment.ts';
import { createEngine, type Engine } from './engine.ts';
import type { EngineOptions } from './engine-options.ts';

/** All that entered an engine, in the order in which it was processed. */
export type Session = { readonly messages: readonly BookUpdated[]; readonly inputs: readonly Input[] };

/** Keeps a session in memory: `listener` is given to the engine as its `inputs`. */
export const createSession = (): Session & { readonly listener: InputListener } => {
  const messages: BookUpdated[] = [];
  const inputs: Input[] = [];
  return {
    messages,
    inputs,
    listener: {
      message: (event) => messages.push(keptMessage(event)),
      input: (input) => inputs.push(input),
    },
  };
};

type ReplayOptions = Pick<EngineOptions, 'config' | 'market' | 'redact' | 'unwatched'> & {
  /** The exchanges of the session. */
  readonly exchanges: readonly ReplayedExchange[];
  /** Whether the engine of the session had a kill switch that is thrown from outside. */
  readonly hasKillSwitch?: boolean;
  /** What the journal held before the session; left out, nothing. */
  readonly before?: readonly Fact[];
};

/** `stopped`: where the engine wanted something else than it did in the session; null where all inputs were processed. */
export type Replayed = { readonly facts: readonly StoredFact<Fact>[]; readonly stopped: string | null };

/** After so many rounds of the microtask queue an answer has entered. */
const rounds = 8;

/** Processes a session again by a new engine, without a clock, a disk and an exchange: what it records equals what was recorded. */
export const replay = async (
  { messages, inputs }: Session,
  { exchanges, hasKillSwitch = false, before = [], ...options }: ReplayOptions,
): Promise<Replayed> => {
  const ports = createReplayedPorts(inputs, exchanges, before);
  const [first] = inputs;
  if (first === undefined) return { facts: [], stopped: 'the session has no inputs' };
  ports.moveTo(first.at, first.elapsed);
  const { clock, store, ids } = ports;
  const killSwitch = hasKillSwitch ? { killSwitch: ports.killSwitch } : {};
  const engine = createEngine({ ...options, exchanges: ports.exchanges, clock, store, ids, ...killSwitch });
  let taken = 0;
  const takeUntil = (place: number): void => {
    for (let message = messages[taken]; message && taken < place; message = messages[++taken]) {
      ports.moveTo(instantOf(message.at), message.received);
      ports.emit(message.exchange, message);
    }
  };
  for (const [number, input] of inputs.entries()) {
    takeUntil(input.after);
    if (isDrawn(input) || input.kind === 'made') continue;
    ports.moveTo(input.at, input.elapsed);
    const isTaken = enter(engine, ports, input);
    await settled(ports);
    const missing = ports.missing();
    const stopped = isTaken ? missing && wanted(missing) : 'nothing waits for it';
    if (stopped !== null) return { facts: ports.facts(), stopped: `input ${number + 1} (${input.kind}): ${stopped}` };
  }
  takeUntil(messages.length);
  const missing = ports.missing();
  return { facts: ports.facts(), stopped: missing && `the last messages: ${wanted(missing)}` };
};

const wanted = (missing: string): string => `the engine asked for ${missing}, which was not recorded`;

/** False where the engine has set no such timer, or asked no such question. */
const enter = (engine: Engine, ports: ReplayedPorts, input: Turn): boolean => {
  switch (input.kind) {
    case 'made':
      return true;
    case 'start':
      void engine.start();
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
    case 'report':
      ports.report(input.exchange, input.report);
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

/** Where two journals begin to differ, in words; null where they are equal to the byte. */
export const firstDifference = (
  recorded: readonly StoredFact<Fact>[],
  replayed: readonly StoredFact<Fact>[],
): string | null => {
  for (let at = 0; at < Math.max(recorded.length, replayed.length); at++) {
    const [was, is] = [recorded[at], replayed[at]];
    if (was?.hash === is?.hash) continue;
    if (was === undefined) return `fact ${is?.seq} (${is?.fact.type}) was not recorded`;
    if (is === undefined) return `fact ${was.seq} (${was.fact.type}) is missing`;
    if (was.fact.type !== is.fact.type) return `fact ${was.seq} is ${is.fact.type}, recorded was ${was.fact.type}`;
    return `fact ${was.seq} (${was.fact.type}): ${differenceIn(was.fact, is.fact, '')}`;
  }
  return null;
};

/** The first field that differs, by its path, e.g. `order.price is 2, recorded was 1`. */
const differenceIn = (was: unknown, is: unknown, path: string): string => {
  if (isRecord(was) && isRecord(is)) {
    for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (JSON.stringify(was[field]) === JSON.stringify(is[field])) continue;
      return differenceIn(was[field], is[field], path === '' ? field : `${path}.${field}`);
    }
  }
  return `${path} is ${JSON.stringify(is)}, recorded was ${JSON.stringify(was)}`;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
