import { expect, test } from 'vitest';
import { createBackoff } from './backoff.ts';

test('ten failures a minute are free, then one waits until the oldest is a minute old', () => {
  const clock = { at: 0 };
  const backoff = createBackoff(() => clock.at);
  for (let failure = 0; failure < 10; failure += 1) {
    clock.at = failure * 1_000;
    expect(backoff.failed()).toBeNull();
  }
  expect(backoff.failed()).toBe(51);
  clock.at = 60_000;
  expect(backoff.failed()).toBeNull();
  expect(backoff.failed()).toBe(1);
});
