import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { defaultConfig, type EngineConfig } from '../model/config.ts';
import type { LevelUpdates } from '../model/levels.ts';

const bid = (price: number): LevelUpdates => [[price, 100]];

/**
 * USDT → BTC → ETH → USDT, of which the last leg finds nothing: when the second has been filled, ETH/USDT falls to `fallen`, and ETH/BTC pays
 * `overBtc`.
 */
const afterAFall = async (fallen: number, overBtc: number, config: Partial<EngineConfig> = {}) => {
  const world = await createWorld(config);
  const { clock, feed, engine } = world;
  const executions = () => [...engine.state().executions.values()];
  const orders = () => [...engine.state().orders.values()];
  const quote = (ethUsdt: number, ethBtc: number): void => {
    feed.book('BTC/USDT', bid(49_999), bid(50_001));
    feed.book('ETH/BTC', bid(ethBtc), bid(ethBtc + 0.00002));
    feed.book('ETH/USDT', bid(ethUsdt), bid(ethUsdt + 1));
    feed.book('SOL/ETH', bid(0.05), bid(0.06));
  };
  await world.ask({ type: 'StartBot', parameters: {} });
  world.fair();
  world.dislocate();
  while (orders().filter(({ status }) => status === 'filled').length < 2) await clock.advance(1);
  const pass = async (ms: number, ethUsdt = fallen, ethBtc = overBtc): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      quote(ethUsdt, ethBtc);
      await clock.advance(500);
    }
  };
  await pass(5000);
  const left = () => [...(engine.state().residuals.get('kucoin') ?? [])].map(([asset]) => asset);
  return { ...world, executions, orders, pass, left };
};

test('what a leg leaves behind comes back over another currency, when its own market has fallen by 40 %', async () => {
  const { executions, orders, left } = await afterAFall(1500, 0.04999);
  const [execution] = executions();
  expect(execution).toMatchObject({ status: 'unwound' });
  const [start, profit] = [Number(execution?.start_amount), Number(execution?.profit)];
  expect(profit).toBeLessThan(0);
  expect(profit).toBeGreaterThan(-0.006 * start);
  expect(orders().slice(2)).toMatchObject([
    { purpose: 'leg', symbol: 'ETH/USDT', filled_quantity: '0' },
    { purpose: 'unwind', symbol: 'ETH/BTC', side: 'sell', status: 'filled' },
    { purpose: 'unwind', symbol: 'BTC/USDT', side: 'sell', status: 'filled' },
  ]);
  expect(left()).toEqual([]);
});

test('nothing is sold beyond the bound: it is left after 30 s, with its reason, and sold within a minute of a way that is open again', async () => {
  const { executions, orders, left, pass, engine, heard } = await afterAFall(1500, 0.048);
  await pass(30_000);
  const reason = { code: 'loss', loss_pct: expect.closeTo(4.02, 1), most_pct: 1 };
  expect(executions()[0]).toMatchObject({
    status: 'stranded',
    left: [
      { asset: 'BTC', stranded: false },
      { asset: 'ETH', reason },
    ],
  });
  expect(executions()[0]?.error_message).toMatch(
    /; ETH is left: the best way back loses 4\.0\d %, at most 1 % is allowed$/,
  );
  expect(engine.risk().stranded).toMatchObject([{ asset: 'ETH', reason }]);
  const notices = () => heard.flatMap((event) => (event.type === 'NotificationRaised' ? [event.code] : []));
  expect(notices().filter((code) => code === 'execution_stranded')).toHaveLength(1);
  await pass(130_000);
  expect(orders().filter(({ purpose }) => purpose === 'unwind')).toEqual([]);
  await pass(60_000, 1500, 0.0499);
  const sales = orders().filter(({ recovers }) => recovers === executions()[0]?.id);
  expect(sales.map(({ symbol, side }) => [symbol, side])).toEqual([
    ['ETH/BTC', 'sell'],
    ['BTC/USDT', 'sell'],
  ]);
  expect(left()).toEqual([]);
  expect(notices()).toContain('residual_sold');
});

test('a bot that was stopped, or killed, sells nothing by itself', async () => {
  for (const command of [
    { type: 'StopBot', cancel_orders: false },
    { type: 'Kill', reason: 'drill' },
  ] as const) {
    const { orders, left, pass, engine, during } = await afterAFall(1500, 0.048);
    await pass(30_000);
    await during(1000, engine.command(command));
    await pass(130_000, 1500, 0.0499);
    expect(orders().filter(({ purpose }) => purpose === 'unwind')).toEqual([]);
    expect(left()).toEqual(['ETH']);
  }
});

test('what its owner has taken over is not sold', async () => {
  const { ask, orders, pass, during } = await afterAFall(1500, 0.048);
  await pass(30_000);
  await during(10, ask({ type: 'ResolveStranded', exchange: 'kucoin', asset: 'ETH', action: 'keep' }));
  await pass(130_000, 1500, 0.0499);
  expect(orders().filter(({ purpose }) => purpose === 'unwind')).toEqual([]);
});

test('a configuration may allow more, any price, or none', async () => {
  const lossy = await afterAFall(1500, 0.048, { max_unwind_loss_pct: 5 });
  expect(lossy.executions()[0]).toMatchObject({ status: 'unwound' });
  expect(lossy.orders().at(-1)).toMatchObject({ symbol: 'BTC/USDT', purpose: 'unwind' });
  const strict = await afterAFall(1500, 0.0499, { max_unwind_loss_pct: 0 });
  await strict.pass(30_000);
  expect(strict.executions()[0]).toMatchObject({ status: 'stranded' });
  const any = await afterAFall(1500, 0.025, { max_unwind_loss_pct: 100 });
  expect(any.executions()[0]).toMatchObject({ status: 'unwound' });
  expect(defaultConfig.max_unwind_loss_pct).toBeUndefined();
});
