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

test('moves within a turn only where nothing falls due and nothing waits for promises', async () => {
  const clock = createVirtualClock(0);
  const ran: number[] = [];
  expect(clock.moveTo(5)).toBe(false);
  await clock.advance(0);
  expect([clock.moveTo(5), clock.now()]).toEqual([true, 5]);
  clock.after(10, () => ran.push(clock.now()));
  expect([clock.moveTo(6), clock.now()]).toEqual([false, 5]);
  await clock.advance(1);
  expect([clock.moveTo(14), clock.moveTo(15), clock.now()]).toEqual([true, false, 14]);
  await clock.advance(2);
  expect(ran).toEqual([15]);
});

test('goes on: what was registered settles first, and what falls due runs at its own moment and may go on in promises', async () => {
  const clock = createVirtualClock(1_000);
  const told: [string, number][] = [];
  const tell = async (name: string): Promise<void> => {
    for (let round = 0; round < 5; round++) await undefined;
    told.push([name, clock.now()]);
  };
  clock.after(10, () => void tell('due'));
  clock.after(20, () => void tell('later'));
  void tell('before');
  await clock.goOn(15);
  expect([clock.now(), clock.monotonic()]).toEqual([1_015, 15]);
  await clock.goOn(5);
  expect(told).toEqual([
    ['before', 1_000],
    ['due', 1_010],
    ['later', 1_020],
  ]);
  expect(clock.moveTo(1_030)).toBe(true);
});

test('says in how many ms the next thing falls due', async () => {
  const clock = createVirtualClock(0);
  expect(clock.untilNext()).toBe(Number.POSITIVE_INFINITY);
  const stop = clock.after(10, () => {});
  clock.after(30, () => {});
  await clock.advance(4);
  expect(clock.untilNext()).toBe(6);
  stop();
  expect(clock.untilNext()).toBe(26);
});

test('sleeps without anything falling due: what waits waits as much longer', async () => {
  const clock = createVirtualClock(0);
  const ran: string[] = [];
  clock.after(10, () => ran.push(`first at ${clock.now()}`));
  clock.after(30, () => ran.push(`second at ${clock.now()}`));
  clock.sleep(1000);
  expect(clock.now()).toBe(1000);
  await clock.advance(20);
  expect(ran).toEqual(['first at 1010']);
  await clock.advance(10);
  expect(ran.at(-1)).toBe('second at 1030');
});
