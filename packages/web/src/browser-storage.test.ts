import { expect, test } from 'vitest';
import { browserStorage } from './browser-storage.ts';

test('what is kept is read back, and removed for good', () => {
  const kept = new Map<string, string>();
  const storage = browserStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
  storage.set('theme', 'dark');
  expect([storage.get('theme'), kept.get('theme')]).toEqual(['dark', 'dark']);
  storage.remove('theme');
  expect([storage.get('theme'), kept.size]).toEqual([null, 0]);
});

test('where the browser forbids storage, it lasts as long as the page', () => {
  const storage = browserStorage(() => {
    throw new Error('forbidden');
  });
  storage.set('theme', 'dark');
  expect(storage.get('theme')).toBe('dark');
  storage.remove('theme');
  expect(storage.get('theme')).toBe(null);
});
