import { describe, expect, test } from 'vitest';
import { StoreFault } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { Input, SessionEntry } from '../kernel/input.ts';
import { createVirtualClock, instantOf } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact, FeedEvent } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import { type BookMessage, keptMessage } from '../model/feed-event.ts';
import { marketOf, withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { createEngine } from './engine.ts';
import { createSession, replay } from './replay.ts';
import { breathe, isFullScale, scaled } from './scale.suite.ts';
import { createLastingSwitch, noon } from './world.suite.ts';

const seconds = scaled(60, 60, 3_600);
const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Math.floor(Math.random() * 1e6) : 7));
console.log(`sessions: TRIQUAD_SEED=${seed}`);

const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1, order_timeout_ms: 800 };

type Clock = ReturnType<typeof createVirtualClock>;

/** A line that loses one message of a book in 5,000, and brings another one late. */
const badLine = (inner: Exchange, clock: Clock, random: () => number): Exchange => ({
  account: inner.account,
  market: {
    ...marketOf(inner),
    subscribe: (listener) =>
      inner.market.subscribe((event: FeedEvent) => {
        const chance = random();
        if (event.type !== 'BookUpdated') listener(event);
        else if (chance < 0.0002) return;
        else if (chance > 0.0004) listener(event);
        else {
          const late = keptMessage(event) as BookMessage;
          clock.after(random() * 300, () =>
            listener(Object.assign(late, { at: clock.now(), received: clock.monotonic() })),
          );
        }
      }),
  },
});

/** One exchange that keeps its account, and two with paper accounts, of the simulated market; operators look and command. */
const record = async (commitMs: number | null, { length = seconds, diskFullAfter = Number.POSITIVE_INFINITY } = {}) => {
  const clock = createVirtualClock(noon);
  const { uniform: random } = seededRandom(seed);
  const feeds = simulatedMarket({ clock, seed }).slice(0, 3);
  const papers = feeds.map((feed) => createPaperExchange(feed, clock, { seed }));
  const [kept, ...others] = papers;
  if (!kept) return expect.unreachable('the market has no exchange');
  await kept.market.instruments(1000);
  kept.account.paper.restore({ balances: config.paper_funds, open: [] });
  const faulty = withFaults(kept, clock, random, () => {}, 1_500);
  faulty.faults.now = {
    ...faulty.faults.now,
    refuse: 0.05,
    loseReply: 0.1,
    delay: 0.1,
    longestDelayMs: 1_200,
    silence: 0.1,
  };
  const exchanges = [faulty, ...others].map((one) => badLine(one, clock, random));
  const commit = commitMs === null ? undefined : (task: () => void) => void clock.after(commitMs, task);
  const store = createMemoryStore<Fact>({ commit });
  const append = store.append.bind(store);
  store.append = (facts) => {
    if (store.lastSeq() >= diskFullAfter) throw new StoreFault('disk-full', 'the disk is full');
    return append(facts);
  };
  const killSwitch = createLastingSwitch();
  const session = createSession();
  let strays = 0;
  let made = 0;
  const inputs = {
    ...session.listener,
    stray: () => {
      strays++;
    },
  };
  const ids = () => `${++made}-${Math.floor(random() * 1e9)}`;
  const engine = createEngine({ exchanges, clock, store, ids, config, inputs, killSwitch });
  engine.watch((event) => () => {
    // A listener that fails is told in the log, which is an input of its own.
    if (event.type === 'ExecutionFinished' && random() < 0.1) throw new Error('a listener failed');
  });
  const started = engine.start();
  await clock.advance(2_000);
  await started;
  // It was there before the engine, which has not heard its first books.
  kept.market.reconnect?.();
  const enabled_exchanges = exchanges.map(({ account }) => account.id);
  const parameters = { enabled_exchanges, min_profit_threshold: 0.1 };
  void engine.command({ type: 'StartBot', parameters });
  for (let second = 0; second < length; second++) {
    await clock.advance(1_000 * random() + 500);
    engine.risk();
    engine.balances();
    if (random() < 0.02) clock.stepWall(Math.round((random() - 0.5) * 3_000));
    if (random() < 0.02)
      engine.notify({
        notification_type: 'bot',
        level: 'info',
        title: 't',
        message: 'm',
        source: 's',
        code: 'configuration_lost',
        params: {},
      });
    if (random() < 0.02) void engine.command({ type: 'RestartBot', parameters });
    if (random() < 0.005) void engine.command({ type: 'Kill', reason: 'drill' });
    if (random() < 0.01) killSwitch.throw('kill', 'thrown from outside');
    const { halted, lifecycle } = engine.state();
    if (halted && random() < 0.5) void engine.command({ type: 'ResetKill' });
    else if (lifecycle === 'stopped' && random() < 0.5) void engine.command({ type: 'StartBot', parameters });
    if (second % 20 === 0) await breathe();
  }
  await clock.advance(5_000);
  await engine.close();
  await clock.advance(1_000);
  return { entries: session.entries, exchanges, facts: [...store.read()], head: store.head(), strays };
};

const count = (entries: readonly SessionEntry[], kind: string): number =>
  entries.filter((entry) => entry.kind === kind).length;

describe.each([null, 0, 3, 50])('a session of paper trading at %s ms a commit', (commitMs) => {
  test('is processed again from its inputs with the same journal, byte for byte', async () => {
    // One after the other: the messages of an hour fill a quarter of the memory that a process may have.
    const { entries, exchanges, facts, head, strays } = await record(commitMs);
    const ends = facts.filter(({ fact }) => fact.type === 'ExecutionFinished').map(({ fact }) => fact.at);
    const finished = ends.length;
    console.log({
      commitMs,
      messages: count(entries, 'message'),
      entries: entries.length,
      facts: facts.length,
      finished,
    });
    expect(finished).toBeGreaterThan(3);
    // It trades to the end, whatever the clock did meanwhile.
    expect((ends.at(-1) ?? 0) - noon).toBeGreaterThan(seconds * 500);
    for (const kind of ['timer', 'answer', 'command', 'id'])
      expect([kind, count(entries, kind) > 0]).toEqual([kind, true]);
    expect(count(entries, 'ack') > 0).toBe(commitMs !== null);
    expect(strays).toBe(0);
    const replayed = await replay(entries, { exchanges, config, hasKillSwitch: true });
    expect(replayed).toMatchObject({ stopped: null, difference: null, cut: null });
    expect(replayed).toMatchObject({ facts: facts.length, executions: finished, head });
  }, 600_000);
});

test('a session whose disk fills up is processed again until it halts, and after that', async () => {
  const { entries, exchanges, facts, head } = await record(null, { length: 30, diskFullAfter: 25 });
  expect(count(entries, 'refused')).toBe(1);
  const replayed = await replay(entries, { exchanges, config, hasKillSwitch: true });
  expect(replayed).toMatchObject({ stopped: null, difference: null, facts: facts.length, head });
});

describe('a session that is changed', () => {
  const recorded = record(3, { length: 60 });
  const again = async (change: (entries: SessionEntry[]) => void) => {
    const { entries, exchanges } = await recorded;
    const changed = [...entries];
    change(changed);
    const { stopped, difference } = await replay(changed, { exchanges, config, hasKillSwitch: true });
    return { stopped, difference, text: difference?.text };
  };

  test('in the answer to an order names the fact and the field that differ first', async () => {
    let changed = '';
    const { text, difference } = await again((inputs) => {
      const at = inputs.findIndex((input) => input.kind === 'answer' && filledBy(input.value) !== null);
      const input = inputs[at];
      if (input?.kind !== 'answer') return expect.unreachable('no order was filled');
      const { value } = input;
      changed = String(filledBy(value));
      const report = { ...(value as { report: object }).report, filled_quote: '1' };
      inputs[at] = { ...input, value: { ...(value as object), report } };
    });
    expect(difference?.place).toMatch(/^(input|message) \d+ \(/);
    expect(text).toMatch(/^fact \d+ \(OrderFilled\): quote_quantity is "1", recorded was "/);
    expect(text).toContain(changed);
  });

  test('in the moment of a commit names the fact that has another one', async () => {
    const sent = (await recorded).facts.find(({ fact }) => fact.type === 'OrderSent');
    const at = sent?.fact.at ?? 0;
    const { text, difference } = await again((inputs) => {
      const place = inputs.findIndex((input) => input.kind === 'ack' && input.at === at);
      inputs[place] = { ...(inputs[place] as Input), at: instantOf(at + 1) };
    });
    expect(text).toBe(`fact ${sent?.seq} (OrderSent): at is ${at + 1}, recorded was ${at}`);
    expect(difference?.at).toBe(at);
  });

  test('by a command that is left out names what is missing', async () => {
    const { text } = await again((inputs) => {
      inputs.splice(
        inputs.findIndex(({ kind }) => kind === 'command'),
        1,
      );
    });
    // Another command may start it later.
    expect(text).toMatch(/^fact \d+ (\(BotStarted\)( is missing|: at is [\d.]+, .*)|is \w+, recorded was BotStarted)$/);
  });

  test('by a timer that was never set stops there, and says so', async () => {
    const { stopped } = await again((inputs) => {
      const at = inputs.findIndex(({ kind }) => kind === 'timer');
      inputs[at] = { ...(inputs[at] as Input), kind: 'timer', timer: 1e6 } as Input;
    });
    expect(stopped).toMatch(/^input \d+ \(timer\): nothing waits for it$/);
  });

  test('by an id that is taken away stops where the engine wants another one', async () => {
    const { stopped } = await again((inputs) => {
      inputs.splice(
        inputs.findLastIndex(({ kind }) => kind === 'id'),
        1,
      );
    });
    expect(stopped).toMatch(/: the engine asked for another id, which was not recorded$/);
  });
});

/** What an answer says an order has spent or brought; null where it is no such answer. */
const filledBy = (value: unknown): string | null => {
  const { report } = value as { report?: { filled_quote: string } };
  return report && Number(report.filled_quote) > 0 ? report.filled_quote : null;
};
