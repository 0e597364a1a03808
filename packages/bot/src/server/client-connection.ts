import type { Duplex } from 'node:stream';
import { batchOf, type FrameForm } from './frame-batch.ts';
import type { BuiltFrame } from './hub.ts';

const MIB = 1024 * 1024;
const CONFLATE_ABOVE = MIB;
const CLOSE_ABOVE = 8 * MIB;

/** Where frames leave for one client; it never holds more than 8 MiB for it. */
export interface ClientConnection {
  wants(channel: string): boolean;
  subscribe(channel: string): void;
  unsubscribe(channel: string): void;
  /** From now on frames leave in that form; at first, one a message. */
  accept(form: FrameForm): void;
  /** Equal for clients with equal subscriptions that take frames in the same form. */
  signature(): string;
  /** The bytes of those of the frames that the client wants, in its form. */
  batch(frames: readonly BuiltFrame[]): Buffer;
  /** True while frames are held back and the latest of each opportunity replaces the earlier ones. */
  isSlow(): boolean;
  /** The bytes that wait for the client to read. */
  waiting(): number;
  /** Holds nothing for this client any more. */
  giveUp(): void;
  /** Writes bytes that hold whole frames, shared with other clients. */
  write(bytes: Buffer): void;
  /** Holds a frame back until the client has read what it was sent. */
  hold(frame: BuiltFrame): void;
}

/** `onOverflow` is called once, when the client has to be given up. */
export function createClientConnection(socket: Duplex, onOverflow: () => void): ClientConnection {
  const channels = new Set<string>();
  let form: FrameForm = 'frames';
  let signature = '';
  const held = new Map<string, BuiltFrame>();
  let heldBytes = 0;
  let slow = false;
  let overflown = false;

  const sign = () => {
    signature = [form, ...[...channels].sort()].join();
  };
  const waiting = () => socket.writableLength + heldBytes;
  const giveUp = () => {
    if (overflown) return;
    overflown = true;
    held.clear();
    heldBytes = 0;
    onOverflow();
  };
  const checkLimit = () => {
    if (waiting() > CLOSE_ABOVE) giveUp();
  };
  const write = (bytes: Buffer) => {
    if (overflown || socket.destroyed) return;
    socket.write(bytes);
    if (socket.writableLength > CONFLATE_ABOVE) slow = true;
    checkLimit();
  };
  socket.on('drain', () => {
    if (!slow) return;
    slow = false;
    const bytes = batchOf([...held.values()], form);
    held.clear();
    heldBytes = 0;
    if (bytes.length > 0) write(bytes);
  });

  return {
    wants: (channel) => channels.has(channel),
    subscribe(channel) {
      channels.add(channel);
      sign();
    },
    unsubscribe(channel) {
      channels.delete(channel);
      sign();
    },
    accept(next) {
      form = next;
      sign();
    },
    signature: () => signature,
    batch: (frames) =>
      batchOf(
        frames.filter(({ channel }) => channels.has(channel)),
        form,
      ),
    isSlow: () => slow,
    waiting,
    giveUp,
    write,
    hold(frame) {
      if (overflown) return;
      const key = frame.conflate === null ? `${frame.channel} ${frame.seq}` : `${frame.channel} of ${frame.conflate}`;
      heldBytes += frame.bytes.length - (held.get(key)?.bytes.length ?? 0);
      held.delete(key);
      held.set(key, frame);
      checkLimit();
    },
  };
}
