import type { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { PriceKind, Provenance, TradeRecord, TradingMode } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import type { Engine } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';
import type { Order } from '../model/state.ts';
import type { TradeFigures } from '../portfolio/closed-trades.ts';
import type { EquityMark } from '../portfolio/curves.ts';
import type { MoneyMark } from '../portfolio/money.ts';
import { type CatchUp, createCatchUp } from './archive-catch-up.ts';
import {
  createReader,
  type OrderQuery,
  type TradePlace,
  type TradeQuery,
  type TradeSums,
  type Which,
} from './archive-reader.ts';
import { createWriter, isUntouched, openTables, type Source, touch, touched } from './archive-writer.ts';

/** A market that was opened `at` that moment; `since`: from when on its paper wallet counts. */
export interface Opened {
  /** Under a paper account; null where the journal does not state it. */
  readonly provenance: Provenance | null;
  readonly market: string;
  readonly at: number;
  readonly since: number;
  readonly wallet: string;
}

/** Everything that ended, however long ago: the engine keeps only the last of it in memory. */
export interface Archive {
  /** Resolves once it has read what a killed process leaves, as a rule all that there is. */
  readonly whenOpen: Promise<void>;
  /** Facts of the journal that it has not read yet. Until none is left, what it tells is not the whole. */
  behind(): number;
  /** Ended trades, newest first, and how many there are in all. */
  trades(query: TradeQuery): { readonly rows: readonly TradeRecord[]; readonly total: number };
  /** The next of them after a place, so that a long history is read page by page, however many end meanwhile. */
  tradesBefore(
    where: Omit<TradeQuery, 'limit' | 'offset'>,
    before: TradePlace | null,
    limit: number,
  ): readonly TradeRecord[];
  /** When the last trade ended, by the clock of then, in UTC milliseconds; 0 before the first. */
  newest(mode: TradingMode): number;
  /** One that has ended. */
  trade(id: string): TradeRecord | null;
  /** The last that has ended of those that executed an opportunity. */
  tradeOf(opportunity_id: string): TradeRecord | null;
  /** What all trades of the query come to. */
  sums(query: Omit<TradeQuery, 'limit' | 'offset'>): TradeSums;
  /** What performance is worked out from, in no particular order. */
  figures(period: Range, which: Which): readonly TradeFigures[];
  /** Reads what `figures` of such a period needs, a little at a time, so that who asks first does not hold the market up. */
  warm(period: Range, which: Which): Promise<void>;
  /** Whose prices were watched last before that moment, and since when; before the first that is known, `unknown`. */
  opened(before: number): Opened;
  /** Source of the prices of that name, of every kind or of one, under a paper account; null where the journal did not state it. */
  provenance(market: string, kind?: PriceKind | null): Provenance | null;
  /** The markets of the trades, by name. */
  markets(): readonly string[];
  /** Orders, newest first, and how many there are in all; those that are open are as they were when they were last written. */
  orders(query: OrderQuery): { readonly rows: readonly Order[]; readonly total: number };
  order(id: string): Order | null;
  /** Oldest first. `wallet`: of paper money, the wallet of a market; else the first one of the journal. */
  marks(period: Range, mode: TradingMode, wallet?: string): readonly EquityMark[];
  /** The first one not before that moment. */
  firstMark(mode: TradingMode, since: number, wallet?: string): EquityMark | null;
  /** The last mark before that moment. */
  markBefore(at: number, mode: TradingMode, wallet?: string): EquityMark | null;
  /**
   * The marks at the ends of each UTC day of the period, and at its own, oldest first; before it the last one there is, not before `since`, else
   * what the account was before the first.
   */
  money(period: Range, mode: TradingMode, since?: number, wallet?: string): readonly MoneyMark[];
  /** Writes what came since the last time, once it is in the journal on the disk; also done every half second. */
  flush(): void;
  /** Resolves once what came is written. */
  stop(): Promise<void>;
}

const FLUSH_MS = 500;
/** Facts that a start reads before anything else: what a killed process left, in some ten milliseconds. */
const READ_AT_START = 2_000;

/**
 * The archive in tables of the server's database: a projection of the journal. What it lacks at the start it reads while the
 * bot goes about its work, from where it was left, or from the first fact when its place is none of this journal. `onFault` is
 * told once when it cannot be written; what was not is written later.
 */
export function createArchive(
  database: DatabaseSync,
  engine: Pick<Engine, 'watch' | 'whenKept' | 'kept'> & { state(): Source },
  store: EventStore<Fact>,
  onFault: (error: unknown) => void,
): Archive {
  const left = openTables(database);
  const writer = createWriter(database);
  const live = (): Source => engine.state();
  let waiting = touched();
  let stopped = false;
  let failed = false;
  let follows = false;
  let unfollow = (): void => {};

  const tried = (work: () => void): void => {
    try {
      work();
      failed = false;
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown): void => {
    if (!failed) onFault(error);
    failed = true;
  };
  /** Rows whose facts are on the disk: the archive is never ahead of the journal. */
  const due: (() => void)[] = [];
  const writeDue = (): void =>
    tried(() => {
      for (let write = due[0]; write; write = due[0]) {
        write();
        due.shift();
      }
    });
  const flush = (): void => {
    if (due.length > 0) writeDue();
    // What cannot be written now is not made into rows either: it is merged with what follows.
    if (!follows || failed || isUntouched(waiting)) return;
    const write = writer.prepare(waiting, live(), { seq: store.lastSeq(), hash: store.head() });
    waiting = touched();
    engine.whenKept(() => {
      due.push(write);
      writeDue();
    });
  };
  /** From here on the engine tells what there is to write. */
  const follow = (): void => {
    const unsubscribe = engine.watch((event) => {
      touch(waiting, event as Fact, live());
      return undefined;
    });
    const timer = setInterval(flush, FLUSH_MS);
    unfollow = () => {
      clearInterval(timer);
      unsubscribe();
    };
    follows = true;
  };
  let catchUp: CatchUp | null = null;
  const behind = (): number => (follows ? 0 : Math.max(1, catchUp?.behind() ?? store.lastSeq()));
  const step = async (): Promise<void> => {
    try {
      catchUp ??= await createCatchUp(database, store, left);
      // Nothing is recorded between the last fact that was read and the first that is followed: it is one turn.
      if ((await catchUp.step()) && !stopped) follow();
      failed = false;
    } catch (error) {
      fail(error);
    }
  };
  let opened = (): void => {};
  const whenOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const goOn = async (): Promise<void> => {
    const end = behind() - READ_AT_START;
    while (!follows && !stopped) {
      if (failed) await setTimeout(FLUSH_MS, undefined, { ref: false });
      else await setImmediate();
      if (!stopped) await step();
      if (follows || failed || behind() < end) opened();
    }
    opened();
  };
  const ready = goOn();
  const reader = createReader(database, flush, live);
  return {
    ...reader,
    behind,
    whenOpen,
    warm: async (period, which) => {
      await ready;
      await reader.warm(period, which, () => stopped);
    },
    flush,
    async stop() {
      stopped = true;
      await ready;
      unfollow();
      flush();
      await engine.kept();
    },
  };
}
