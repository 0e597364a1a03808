import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { breathe } from '../../../packages/bot/src/engine/scale.suite.ts';
import { createVirtualClock, type VirtualClock } from '../../../packages/bot/src/model/clock.ts';

/** Virtual time of adapters and local exchanges that share real sockets: every byte that was sent arrives before time passes. */
export type LocalTime = {
  readonly clock: VirtualClock;
  pass(ms: number): Promise<void>;
  /** Passes time until `check` no longer throws. @throws its last error after ten virtual minutes. */
  until(check: () => void): Promise<void>;
  /** Does what is due while time stands still, until `work` has ended. */
  standing<T>(work: Promise<T>): Promise<T>;
  /** Passes time until `work` has ended. */
  during<T>(work: Promise<T>): Promise<T>;
};

const longestMs = 600_000;
const longestStepMs = 1_000;
/** Event-loop turns without traffic after which all received messages are processed. */
const quietTurns = 4;

const clients = new Set<Socket>();
const servers = new Map<string, Socket>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  clients.add(socket);
  socket.once('close', () => clients.delete(socket));
});
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket };
  const name = `${socket.remotePort}:${socket.localPort}`;
  servers.set(name, socket);
  socket.once('close', () => servers.delete(name));
});

const hasArrived = (client: Socket): boolean => {
  if (client.destroyed) return true;
  if (client.connecting) return false;
  const server = servers.get(`${client.localPort}:${client.remotePort}`);
  return server !== undefined && client.bytesWritten === server.bytesRead && server.bytesWritten === client.bytesRead;
};

/** Resolves when both ends of every connection in this process have the same bytes and have processed them. */
const quiet = async (): Promise<void> => {
  let [seen, turns] = [-1, 0];
  while (turns < quietTurns) {
    await breathe();
    const bytes = [...clients].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten + 1, 0);
    turns = bytes === seen && [...clients].every(hasArrived) ? turns + 1 : 0;
    seen = bytes;
  }
};

export const createLocalTime = (start = Date.UTC(2026, 0, 31, 12)): LocalTime => {
  const clock = createVirtualClock(start);
  const goOn = (ms: number): Promise<void> => clock.advance(Math.min(ms, clock.untilNext(), longestStepMs));
  const pass = async (ms: number): Promise<void> => {
    const end = clock.now() + ms;
    for (await quiet(); clock.now() < end; await quiet()) await goOn(end - clock.now());
  };
  const ending = async <T>(work: Promise<T>, step: () => Promise<void>): Promise<T> => {
    let hasEnded = false;
    const ended = () => {
      hasEnded = true;
    };
    work.then(ended, ended);
    for (await quiet(); !hasEnded; await quiet()) await step();
    return work;
  };
  return {
    clock,
    pass,
    until: async (check) => {
      for (const end = clock.now() + longestMs; ; await goOn(longestStepMs)) {
        await quiet();
        try {
          check();
          return;
        } catch (error) {
          if (clock.now() >= end) throw error;
        }
      }
    },
    standing: (work) => ending(work, () => clock.advance(0)),
    during: (work) => ending(work, () => goOn(longestStepMs)),
  };
};
