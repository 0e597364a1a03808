import { Observable } from 'rxjs';
import { type ClientFrame, type FrameReading, readFrames } from '../contract/socket.ts';

/**
 * A signal of the live connection. `heard`: the frames of one message, in their order. `closed` is the last; `code` as the WebSocket gave
 * it, 0 when it could not be opened at all.
 */
export type SocketSignal =
  | { readonly type: 'opened' }
  | { readonly type: 'heard'; readonly frames: readonly FrameReading[] }
  | { readonly type: 'closed'; readonly code: number; readonly reason: string };

/** The live connection. Subscribing to `connect()` opens it, unsubscribing closes it; it completes after `closed`. */
export type Socket = {
  connect(): Observable<SocketSignal>;
  /** Sends over the open connection; without one, or while it closes, it does nothing: a browser would report that as an error. */
  send(frame: ClientFrame): void;
};

/** Members of a WebSocket that this client uses; WebSockets of browsers, of Node and of `ws` have them. */
export type WebSocketLike = {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  readonly readyState: number;
  send(data: string): void;
  close(code?: number): void;
};

/** `url` of the bot's real-time address, `ws:` or `wss:`; `open` makes the connection, e.g. `(url) => new WebSocket(url)`. */
export type SocketOptions = { readonly url: string; readonly open: (url: string) => WebSocketLike };

/** The live connection over a WebSocket; each frame is read by the contract. */
export const createSocket = ({ url, open }: SocketOptions): Socket => {
  let current: WebSocketLike | null = null;
  return {
    connect: () =>
      new Observable((subscriber) => {
        const socket = attempt(() => open(url));
        if (socket === null) {
          subscriber.next({ type: 'closed', code: 0, reason: 'cannot be opened' });
          return subscriber.complete();
        }
        current = socket;
        socket.onopen = () => subscriber.next({ type: 'opened' });
        socket.onmessage = ({ data }: { data: unknown }) =>
          subscriber.next({ type: 'heard', frames: readFrames(data) });
        socket.onerror = ignore;
        socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
          subscriber.next({ type: 'closed', code, reason });
          subscriber.complete();
        };
        return () => {
          if (current === socket) current = null;
          socket.onopen = socket.onmessage = socket.onclose = ignore;
          attempt(() => socket.close());
        };
      }),
    send: (frame) => {
      if (current?.readyState === 1) attempt(() => current?.send(JSON.stringify(frame)));
    },
  };
};

// A failure to open or send also closes the socket; in Node an error event without a listener would end the process.
const ignore = () => {};
const attempt = <T>(act: () => T): T | null => {
  try {
    return act();
  } catch {
    return null;
  }
};
