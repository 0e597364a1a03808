import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { fileVenue } from '../../packages/bot/src/venues/file-venue.suite.ts';
import { scriptedFeed } from '../../packages/bot/src/venues/scripted.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';

/**
 * A real bot's process on a real journal that kills itself, as SIGKILL does it: `victim.ts <folder> <seed> <moment>`. Before
 * and after each record of the journal, each commit and each step at the exchange is a moment; 0 is never: then it brings all to its end.
 */
const [folder = '', seed = '1', moment = '0'] = process.argv.slice(2);
const { uniform: random } = seededRandom(Number(seed));
const isLast = moment === '0';
let left = Number(moment);
const reached = (): void => {
  left--;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};

const journal = openSqliteStore<Fact>(join(folder, 'journal.sqlite'));
const append: typeof journal.append = (facts) => {
  reached();
  const stored = journal.append(facts);
  reached();
  return stored;
};
const onCommitted: typeof journal.onCommitted = (listener) =>
  journal.onCommitted((seq) => {
    reached();
    listener(seq);
    reached();
  });
const own = { append, onCommitted };
const store = new Proxy(journal, {
  get: (target, key) => Reflect.get(own, key) ?? Reflect.get(target, key).bind?.(target),
});
const clock = createVirtualClock(Date.UTC(2026, 0, 31, 12) + Number(seed) * 60_000);
const feed = scriptedFeed(clock);
const exchange = fileVenue(feed, join(folder, 'venue.jsonl'), random, reached);
let made = 0;
const engine = createEngine({
  exchanges: [exchange],
  clock,
  store,
  ids: () => `${seed}-${++made}`,
  config: {
    ...defaultConfig,
    parameters: { ...defaultConfig.parameters, enabled_exchanges: ['kucoin'] },
    order_timeout_ms: 1000,
    cooldown_after_failure_seconds: 0.1,
    stop_loss_pct: 90,
    max_daily_drawdown_pct: 90,
    assets: {},
  },
});

let quoted = 0;
const quote = (): void => {
  const earns = isLast || quoted++ % 2 === 0 ? 1 : 1.012;
  feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
  feed.book('ETH/USDT', [[Math.round(250_000 * earns) / 100, 100]], [[Math.round(250_100 * earns) / 100, 100]]);
};
const pass = async (steps: number): Promise<void> => {
  for (let step = 0; step < steps; step++) {
    quote();
    await clock.advance(250);
    // The disk takes its own time, the market none of it.
    while (journal.committed() < journal.lastSeq()) {
      await setImmediate();
      await clock.advance(0);
    }
  }
};

await engine.start();
await pass(2);
const { running, halted } = engine.state();
if (halted) throw new Error(`halted: ${halted.reason}`);
if (!running && !isLast) await engine.command({ type: 'StartBot', parameters: {} });
await pass(isLast ? 20 : 12);
if (isLast && engine.state().lifecycle === 'running') {
  await Promise.all([engine.command({ type: 'StopBot', cancel_orders: true }), pass(20)]);
}
await engine.close();
await store.close();
