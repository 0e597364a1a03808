import { describe, expect, test } from 'vitest';
import { createLastingSwitch, createWorld } from '../engine/world.suite.ts';

const kill = { type: 'Kill', reason: 'drill' } as const;
const preview = { type: 'Flatten', preview: true, caller: 'ann' } as const;
const sell = { type: 'ResolveStranded', exchange: 'kucoin', asset: 'BTC', action: 'sell' } as const;

/** A bot that was killed after its first leg: 0.01998 BTC are left. */
const killed = async () => {
  const killSwitch = createLastingSwitch();
  const world = await createWorld({}, undefined, undefined, killSwitch);
  const { ask, fair, dislocate, clock, during, engine } = world;
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await clock.advance(10);
  const answer = await during(60_000, ask(kill));
  // Prices are worked out once a second.
  fair();
  await clock.advance(1000);
  fair();
  const left = () => Object.fromEntries(engine.state().residuals.get('kucoin') ?? []);
  const orders = () => [...engine.state().orders.values()].filter(({ flatten }) => flatten !== undefined);
  const confirm = (caller = 'ann') =>
    during(1000, engine.command({ type: 'Flatten', preview: false, caller, key: { id: 'key', fingerprint: 'call' } }));
  return { ...world, killSwitch, answer, left, orders, confirm };
};

describe('a flatten after a kill', () => {
  test('is previewed, sells at the floor or better, and leaves the bot killed', async () => {
    const { ask, confirm, left, orders, engine, answer } = await killed();
    // The first leg was on its way, and its outcome was unknown.
    expect(answer).toMatchObject({ sent: 0, unknown: 1, held: 0 });
    expect(await ask(kill)).toMatchObject({ sent: 0, unknown: 0, held: 1 });
    expect(await engine.command(sell)).toMatchObject({ ok: false, problem: 'conflict' });
    const shown = await ask(preview);
    const amount = Number(left().BTC);
    const quantity = Math.floor(amount * 100_000) / 100_000;
    const proceeds = quantity * 49_999 * 0.999;
    expect(shown).toEqual({
      provenance: null,
      message: 'This would be sold',
      preview: true,
      positions: [
        {
          exchange: 'kucoin',
          asset: 'BTC',
          amount,
          value_usd: expect.closeTo(amount * 50_000, 6),
          market: 'BTC/USDT',
          expected_price: 49_999,
          floor_price: 49_499.1,
          expected_proceeds_usd: expect.closeTo(proceeds, 6),
          expected_loss_usd: expect.closeTo(amount * 50_000 - proceeds, 6),
          outcome: null,
        },
      ],
      expected_loss_usd: expect.closeTo(amount * 50_000 - proceeds, 6),
    });
    expect(orders()).toEqual([]);
    expect(await confirm()).toMatchObject({
      ok: true,
      value: {
        message: 'Sold: 1 of 1 positions',
        preview: false,
        positions: [{ asset: 'BTC', amount: 0, outcome: `sold ${quantity} BTC for ${quantity * 49_999} USDT` }],
      },
    });
    expect(orders()).toMatchObject([{ price: '49499.1', status: 'filled', purpose: 'unwind' }]);
    expect(left()).toEqual({});
    expect(engine.state()).toMatchObject({ halted: { cause: 'kill' }, trading_state: 'halted', killed: true });
    expect(await engine.command(preview)).toMatchObject({ ok: true, value: { positions: [] } });
  });

  test('sells only what was previewed, once and within a minute', async () => {
    const { ask, confirm, clock, fair, orders } = await killed();
    await ask(preview);
    const unknown = { ok: false, problem: 'conflict', code: 'preview_needed' };
    expect(await confirm('bob')).toMatchObject(unknown);
    await clock.advance(61_000);
    fair();
    expect(await confirm()).toMatchObject(unknown);
    expect(orders()).toEqual([]);
    await ask(preview);
    expect(await confirm()).toMatchObject({ ok: true });
    expect(await confirm()).toMatchObject(unknown);
    expect(orders()).toHaveLength(1);
  });

  test('sells nothing below the floor that was confirmed', async () => {
    const { ask, confirm, feed, left, orders } = await killed();
    feed.book('ETH/BTC', [[0.04, 100]], [[0.06, 100]]);
    await ask(preview);
    feed.book('BTC/USDT', [[48_000, 10]], [[48_001, 10]]);
    expect(await confirm()).toMatchObject({ ok: true, value: { message: 'Sold: 0 of 1 positions' } });
    expect(orders()).toMatchObject([{ price: '49499.1', filled_quantity: '0' }]);
    expect(Object.keys(left())).toEqual(['BTC']);
  });

  test('sends no order that the preview did not show', async () => {
    const { ask, confirm, feed, clock, left, orders } = await killed();
    await ask(preview);
    await clock.advance(2000);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    expect(await confirm()).toMatchObject({
      ok: true,
      value: { positions: [{ outcome: expect.stringContaining('no trusted book of kucoin takes BTC') }] },
    });
    expect([orders(), Object.keys(left())]).toEqual([[], ['BTC']]);
  });

  test.each([
    ['by a command', async ({ engine }: Awaited<ReturnType<typeof killed>>) => void engine.command(kill)],
    ['from outside', async ({ killSwitch }: Awaited<ReturnType<typeof killed>>) => void killSwitch.throw('kill', 'no')],
  ])('ends when it is killed in turn %s: the second order of a way is not sent', async (_, again) => {
    const world = await killed();
    const { ask, engine, feed, clock, left, orders } = world;
    await clock.advance(2000);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    await ask(preview);
    const flattened = engine.command({ ...preview, preview: false });
    await clock.advance(1);
    await again(world);
    await clock.advance(1000);
    expect(await flattened).toMatchObject({ ok: true });
    expect(orders()).toHaveLength(1);
    expect(Object.keys(left())).toContain('ETH');
  });

  test('goes over another currency within both floors', async () => {
    const { ask, confirm, feed, clock, left, orders } = await killed();
    await clock.advance(2000);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    await ask(preview);
    await confirm();
    expect(orders()).toMatchObject([
      { symbol: 'ETH/BTC', side: 'buy', status: 'filled' },
      { symbol: 'ETH/USDT', side: 'sell', status: 'filled' },
    ]);
    expect(left()).toEqual({});
  });

  test('is in the journal with its key, its floors and its orders', async () => {
    const { ask, confirm, store, engine } = await killed();
    await ask(preview);
    await confirm();
    const facts = [...store.read()].map(({ fact }) => fact);
    const started = facts.find(({ type }) => type === 'FlattenStarted');
    expect(started).toMatchObject({
      positions: [{ exchange: 'kucoin', asset: 'BTC', floors: { 'BTC/USDT sell': '49499.1' } }],
      key: { id: 'key' },
    });
    const id = started?.type === 'FlattenStarted' ? started.id : '';
    expect(facts).toContainEqual({ type: 'FlattenFinished', flatten_id: id, at: expect.any(Number) });
    await engine.close();
    const again = await createWorld({}, store);
    expect(again.engine.state().effect_keys.get('key')).toMatchObject({ kind: 'flatten', ids: [id] });
  });
});
