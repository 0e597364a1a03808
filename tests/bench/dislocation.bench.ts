import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { createMemoryStore } from '../../packages/bot/src/journal/memory.ts';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Instrument } from '../../packages/bot/src/model/instrument.ts';
import { createBroadcast } from '../../packages/bot/src/server/broadcast.ts';
import { batchOf } from '../../packages/bot/src/server/frame-batch.ts';
import { type BuiltFrame, createHub } from '../../packages/bot/src/server/hub.ts';
import { createPublisher } from '../../packages/bot/src/server/publisher.ts';
import { createReadings } from '../../packages/bot/src/server/readings.ts';
import { frameTypes } from '../../packages/bot/src/server/socket.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { scriptedFeed } from '../../packages/bot/src/venues/scripted.suite.ts';
import { printTable } from './table.ts';

/** So many coins are bought for USDT and sold for ETH: each is a cycle of four through ETH/BTC, and one triangle beside them. */
const coins = 120;
const noon = Date.UTC(2026, 0, 31, 12);
const limit = { frames: 8, bytes: 6_000 };

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
const names = Array.from({ length: coins }, (_, at) => `C${at}`);
const instruments = [
  market('BTC', 'USDT', 0.1, 0.00001),
  market('ETH', 'BTC', 0.00001, 0.0001),
  market('ETH', 'USDT', 0.01, 0.0001),
  ...names.flatMap((coin) => [market(coin, 'USDT', 0.01, 0.001), market(coin, 'ETH', 0.00001, 0.001)]),
];

type Seen = { opportunities: number; executions: number; frames: number; bytes: number; compressed: number };

/** ETH/BTC moves by 2 %, wavers for two seconds and comes back; what one client is sent of it, an execution included or not. */
async function dislocation(auto_execute: boolean): Promise<Seen> {
  const clock = createVirtualClock(noon);
  const feed = scriptedFeed(clock, instruments);
  let ids = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, clock)],
    clock,
    store: createMemoryStore(),
    ids: () => `01890a5d-ac96-774b-bcce-${String(++ids).padStart(12, '0')}`,
    config: {
      ...defaultConfig,
      auto_execute,
      assets: {},
      parameters: { ...defaultConfig.parameters, enabled_exchanges: ['kucoin'] },
    },
  });
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: {} });
  const hub = createHub(frameTypes, clock.now);
  const broadcast = createBroadcast(hub);
  const readings = createReadings({
    engine,
    market: { source: 'simulated', detail: 'bench' },
    clients: broadcast.clients,
    now: clock.now,
  });
  const { status, metrics } = readings;
  const publisher = createPublisher({
    engine,
    hub,
    status,
    balances: engine.balances,
    metrics,
    isWatched: () => false,
  });
  const seen: Seen = { opportunities: 0, executions: 0, frames: 0, bytes: 0, compressed: 0 };
  let turn: BuiltFrame[] = [];
  hub.onFrame((frame) => {
    if (frame.channel === 'opportunities') turn.push(frame);
  });
  const endTurn = async () => {
    await clock.advance(1);
    if (turn.length === 0) return;
    seen.frames += turn.length;
    seen.bytes += batchOf(turn, 'frames').length;
    seen.compressed += batchOf(turn, 'compressed batches').length;
    turn = [];
  };
  const fairly = () => {
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    feed.book('ETH/USDT', [[1999.9, 100]], [[2000.1, 100]]);
    names.forEach((coin, at) => {
      feed.book(`${coin}/USDT`, [[99.95, 1 + (at % 9)]], [[100.05, 1 + (at % 9)]]);
      feed.book(`${coin}/ETH`, [[0.04999, 1000]], [[0.05001, 1000]]);
    });
  };
  const moveTo = (bid: number) => feed.book('ETH/BTC', [[bid, 100]], [[bid + 0.00001, 100]]);
  fairly();
  moveTo(0.03999);
  await endTurn();
  // 2 % more BTC for an ETH than by way of dollars; in ten steps of 100 ms a little more and less, then in five back.
  for (let step = 0; step < 20; step++) {
    if (step % 10 === 0) fairly();
    moveTo(0.0408 + 0.00002 * (step % 3));
    await endTurn();
    await clock.advance(99);
  }
  for (let step = 1; step <= 5; step++) {
    moveTo(0.0408 - 0.00016 * step);
    await endTurn();
    await clock.advance(99);
  }
  for (let step = 0; step < 8; step++) {
    await clock.advance(250);
    await endTurn();
  }
  seen.opportunities = engine.state().found.opportunities;
  seen.executions = engine.state().executions.size;
  publisher.stop();
  readings.stop();
  await engine.close();
  broadcast.stop();
  return seen;
}

const kb = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const row = (title: string, seen: Seen): string[] => [
  title,
  `${seen.opportunities}`,
  `${seen.executions}`,
  `${seen.frames}`,
  kb(seen.bytes),
  kb(seen.compressed),
  `${limit.frames} frames, ${kb(limit.bytes)}`,
  `${(seen.frames / limit.frames).toFixed(2)}× · ${(seen.compressed / limit.bytes).toFixed(2)}×`,
];
printTable(
  `One move of one market opens ${coins + 1} cycles for two seconds: what one client is sent`,
  ['', 'opportunities', 'executions', 'frames', 'one a message', 'in batches', 'limit', 'ratio'],
  [row('left alone', await dislocation(false)), row('executed', await dislocation(true))],
);
