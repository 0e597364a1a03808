import { healthOf, ok } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { textOf } from './cells.ts';
import { fixture } from './fixture.ts';
import { helpPanes, helpRest } from './help.ts';
import { helpDialog, initialScreen } from './screen-state.ts';
import { allViews } from './views/views.ts';

const viewer = { health: healthOf('auth.code'), 'auth.me': ok({ name: 'eve', role: 'viewer' }) };
const state = await fixture();
const ofViewer = await fixture(viewer, { token: 't' });

const widths = [60, 80, 99, 100, 140, 200];
const help = (view: (typeof allViews)[number]['name'], columns: number, of = state, rows = 200) =>
  helpPanes(of, { ...initialScreen, view }, helpDialog, { columns, rows }, '─').map(textOf);

describe.each(widths)('the help in %i columns', (columns) => {
  test.each(allViews.map(({ name }) => name))('cuts nothing of %s', (name) => {
    const lines = help(name, columns);
    expect(lines.join('\n').replace('1 … 9', '')).not.toContain('…');
    const words = lines.join(' ').split(/[^\p{L}]+/u);
    for (const { question, keys } of allViews.filter((one) => one.name === name && one.name !== 'overview')) {
      for (const text of [question, ...keys.map(({ does }) => does)])
        expect(words).toEqual(expect.arrayContaining(text.split(/[^\p{L}]+/u).filter((word) => word !== '')));
    }
  });

  test('names the role that a viewer lacks, in full', () => {
    const lines = help('opportunities', columns, ofViewer);
    expect(lines[0]).toContain('role viewer');
    // In two columns it may go on in the line below.
    const left = lines.map((line) => (columns < 100 ? line : line.slice(0, columns / 2)).trim()).join(' ');
    expect(left.match(/needs operator/g)).toHaveLength(4);
    expect(left.match(/needs admin/g)).toHaveLength(1);
  });
});

test('its keys stand in one column below 100 columns, in two from there on', () => {
  expect(help('logs', 99)[0]).not.toContain('┬');
  expect(help('logs', 100)[0]).toContain('┬');
});

test('all of it is reached by scrolling, and no further', () => {
  const size = { columns: 60, rows: 18 };
  const screen = { ...initialScreen, view: 'logs' as const };
  const rest = helpRest(state, screen, helpDialog, size);
  const end = (from: number) =>
    helpPanes(state, screen, { ...helpDialog, from }, { columns: 60, rows: 14 }, '─').map(textOf);
  expect(rest).toBeGreaterThan(0);
  expect(end(rest).at(-1)?.trim()).not.toBe('');
  expect(end(rest + 1)).toEqual(end(rest));
});
