import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import { createWorld, testConfig } from '../engine/world.suite.ts';
import { defaultBreakers } from '../model/breaker-settings.ts';
import { totalsOf } from '../orders/reconcile.ts';

const start = { type: 'StartBot', parameters: {} } as const;
const token = { asset: 'SOL', discount_pct: 20 };

/** The bot runs for two seconds before ETH is worth so much more in USDT than by way of BTC. */
const traded = async (sol: string, bid: number, fees: { token?: typeof token; tier?: string } = { token }) => {
  const paper_funds = { ...testConfig.paper_funds, SOL: sol };
  const world = await createWorld({ paper_funds, fees: { kucoin: fees } });
  world.fair();
  await world.ask(start);
  for (let at = 0; at < 4; at++) {
    await world.clock.advance(500);
    world.fair();
  }
  world.dislocate(bid);
  return world;
};
const executionsOf = ({ engine }: Awaited<ReturnType<typeof traded>>) => [...engine.state().executions.values()];
const feesOf = ({ engine }: Awaited<ReturnType<typeof traded>>) =>
  executionsOf({ engine } as Awaited<ReturnType<typeof traded>>).flatMap(({ order_ids }) =>
    order_ids.flatMap((id) => engine.state().orders.get(id)?.fees ?? []),
  );
/** Three fees of 0.1 % leave less than the threshold of it, three of 0.08 % more. */
const paysWithToken = 2519.8;

describe('a fee token', () => {
  test('of which twice the fees are free decides what is found, planned and paid', async () => {
    const world = await traded('1', paysWithToken);
    await world.clock.advance(5000);
    const [execution] = executionsOf(world);
    expect(execution?.status).toBe('completed');
    expect(execution?.legs.map(({ fee_pct }) => Number(fee_pct.toPrecision(12)))).toEqual([0.08, 0.08, 0.08]);
    expect(feesOf(world).map(({ asset }) => asset)).toEqual(['SOL', 'SOL', 'SOL']);
    // What was expected after fees has come: the fees in SOL are part of it.
    const planned = Number(execution?.expected_end) - Number(execution?.start_amount);
    expect(Number(execution?.profit)).toBeGreaterThan(planned - 0.1);
    expect(Number(execution?.profit)).toBeLessThan(planned + 2.5);
    expect(execution?.conditions?.fee_token).toEqual({ asset: 'SOL', taker_pct: 0.08 });
  });

  test.each(['0', '0.05', '0.13'])('of which only %s are free is not reckoned with', async (sol) => {
    const world = await traded(sol, paysWithToken);
    await world.clock.advance(5000);
    expect(executionsOf(world)).toEqual([]);
    expect(world.engine.conditions()[0]?.fee_token).toEqual({ asset: 'SOL', taker_pct: null });
  });

  test('that is bought while the bot runs, or set before it starts again, is reckoned with from then on', async () => {
    const rest = async (world: Awaited<ReturnType<typeof traded>>) => {
      for (let at = 0; at < 4; at++) {
        await world.clock.advance(500);
        world.fair();
      }
      world.dislocate(paysWithToken);
      await world.clock.advance(5000);
      return executionsOf(world).map(({ conditions }) => conditions?.fee_token);
    };
    const paid = [{ asset: 'SOL', taker_pct: 0.08 }];
    const bought = await traded('0', paysWithToken);
    expect(executionsOf(bought)).toEqual([]);
    const order = { exchange: 'kucoin', symbol: 'SOL/USDT', side: 'buy', type: 'market', quantity: 1 } as const;
    expect(await bought.during(500, bought.engine.command({ type: 'PlaceOrder', order }))).toMatchObject({ ok: true });
    expect(await rest(bought)).toEqual(paid);

    const set = await traded('1', paysWithToken, {});
    expect(executionsOf(set)).toEqual([]);
    const paper_funds = { ...testConfig.paper_funds, SOL: '1' };
    const config = { ...testConfig, breakers: defaultBreakers, paper_funds, fees: { kucoin: { token } } };
    await set.ask({ type: 'StopBot', cancel_orders: true });
    await set.ask({ type: 'ActivateConfig', id: 'c-1', name: 'Token', config, actor: { name: 'ada', role: 'admin' } });
    await set.ask(start);
    expect(await rest(set)).toEqual(paid);
  });

  test('is reserved twice over while an execution runs, and free again after it', async () => {
    const world = await traded('1', paysWithToken);
    await world.clock.advance(30);
    const [running] = executionsOf(world);
    expect(running?.finished_at).toBeNull();
    const capital = Number(running?.start_amount);
    const sol = () => world.engine.balances().exchanges[0]?.balances.SOL;
    // Three legs and two that may unwind them, twice, at 0.1 %, at 100 USDT for one SOL.
    expect(Number(running?.fee_token?.amount)).toBeCloseTo((2 * 5 * capital * 0.001) / 100, 2);
    expect(sol()?.reserved).toBeGreaterThan(0.05);
    const order = { exchange: 'kucoin', symbol: 'SOL/USDT', side: 'sell', type: 'market', quantity: 1 } as const;
    expect(await world.engine.command({ type: 'PlaceOrder', order })).toMatchObject({ ok: false });
    await world.clock.advance(5000);
    expect(sol()?.reserved).toBe(0);
  });

  test('that is traded on the way is not assumed to pay', async () => {
    const world = await traded('10', 2500);
    world.feed.book('SOL/USDT', [[105, 1000]], [[106, 1000]]);
    await world.clock.advance(5000);
    const [execution] = executionsOf(world);
    expect(execution?.path).toContain('SOL');
    expect(execution?.fee_token).toBeUndefined();
    expect(execution?.legs.map(({ fee_pct }) => Number(fee_pct.toPrecision(12)))).toEqual(
      execution?.legs.map(() => 0.1),
    );
  });

  test('that is traded on the way leaves a cycle alone that pays by its discount only', async () => {
    const world = await traded('10', 2500);
    // 0.535 % is left by three fees of 0.08 %, 0.473 % by three of 0.1 %.
    world.feed.book('SOL/USDT', [[100.82, 1000]], [[100.9, 1000]]);
    await world.clock.advance(5000);
    expect(executionsOf(world)).toEqual([]);
    expect(world.engine.state().decisions[0]).toMatchObject({ reason: 'below_threshold_after_lots' });
  });

  test('that runs out between two legs leaves the ledger equal to the account, and its cost in the profit', async () => {
    // It pays the first leg and is not assumed to: all three were planned with the whole fee.
    const world = await traded('0.01', 2530);
    await world.clock.advance(5000);
    const [execution] = executionsOf(world);
    expect(execution?.status).toBe('completed');
    expect(feesOf(world).map(({ asset }) => asset)).toEqual(['SOL', 'ETH', 'USDT']);
    const answer = await world.during(1000, world.exchange.account.balances(1000));
    if (answer.kind !== 'balances') return expect.unreachable();
    const held = world.engine.balances().exchanges[0]?.balances ?? {};
    for (const [asset, amount] of Object.entries(totalsOf(answer.holdings)))
      expect([asset, held[asset]?.total]).toEqual([asset, new BigNumber(amount).toNumber()]);
    const usdt = Number(totalsOf(answer.holdings).USDT) - Number(testConfig.paper_funds.USDT);
    const spent = 0.01 - Number(totalsOf(answer.holdings).SOL);
    expect(spent).toBeGreaterThan(0.007);
    expect(Number(execution?.profit)).toBeCloseTo(usdt - spent * 100, 1);
  });
});

test('a fee tier by its name decides what is found, and is named with what was executed', async () => {
  // Three fees of 0.055 % leave more than the threshold, three of 0.1 % less.
  const bid = 2518;
  const [small, large] = [await traded('0', bid, {}), await traded('0', bid, { tier: 'VIP 5' })];
  for (const world of [small, large]) await world.clock.advance(5000);
  expect(executionsOf(small)).toEqual([]);
  const [execution] = executionsOf(large);
  expect(execution?.status).toBe('completed');
  expect(execution?.conditions).toMatchObject({ fee_source: 'VIP 5', taker_pct: 0.055, maker_pct: 0.035 });
  expect(execution?.conditions?.paper).toMatchObject({ conditions: 'practice', taken_pct: 0, speed: 1 });
  expect(execution?.conditions?.paper?.order_delay).toEqual({ median_ms: 25, p99_ms: 25 });
  const rates = execution?.order_ids.map((id) => {
    const order = large.engine.state().orders.get(id);
    const received = order?.side === 'buy' ? order.filled_quantity : order?.filled_quote;
    return Number(order?.fees[0]?.amount) / Number(received);
  });
  expect(rates?.map((rate) => Number(rate.toPrecision(12)))).toEqual([0.00055, 0.00055, 0.00055]);
  const [told] = large.engine.conditions();
  expect(told).toMatchObject({ exchange: 'kucoin', fee_source: 'VIP 5', fee_token: null });
  expect(told?.commit_ms).toBe(0);
  expect(told?.tiers.map(({ name }) => name)).toEqual([...Array(13).keys()].map((level) => `VIP ${level}`));
});
