import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { initialState } from '../kernel/fold.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { type Archive, createArchive } from './archive.ts';

export const noon = Date.UTC(2026, 0, 31, 12);
export const any = { from: null, to: null, exchange: null, type: null, mode: 'paper', market: null } as const;
export const everything = { ...any, limit: 500, offset: 0 };
export const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
const broken = (error: unknown) => expect.unreachable(String(error));

/** A minute of trading on the simulated market: its journal, and the archive that was filled meanwhile. */
export const tradedForAMinute = async () => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
  const store = createMemoryStore<Fact>();
  let made = 0;
  const ids = () => `id-${String(++made).padStart(8, '0')}`;
  const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
  const market = { name: 'practice', source: 'simulated' } as const;
  const engine = createEngine({ exchanges, clock, store, ids, config, market });
  const archive = createArchive(new DatabaseSync(':memory:'), engine, store, broken);
  await archive.whenOpen;
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.1 } });
  await clock.advance(60_000);
  await engine.close();
  await archive.stop();
  return { store, archive };
};

export const inTime = <T extends { readonly entry_time: string }>(all: readonly T[]) =>
  all.toSorted((a, b) => a.entry_time.localeCompare(b.entry_time));

/** All of it, as it is seen from outside. */
export const shown = (one: Archive) => ({
  trades: one.trades(everything),
  sums: one.sums(any),
  figures: inTime(one.figures(always, { mode: null, exchange: null, market: null })),
  orders: one.orders({ exchange: null, status: null, limit: 500, offset: 0 }),
  marks: one.marks(always, 'paper'),
  first: one.firstMark('paper', 0),
  money: one.money(always, 'paper'),
  opened: one.opened(always.to),
  markets: one.markets(),
});

/** An engine that remembers nothing and tells nothing. */
const idle = {
  state: () => initialState(defaultConfig.parameters),
  watch: () => () => {},
  whenKept: (effect: () => void) => effect(),
  kept: async () => true,
};

/** Opens the archive on the journal as it is at the start of a process, until all is read; and from where it read. */
export const opened = async (copy: DatabaseSync, journal: EventStore<Fact>) => {
  const from: number[] = [];
  const { facts } = journal;
  journal.facts = (seq, limit) => {
    from.push(seq);
    return facts.call(journal, seq, limit);
  };
  const one = createArchive(copy, idle, journal, broken);
  const behind = one.behind();
  await expect.poll(() => one.behind(), { interval: 1 }).toBe(0);
  await one.stop();
  journal.facts = facts;
  return { one, behind, from };
};
export const reopened = async (copy: DatabaseSync, journal: EventStore<Fact>) => (await opened(copy, journal)).one;
