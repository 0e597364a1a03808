import { expect, test } from 'vitest';
import { createWorld } from './world.suite.ts';

const start = { type: 'StartBot', parameters: {} } as const;

/** What was raised, without ids and moments. */
const raised = ({ engine }: Awaited<ReturnType<typeof createWorld>>) =>
  engine.state().notifications.map(({ notification_type, level, title, message, source, extra_data }) => ({
    notification_type,
    level,
    title,
    message,
    source,
    extra_data,
  }));

test('a completed cycle is told with its amount and the mode it was in', async () => {
  const world = await createWorld();
  await world.ask(start);
  world.fair();
  world.dislocate();
  await world.clock.advance(1000);
  const [execution] = [...world.engine.state().executions.values()];
  const usd = Number(execution?.profit).toFixed(2);
  expect(raised(world)).toEqual([
    {
      notification_type: 'execution',
      level: 'success',
      title: 'Cycle completed',
      message: `${execution?.path.join(' → ')} on kucoin: $${usd} (source not stated)`,
      source: 'execution',
      extra_data: {
        execution_id: execution?.id,
        exchange: 'kucoin',
        mode: 'paper',
        status: 'completed',
        profit: execution?.profit,
        profit_usd: usd,
      },
    },
  ]);
});

test('a halt and what it leaves as residual positions are told, and kept over a restart', async () => {
  const world = await createWorld();
  await world.ask(start);
  world.fair();
  world.dislocate();
  await world.clock.advance(10);
  await world.during(60_000, world.engine.command({ type: 'Kill', reason: 'drill' }));
  const told = raised(world);
  expect(told).toMatchObject([
    {
      notification_type: 'failure',
      level: 'error',
      title: 'Residual position left',
      message: expect.stringMatching(/ on kucoin: -\$\d+\.\d\d\b/),
      extra_data: { mode: 'paper', profit_usd: expect.stringMatching(/^-/) },
    },
    { notification_type: 'circuit_breaker', level: 'error', title: 'Bot halted', message: 'drill', source: 'risk' },
  ]);
  const again = await createWorld({}, world.store);
  expect(raised(again)).toEqual(told);
});
