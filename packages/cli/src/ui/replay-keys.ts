import type { Key } from 'ink';
import { acted } from './action-keys.ts';
import type { Move } from './player.ts';
import type { Pressed, ScreenState } from './screen-state.ts';
import type { Shown } from './shown.ts';

const moves: Readonly<Record<string, Move>> = {
  '[': { fact: -1 },
  ']': { fact: 1 },
  '{': { event: -1 },
  '}': { event: 1 },
  ' ': 'play',
  p: 'play',
  '<': 'slower',
  '>': 'faster',
  q: 'live',
};
const looking = 'GN';

/** Effect of a key in a replay; null for its usual effect. Nothing is sent to the bot. */
export function inReplay(state: ScreenState, input: string, shown: Shown): Pressed | null {
  const move = moves[input];
  if (move !== undefined) return { state, command: null, errand: { move } };
  if (input === 't') return { state: { ...state, dialog: { kind: 'time', typed: '' } }, command: null };
  if (input === 'e') return { state, command: null, errand: { session: 'save' } };
  if (input === 'K' && shown.isLive) return { ...acted(state, input, shown), errand: { move: 'live' } };
  if (!/^[A-Z]$/.test(input) || looking.includes(input)) return null;
  const back = shown.isLive ? 'q returns to the bot' : 'only a file is open';
  return { state: { ...state, notice: `this is the past: ${back}` }, command: null };
}

const dayMs = 86_400_000;

/** Typing a time of day, in UTC: goes to that moment of the day that is shown, or to the nearest that was recorded. */
export function inTime(
  state: ScreenState,
  typed: string,
  input: string,
  key: Partial<Key>,
  { given: { now } }: Shown,
): Pressed {
  if (key.escape) return { state: { ...state, dialog: null }, command: null };
  if (!key.return) {
    const kept = key.backspace ? typed.slice(0, -1) : (typed + input.replace(/[^\d:]/g, '')).slice(0, 8);
    return { state: { ...state, dialog: { kind: 'time', typed: kept } }, command: null };
  }
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(typed);
  const [hours = 99, minutes = 99, seconds = 0] = (found ?? []).slice(1).map((part) => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) {
    return { state: { ...state, notice: 'a time is written 20:31 or 20:31:07' }, command: null };
  }
  const time = Math.floor(now / dayMs) * dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return { state: { ...state, dialog: null }, command: null, errand: { move: { time } } };
}
