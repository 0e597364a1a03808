import { type Channel, FrameRecord } from '@triquad/core/contract';
import type { Bot } from './bot.ts';
import { HANG_MS } from './hang.ts';

type DataFrame = Extract<FrameRecord, { data: unknown }>;
type DataOf<T extends DataFrame['type']> = Extract<DataFrame, { type: T }>['data'];

/** An open socket of a bot, subscribed to channels; every frame is checked against the contract. */
export type Listener = Disposable & {
  /** All frames so far, in order. */
  frames: FrameRecord[];
  /** Data of the first frames of a type, received or still to come; rejects after a minute without enough of them. */
  first<T extends DataFrame['type']>(
    count: number,
    type: T,
    accepts?: (data: DataOf<T>) => boolean,
  ): Promise<DataOf<T>[]>;
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
  const until = <R>(find: () => R | null, what: string) =>
    new Promise<R>((resolve, reject) => {
      const end = (finish: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        finish();
      };
      const fail = (why: string) =>
        end(() => reject(new Error(`${why} before ${what}: ${JSON.stringify(frames.slice(-5)).slice(0, 5_000)}`)));
      const look = () => {
        const found = find();
        if (found !== null) end(() => resolve(found));
      };
      const timer = setTimeout(() => fail('a minute passed'), HANG_MS);
      socket.addEventListener('close', ({ code }) => fail(`the socket closed with ${code}`));
      waiting.add(look);
      look();
    });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no socket at ${socket.url}`)));
  });
  socket.send(JSON.stringify({ type: 'auth', token: bot.token }));
  for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel }));
  const subscribed = () => frames.filter(({ type }) => type === 'subscribed').length === channels.length || null;
  await until(subscribed, 'all channels were open');
  return {
    frames,
    first: (count, type, accepts = () => true) => {
      const find = () => {
        const found = frames.flatMap((frame) => (frame.type === type ? [frame.data as DataOf<typeof type>] : []));
        const wanted = found.filter(accepts);
        return wanted.length >= count ? wanted.slice(0, count) : null;
      };
      return until(find, `${count} such frames of type ${type} came`);
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
