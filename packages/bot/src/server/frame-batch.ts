import type { BuiltFrame } from './hub.ts';
import { compressedFrame, textFrame } from './websocket-frame.ts';

/** How a client takes frames: one a message, or those of a turn in one message, as a JSON array, that may be compressed. */
export type FrameForm = 'frames' | 'batches' | 'compressed batches';

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

/** The bytes of frames for every client that takes them in that form; none for none. */
export function batchOf(frames: readonly BuiltFrame[], form: FrameForm): Buffer {
  if (form === 'frames' || frames.length === 0) return Buffer.concat(frames.map(({ bytes }) => bytes));
  const parts = frames.flatMap(({ text }, at) => [at === 0 ? OPEN : COMMA, text]);
  const text = Buffer.concat([...parts, CLOSE]);
  return form === 'batches' ? textFrame(text).bytes : compressedFrame(text);
}
