import type { BotStatus, Opportunity } from '@triquad/core/contract';
import { describe, expect, test } from 'vitest';
import { press, type Shown } from './keys.ts';
import { initialScreen, type ScreenState, type Wish } from './screen-state.ts';

const [first, second, third] = ['one', 'two', 'three'].map((id) => ({ id }) as Opportunity);
const running = { is_running: true, halted: null } as BotStatus;
const stopped = { is_running: false, halted: null } as BotStatus;
const halted = { is_running: false, halted: { reason: 'kill switch', at: null } } as BotStatus;

const shown: Shown = {
  opportunities: [first, second, third].filter((each) => each !== undefined),
  status: running,
  mode: 'paper',
  logLines: 100,
  pageSize: 10,
};

type Stroke = string | Partial<Parameters<typeof press>[2]>;

/** The state after all strokes, and every wish on the way. */
function type(strokes: readonly Stroke[], given: Partial<Shown> = {}, from: ScreenState = initialScreen) {
  let state = from;
  const wishes: Wish[] = [];
  for (const stroke of strokes) {
    const pressed = press(state, typeof stroke === 'string' ? stroke : '', typeof stroke === 'string' ? {} : stroke, {
      ...shown,
      ...given,
    });
    state = pressed.state;
    if (pressed.wish !== null) wishes.push(pressed.wish);
  }
  return { state, wishes };
}

const enter = { return: true };
const leave = { escape: true };
const tab = { tab: true };
const down = { downArrow: true };

describe('start and stop', () => {
  test('s starts a bot that is stopped, at once', () => {
    expect(type(['s'], { status: stopped })).toEqual({ state: initialScreen, wishes: [{ type: 'start' }] });
  });

  test('s asks before it stops, with the focus on Cancel', () => {
    expect(type(['s']).state.dialog).toEqual({ kind: 'stop', button: 'cancel' });
    expect(type(['s', enter])).toEqual({ state: initialScreen, wishes: [] });
    expect(type(['s', leave])).toEqual({ state: initialScreen, wishes: [] });
    expect(type(['s', 'n'])).toEqual({ state: initialScreen, wishes: [] });
    expect(type(['s', tab, enter])).toEqual({ state: initialScreen, wishes: [{ type: 'stop' }] });
    expect(type(['s', 'y'])).toEqual({ state: initialScreen, wishes: [{ type: 'stop' }] });
  });

  test('s asks whether to reset a bot that is halted', () => {
    expect(type(['s', 'y'], { status: halted }).wishes).toEqual([{ type: 'reset' }]);
  });

  test('the kill switch asks once and is a capital letter', () => {
    expect(type(['K', tab, enter]).wishes).toEqual([{ type: 'kill' }]);
    expect(type(['K', tab, tab, enter]).wishes).toEqual([]);
    expect(type(['k'])).toEqual({ state: { ...initialScreen, selected: 'one' }, wishes: [] });
  });
});

describe('opportunities', () => {
  test('the pointer follows the keys and stays within the list', () => {
    const selected = (strokes: Stroke[]) => type(strokes).state.selected;
    expect(selected([down])).toBe('two');
    expect(selected(['j', 'j', 'k'])).toBe('two');
    expect(selected([{ end: true }])).toBe('three');
    expect(selected([{ pageDown: true }, down])).toBe('three');
    expect(selected(['G', 'g'])).toBe('one');
    expect(type([down], { opportunities: [] }).state.selected).toBe(null);
  });

  test('x asks for a preview, and executes only what is confirmed', () => {
    const { state, wishes } = type([down, 'x']);
    expect(state.dialog).toEqual({ kind: 'execute', opportunity: second, button: 'cancel' });
    expect(wishes).toEqual([{ type: 'preview', opportunity: second }]);
    expect(type([tab, enter], {}, state).wishes).toEqual([{ type: 'execute', opportunity: second }]);
    expect(type([enter], {}, state).wishes).toEqual([{ type: 'close' }]);
  });

  test('what is executed is what was asked about, whatever the list has become', () => {
    const { state } = type(['x']);
    expect(type(['y'], { opportunities: [] }, state).wishes).toEqual([{ type: 'execute', opportunity: first }]);
  });

  test('without any, x does nothing', () => {
    expect(type(['x', enter], { opportunities: [] })).toEqual({ state: initialScreen, wishes: [] });
  });
});

describe('mode', () => {
  test('live is confirmed by the word and by nothing less', () => {
    expect(type(['m', enter]).wishes).toEqual([]);
    expect(type(['m', 'L', 'I', 'V', enter]).wishes).toEqual([]);
    expect(type(['m', 'l', 'i', 'v', 'e', enter]).wishes).toEqual([]);
    expect(type(['m', 'L', 'I', 'X', { backspace: true }, 'V', 'E', enter]).wishes).toEqual([
      { type: 'mode', mode: 'live' },
    ]);
  });

  test('paper is confirmed by Enter', () => {
    expect(type(['m', enter], { mode: 'live' }).wishes).toEqual([{ type: 'mode', mode: 'paper' }]);
  });
});

describe('logs', () => {
  test('the filter is typed in place; Enter keeps it, Escape brings back the one before', () => {
    expect(type(['/', 'l', 'e', 'g', enter]).state).toEqual({ ...initialScreen, filter: 'leg' });
    expect(type(['/', 'q', 's', leave]).state).toEqual(initialScreen);
    expect(type(['/', 'a', 'b', { delete: true }]).state.filter).toBe('a');
  });

  test('tab gives the keys to the logs, which scroll as far as there are lines', () => {
    const back = (strokes: Stroke[]) => type([tab, ...strokes]).state.back;
    expect(back([{ upArrow: true }])).toBe(1);
    expect(back([{ pageUp: true }, down])).toBe(9);
    expect(back(['g'])).toBe(90);
    expect(back([down])).toBe(0);
  });

  test('l goes through the levels, p asks to pause', () => {
    expect(type(['l']).state.level).toBe('WARNING');
    expect(type(['l', 'l', 'l', 'l'])).toEqual({ state: initialScreen, wishes: [] });
    expect(type(['p']).wishes).toEqual([{ type: 'pause' }]);
  });
});

test('any key closes the help', () => {
  expect(type(['?', 'q'])).toEqual({ state: initialScreen, wishes: [] });
});

test('r reconnects and q quits', () => {
  expect(type(['r', 'q']).wishes).toEqual([{ type: 'reconnect' }, { type: 'quit' }]);
});
