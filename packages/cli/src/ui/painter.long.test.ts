import { expect, test } from 'vitest';
import { type Line, span } from './cells.ts';
import { painter } from './painter.ts';
import { createTestTerminal } from './test-terminal.ts';
import { themeOf } from './theme.ts';

const lineOf = (text: string): Line => text.split('|').map((part) => span(part));

/** A terminal that shows the lines one after the other, and how many bytes each took. */
function painted(...screens: string[][]) {
  const { output, lines, written } = createTestTerminal({ columns: 12, rows: 2 });
  const canvas = painter(themeOf({ write: () => true }, { LANG: 'C.UTF-8' }));
  for (const screen of screens) output.write(canvas.change(screen.map(lineOf)));
  return { lines: lines(), sizes: written.map(({ length }) => length) };
}

test('what is shown at the end is the last screen, whatever was shown before', () => {
  expect(painted(['one|two', 'three'], ['one|TWO', '交換|x']).lines).toEqual(['oneTWO', '交換x']);
  expect(painted(['交換|a', 'long line'], ['交換|b', 'l']).lines).toEqual(['交換b', 'l']);
  expect(painted(['a|b', ''], ['', 'c|d']).lines).toEqual(['', 'cd']);
});

test('only what has changed is written, and nothing where nothing has', () => {
  const [whole = 0, same, part = 0] = painted(
    ['0123456789|a', 'x'],
    ['0123456789|a', 'x'],
    ['0123456789|b', 'x'],
  ).sizes;
  expect(same).toBe(0);
  expect(part).toBeLessThan(whole - 10);
});

test('a change is shown as one, and after foreign text all is written', () => {
  const canvas = painter(themeOf({ write: () => true }, {}));
  expect(canvas.change([lineOf('a'), lineOf('b')])).toMatch(/^.\[\?2026h.*\[\?2026l$/s);
  expect(canvas.change([lineOf('a'), lineOf('c')])).not.toContain('a');
  canvas.forget();
  expect(canvas.change([lineOf('a'), lineOf('c')])).toMatch(/\[2J.*a.*c/s);
});
