import { latestChannels } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import { textFrame } from './websocket-frame.ts';

const mostFrames = 2_000;
const mostBytes = 2 * 2 ** 20;

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
  last: number;
  /** The newest ones, without a gap between them. */
  readonly frames: BuiltFrame[];
  bytes: number;
}

/**
 * The channels and their memory: of each the newest frames, up to 2 MiB and 2,000 of them, or the last one where it says all. `frameTypes`
 * names the frame type of each channel.
 * Numbering starts at the process's start in microseconds, so that a `since` of an earlier process is always a gap.
 */
export function createHub(frameTypes: Readonly<Record<string, string>>, now: () => number): Hub {
  const first = Math.floor(now() * 1000);
  const rings = new Map<string, Ring>(
    Object.keys(frameTypes).map((channel) => [channel, { last: first, frames: [], bytes: 0 }]),
  );
  const listeners = new Set<(frame: BuiltFrame) => void>();
  const ringOf = (channel: string): Ring => {
    const ring = rings.get(channel);
    if (ring === undefined) throw new Error(`no channel ${channel}`);
    return ring;
  };
  const keep = (ring: Ring, frame: BuiltFrame): void => {
    const most = latestChannels.has(frame.channel) ? 1 : mostFrames;
    ring.frames.push(frame);
    ring.bytes += frame.bytes.length;
    while (ring.frames.length > most || (ring.bytes > mostBytes && ring.frames.length > 1))
      ring.bytes -= ring.frames.shift()?.bytes.length ?? 0;
  };

  return {
    publish(channel, data, conflate = null) {
      const ring = ringOf(channel);
      ring.last += 1;
      const at = isoTime(now());
      const text = JSON.stringify({ type: frameTypes[channel], data, seq: ring.last, at });
      const frame: BuiltFrame = { channel, seq: ring.last, ...textFrame(text), conflate };
      keep(ring, frame);
      for (const listener of listeners) listener(frame);
    },
    since(channel, seq) {
      const { last, frames } = ringOf(channel);
      if (seq < first || seq > last) return null;
      const missed = frames.slice(Math.max(0, frames.length - (last - seq)));
      return latestChannels.has(channel) || missed.length === last - seq ? missed : null;
    },
    seq: (channel) => ringOf(channel).last,
    onFrame(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
