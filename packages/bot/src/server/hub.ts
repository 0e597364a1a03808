import { isoTime } from '../model/moment.ts';
import { textFrame } from './websocket-frame.ts';

const RING_FRAMES = 2_000;

/** A frame as it goes to every client: built once, `conflate` names what a newer frame replaces for a slow client. */
export interface BuiltFrame {
  readonly channel: string;
  readonly seq: number;
  /** The whole message of a client that takes one frame a message, and the text in it. */
  readonly bytes: Buffer;
  readonly text: Buffer;
  readonly conflate: string | null;
}

export interface Hub {
  /** Numbers, builds and hands on one frame; `data` is serialised here, once. */
  publish(channel: string, data: unknown, conflate?: string | null): void;
  /** The frames after `seq`, or null when some of them are no longer (or never were) kept here. */
  since(channel: string, seq: number): readonly BuiltFrame[] | null;
  /** The number of the newest frame of the channel. */
  seq(channel: string): number;
  onFrame(listener: (frame: BuiltFrame) => void): () => void;
}

interface Ring {
  readonly first: number;
  last: number;
  readonly frames: BuiltFrame[];
}

/**
 * The channels and their memory of the last 2,000 frames. `frameTypes` names the frame type of each channel.
 * Numbering starts at the process's start in microseconds, so that a `since` of an earlier process is always a gap.
 */
export function createHub(frameTypes: Readonly<Record<string, string>>, now: () => number): Hub {
  const first = Math.floor(now() * 1000);
  const rings = new Map<string, Ring>(
    Object.keys(frameTypes).map((channel) => [channel, { first, last: first, frames: [] }]),
  );
  const listeners = new Set<(frame: BuiltFrame) => void>();
  const ringOf = (channel: string): Ring => {
    const ring = rings.get(channel);
    if (ring === undefined) throw new Error(`no channel ${channel}`);
    return ring;
  };

  return {
    publish(channel, data, conflate = null) {
      const ring = ringOf(channel);
      ring.last += 1;
      const at = isoTime(now());
      const text = JSON.stringify({ type: frameTypes[channel], data, seq: ring.last, at });
      const frame: BuiltFrame = { channel, seq: ring.last, ...textFrame(text), conflate };
      ring.frames[ring.last % RING_FRAMES] = frame;
      for (const listener of listeners) listener(frame);
    },
    since(channel, seq) {
      const { first: start, last, frames } = ringOf(channel);
      if (seq < start || seq > last || last - seq > RING_FRAMES) return null;
      const missed: BuiltFrame[] = [];
      for (let next = seq + 1; next <= last; next += 1) {
        const frame = frames[next % RING_FRAMES];
        if (frame !== undefined) missed.push(frame);
      }
      return missed;
    },
    seq: (channel) => ringOf(channel).last,
    onFrame(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
