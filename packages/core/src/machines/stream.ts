import { type EventObject, fromCallback } from 'xstate';
import { channelOf, type Frame } from '../contract/index.ts';
import type { Clock } from '../gateway/clock.ts';
import { eventOf } from '../gateway/frame-event.ts';
import type { Sequence } from '../gateway/sequence.ts';
import type { SocketSignal } from '../gateway/socket.ts';
import { reconnect } from '../rules/limits.ts';
import type { Tools } from './tools.ts';

/** What the connection machine needs to know of its stream; the data goes straight to the journal. */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'stream.authenticated' }
  | { type: 'stream.silent' }
  | { type: 'stream.closed'; code: number };

type Tell = (event: StreamEvent) => void;
const tellableMs = 1_000;

type Input = { readonly tools: Tools; readonly sequence: Sequence };

/** The open socket, as long as this actor lives. */
export const stream = fromCallback<EventObject, Input>(({ input: { tools, sequence }, sendBack }) => {
  const watch = watchSilence(tools.clock, () => sendBack({ type: 'stream.silent' }));
  const heartbeat = createHeartbeat(tools);
  const compare = createComparison(tools);
  const subscription = tools.socket.connect().subscribe((signal) => {
    watch.heard();
    if (signal.type === 'frame') compare(signal.frame);
    hear(signal, tools, sequence, heartbeat, sendBack);
  });
  return () => {
    subscription.unsubscribe();
    heartbeat.stop();
    watch.stop();
  };
});

const hear = (signal: SocketSignal, tools: Tools, sequence: Sequence, heartbeat: Heartbeat, tell: Tell): void => {
  switch (signal.type) {
    case 'opened':
      tell({ type: 'stream.opened' });
      return;
    case 'closed':
      tell({ type: 'stream.closed', code: signal.code });
      return;
    case 'rejected':
      tools.append({ type: 'FrameRejected', path: signal.path, reason: signal.reason });
      return;
    case 'frame':
      read(signal.frame, tools, sequence, heartbeat, tell);
      return;
  }
};

const read = (frame: Frame, { append }: Tools, sequence: Sequence, heartbeat: Heartbeat, tell: Tell): void => {
  switch (frame.type) {
    case 'authenticated':
      heartbeat.start();
      tell({ type: 'stream.authenticated' });
      return;
    case 'pong':
      heartbeat.answered();
      return;
    case 'subscribed':
      if (sequence.subscribed(frame.channel, frame.seq) === 'gap')
        append({ type: 'GapDetected', channel: frame.channel });
      return;
    case 'gap':
      sequence.forget(frame.channel);
      append({ type: 'GapDetected', channel: frame.channel });
      return;
    case 'error':
      append({ type: 'FrameRejected', path: frame.code ?? '', reason: frame.detail ?? 'the bot reports an error' });
      return;
    default:
      readData(frame, append, sequence);
      return;
  }
};

const channels: Readonly<Record<string, string>> = channelOf;

const readData = (frame: Frame, append: Tools['append'], sequence: Sequence): void => {
  const event = eventOf(frame);
  if (event === null) return;
  const channel = channels[frame.type];
  const seq = 'seq' in frame && typeof frame.seq === 'number' ? frame.seq : null;
  const verdict = channel === undefined ? 'next' : sequence.see(channel, seq);
  if (verdict === 'seen') return;
  if (verdict === 'gap' && channel !== undefined) append({ type: 'GapDetected', channel });
  append(event);
};

// One timer for any number of frames: it looks only when it runs out whether something was heard meanwhile.
const watchSilence = (clock: Clock, silent: () => void): { heard(): void; stop(): void } => {
  let last = clock.now();
  const check = (): void => {
    const left = last + reconnect.silence_ms - clock.now();
    if (left <= 0) {
      last = clock.now();
      silent();
    }
    cancel = clock.schedule(left <= 0 ? reconnect.silence_ms : left, check);
  };
  let cancel = clock.schedule(reconnect.silence_ms, check);
  return {
    heard: () => {
      last = clock.now();
    },
    stop: () => cancel(),
  };
};

// The least of what frames seem to take is what the clocks differ by, and the little that the fastest frame took.
const createComparison = ({ clock, append }: Tools): ((frame: Frame) => void) => {
  let least = Number.POSITIVE_INFINITY;
  let told = 0;
  return (frame) => {
    if (!('at' in frame) || typeof frame.at !== 'string') return;
    least = Math.min(least, clock.now() - Date.parse(frame.at));
    if (!(Math.abs(least - told) >= tellableMs)) return;
    told = least;
    append({ type: 'ClockCompared', ahead_ms: least });
  };
};

type Heartbeat = { start(): void; answered(): void; stop(): void };
const createHeartbeat = ({ clock, socket, append }: Tools): Heartbeat => {
  let cancel = () => {};
  let sent: number | null = null;
  const beat = (): void => {
    sent = clock.now();
    socket.send({ type: 'ping' });
    cancel = clock.schedule(reconnect.ping_every_ms, beat);
  };
  return {
    start: beat,
    answered: () => {
      if (sent !== null) append({ type: 'LatencyMeasured', ms: Math.max(0, clock.now() - sent) });
      sent = null;
    },
    stop: () => cancel(),
  };
};
