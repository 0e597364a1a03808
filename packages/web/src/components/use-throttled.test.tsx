// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the value changes at most once in the given time, and the last one is always shown', () => {
  const { result, rerender } = renderHook(({ value }) => useThrottled(value, 100), { initialProps: { value: 1 } });
  act(() => vi.advanceTimersByTime(0));
  for (const value of [2, 3, 4]) {
    rerender({ value });
    act(() => vi.advanceTimersByTime(10));
  }
  expect(result.current).toBe(1);
  act(() => vi.advanceTimersByTime(100));
  expect(result.current).toBe(4);
});
