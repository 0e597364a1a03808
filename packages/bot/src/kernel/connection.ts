import type { FeedStatusChanged, HeartbeatReceived } from '../model/feed-event.ts';
import { type Elapsed, since } from '../model/moment.ts';

/** Why no book of a connection may be traded on: it is not open, was not heard for three heartbeats, or its data come late. */
export type ConnectionFault = 'disconnected' | 'silent' | 'late';

/** `synchronising`: it is open, and none of its books was trusted yet. `degraded`: it was live, and is silent or late now. */
export type ConnectionState = 'connecting' | 'synchronising' | 'live' | 'degraded' | 'down';

/** When bytes were read, by both clocks; `at` in ms since 1970. */
type Read = { readonly at: number; readonly received: Elapsed };

/** One connection of a feed, as its messages show it. */
export type Connection = {
  /** Null where the feed has one only. */
  readonly name: string | null;
  /** Bytes of it were read. Called for every message of a book. */
  hear(read: Read): void;
  beat(event: HeartbeatReceived): void;
  setStatus(event: FeedStatusChanged, now: Elapsed): void;
  /** Null while its books may be trusted; always null where the feed has no heartbeats. */
  fault(now: Elapsed): ConnectionFault | null;
  /** Judges its state; call it every so often. `isJoined`: whether any of its books is trusted. */
  review(now: Read, isJoined: () => boolean): ConnectionState;
  /** The state of the last review, since when, and what it says of itself. */
  readonly state: ConnectionState;
  readonly since: number | null;
  readonly detail: string;
  /** When it was last heard, in ms since 1970. */
  readonly heardAt: number | null;
  /** How late its data are, in ms, by the clock of its exchange; 0 where the two clocks say earlier; null where that is unknown. */
  lateMs(): number | null;
  /** For how many ms it has shown nothing that is current; 0 while it does, null where it was never heard. */
  staleMs(now: Elapsed): number | null;
  /** `reconnects`: how often it was open again after it had ended. */
  readonly counts: { messages: number; gaps: number; resyncs: number; reconnects: number };
};

/** Heartbeats that may be missed. */
const mostMissed = 3;
/** The data are late when the median over the last second is more than so many ms. */
export const longestLateMs = 1000;
const medianOverMs = 1000;
const mostTicks = 64;

/** `aheadMs`: the exchange's clock less ours, as it was measured last; null when it was not. */
export const createConnection = (
  name: string | null,
  heartbeatMs: number | null,
  aheadMs: () => number | null,
): Connection => {
  const counts = { messages: 0, gaps: 0, resyncs: 0, reconnects: 0 };
  let status: FeedStatusChanged['status'] | null = null;
  let heard: Elapsed | null = null;
  let heardAt: number | null = null;
  let ticked: Elapsed | null = null;
  let ticks: readonly { readonly at: Elapsed; readonly ageMs: number }[] = [];
  let ageMs: number | null = null;
  let wasLive = false;
  let wasOpen = false;
  let faultySince: Elapsed | null = null;
  let now: { state: ConnectionState; since: number | null; detail: string } = {
    state: 'connecting',
    since: null,
    detail: '',
  };

  const hear = ({ at, received }: Read): void => {
    counts.messages++;
    if (heard !== null && since(heard, received) < 0) return;
    heard = received;
    heardAt = at;
  };

  const isMissing = (last: Elapsed | null, at: Elapsed): boolean =>
    heartbeatMs !== null && (last === null || since(last, at) > mostMissed * heartbeatMs);

  const lateMs = (): number | null => (ageMs === null ? null : Math.max(0, ageMs + (aheadMs() ?? 0)));

  const fault = (at: Elapsed): ConnectionFault | null => {
    if (heartbeatMs === null) return null;
    if (status !== 'live') return 'disconnected';
    if (isMissing(heard, at)) return 'silent';
    return isMissing(ticked, at) || (lateMs() ?? 0) > longestLateMs ? 'late' : null;
  };

  const stateOf = (found: ConnectionFault | null): ConnectionState => {
    if (status === 'down' || status === 'ended') return 'down';
    // A feed without heartbeats may say nothing of its connection but its messages.
    const isOpen = status === null ? heartbeatMs === null && heard !== null : status === 'live';
    if (!isOpen) return 'connecting';
    if (!wasLive) return 'synchronising';
    return found === null ? 'live' : 'degraded';
  };

  return {
    name,
    counts,
    hear,
    fault,
    lateMs,
    beat: ({ exchange_time, received, at }) => {
      hear({ at, received });
      if (exchange_time === null) return;
      ticked = received;
      ticks = [
        ...ticks.filter((tick) => since(tick.at, received) <= medianOverMs),
        { at: received, ageMs: at - exchange_time },
      ].slice(-mostTicks);
      ageMs = medianOf(ticks.map((tick) => tick.ageMs));
    },
    setStatus: (event, at) => {
      if (event.status !== 'live' || status !== 'live') {
        wasLive = false;
        ticked = null;
        ticks = [];
        ageMs = null;
      }
      // What it says from here on counts.
      if (event.status === 'live' && heard !== null) heard = at;
      if (event.status === 'live' && status !== 'live') {
        if (wasOpen) counts.reconnects++;
        wasOpen = true;
      }
      status = event.status;
      now.detail = event.detail;
    },
    review: ({ at, received }, isJoined) => {
      const found = fault(received);
      if (found === null && !wasLive) wasLive = isJoined();
      if (found === null) faultySince = null;
      else faultySince ??= received;
      const state = stateOf(found);
      if (state !== now.state || now.since === null) now = { ...now, state, since: at };
      return state;
    },
    staleMs: (at) => {
      if (heard === null) return null;
      if (heartbeatMs === null || fault(at) === 'silent') return since(heard, at);
      return faultySince === null ? 0 : since(faultySince, at);
    },
    get state() {
      return now.state;
    },
    get since() {
      return now.since;
    },
    get detail() {
      return now.detail;
    },
    get heardAt() {
      return heardAt;
    },
  };
};

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
