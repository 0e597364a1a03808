import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine, type Engine } from '../../packages/bot/src/engine/engine.ts';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { createArchive } from '../../packages/bot/src/server/archive.ts';
import { createUuids } from '../../packages/bot/src/server/uuid.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { simulatedMarket } from '../../packages/bot/src/venues/simulated/simulated.ts';
import { temporaryFolder } from '../harness/bot.ts';

const MINUTES = scaled(2, 30, 24 * 60);
const SAMPLES = scaled(2, 6, 48);
const MOST_MB_AN_HOUR = 1;
const MINUTE_MS = 60_000;

test(
  `${MINUTES} minutes of the simulated market, one after the other: memory stays, and nothing goes unheard`,
  async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    const dataDir = temporaryFolder();
    const clock = createVirtualClock(Date.UTC(2026, 0, 31));
    const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
    const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
    const database = new DatabaseSync(join(dataDir, 'server.sqlite'));
    const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 90 };
    const engine = createEngine({ exchanges, clock, store, ids: createUuids(clock.now), config });
    const archive = createArchive(database, engine, store, hear);
    await archive.whenOpen;
    await engine.start();
    const enabled_exchanges = exchanges.map(({ account }) => account.id);
    await engine.command({ type: 'StartBot', parameters: { enabled_exchanges, min_profit_threshold: 0.1 } });
    const heaps: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await passed(clock, engine, MINUTES / SAMPLES);
      archive.flush();
      heaps.push(heapInUse());
    }
    const { total } = archive.sums({ from: null, to: null, exchange: null, type: null, mode: 'paper', market: null });
    const growth = slopeOf(heaps.slice(heaps.length / 2)) / (MINUTES / SAMPLES / 60);
    console.log(
      `${store.lastSeq()} facts, ${total} trades; heap ${heaps.at(-1)?.toFixed(1)} MB, ${growth.toFixed(2)} MB more an hour`,
    );
    await engine.close();
    await archive.stop();
    expect([...engine.ledger.imbalances()]).toEqual([]);
    expect(store.verify()).toMatchObject({ ok: true });
    store.close();
    expect(unheard).toEqual([]);
    expect(total).toBeGreaterThan(0);
    if (isFullScale) expect(growth).toBeLessThan(MOST_MB_AN_HOUR);
  },
  4 * 3_600_000,
);

/** Lets time go by, and does what an operator does: resets breakers, sells residual positions. */
async function passed(clock: { advance(ms: number): Promise<void> }, engine: Engine, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let second = 0; second < 60; second += 1) await clock.advance(MINUTE_MS / 60);
    // What real time does goes on as well.
    await setImmediate();
    const { breakers, stranded } = engine.risk();
    for (const { name, status, resumes } of breakers) {
      if (status === 'tripped' && resumes === 'operator') await engine.command({ type: 'ResetBreaker', name });
    }
    for (const { exchange, asset } of stranded)
      void engine.command({ type: 'ResolveStranded', exchange, asset, action: 'sell' });
  }
}

/** In MB, after all that may go has gone. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Of the line that comes closest to the values, per place: least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, place) => sum + (place - middle) * (value - mean), 0);
  const under = values.reduce((sum, _, place) => sum + (place - middle) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
