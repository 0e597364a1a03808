import { type ClientFrame, FrameRecord } from '@triquad/core/contract';
import { WebSocket } from 'ws';

/** A client of the bot's socket that keeps every frame and can wait for the ones it wants. */
export interface LiveSocket extends Disposable {
  readonly frames: readonly FrameRecord[];
  send(frame: ClientFrame): void;
  /** Sends text, or bytes, as they are. */
  sendRaw(data: string | Buffer): void;
  /** The first frame, of those that came already and those to come, that fits; none is given twice. */
  next<F extends FrameRecord>(fits: (frame: FrameRecord) => frame is F): Promise<F>;
  ofType<T extends FrameRecord['type']>(type: T): Promise<Extract<FrameRecord, { type: T }>>;
  /** Resolves to the close code. */
  readonly closed: Promise<number>;
  readonly raw: WebSocket;
}

/** Opens the socket and, with a token, signs in. Every frame is checked by the contract; a wrong one fails what waits. */
export async function openSocket(address: string, token: string | null): Promise<LiveSocket> {
  const raw = new WebSocket(`${address.replace('http', 'ws')}/ws`);
  const frames: FrameRecord[] = [];
  const unread: FrameRecord[] = [];
  let wake: () => void = () => {};
  let failure: Error | null = null;
  raw.on('message', (data) => {
    const parsed = FrameRecord.safeParse(JSON.parse(String(data)));
    if (parsed.success) {
      frames.push(parsed.data);
      unread.push(parsed.data);
    } else failure = new Error(`${data} does not fit: ${parsed.error.message}`);
    wake();
  });
  const closed = new Promise<number>((resolve) => {
    raw.on('close', (code) => {
      failure ??= new Error(`closed with ${code}`);
      resolve(code);
      wake();
    });
  });
  await new Promise((resolve, reject) => {
    raw.on('open', resolve);
    raw.on('error', reject);
  });
  const next: LiveSocket['next'] = async (fits) => {
    for (;;) {
      const found = unread.findIndex(fits);
      const frame = unread[found];
      if (frame !== undefined && fits(frame)) {
        unread.splice(found, 1);
        return frame;
      }
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const socket: LiveSocket = {
    raw,
    frames,
    closed,
    next,
    send: (frame) => raw.send(JSON.stringify(frame)),
    sendRaw: (data) => raw.send(data),
    ofType: (type) => next((frame): frame is Extract<FrameRecord, { type: typeof type }> => frame.type === type),
    [Symbol.dispose]: () => raw.terminate(),
  };
  if (token !== null) {
    socket.send({ type: 'auth', token });
    await socket.ofType('authenticated');
  }
  return socket;
}
