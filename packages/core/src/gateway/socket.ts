import type { Observable } from 'rxjs';
import type { ClientFrame, Frame } from '../contract/index.ts';

/** What a live connection says. `closed` is the last; `code` as the WebSocket gave it. */
export type SocketSignal =
  | { readonly type: 'opened' }
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'rejected'; readonly path: string; readonly reason: string }
  | { readonly type: 'closed'; readonly code: number; readonly reason: string };

/** The live connection. Subscribing to `connect()` opens it, unsubscribing closes it; it completes after `closed`. */
export type Socket = {
  connect(): Observable<SocketSignal>;
  /** Sends over the open connection; without one it does nothing. */
  send(frame: ClientFrame): void;
};

/** The part of a WebSocket that is used; that of a browser, of Node and of `ws` fit. */
export type WebSocketLike = {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: string): void;
  close(code?: number): void;
};

/** `url` of the bot's real-time address, `ws:` or `wss:`; `open` makes the connection, e.g. `(url) => new WebSocket(url)`. */
export type SocketOptions = { readonly url: string; readonly open: (url: string) => WebSocketLike };
