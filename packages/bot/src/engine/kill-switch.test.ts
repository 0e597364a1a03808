import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { Account, OrderRequest } from '../model/exchange.ts';
import type { KillSwitch } from '../risk/gate.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { createDisk } from './disk.suite.ts';
import { createEngine, type Engine } from './engine.ts';
import { breathe, scaled } from './scale.suite.ts';
import { createLastingSwitch, noon, testConfig } from './world.suite.ts';

const races = scaled(200, 2_000, 100_000);
const chosen = process.env.TRIQUAD_SEED;

/** A bot about to trade, at an exchange that notes what leaves and answers cancels only sometimes. */
const createRacer = async (random: () => number, killSwitch: KillSwitch) => {
  const clock = createVirtualClock(noon);
  const feed = scriptedFeed(clock);
  const paper = createPaperExchange(feed, clock);
  await paper.market.instruments(1000);
  const left: OrderRequest[] = [];
  const isDeaf = random() < 0.2;
  const account: Account = {
    ...paper.account,
    place: (request) => {
      left.push(request);
      return paper.account.place(request);
    },
    ...(isDeaf && { cancel: () => new Promise(() => {}) }),
  };
  let made = 0;
  const ids = () => `id-${++made}`;
  const engine = createEngine({
    exchanges: [{ market: paper.market, account }],
    clock,
    store: createDisk().open().store,
    ids,
    config: testConfig,
    killSwitch,
  });
  await engine.start();
  const level = (price: number) => [[price, 1 + random() * 10]] as const;
  const quote = () => {
    const bid = 2500 + (random() < 0.8 ? 30 : 0);
    feed.book('BTC/USDT', level(49_999), level(50_001));
    feed.book('ETH/BTC', level(0.04999), level(0.05001));
    feed.book('ETH/USDT', level(bid), level(bid + 1));
  };
  return { clock, engine, left, quote };
};

type Kill = (engine: Engine, killSwitch: KillSwitch) => Promise<unknown>;
const byCommand: Kill = (engine) => engine.command({ type: 'Kill', reason: 'drill' });
/** As `triquad kill` does it: the bot is told nothing. */
const fromOutside: Kill = async (_, killSwitch) => killSwitch.throw('kill', 'drill');

/** One kill at some moment of some turn, with everything that sends orders going on before, beside and after it. */
const race = async (seed: number, kill: Kill) => {
  const { uniform: random } = seededRandom(seed);
  const killSwitch = createLastingSwitch();
  const { clock, engine, left, quote } = await createRacer(random, killSwitch);
  const limit = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.001 } as const;
  const order = () => void engine.command({ type: 'PlaceOrder', order: { ...limit, price: 49_000 } });
  const execute = () => {
    const [opportunity] = engine.state().opportunities;
    if (!opportunity) return;
    const body = { opportunity_id: opportunity.id, amount: null, dry_run: true } as const;
    void engine.command({ type: 'ExecuteOpportunity', ...body });
  };
  const start = () => void engine.command({ type: 'StartBot', parameters: {} });
  const restart = () => void engine.command({ type: 'RestartBot', parameters: {} });
  const senders = [quote, order, execute, start, restart];
  const something = () => senders[Math.floor(random() * senders.length)]?.();
  const turns = async () => {
    for (let turn = Math.floor(random() * 6); turn > 0; turn--) await Promise.resolve();
  };

  start();
  quote();
  if (random() < 0.3) order();
  await clock.advance(Math.floor(random() * 180));
  something();
  await turns();
  const askedAt = clock.now();
  let answered: { left: number; after: number } | null = null;
  const beforeKill = left.length;
  void kill(engine, killSwitch).then(() => {
    answered = { left: left.length, after: clock.now() - askedAt };
  });
  something();
  await turns();
  something();
  for (let step = 0; step < 4; step++) {
    await clock.advance(40);
    something();
    quote();
  }
  await clock.advance(100);
  const { halted, lifecycle } = engine.state();
  await engine.close();
  return {
    beforeKill,
    answered: answered as { left: number; after: number } | null,
    left: left.length,
    halted,
    lifecycle,
  };
};

const seeds = chosen === undefined ? Array.from({ length: races }, (_, seed) => seed) : [Number(chosen)];

const outside = seeds.slice(0, scaled(50, 500, races));

test(
  `in ${outside.length} races nothing leaves once the kill switch is thrown from outside, which halts for good`,
  async () => {
    let sent = 0;
    for (const seed of outside) {
      if (seed % 50 === 0) await breathe();
      const { beforeKill, left, halted, lifecycle } = await race(seed, fromOutside);
      const replay = `seed ${seed}, again with TRIQUAD_SEED=${seed} npm run faults -- kill-switch`;
      expect({ left, halted }, replay).toMatchObject({ left: beforeKill, halted: { cause: 'kill', reason: 'drill' } });
      expect(['stopped', 'stopping'], replay).toContain(lifecycle);
      sent += left;
    }
    expect(sent).toBeGreaterThan(outside.length / 2);
  },
  180_000 + races * 50,
);

test(
  `in ${races} races nothing leaves after a kill is acknowledged, within 50 ms on the bot's clock`,
  async () => {
    const waits: number[] = [];
    let sent = 0;
    for (const seed of seeds) {
      if (seed % 50 === 0) await breathe();
      const { beforeKill, answered, left } = await race(seed, byCommand);
      const replay = `seed ${seed}, again with TRIQUAD_SEED=${seed} npm run faults -- kill-switch`;
      expect({ answered: answered !== null, left }, replay).toEqual({ answered: true, left: answered?.left });
      expect(left, `after the call itself: ${replay}`).toBe(beforeKill);
      waits.push(answered?.after ?? 0);
      sent += left;
    }
    console.log(`${sent} orders had left before`);
    expect(Math.max(...waits)).toBeLessThan(50);
    expect(sent).toBeGreaterThan(seeds.length / 2);
  },
  180_000 + races * 50,
);
