import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { afterReading, createConnections, mostConnections } from './connections.ts';

let ports = 1000;
const open = (most: number) => {
  const clock = { at: 0 };
  const told: number[] = [];
  const unread: (() => void)[] = [];
  const connections = createConnections({
    most,
    monotonic: () => clock.at,
    onClosed: (count) => told.push(count),
    afterReading: (call) => unread.push(call),
  });
  /** What has arrived is read, which `sent` stands for; then comes the next. */
  const connect = (remoteAddress: string, sent = () => {}) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, remotePort: ++ports, isOpen: true });
    const end = () => {
      if (!socket.isOpen) return;
      socket.isOpen = false;
      socket.emit('close');
    };
    const made = Object.assign(socket, { destroy: end });
    connections.add(made as unknown as Socket);
    sent();
    for (const call of unread.splice(0)) call();
    return made;
  };
  return { clock, told, connections, connect };
};

describe('connections', () => {
  test('of strangers take every place that is free; the oldest goes for the newest', () => {
    const { connect, told } = open(8);
    const strangers = Array.from({ length: 10 }, () => connect('10.0.0.1'));
    expect(strangers.map(({ isOpen }) => isOpen)).toEqual([false, false, ...Array(8).fill(true)]);
    expect(told).toEqual([1]);
  });

  test('of a crowd go first, so that another address keeps its own', () => {
    const { connect } = open(8);
    const operator = connect('10.0.0.2');
    const crowd = Array.from({ length: 50 }, () => connect('10.0.0.1'));
    expect(operator.isOpen).toBe(true);
    expect(crowd.filter(({ isOpen }) => isOpen)).toHaveLength(7);
  });

  test('whose token had arrived when their place was taken are read, and stay', () => {
    const { connections, connect, told } = open(4);
    const caller = connect('10.0.0.1');
    for (let n = 0; n < 3; n++) connect('10.0.0.1');
    connect('10.0.0.1', () => connections.prove(caller as unknown as Socket));
    expect(caller.isOpen).toBe(true);
    expect(told).toEqual([]);
    const crowd = Array.from({ length: 10 }, () => connect('10.0.0.1'));
    expect(caller.isOpen).toBe(true);
    expect(crowd.filter(({ isOpen }) => isOpen)).toHaveLength(3);
  });

  test('that all call at once are all read, however few places there are', async () => {
    const CALLERS = 100;
    const heard = new Set<number>();
    let most = 0;
    const sockets = new Set<Socket>();
    const connections = createConnections({ most: 1, monotonic: () => 0, onClosed: () => {}, afterReading });
    const server = createServer((socket) => {
      connections.add(socket);
      sockets.add(socket);
      most = Math.max(most, sockets.size);
      socket.on('data', (data) => heard.add(Number(data)));
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const callers = Array.from({ length: CALLERS }, (_, n) =>
      connectTo({ port, host: '127.0.0.1' }, function (this: Socket) {
        this.write(String(n));
      }).on('error', () => {}),
    );
    onTestFinished(() => {
      for (const socket of [...callers, ...sockets]) socket.destroy();
      server.close();
    });
    await expect.poll(() => heard.size).toBe(CALLERS);
    expect(most).toBeLessThan(10);
  });

  test('that showed a token are never closed for strangers, and leave their place when they end', () => {
    const { connections, connect } = open(8);
    const screens = Array.from({ length: 4 }, () => connect('10.0.0.1'));
    for (const screen of screens) connections.prove(screen);
    for (let n = 0; n < 100; n++) connect('10.0.0.1');
    expect(screens.every(({ isOpen }) => isOpen)).toBe(true);

    // With all such places taken, a fifth is one of the crowd until one of them ends.
    const fifth = connect('10.0.0.1');
    connections.prove(fifth);
    for (let n = 0; n < 4; n++) connect('10.0.0.1');
    expect(fifth.isOpen).toBe(false);
    screens[0]?.destroy();
    const sixth = connect('10.0.0.1');
    connections.prove(sixth);
    for (let n = 0; n < 4; n++) connect('10.0.0.1');
    expect(sixth.isOpen).toBe(true);
  });

  test('that are closed are told of once a minute, with their number', () => {
    const { clock, told, connect } = open(4);
    for (let n = 0; n < 10; n++) connect('10.0.0.1');
    clock.at = 60_000;
    connect('10.0.0.1');
    expect(told).toEqual([1, 6]);
  });

  test('leave the process descriptors of its own', () => {
    expect(mostConnections()).toBeGreaterThanOrEqual(16);
    expect(mostConnections()).toBeLessThanOrEqual(4_096);
  });
});
