import { type Client, type ClientState, type Clock, createView, type Readable } from '@triquad/core';

/** Runs a task at once, or `ms` milliseconds after the task before. A task that waits can be cancelled. */
export const atMostEvery = (clock: Clock, ms: number): ((task: () => void) => unknown) => {
  let last = Number.NEGATIVE_INFINITY;
  return (task) => {
    const run = () => {
      last = clock.now();
      task();
    };
    const rest = last + ms - clock.now();
    return rest > 0 ? clock.schedule(rest, run) : run();
  };
};

/** Shortest time in milliseconds between two updates of streams. */
const streamMs = 500;
type Slices = { readonly [K in keyof ClientState]?: readonly string[] };
/** What a bot that trades reports all the time: slices as a whole, where none of their fields is named. */
const streams = {
  now: [],
  opportunities: [],
  logs: [],
  loaded: ['scan'],
  connection: ['latency_ms', 'confirmed_at'],
} satisfies Slices;
const streamed: Readonly<Record<string, readonly string[]>> = streams;

/** Whether two values are the same but for some of their fields. */
const isSameBut = (fields: readonly string[], before: object, next: object): boolean => {
  const was: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(next).every(([name, value]) => value === was[name] || fields.includes(name));
};

/** With an open ticket nothing waits: its opportunity is acted on. */
const isStreamed = (before: ClientState, next: ClientState): boolean =>
  next.ticket.opportunity_id === null &&
  Object.entries(next).every(([name, value]) => {
    const was = before[name as keyof ClientState];
    if (value === was) return true;
    const fields = streamed[name];
    return fields !== undefined && (fields.length === 0 || isSameBut(fields, Object(was), Object(value)));
  });

/** The client, where changes of its streams alone are notified at their own pace, all others at once. */
export const calmed = (client: Client, clock: Clock): Readable<ClientState> => {
  const paced = createView(client, atMostEvery(clock, streamMs));
  return {
    getSnapshot: client.getSnapshot,
    subscribe: (listener) => {
      const notify = (state: ClientState) =>
        typeof listener === 'function' ? listener(state) : listener.next?.(state);
      let before = client.getSnapshot();
      const urgent = client.subscribe((next) => {
        if (!isStreamed(before, next)) notify(next);
        before = next;
      });
      const rest = paced.subscribe(notify);
      return {
        unsubscribe: () => {
          urgent.unsubscribe();
          rest.unsubscribe();
        },
      };
    },
  };
};
