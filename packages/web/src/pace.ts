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
/** What a market changes many times a second. */
const streams: readonly string[] = ['now', 'opportunities', 'logs'] satisfies (keyof ClientState)[];
/** With an open ticket nothing waits: its opportunity is acted on. */
const isStreamed = (before: ClientState, next: ClientState): boolean =>
  next.ticket.opportunity_id === null &&
  Object.entries(next).every(([name, value]) => streams.includes(name) || value === before[name as keyof ClientState]);

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
