import { expect, test } from 'vitest';
import { createTestClient, healthOf, ok } from '../testing/index.ts';
import { selectRestartDue, selectThreshold } from './threshold.ts';

const stateWith = async (status: object, config: object, ...capabilities: string[]) => {
  const answers = { health: healthOf(...capabilities), 'bot.status': ok(status), 'config.current': ok(config) };
  const t = createTestClient({ answers });
  t.client.start();
  for (const resource of ['status', 'config'] as const) t.client.send({ type: 'Watch', resource });
  await t.clock.advance(0);
  const state = t.client.getSnapshot();
  return { ...selectThreshold(state), isDue: selectRestartDue(state) };
};
const running = { is_running: true, min_profit_threshold: 0.5, max_capital_per_route: 1_000 };
const config = { id: 'c', min_profit_threshold: 0.2, max_capital_per_route: 1_000 };

test('the bot runs from one threshold and another is saved: a restart applies it', async () => {
  expect(await stateWith(running, config, 'config.write')).toEqual({ running: 0.5, saved: 0.2, isDue: true });
});

test('a restart is due for the capital per route too, and for nothing that is equal or unknown', async () => {
  const same = { ...config, min_profit_threshold: 0.5 };
  const due = async (fields: object) => (await stateWith(running, { ...same, ...fields }, 'config.write')).isDue;
  expect(await due({ max_capital_per_route: 400 })).toBe(true);
  expect(await due({})).toBe(false);
  expect(await due({ min_profit_threshold: null, max_capital_per_route: null })).toBe(false);
});

test('a stopped bot runs from no threshold', async () => {
  const stopped = { ...running, is_running: false };
  expect(await stateWith(stopped, config, 'config.write')).toEqual({ running: null, saved: 0.2, isDue: false });
});

test('of a bot that keeps no configuration nothing is saved', async () => {
  expect(await stateWith(running, config)).toEqual({ running: 0.5, saved: null, isDue: false });
});
