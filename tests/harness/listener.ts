import { type Channel, FrameRecord } from '@triquad/core/contract';
import type { Bot } from './bot.ts';

const PATIENCE_MS = 60_000;

/** An open socket of a bot, subscribed to channels; every frame is held against the contract. */
export type Listener = Disposable & {
  /** All frames so far, in order. */
  frames: FrameRecord[];
  /** The first frame, already here or yet to come, that this accepts; rejects when none comes in time. */
  first<F extends FrameRecord>(accepts: (frame: FrameRecord) => frame is F): Promise<F>;
  /** Resolves once so many frames were accepted. */
  many<F extends FrameRecord>(count: number, accepts: (frame: FrameRecord) => frame is F): Promise<F[]>;
};

/** Connects, signs in and subscribes; resolves when all channels are open. */
export async function listen(bot: Bot, ...channels: Channel[]): Promise<Listener> {
  const socket = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
  const frames: FrameRecord[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    frames.push(FrameRecord.parse(JSON.parse(String(data))));
    for (const look of waiting) look();
  });
  const many = <F extends FrameRecord>(count: number, accepts: (frame: FrameRecord) => frame is F) =>
    new Promise<F[]>((resolve, reject) => {
      const finish = (found: F[] | null, reason: string) => {
        clearTimeout(timer);
        waiting.delete(look);
        if (found === null) reject(new Error(`${reason}; frames so far: ${JSON.stringify(frames.slice(-20))}`));
        else resolve(found);
      };
      const look = () => {
        const found = frames.filter(accepts);
        if (found.length >= count) finish(found.slice(0, count), '');
      };
      const timer = setTimeout(() => finish(null, `fewer than ${count} such frames came`), PATIENCE_MS);
      socket.addEventListener('close', ({ code }) => finish(null, `the socket closed with ${code}`));
      waiting.add(look);
      look();
    });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no socket at ${socket.url}`)));
  });
  socket.send(JSON.stringify({ type: 'auth', token: bot.token }));
  for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel }));
  await many(channels.length, (frame) => frame.type === 'subscribed');
  return {
    frames,
    many,
    first: async (accepts) => {
      const [frame] = await many(1, accepts);
      if (frame === undefined) throw new Error('no frame');
      return frame;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
