import { WebSocket } from 'ws';

type Heard = {
  status(status: 'live' | 'down', detail: string): void;
  read(text: string): void;
};

/** Connects, says `hello`, and connects again a second after each end; returns what ends it. */
export const keepOpen = (url: string, hello: object, { status, read }: Heard): (() => void) => {
  const socket = new WebSocket(url);
  let again = (): void => {};
  socket.on('open', () => {
    status('live', 'connected');
    socket.send(JSON.stringify(hello));
  });
  socket.on('message', (data) => read(String(data)));
  socket.on('error', ({ message }) => status('down', message));
  socket.on('close', () => {
    status('down', 'the socket closed');
    const timer = setTimeout(() => {
      again = keepOpen(url, hello, { status, read });
    }, 1000);
    again = () => clearTimeout(timer);
  });
  return () => {
    socket.removeAllListeners('close').terminate();
    again();
  };
};
