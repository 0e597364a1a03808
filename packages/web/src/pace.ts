import type { Client, ClientState, Clock, Readable } from '@triquad/core';

/** Shortest time in milliseconds between two updates of streams: a little less than from one second of the clock to the next, all of which are shown. */
const streamMs = 950;
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

/**
 * The client, where changes of its streams alone are notified at their own pace, all others at once; so is that of the opportunities when it is
 * the first for as long: a screen changes as fast as it can be read, and an opportunity that comes alone is shown as it comes.
 */
export const calmed = (client: Client, clock: Clock): Readable<ClientState> => ({
  getSnapshot: client.getSnapshot,
  subscribe: (listener) => {
    let before = client.getSnapshot();
    let shown = Number.NEGATIVE_INFINITY;
    let offered = Number.NEGATIVE_INFINITY;
    let cancel: (() => void) | null = null;
    const notify = () => {
      cancel?.();
      cancel = null;
      shown = clock.now();
      const state = client.getSnapshot();
      if (typeof listener === 'function') listener(state);
      else listener.next?.(state);
    };
    const changes = client.subscribe((next) => {
      const now = clock.now();
      const isOffer = next.opportunities !== before.opportunities;
      const isAlone = isOffer && now - offered >= streamMs;
      if (isOffer) offered = now;
      const rest = isAlone || !isStreamed(before, next) ? 0 : Math.min(streamMs, shown + streamMs - now);
      before = next;
      if (rest <= 0) notify();
      else cancel ??= clock.schedule(rest, notify);
    });
    return {
      unsubscribe: () => {
        changes.unsubscribe();
        cancel?.();
      },
    };
  },
});
