import { type AnyActorRef, createActor } from 'xstate';
import type { Message } from './journal/journal.ts';
import { botMachine } from './machines/bot-machine.ts';
import { modeMachine } from './machines/mode-machine.ts';
import type { Tools } from './machines/tools.ts';

export type Actors = { deliver(message: Message): void; stop(): void };

/** The machines, each hearing the messages it has a transition for. */
export const createActors = (tools: Tools): Actors => {
  const options = { clock: { setTimeout: later(tools), clearTimeout: (cancel: () => void) => cancel() } };
  const machines: AnyActorRef[] = [
    ...[botMachine, modeMachine].map((machine) =>
      createActor(machine as typeof botMachine, { ...options, input: tools }),
    ),
  ];
  const hearing = new Map<string, AnyActorRef[]>();
  for (const actor of machines) {
    actor.start();
    for (const type of (actor as unknown as { logic: { events: string[] } }).logic.events) {
      hearing.set(type, [...(hearing.get(type) ?? []), actor]);
    }
  }
  return {
    deliver: (message) => {
      for (const actor of hearing.get(message.type) ?? []) actor.send(message);
    },
    stop: () => {
      for (const actor of machines) actor.stop();
    },
  };
};

const later =
  ({ clock }: Tools) =>
  (task: () => void, ms: number): (() => void) =>
    clock.schedule(ms, task);
