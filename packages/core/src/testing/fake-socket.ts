import { createSocket, type Socket, type WebSocketLike } from '../gateway/socket.ts';

/** The bot's end of one connection that the client opened. */
export type FakeConnection = {
  readonly sent: unknown[];
  readonly open: boolean;
  accept(): void;
  /** Sends a frame: an object, or any text. */
  say(frame: unknown): void;
  close(code?: number): void;
  /** The socket is closing, before the client's notification. */
  closing(): void;
};

export type FakeSocket = Socket & {
  /** Every attempted connection, in order. */
  readonly connections: FakeConnection[];
  readonly latest: FakeConnection;
};

/** A socket with the test at its other end. `accepts`: whether each new connection opens by itself. */
export const createFakeSocket = (accepts = () => true): FakeSocket => {
  const connections: FakeConnection[] = [];
  const socket = createSocket({
    url: 'ws://bot.test/ws',
    open: () => {
      const { connection, webSocket } = createConnection();
      connections.push(connection);
      queueMicrotask(() => (accepts() ? connection.accept() : connection.close(1006)));
      return webSocket;
    },
  });
  return {
    ...socket,
    connections,
    get latest() {
      const last = connections.at(-1);
      if (last === undefined) throw new Error('nothing has connected yet');
      return last;
    },
  };
};

type Handler = ((event: unknown) => void) | null;

const createConnection = (): { connection: FakeConnection; webSocket: WebSocketLike } => {
  const sent: unknown[] = [];
  let open = true;
  const webSocket: WebSocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    get readyState() {
      return open ? 1 : 3;
    },
    send: (data) => {
      sent.push(JSON.parse(data));
    },
    close: () => {
      open = false;
    },
  };
  const connection: FakeConnection = {
    sent,
    get open() {
      return open;
    },
    accept: () => (webSocket.onopen as Handler)?.({}),
    say: (frame) =>
      (webSocket.onmessage as Handler)?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    closing: () => {
      open = false;
    },
    close: (code = 1006) => {
      open = false;
      (webSocket.onclose as Handler)?.({ code, reason: '' });
    },
  };
  return { connection, webSocket };
};
