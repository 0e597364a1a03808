import { expect, test } from 'vitest';
import { createVirtualClock } from './clock.ts';

test('a virtual clock runs what falls due in order, and what is due at once in the order it was asked for', async () => {
  const clock = createVirtualClock(1000);
  const ran: string[] = [];
  const note = (name: string) => () => ran.push(`${name} at ${clock.now()}`);
  clock.after(20, note('late'));
  clock.after(10, note('first'));
  clock.after(10, () => {
    note('second')();
    clock.after(5, note('from within'));
  });
  const stop = clock.after(12, note('never'));
  stop();
  await clock.advance(19);
  expect(ran).toEqual(['first at 1010', 'second at 1010', 'from within at 1015']);
  expect(clock.now()).toBe(1019);
  await clock.advance(1);
  expect(ran.at(-1)).toBe('late at 1020');
});

test('promises settle before time goes on', async () => {
  const clock = createVirtualClock(0);
  const seen: number[] = [];
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  const walk = async () => {
    for (let step = 0; step < 3; step++) {
      await pause(10);
      seen.push(clock.now());
    }
  };
  const walked = walk();
  await clock.advance(30);
  await walked;
  expect(seen).toEqual([10, 20, 30]);
});
