import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';

/** A cycle whose first leg is bought and whose books are then gone. */
const withoutBooks = async () => {
  const world = await createWorld();
  const { ask, fair, dislocate, clock, feed, engine, heard } = world;
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await clock.advance(40);
  feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'test', at: clock.now() });
  await clock.advance(1500);
  const orders = () => [...engine.state().orders.values()];
  const warned = () => heard.filter((event) => event.type === 'LogWritten' && event.metadata?.code === 'blind_leg');
  return { ...world, orders, warned, execution: () => [...engine.state().executions.values()][0] };
};

test('a leg waits until its books are trusted again, and the cycle goes on', async () => {
  const { fair, dislocate, clock, orders, warned, execution } = await withoutBooks();
  expect([orders().length, execution()?.status]).toEqual([1, 'legs']);
  fair();
  dislocate();
  await clock.advance(300);
  expect([orders().length, execution()?.status]).toEqual([3, 'completed']);
  expect(warned()).toEqual([]);
});

test('after 2 s without its book a leg is sent once at the worst price of its plan, and the rest takes the way back', async () => {
  const { fair, clock, orders, warned, execution } = await withoutBooks();
  await clock.advance(1000);
  const [, blind, ...more] = orders();
  expect(blind).toMatchObject({ purpose: 'leg', leg: 2, symbol: 'ETH/BTC', blind: true, filled_quantity: '0' });
  // 2,530 × 0.999³ / 50,001: the cycle breaks even.
  expect(Number(blind?.price)).toBeCloseTo((2530 * 0.999 ** 3) / 50_001, 4);
  expect([more, execution()?.status, warned().length]).toEqual([[], 'unwinding', 1]);
  fair();
  await clock.advance(1000);
  expect(execution()).toMatchObject({ status: 'unwound' });
});
