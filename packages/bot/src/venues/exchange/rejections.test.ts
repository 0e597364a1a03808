import { expect, test } from 'vitest';
import { createVirtualClock } from '../../model/clock.ts';
import { createRejections } from './rejections.ts';

test('messages that cannot be read are told of together, with the first of them', async () => {
  const clock = createVirtualClock(0);
  const told: string[] = [];
  const rejections = createRejections(clock, (sentence) => told.push(sentence));
  rejections.add('E is no time', Buffer.from('{"e":1}'));
  rejections.add('levels are no list', Buffer.from('{"e":2}'));
  await clock.advance(9_999);
  expect(told).toEqual([]);
  await clock.advance(1);
  rejections.add('u is no number of an update', Buffer.from('x'.repeat(500)));
  await clock.advance(60_000);
  expect(told).toEqual([
    'messages that cannot be read: 2, the first: E is no time: {"e":1}',
    `messages that cannot be read: 1, the first: u is no number of an update: ${'x'.repeat(120)}`,
  ]);
});
