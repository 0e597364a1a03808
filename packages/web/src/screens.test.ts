import { expect, test } from 'vitest';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { screens } from './screens.ts';

test('each screen has a path, a heading and a short name of its own in both languages', () => {
  for (const messages of [en, es]) {
    expect(new Set(screens.map(({ name }) => messages.titles[name].title)).size).toBe(screens.length);
    expect(new Set(screens.map(({ name }) => messages.titles[name].nav)).size).toBe(screens.length);
  }
  expect(screens.map(({ name }) => name)).toEqual(Object.keys(en.titles));
});

test('no two screens share a hotkey, and none takes a key of the shell', () => {
  const keys = screens.flatMap(({ hotkey }) => hotkey ?? []);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index || ['t', '[', '/', '?'].includes(key))).toEqual([]);
});

test('the footer has the links of the spec, in its order', () => {
  const footer = screens.filter(({ places }) => places.includes('footer')).map(({ name }) => name);
  expect(footer).toEqual([
    'dashboard',
    'scanner',
    'backtest',
    'settings',
    'docs',
    'api',
    'support',
    'privacy',
    'terms',
  ]);
});

test('what the sidebar lists has an icon', () => {
  expect(screens.filter(({ places, icon }) => places.includes('sidebar') && icon === undefined)).toEqual([]);
});
