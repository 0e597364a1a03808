import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';

const start = { type: 'StartBot', parameters: {} } as const;

test('a loss of what was bought a moment ago halts within three seconds', async () => {
  const { engine, ask, fair, feed, clock, during } = await createWorld({ assets: {} });
  await ask(start);
  for (let second = 0; second < 3; second++) {
    await clock.advance(1000);
    fair();
  }
  const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 0.1 } as const;
  expect(await during(500, engine.command({ type: 'PlaceOrder', order }))).toMatchObject({ ok: true });
  expect(engine.ledger.balance('paper', 'kucoin', 'BTC').toNumber()).toBeGreaterThan(0.09);
  await clock.advance(1000);
  expect(engine.state().halted).toBeNull();
  for (let second = 0; second < 3; second++) {
    feed.book('BTC/USDT', [[43_999, 10]], [[44_001, 10]]);
    await clock.advance(1000);
  }
  expect(engine.state().halted).toMatchObject({ cause: 'daily_drawdown' });
});

test('what is held is worth its last price where its books are lost, also after they came back for a while', async () => {
  const { engine, fair, feed, clock } = await createWorld({ paper_funds: { USDT: '5000', BTC: '0.1' } });
  const quoted = (bid: number) => feed.book('BTC/USDT', [[bid - 1, 10]], [[bid + 1, 10]]);
  const lost = () => feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'test', at: clock.now() });
  const last = () => engine.state().equity.last;
  fair();
  await clock.advance(2000);
  expect(last()).toBe(10_000);
  lost();
  await clock.advance(60_000);
  expect(last()).toBe(10_000);
  quoted(51_000);
  await clock.advance(2000);
  lost();
  await clock.advance(60_000);
  expect(last()).toBe(10_100);
});
