import type { Clock } from '@triquad/bot/venue';
import { WebSocket } from 'ws';

type Heard = {
  readonly clock: Clock;
  status(status: 'live' | 'down', detail: string): void;
  read(text: string): void;
};

/** Connects, says `hello`, and connects again a second after each end; returns what ends it. */
export const keepOpen = (url: string, hello: object, heard: Heard): (() => void) => {
  const { clock, status, read } = heard;
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
    again = clock.after(1000, () => {
      again = keepOpen(url, hello, heard);
    });
  });
  return () => {
    socket.removeAllListeners('close').terminate();
    again();
  };
};
