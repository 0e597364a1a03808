import { describe, expect, test } from 'vitest';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { createSession, replay } from '../../packages/bot/src/engine/replay.ts';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { createMemoryStore } from '../../packages/bot/src/journal/memory.ts';
import { paperOptions } from '../../packages/bot/src/market-choice.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { binance } from '../../packages/bot/src/venues/exchange/binance/binance.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { kraken } from '../../packages/bot/src/venues/exchange/kraken/kraken.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { startLocalBinance } from '../harness/exchanges/binance.ts';
import { type Faults, noFaults } from '../harness/exchanges/faults.ts';
import { startLocalKraken } from '../harness/exchanges/kraken.ts';
import type { Level, Listing } from '../harness/exchanges/local-market.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';

const seconds = scaled(15, 60, 3_600);
const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Math.floor(Math.random() * 1e6) : 2));
console.log(`live sessions: TRIQUAD_SEED=${seed}`);

type Chance = () => number;

const noon = Date.UTC(2026, 0, 31, 12);
const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
const rules = { lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' } as const;
const listings: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01', ...rules },
  { base: 'ETH', quote: 'BTC', tick: '0.00001', ...rules, minNotional: '0.0001' },
];

/** What a market of three says of itself: three levels a side that wander, and now and then bring a cycle a profit. */
const createPrices = (random: Chance) => {
  const mid = { btc: 60_000, eth: 3_000, offset: 0 };
  const side = (best: number, step: number, direction: 1 | -1, decimals: number): Level[] =>
    [0, 1, 2].map((at) => [(best + direction * at * step).toFixed(decimals), (0.5 + 5 * random()).toFixed(4)]);
  const quote = (price: number, step: number, decimals: number) =>
    [side(price - step, step, -1, decimals), side(price + step, step, 1, decimals)] as const;
  return {
    next: (): (readonly [place: number, bids: readonly Level[], asks: readonly Level[]])[] => {
      mid.btc *= 1 + (random() - 0.5) / 2_000;
      mid.eth *= 1 + (random() - 0.5) / 2_000;
      if (random() < 0.1) mid.offset = random() < 0.5 ? 0 : 0.01 + 0.02 * random();
      const changed: (readonly [number, readonly Level[], readonly Level[]])[] = [
        [0, ...quote(mid.btc, 0.5, 2)],
        [1, ...quote(mid.eth * (1 + mid.offset), 0.05, 2)],
        [2, ...quote(mid.eth / mid.btc, 0.00001, 5)],
      ];
      return changed.filter(() => random() < 0.6);
    },
  };
};

const faulty: readonly Partial<Faults>[] = [
  { delayMs: 700 },
  { delayMs: 5_000 },
  { skewMs: 4_000 },
  { skewMs: -4_000 },
  { lost: 3 },
  { isStale: true },
  { page: 503 },
  { refusal: { status: 429, seconds: 5 } },
  { refusesStreams: true },
  { refusesSockets: true },
  { isDeaf: true },
];

/** Two exchanges on this machine, whose lines fail in many ways, traded with paper money. */
const record = async (commitMs: number, length = seconds) => {
  const { clock, pass, during } = createLocalTime(noon);
  // Each has its own chance, so that what the bot does decides neither prices nor faults.
  const [moves, fails, names] = [seed, seed + 1, seed + 2].map((one) => seededRandom(one).uniform) as [
    Chance,
    Chance,
    Chance,
  ];
  await using ofBinance = await startLocalBinance(listings, { clock });
  await using ofKraken = await startLocalKraken(listings, clock);
  const servers = [
    {
      faults: ofBinance.faults,
      reset: ofBinance.sockets.reset,
      change: ofBinance.market,
      prices: createPrices(moves),
    },
    { faults: ofKraken.faults, reset: ofKraken.reset, change: null, prices: createPrices(moves) },
  ];
  const say = (): void => {
    for (const { change, prices } of servers)
      for (const [place, bids, asks] of prices.next()) {
        const { base, quote } = listings[place] as Listing;
        if (change === null) ofKraken.quote(`${base}/${quote}`, bids, asks);
        else {
          change(`${base}${quote}`).set(bids, asks);
          ofBinance.say(`${base}${quote}`);
        }
      }
  };
  const dialects = [binance({ clock, place: ofBinance.url }), kraken({ clock, place: ofKraken.url })];
  const places = { binance: ofBinance.url, kraken: ofKraken.url };
  const paper = paperOptions({ source: 'exchange', exchanges: Object.keys(places), places });
  const exchanges = dialects.map((dialect) => createPaperExchange(createExchangeFeed(dialect), clock, paper));
  const store = createMemoryStore<Fact>({ commit: (task) => void clock.after(commitMs, task) });
  const session = createSession();
  let strays = 0;
  let made = 0;
  const inputs = { ...session.listener, stray: () => void strays++ };
  const ids = () => `${++made}-${Math.floor(names() * 1e9)}`;
  say();
  const engine = createEngine({ exchanges, clock, store, ids, config, inputs });
  await during(engine.start());
  void engine.command({
    type: 'StartBot',
    parameters: { enabled_exchanges: Object.keys(places), min_profit_threshold: 0.1 },
  });
  for (let second = 0; second < length; second++) {
    for (let part = 0; part < 5; part++) {
      say();
      await pass(200);
    }
    for (const { faults, reset } of servers) {
      if (fails() < 0.2) Object.assign(faults, noFaults());
      if (fails() < 0.03) Object.assign(faults, faulty[Math.floor(fails() * faulty.length)]);
      if (fails() < 0.02) reset();
    }
    const { halted, lifecycle } = engine.state();
    if (halted) void engine.command({ type: 'ResetKill' });
    else if (lifecycle === 'stopped')
      void engine.command({ type: 'StartBot', parameters: { enabled_exchanges: Object.keys(places) } });
  }
  await pass(3_000);
  void engine.close();
  await pass(1_000);
  return { entries: session.entries, exchanges, facts: [...store.read()], head: store.head(), strays };
};

describe.each([0, 3, 50])('live prices over sockets, traded with paper money at %i ms a commit', (commitMs) => {
  test('are processed again from the recorded inputs with the same journal, byte for byte', async () => {
    const { entries, exchanges, facts, head, strays } = await record(commitMs);
    const messages = entries.flatMap((entry) => (entry.kind === 'message' ? [entry.event] : []));
    const ends = facts.filter(({ fact }) => fact.type === 'ExecutionFinished').map(({ fact }) => fact.at - noon);
    console.log({
      commitMs,
      messages: messages.length,
      entries: entries.length,
      facts: facts.length,
      finished: ends.length,
    });
    for (const name of ['binance', 'kraken'])
      expect(messages.filter(({ exchange }) => exchange === name).length).toBeGreaterThan(seconds);
    expect(ends.length).toBeGreaterThan(3);
    expect(ends.at(-1)).toBeGreaterThan(seconds * 500);
    const events = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []));
    expect(events.some((event) => event.type === 'FeedStatusChanged' && event.status === 'down')).toBe(true);
    expect(strays).toBe(0);
    const replayed = await replay(entries, { exchanges, config });
    expect(replayed).toMatchObject({ stopped: null, difference: null });
    expect(replayed).toMatchObject({ facts: facts.length, executions: ends.length, head });
  }, 3_600_000);
});

test('a price that is changed in the record is named by the first fact that it makes another one', async () => {
  const { entries, exchanges, facts } = await record(0, 20);
  const began = facts.find(({ fact }) => fact.type === 'ExecutionStarted');
  const first = facts.find(({ fact }) => fact.at === began?.fact.at);
  const changed = entries.map((entry) => {
    if (entry.kind !== 'message' || entry.event.at !== began?.fact.at) return entry;
    const { bids, asks } = entry.event;
    const worse = { ...bids, units: bids.units.map((unit) => Math.floor(unit / 2)) };
    return {
      ...entry,
      event: { ...entry.event, bids: worse, asks: { ...asks, units: asks.units.map((unit) => unit * 2) } },
    };
  });
  const { difference } = await replay(changed, { exchanges, config });
  expect(difference?.text).toMatch(new RegExp(`^fact ${first?.seq} `));
});
