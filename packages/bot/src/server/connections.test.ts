import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createConnections, mostConnections } from './connections.ts';

let ports = 1000;
const open = (most: number) => {
  const clock = { at: 0 };
  const told: number[] = [];
  const connections = createConnections({ most, monotonic: () => clock.at, onClosed: (count) => told.push(count) });
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, remotePort: ++ports, isOpen: true });
    const end = () => {
      if (!socket.isOpen) return;
      socket.isOpen = false;
      socket.emit('close');
    };
    const made = Object.assign(socket, { destroy: end });
    connections.add(made as unknown as Socket);
    return made;
  };
  return { clock, told, connections, connect };
};

describe('connections', () => {
  test('of strangers take half of the places; the oldest goes for the newest', () => {
    const { connect, told } = open(8);
    const strangers = Array.from({ length: 6 }, () => connect('10.0.0.1'));
    expect(strangers.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true, true]);
    expect(told).toEqual([1]);
  });

  test('of a crowd go first, so that another address keeps its own', () => {
    const { connect } = open(8);
    const operator = connect('10.0.0.2');
    const crowd = Array.from({ length: 50 }, () => connect('10.0.0.1'));
    expect(operator.isOpen).toBe(true);
    expect(crowd.filter(({ isOpen }) => isOpen)).toHaveLength(3);
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
    expect(told).toEqual([1, 8]);
  });

  test('leave the process descriptors of its own', () => {
    expect(mostConnections()).toBeGreaterThanOrEqual(16);
    expect(mostConnections()).toBeLessThanOrEqual(4_096);
  });
});
