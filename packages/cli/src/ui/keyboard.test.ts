import { describe, expect, test } from 'vitest';
import { keyReader } from './keyboard.ts';

const read = (...chunks: string[]) => {
  const keys = keyReader();
  return chunks.flatMap((chunk) => keys.read(chunk));
};
const key = (given: object, text = '') => ({ text, key: given });

describe('keys', () => {
  test.each([
    ['a letter', 'q', key({}, 'q')],
    ['a letter of two units', '😀', key({}, '😀')],
    ['Enter', '\r', key({ return: true })],
    ['Tab', '\t', key({ tab: true })],
    ['Shift-Tab', '\x1b[Z', key({ tab: true, shift: true })],
    ['Backspace', '\x7f', key({ backspace: true })],
    ['an arrow', '\x1b[A', key({ upArrow: true })],
    ['an arrow of a keypad', '\x1bOB', key({ downArrow: true })],
    ['Ctrl and an arrow', '\x1b[1;5C', key({ rightArrow: true, ctrl: true })],
    ['Alt and an arrow, with two escapes', '\x1b\x1b[D', key({ leftArrow: true, meta: true })],
    ['Home', '\x1b[1~', key({ home: true })],
    ['End', '\x1b[F', key({ end: true })],
    ['PgUp', '\x1b[5~', key({ pageUp: true })],
    ['Delete', '\x1b[3~', key({ delete: true })],
    ['Ctrl and a letter', '\x1a', key({ ctrl: true }, 'z')],
    ['Alt and a letter', '\x1bK', key({ meta: true }, 'K')],
    ['Alt and Enter', '\x1b\r', key({ return: true, meta: true })],
    ['Ctrl and a letter, by code', '\x1b[115;5u', key({ ctrl: true }, 's')],
    ['Super and a letter, by code', '\x1b[75;9u', key({ meta: true }, 'K')],
    ['Escape, by code', '\x1b[27u', key({ escape: true })],
    ['Ctrl and Enter, the older way', '\x1b[27;5;13~', key({ return: true, ctrl: true })],
  ])('%s', (_, bytes, expected) => {
    expect(read(bytes)).toEqual([expected]);
  });

  test.each([
    ['a function key', '\x1b[15~'],
    ['a function key of the Linux console', '\x1b[[A'],
    ['a function key of a keypad', '\x1bOP'],
    ['the report of a mouse', '\x1b[<0;10;10M'],
    ['the release of a key', '\x1b[75;1:3u'],
    ['an impossible code', '\x1b[99999999u'],
  ])('%s is skipped as a whole', (_, bytes) => {
    expect(read(`${bytes}x`)).toEqual([key({}, 'x')]);
  });

  test('several come in one chunk, and one in several', () => {
    const expected = [key({}, 'a'), key({ upArrow: true }), key({ return: true })];
    expect(read('a\x1b[A\r')).toEqual(expected);
    expect(read('a\x1b', '[', 'A', '\r')).toEqual(expected);
  });

  test('an Escape is the key once nothing comes after it', () => {
    const keys = keyReader();
    expect([keys.read('\x1b'), keys.isWaiting]).toEqual([[], true]);
    expect(keys.rest()).toEqual([key({ escape: true })]);
    expect([keys.read('x'), keys.isWaiting]).toEqual([[key({}, 'x')], false]);
  });

  test('the beginning of a sequence whose rest never comes is no key', () => {
    const keys = keyReader();
    keys.read('\x1b[1;');
    expect(keys.rest()).toEqual([]);
    expect(keys.read('x')).toEqual([key({}, 'x')]);
  });

  test('a pasted text is one input, whatever stands in it and however it is cut', () => {
    const text = 'SK\r\x1b[A\x03';
    const bytes = `a\x1b[200~${text}\x1b[201~b`;
    for (let at = 1; at < bytes.length; at += 1) {
      expect(read(bytes.slice(0, at), bytes.slice(at))).toEqual([key({}, 'a'), { paste: text }, key({}, 'b')]);
    }
    const keys = keyReader();
    keys.read('\x1b[200~S');
    expect(keys.isWaiting).toBe(false);
  });
});
