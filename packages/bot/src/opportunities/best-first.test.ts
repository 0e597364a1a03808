import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Instrument } from '../model/instrument.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

const market = (base: string, quote: string, tickSize: number, lotStep: number): Instrument => ({
  exchange: 'kucoin',
  symbol: `${base}/${quote}`,
  base,
  quote,
  tickSize,
  lotStep,
  minQuantity: lotStep,
  minNotional: 0,
  takerFee: 0.001,
  feeCurrency: 'received',
});

/** Six coins bought for USDT and sold for ETH, each with more to be had than the one before: six QUADs through one market. */
const coins = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF'];

test.each([coins, [...coins].reverse()])(
  'of six cycles that one market opens at once the best is executed',
  async (...order) => {
    const clock = createVirtualClock(noon);
    const instruments = [
      market('BTC', 'USDT', 0.1, 0.00001),
      market('ETH', 'BTC', 0.00001, 0.0001),
      ...order.flatMap((coin) => [market(coin, 'USDT', 0.01, 0.001), market(coin, 'ETH', 0.00001, 0.001)]),
    ];
    const feed = scriptedFeed(clock, instruments);
    let ids = 0;
    const engine = createEngine({
      exchanges: [createPaperExchange(feed, clock)],
      clock,
      store: createMemoryStore(),
      ids: () => `id-${++ids}`,
      config: { ...testConfig, assets: {} },
    });
    await engine.start();
    await clock.advance(100);
    await engine.command({ type: 'StartBot', parameters: {} });
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    for (const coin of coins) {
      const size = coins.indexOf(coin) + 1;
      feed.book(`${coin}/USDT`, [[99.95, size]], [[100.05, size]]);
      feed.book(`${coin}/ETH`, [[0.03999, 1000]], [[0.04001, 1000]]);
    }
    // ETH is worth 2 % more in BTC than by way of the coins.
    feed.book('ETH/BTC', [[0.051, 100]], [[0.05101, 100]]);
    await clock.advance(1000);
    const { decisions, executions } = engine.state();
    const first = decisions.filter(({ at }) => at < noon + 200);
    expect([...executions.values()][0]?.path).toEqual(['USDT', 'FF', 'ETH', 'BTC', 'USDT']);
    expect(first.filter(({ reason }) => reason === 'executed')).toHaveLength(1);
    expect(first.filter(({ reason }) => reason === 'asset_busy')).toHaveLength(5);
    await engine.close();
  },
);
