import { WebSocket } from 'ws';
import type { Clock } from '../../model/clock.ts';
import type { Stamp } from '../../model/feed-event.ts';
import { type Elapsed, later, since } from '../../model/moment.ts';
import { agentFor, proxyFor, troubleOf } from './proxy.ts';
import { causeOf } from './rest.ts';

/** `synchronising`: it is open, and what it subscribes to is not yet acknowledged. */
export type ConnectionState = 'connecting' | 'synchronising' | 'live' | 'down';

/** The id by which the exchange acknowledges it, and the places of the markets that it is for: from one up to another. */
export type Subscription = { readonly id: string; readonly from: number; readonly to: number };

export type ConnectionNeeds = {
  readonly clock: Clock;
  /** Where to connect. Asked for each connection; may reject. */
  address(): Promise<string>;
  /** Whether it is to be waited for before anything is asked: `begin` says that it has come. */
  readonly greets: boolean;
  /** What asks whether the other end is there; null for a ping of the socket itself. */
  readonly ping: string | null;
  /** Sent each time it connects, in order: they ask for the subscriptions. */
  readonly requests: readonly string[];
  /** All of them are to be acknowledged. */
  readonly subscriptions: readonly Subscription[];
  /** Between two messages to the exchange, in ms. */
  readonly pauseMs: number;
  /** A message as its bytes were read; they are valid only during the call. */
  hear(bytes: Uint8Array, stamp: Stamp): void;
  /** A ping or pong of the socket itself was read. */
  beat(stamp: Stamp): void;
  acknowledged(subscription: Subscription): void;
  refused(subscription: Subscription, reason: string): void;
  changed(state: ConnectionState, detail: string): void;
};

/** A connection to an exchange that is made again whenever it ends, after longer and longer pauses. */
export type Connection = {
  /** The exchange is ready to be asked. */
  begin(): void;
  /** The exchange has acknowledged a subscription. */
  acknowledge(id: string): void;
  /** The exchange gives all but this subscription. Refuses it everything, the connection is of no use. */
  refuse(id: string, reason: string): void;
  /** Sends further requests, for a subscription that the exchange is to acknowledge again, unless it is still to do so. */
  ask(requests: readonly string[], subscription: Subscription): void;
  /** Tells something of a connection that is live. */
  note(detail: string): void;
  /** Ends this connection and makes another one: at once, or after the pause that a failure takes. */
  renew(reason: string, isFailure: boolean): void;
  close(): void;
};

/** Asked so often whether the other end is there, in ms; without a sign of it for three times that long it is not. */
const heartbeatMs = 1_000;
const silenceMs = 3 * heartbeatMs;
/** Until a connection is open, and until a subscription is acknowledged, in ms. */
const patienceMs = 10_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A connection that was live for so long has not failed at once: the next pause is the first again. */
const steadyMs = 30_000;
const longestMessage = 16 * 2 ** 20;

const failureOf = (error: Error, proxy: string | null): string =>
  proxy === null
    ? `it cannot be connected to (${causeOf(error)})`
    : `it cannot be connected to through the proxy ${proxy} (${troubleOf(error)})`;

export const connect = (needs: ConnectionNeeds): Connection => new Line(needs);

class Line implements Connection {
  readonly #needs: ConnectionNeeds;
  readonly #clock: Clock;
  #socket: WebSocket | null = null;
  #awaited = new Map<string, Subscription>();
  #acknowledged = 0;
  #refused: string[] = [];
  /** When the next request may be sent. */
  #free: Elapsed;
  #heard: Elapsed;
  #hasBegun = false;
  #liveSince: Elapsed | null = null;
  #pauseMs = firstPauseMs;
  #isClosed = false;
  /** Takes back what this connection has planned. */
  #cancel = new Set<() => void>();

  constructor(needs: ConnectionNeeds) {
    this.#needs = needs;
    this.#clock = needs.clock;
    this.#heard = needs.clock.monotonic();
    this.#free = this.#heard;
    void this.#open();
  }

  begin(): void {
    const { subscriptions, requests, changed } = this.#needs;
    if (this.#socket === null || this.#hasBegun) return;
    this.#hasBegun = true;
    this.#awaited = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
    this.#acknowledged = 0;
    this.#refused = [];
    changed('synchronising', '');
    this.#request(requests, [...this.#awaited.values()]);
  }

  ask(requests: readonly string[], subscription: Subscription): void {
    if (this.#socket === null || !this.#hasBegun || this.#awaited.has(subscription.id)) return;
    // Of its own, so that an earlier request for the same is not taken for this one.
    const own = { ...subscription };
    this.#awaited.set(own.id, own);
    this.#request(requests, [own]);
  }

  acknowledge(id: string): void {
    const subscription = this.#awaited.get(id);
    if (subscription === undefined) return;
    this.#awaited.delete(id);
    this.#acknowledged++;
    this.#needs.acknowledged(subscription);
    this.#settle();
  }

  refuse(id: string, reason: string): void {
    const subscription = this.#awaited.get(id);
    if (subscription === undefined) return;
    this.#awaited.delete(id);
    this.#refused.push(reason);
    this.#needs.refused(subscription, reason);
    this.#settle();
  }

  #settle(): void {
    if (this.#awaited.size > 0 || this.#liveSince !== null) return;
    const [first] = this.#refused;
    if (this.#acknowledged === 0) {
      this.renew(`a subscription is refused: ${first}`, true);
      return;
    }
    this.#liveSince = this.#clock.monotonic();
    this.#needs.changed('live', first === undefined ? '' : `refused: ${this.#refused.length}, the first: ${first}`);
  }

  /** Sends them with pauses between, and waits for the acknowledgements of what they ask for. */
  #request(requests: readonly string[], subscriptions: readonly Subscription[]): void {
    const socket = this.#socket;
    const now = this.#clock.monotonic();
    let waitMs = Math.max(0, since(now, this.#free));
    for (const text of requests) {
      this.#after(waitMs, () => socket?.send(text));
      waitMs += this.#needs.pauseMs;
    }
    this.#free = later(now, waitMs);
    this.#after(waitMs + patienceMs, () => {
      const isOpen = (one: Subscription): boolean => this.#awaited.get(one.id) === one;
      if (subscriptions.some(isOpen)) this.renew('its subscriptions are not acknowledged', true);
    });
  }

  note(detail: string): void {
    if (this.#liveSince !== null) this.#needs.changed('live', detail);
  }

  renew(reason: string, isFailure: boolean): void {
    if (this.#isClosed) return;
    this.#drop();
    if (this.#liveSince !== null && since(this.#liveSince, this.#clock.monotonic()) > steadyMs)
      this.#pauseMs = firstPauseMs;
    this.#liveSince = null;
    const pauseMs = isFailure ? this.#pauseMs : 0;
    if (isFailure) this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
    this.#needs.changed('down', reason);
    this.#after(pauseMs, () => void this.#open());
  }

  close(): void {
    this.#isClosed = true;
    this.#liveSince = null;
    this.#drop();
  }

  async #open(): Promise<void> {
    this.#drop();
    const own = this.#cancel;
    let address: string;
    try {
      address = await this.#needs.address();
    } catch (error) {
      if (own === this.#cancel) this.renew(error instanceof Error ? error.message : String(error), true);
      return;
    }
    if (this.#isClosed || own !== this.#cancel) return;
    this.#needs.changed('connecting', '');
    const socket = new WebSocket(address, {
      agent: agentFor(address),
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: patienceMs,
      maxPayload: longestMessage,
    });
    this.#socket = socket;
    this.#hasBegun = false;
    const ended = (reason: string): void => {
      if (this.#socket === socket) this.renew(reason, true);
    };
    socket.on('open', () => {
      this.#note(socket);
      this.#beat(socket);
      if (!this.#needs.greets) this.begin();
      else this.#after(patienceMs, () => this.#hasBegun || this.renew('the exchange says no welcome', true));
    });
    socket.on('message', (bytes: Buffer) => this.#receive(socket, bytes));
    socket.on('pong', () => this.#note(socket));
    socket.on('ping', () => this.#note(socket));
    socket.on('close', (code) => ended(`the exchange closed the connection (${code})`));
    socket.on('error', (error) => ended(failureOf(error, proxyFor(address))));
  }

  #beat(socket: WebSocket): void {
    this.#after(heartbeatMs, () => {
      if (since(this.#heard, this.#clock.monotonic()) >= silenceMs) {
        this.renew(`nothing was heard for ${silenceMs / 1_000} s`, true);
        return;
      }
      if (this.#needs.ping === null) socket.ping();
      else socket.send(this.#needs.ping);
      this.#beat(socket);
    });
  }

  #receive(socket: WebSocket, bytes: Buffer): void {
    if (this.#socket !== socket) return;
    const stamp = { at: this.#clock.now(), received: this.#clock.monotonic() };
    this.#heard = stamp.received;
    this.#needs.hear(bytes, stamp);
  }

  #note(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    const stamp = { at: this.#clock.now(), received: this.#clock.monotonic() };
    this.#heard = stamp.received;
    this.#needs.beat(stamp);
  }

  #after(ms: number, task: () => void): void {
    const planned = this.#cancel;
    const cancel = this.#clock.after(ms, () => {
      planned.delete(cancel);
      task();
    });
    planned.add(cancel);
  }

  #drop(): void {
    for (const cancel of this.#cancel) cancel();
    this.#cancel = new Set();
    this.#free = this.#clock.monotonic();
    const socket = this.#socket;
    this.#socket = null;
    // Its handlers stay, as a socket that is ended before it is open reports that as an error.
    socket?.terminate();
  }
}
