import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { createSchedule } from './schedule.ts';

const scheduled = () => {
  const clock = createVirtualClock(0);
  const ran: string[] = [];
  return { clock, ran, schedule: createSchedule(clock), note: (what: string) => () => void ran.push(what) };
};

test('what is done every so often waits for the beginning, what is done once does not', async () => {
  const { clock, ran, schedule, note } = scheduled();
  schedule.every(100, note('every'));
  schedule.after(150, note('after'));
  await clock.advance(300);
  expect(ran).toEqual(['after']);
  schedule.begin();
  schedule.every(200, note('later'));
  await clock.advance(450);
  expect(ran).toEqual(['after', 'every', 'later', 'every', 'every', 'later', 'every']);
});

test('what is done as often is one turn, and what was begun later another', async () => {
  const clock = createVirtualClock(0);
  let timers = 0;
  const after: typeof clock.after = (ms, task) => {
    timers++;
    return clock.after(ms, task);
  };
  const { every, begin, close } = createSchedule({ ...clock, after });
  const ran: string[] = [];
  for (const name of ['a', 'b', 'c']) every(name === 'b' ? 50 : 100, () => void ran.push(name));
  begin();
  expect(timers).toBe(2);
  every(100, () => {
    ran.push('d');
    close();
  });
  expect(timers).toBe(3);
  await clock.advance(1000);
  expect(ran).toEqual(['b', 'a', 'c', 'd']);
});

test('what is done every so often is done no more where it closes the schedule itself', async () => {
  const { clock, ran, schedule, note } = scheduled();
  schedule.begin();
  schedule.every(100, () => {
    ran.push('every');
    schedule.close();
  });
  schedule.every(100, note('beside it'));
  await clock.advance(1000);
  expect(ran).toEqual(['every']);
});

test('nothing is done once it is closed, whenever it was asked for', async () => {
  const { clock, ran, schedule, note } = scheduled();
  schedule.begin();
  schedule.every(100, note('every'));
  schedule.after(250, note('after'));
  await clock.advance(100);
  schedule.close();
  schedule.after(10, note('asked for afterwards'));
  await clock.advance(1000);
  expect(ran).toEqual(['every']);
});
