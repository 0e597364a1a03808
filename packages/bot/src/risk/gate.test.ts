import { describe, expect, test } from 'vitest';
import { createGate, createOwnSwitch } from './gate.ts';
import { type Action, permits, type TradingState } from './trading-state.ts';

const actions: readonly Action[] = ['execute', 'leg', 'unwind', 'raise', 'lower', 'cancel'];

test.each<[TradingState, Record<Action, boolean>]>([
  ['active', { execute: true, leg: true, unwind: true, raise: true, lower: true, cancel: true }],
  ['reducing', { execute: false, leg: true, unwind: true, raise: false, lower: true, cancel: true }],
  ['halted', { execute: false, leg: false, unwind: true, raise: false, lower: false, cancel: true }],
  ['killed', { execute: false, leg: false, unwind: false, raise: false, lower: false, cancel: true }],
])('what a trading state allows: %s', (state, expected) => {
  expect(Object.fromEntries(actions.map((action) => [action, permits(state, action)]))).toEqual(expected);
  const gate = createGate({ killSwitch: createOwnSwitch(), stateOf: () => state });
  expect(Object.fromEntries(actions.map((action) => [action, gate.passes(action)]))).toEqual(expected);
});

describe('the gate', () => {
  const open = () => {
    const killSwitch = createOwnSwitch();
    const now: { state: TradingState } = { state: 'active' };
    return { killSwitch, now, gate: createGate({ killSwitch, stateOf: () => now.state }) };
  };

  test('is closed from the moment on in which the switch is thrown, and by a halt that was not written it is not', () => {
    const { gate, killSwitch } = open();
    killSwitch.throw('halt', 'the disk is full');
    expect(gate.state()).toBe('active');
    killSwitch.throw('kill', 'enough');
    expect([gate.state(), gate.passes('unwind'), gate.passes('cancel')]).toEqual(['killed', false, true]);
    killSwitch.clear(killSwitch.read()?.token ?? '');
    expect(gate.state()).toBe('active');
  });

  test('stays closed by a kill that no switch could take, until it is reopened', () => {
    const { gate } = open();
    gate.close();
    expect(gate.passes('unwind')).toBe(false);
    gate.reopen();
    expect(gate.passes('execute')).toBe(true);
  });

  test('lets the orders of the permitted flatten pass after a kill, and none of another', () => {
    const { gate, killSwitch } = open();
    killSwitch.throw('kill', 'enough');
    expect(gate.passes('unwind', 'one')).toBe(false);
    gate.beginFlatten('one');
    expect([gate.passes('unwind', 'one'), gate.passes('unwind', 'two'), gate.passes('unwind')]).toEqual([
      true,
      false,
      false,
    ]);
    gate.endFlatten();
    expect(gate.passes('unwind', 'one')).toBe(false);
  });

  test.each<[string, (world: ReturnType<typeof open>) => void]>([
    ['thrown again from outside', ({ killSwitch }) => void killSwitch.throw('kill', 'stop that too')],
    ['closed again by a command', ({ gate }) => gate.close()],
  ])('ends a flatten when it is %s', (_, again) => {
    const world = open();
    world.killSwitch.throw('kill', 'enough');
    world.gate.beginFlatten('one');
    again(world);
    expect(world.gate.passes('unwind', 'one')).toBe(false);
  });
});
