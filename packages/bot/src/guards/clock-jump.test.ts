import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { createWorld, noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { ClockJumped } from '../model/clock-event.ts';
import type { ExecuteOpportunity } from '../model/command.ts';
import type { EngineConfig } from '../model/config.ts';
import type { Exchange } from '../model/exchange.ts';
import type { FeedStatusChanged } from '../model/feed-event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed, scriptedInstruments } from '../venues/scripted.suite.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const running = async (config: Partial<EngineConfig> = {}, prepare: (exchange: Exchange) => void = () => {}) => {
  const world = await createWorld(config, createMemoryStore(), prepare);
  await world.ask({ type: 'StartBot', parameters: {} });
  const jumps = () => world.heard.filter((event): event is ClockJumped => event.type === 'ClockJumped');
  const told = () => world.engine.state().notifications.filter(({ source }) => source === 'clock');
  const begun = () => world.heard.filter(({ type }) => type === 'ExecutionStarted').length;
  return { ...world, jumps, told, begun };
};

const execute = (opportunity_id = ''): ExecuteOpportunity => ({
  type: 'ExecuteOpportunity',
  opportunity_id,
  amount: null,
  dry_run: true,
});

test.each([-hour, -minute, -1001, 1001, hour, 2 * day])(
  'a clock that is set by %i ms is a fact, a log line and one notification',
  async (ms) => {
    const { clock, jumps, told, engine } = await running();
    await clock.advance(2500);
    clock.stepWall(ms);
    await clock.advance(1000);
    expect(jumps()).toEqual([{ type: 'ClockJumped', by_ms: ms, at: clock.now() - 500 }]);
    await clock.advance(minute);
    expect(jumps()).toHaveLength(1);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toMatchObject({
      level: 'warning',
      title: 'Clock jumped',
      code: 'clock_jumped',
      params: { by_ms: ms },
    });
    const [line] = engine.state().logs.filter(({ source }) => source === 'clock');
    expect(line).toMatchObject({ level: 'WARNING', metadata: { code: 'clock_jumped', by_ms: ms } });
  },
);

test.each([
  [-minute, "The machine's clock was set back by 60 s."],
  [3 * hour, 'The machine slept for 3 h, or its clock was set ahead by as much.'],
])('the log says what has happened (%i ms)', async (ms, said) => {
  const { clock, engine } = await running();
  clock.stepWall(ms);
  await clock.advance(1000);
  expect(engine.state().logs.some(({ message }) => message.startsWith(said))).toBe(true);
});

test('a clock that is corrected little by little is no jump', async () => {
  const { clock, jumps, told } = await running();
  for (let second = 0; second < 60; second++) {
    clock.stepWall(900);
    await clock.advance(1000);
  }
  expect([jumps(), told()]).toEqual([[], []]);
});

test.each([-hour, hour])(
  'nothing is begun on books of before the clock was set, at once and later (%i ms)',
  async (ms) => {
    const { clock, engine, fair, dislocate, feed, begun } = await running({ auto_execute: false });
    fair();
    dislocate();
    await clock.advance(100);
    const [found] = engine.state().opportunities;
    clock.stepWall(ms);
    expect(await engine.command(execute(found?.id))).toMatchObject({ ok: false, problem: 'conflict' });
    // One new book of the three is not enough, the three of them are.
    feed.book('ETH/USDT', [[2530, 100]], [[2531, 100]]);
    expect(engine.state().opportunities.filter(({ is_valid }) => is_valid)).toEqual([]);
    fair();
    dislocate();
    // The same dislocation is shown again after a quarter of a second.
    await clock.advance(250);
    const again = engine.state().opportunities.find(({ is_valid }) => is_valid);
    void engine.command(execute(again?.id));
    await clock.advance(1000);
    expect(begun()).toBe(1);
  },
);

test('the first message after a sleep meets no book of before it', async () => {
  const { clock, fair, dislocate, begun } = await running();
  fair();
  await clock.advance(100);
  clock.stepWall(8 * hour);
  dislocate();
  await clock.advance(100);
  expect(begun()).toBe(0);
  fair();
  dislocate();
  await clock.advance(1000);
  expect(begun()).toBeGreaterThan(0);
});

test('a process that stood still says so and connects again', async () => {
  let connected = 0;
  const { clock, engine, told, jumps } = await running({}, (exchange) => {
    exchange.market.reconnect = () => {
      connected++;
    };
  });
  await clock.advance(1000);
  clock.sleep(62_000);
  await clock.advance(1000);
  expect(told()[0]).toMatchObject({ code: 'process_stalled', params: { for_ms: 63_000 } });
  expect(engine.state().logs.some(({ message }) => message.startsWith('The process stood still for 63 s.'))).toBe(true);
  expect([jumps(), connected]).toEqual([[], 1]);
});

/** A running bot on two exchanges, whose clock has just been set ahead. `before`: what a feed has said of itself until then. */
const afterJump = async (before: FeedStatusChanged['status'] | null = null) => {
  const clock = createVirtualClock(noon);
  const feeds = ['kucoin', 'okx'].map((name) => scriptedFeed(clock, scriptedInstruments(name)));
  const [kucoin, okx] = feeds;
  if (!kucoin || !okx) return expect.unreachable();
  const parameters = { ...testConfig.parameters, enabled_exchanges: ['kucoin', 'okx'] };
  let ids = 0;
  const engine = createEngine({
    exchanges: feeds.map((feed) => createPaperExchange(feed, clock)),
    clock,
    store: createMemoryStore(),
    ids: () => `id-${++ids}`,
    config: { ...testConfig, parameters },
  });
  await engine.start();
  await clock.advance(100);
  await engine.command({ type: 'StartBot', parameters: {} });
  for (const { book } of feeds) book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  if (before !== null)
    okx.say({ type: 'FeedStatusChanged', exchange: 'okx', status: before, detail: 'as told', at: clock.now() });
  clock.stepWall(hour);
  await clock.advance(1000);
  const paying = async () => {
    kucoin.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    kucoin.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    kucoin.book('ETH/USDT', [[2530, 100]], [[2531, 100]]);
    await clock.advance(500);
    return engine.state().executions.size;
  };
  return { clock, engine, okx, paying };
};

test('after a jump nothing is begun at one exchange before the other has sent new books', async () => {
  const { engine, okx, paying } = await afterJump();
  expect(await paying()).toBe(0);
  expect(engine.state().decisions[0]).toMatchObject({
    reason: 'stale_book',
    detail: 'since the clock jumped, new books of okx are awaited',
  });
  okx.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  expect(await paying()).toBe(1);
});

test('but one that is down is not waited for', async () => {
  const { clock, okx, paying } = await afterJump();
  const at = clock.now();
  okx.say({ type: 'FeedStatusChanged', exchange: 'okx', status: 'down', detail: 'no connection', at });
  expect(await paying()).toBe(1);
});

test.each(['down', 'ended'] as const)(
  'nor is one that was %s before the jump, and says nothing of it again',
  async (status) => {
    const { paying } = await afterJump(status);
    expect(await paying()).toBe(1);
  },
);
