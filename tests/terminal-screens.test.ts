import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnsOf } from '../packages/cli/src/text-width.ts';
import { repository } from './harness/recorded-data.ts';
import { terminalScreens } from './harness/terminal-screens.ts';

const folder = join(repository, 'docs', 'screens', 'terminal');
const stale = 'npm run capture:terminal writes docs/screens/terminal again';
const screens = await terminalScreens();

test('docs/screens/terminal has every screen, and no other file', () => {
  expect(readdirSync(folder).sort(), stale).toEqual(screens.map(({ file }) => file).sort());
});

test.each(screens)('docs/screens/terminal/$file shows the screen as it is', ({ file, lines }) => {
  expect(`${lines.join('\n')}\n`, stale).toBe(readFileSync(join(folder, file), 'utf8'));
});

test.each(screens)('$file has exactly the width and height of its terminal', ({ size, lines }) => {
  expect(lines.length).toBe(size.rows);
  expect(lines.filter((line) => columnsOf(line) !== size.columns)).toEqual([]);
});

const hasMoney = ({ lines }: { readonly lines: readonly string[] }): boolean => lines.some((line) => /\$\d/.test(line));
test.each(screens.filter(hasMoney))('$file says in its header whose its money is', ({ lines }) => {
  expect(lines.slice(0, 3).join('\n')).toMatch(/\b(?:PRACTICE|REALISTIC|INVENTED|LIVE|RECORDED|REPLAY)\b/);
});

test.each(screens)('$file cuts no figure', ({ lines }) => {
  expect(lines.filter((line) => /[\d$][\d,.]*…/.test(line))).toEqual([]);
});

test.each(screens.filter(({ file }) => /^empty-(?!overview)/.test(file)))(
  '$file says why its list is empty, in whole words',
  ({ lines }) => {
    expect(lines[4]).toMatch(/^ {2}\S+ \S+/);
    expect(lines[4]).not.toContain('…');
  },
);
