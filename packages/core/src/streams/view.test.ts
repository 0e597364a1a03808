import { expect, test } from 'vitest';
import { createView, type Readable } from './view.ts';

const counter = () => {
  let value = 0;
  const observers = new Set<() => void>();
  const source: Readable<number> = {
    getSnapshot: () => value,
    subscribe: (observer) => {
      const notify = () => (typeof observer === 'function' ? observer(value) : observer.next?.(value));
      observers.add(notify);
      return { unsubscribe: () => observers.delete(notify) };
    },
  };
  const increase = () => {
    value += 1;
    for (const notify of observers) notify();
  };
  return { source, increase };
};

test('a thousand changes are one update of the view, and no reader sees a state between frames', () => {
  const { source, increase } = counter();
  const frames: (() => void)[] = [];
  const screen = createView(source, (task) => frames.push(task));
  const seen: number[] = [];
  screen.subscribe((value) => seen.push(value));
  const { unsubscribe } = screen.subscribe({ next: (value) => seen.push(value * 10_000) });

  for (let change = 0; change < 1_000; change += 1) increase();
  expect([frames.length, screen.getSnapshot(), seen]).toEqual([1, 0, []]);

  frames.shift()?.();
  expect([screen.getSnapshot(), seen]).toEqual([1_000, [1_000, 10_000_000]]);

  unsubscribe();
  increase();
  frames.shift()?.();
  expect(seen).toEqual([1_000, 10_000_000, 1_001]);
});
