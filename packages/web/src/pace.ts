import type { Client, ClientState, Clock, Readable } from '@triquad/core';

/** Shortest time in milliseconds between two updates of streams: a little less than from one second of the clock to the next, all of which are shown. */
const streamMs = 950;
/** What a bot that trades reports all the time: slices as a whole, or some of their fields once they are known. */
const streams: { readonly [K in keyof ClientState]?: 'whole' | readonly string[] } = {
  now: 'whole',
  opportunities: 'whole',
  logs: 'whole',
  loaded: ['scan', 'wallets'],
  connection: ['latency_ms', 'confirmed_at'],
};

/** Whether two values are the same but for some of their fields, which were known before. */
const isSameBut = (fields: readonly string[], before: object, next: object): boolean => {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const entries = Object.entries(next);
  const isSame = ([name, value]: [string, unknown]): boolean =>
    value === was[name] || (was[name] !== null && fields.includes(name));
  return entries.length === Object.keys(was).length && entries.every(isSame);
};

/** Whether the bot says again what it said of itself. */
const saysAgain = ({ bot: before }: ClientState, { bot: next }: ClientState): boolean =>
  isSameBut(['status', 'status_at'], before, next) &&
  JSON.stringify({ ...before.status, uptime: null }) === JSON.stringify({ ...next.status, uptime: null });

/** With an open ticket nothing waits: its opportunity is acted on. */
const isStreamed = (before: ClientState, next: ClientState): boolean =>
  next.ticket.opportunity_id === null &&
  (Object.keys(next) as (keyof ClientState)[]).every((name) => {
    if (next[name] === before[name]) return true;
    const fields = streams[name] ?? [];
    if (fields === 'whole' || (name === 'bot' && saysAgain(before, next))) return true;
    return isSameBut(fields, Object(before[name]), Object(next[name]));
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
