import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { createBackoff } from './backoff.ts';

function given() {
  const clock = createVirtualClock(1_000_000);
  return { clock, backoff: createBackoff(clock.monotonic) };
}

test('five are free, then the wait doubles to a quarter of an hour, and what comes too early does not lengthen it', () => {
  const { clock, backoff } = given();
  expect(Array.from({ length: 5 }, () => backoff.attempt('a', 'ana'))).toEqual([null, null, null, null, null]);
  const waits: (number | null)[] = [];
  for (let n = 0; n < 12; n += 1) {
    const wait = backoff.attempt('a', 'ana');
    expect(backoff.attempt('a', 'ana')).toBe(wait);
    waits.push(wait);
    clock.sleep((wait ?? 0) * 1000);
    expect(backoff.attempt('a', 'ana')).toBeNull();
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

test('an hour without a wrong one, or a right one, forgets them', () => {
  const { clock, backoff } = given();
  for (let n = 0; n < 5; n += 1) backoff.attempt('a', 'ana');
  expect(backoff.attempt('a', 'ana')).toBe(1);
  clock.sleep(3_600_000);
  for (let n = 0; n < 4; n += 1) expect(backoff.attempt('a', 'ana')).toBeNull();
  backoff.succeeded('a', 'ana');
  for (let n = 0; n < 5; n += 1) expect(backoff.attempt('a', 'ana')).toBeNull();
});

test('one source does not hold up another, until sixty wrong ones in a minute hold up all that are not known', () => {
  const { clock, backoff } = given();
  backoff.attempt('home', 'ana');
  backoff.succeeded('home', 'ana');
  for (let n = 0; n < 60; n += 1) expect(backoff.attempt(`bot ${n}`, 'ana')).toBeNull();
  expect(backoff.attempt('stranger', 'ana')).toBe(60);
  expect(backoff.attempt('home', 'ana')).toBeNull();
  clock.sleep(60_000);
  expect(backoff.attempt('stranger', 'ana')).toBeNull();
});

test('wrong passwords for one name hold up no other name at the same source, until thirty of them hold up those that are not known there', () => {
  const { clock, backoff } = given();
  for (let n = 0; n < 5; n += 1) backoff.attempt('office', 'Ana');
  expect(backoff.attempt('office', 'ana ')).toBe(1);
  expect(backoff.attempt('office', 'bob')).toBeNull();
  backoff.succeeded('office', 'bob');
  for (let n = 0; n < 25; n += 1) expect(backoff.attempt('office', `guess ${n}`)).toBeNull();
  expect(backoff.attempt('office', 'eve')).toBe(1);
  expect(backoff.attempt('office', 'bob')).toBeNull();
  clock.sleep(3_600_000);
  expect(backoff.attempt('office', 'eve')).toBeNull();
});

test('the wait begins when the look at the password ends', () => {
  const { clock, backoff } = given();
  for (let n = 0; n < 5; n += 1) backoff.attempt('a', 'ana');
  clock.sleep(3_000);
  backoff.failed('a', 'ana');
  expect(backoff.attempt('a', 'ana')).toBe(1);
});

test('attempts at once count before they are looked at', () => {
  const { backoff } = given();
  const admitted = Array.from({ length: 100 }, () => backoff.attempt('a', 'ana')).filter((wait) => wait === null);
  expect(admitted).toHaveLength(5);
});

test.each([-3_600_000, 3_600_000])('a wall clock set by %i ms neither lengthens a wait nor ends it', (byMs) => {
  const { clock, backoff } = given();
  for (let n = 0; n < 6; n += 1) backoff.attempt('a', 'ana');
  clock.stepWall(byMs);
  expect(backoff.attempt('a', 'ana')).toBe(1);
  clock.sleep(1_000);
  expect(backoff.attempt('a', 'ana')).toBeNull();
});

test('a device of the name counts by itself: strangers at its source do not hold it up, and it does not free them', () => {
  const { backoff } = given();
  for (let n = 0; n < 40; n += 1) backoff.attempt('office', 'ana');
  for (let n = 0; n < 40; n += 1) backoff.attempt('office', `guess ${n}`);
  for (let n = 0; n < 60; n += 1) backoff.attempt(`bot ${n}`, 'ana');
  expect([backoff.attempt('office', 'ana'), backoff.attempt('office', 'ana', 'own')]).toEqual([
    expect.any(Number),
    null,
  ]);
  backoff.succeeded('office', 'ana', 'own');
  expect(backoff.attempt('office', 'ana')).toEqual(expect.any(Number));
  for (let n = 0; n < 5; n += 1) expect(backoff.attempt('office', 'ana', 'own')).toBeNull();
  expect([backoff.attempt('office', 'ana', 'own'), backoff.attempt('office', 'ana', 'other')]).toEqual([1, null]);
});
