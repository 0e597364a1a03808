import { createTestClient, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { selectExchanges, selectExecutionsToday, selectFound, selectLately, selectLocked } from './selectors.ts';

const today = (count: number, hours = 0) =>
  Array.from({ length: count }, (_, id) => ({ id: `${hours}-${id}`, entry_time: timeOf(-hours * 3_600_000 - id) }));
const stateWith = async (status: object, executions: object[]) => {
  const t = createTestClient({ answers: { 'bot.status': ok(status), 'orders.history': ok({ data: executions }) } });
  t.client.start();
  for (const resource of ['status', 'executions'] as const) t.client.send({ type: 'Watch', resource });
  await t.clock.advance(0);
  return t.client.getSnapshot();
};

test('figures that the bot announces are shown as they are', async () => {
  const state = await stateWith({ is_running: true, executions_today: 1_234, opportunities_found: 7 }, today(3));
  expect([selectExecutionsToday(state), selectFound(state), selectLocked(state)]).toEqual(['1,234', 7, true]);
});

test('otherwise they are counted from the answers of the specified calls', async () => {
  const state = await stateWith({ is_running: false }, [...today(3), ...today(2, 13)]);
  expect([selectExecutionsToday(state), selectFound(state), selectLately(state)]).toEqual(['3', null, '0']);
  expect(selectLocked(state)).toBe(false);
  expect(selectExecutionsToday(await stateWith({}, today(10)))).toBe('10+');
  expect(selectExecutionsToday(await stateWith({}, []))).toBe('0');
});

test('before anything is known nothing is counted', () => {
  expect(selectExecutionsToday(createTestClient().client.getSnapshot())).toBe(null);
});

test('exchanges of the bot follow those of the specification', async () => {
  expect(selectExchanges(await stateWith({ enabled_exchanges: ['okx', 'kraken'] }, []))).toBe(
    'kucoin,binance,kraken,okx',
  );
});
