import { createMoves, type Moves, marketOf, mayPay, moveWidth } from '../venues/simulated/simulated-moves.ts';
import { SimulatedPrices, stepMs, type WorldOptions } from '../venues/simulated/simulated-prices.ts';
import type { Showed } from './nearest.ts';
import { type RowWatchOptions, watchRows } from './row-watch.ts';

/** The simulated market of a run, as plain data; `watches`: of each exchange whose rows are watched, which are all or none. */
export type MovesOptions = {
  readonly seed: number;
  readonly exchanges: readonly string[];
  readonly preset?: WorldOptions['preset'];
  readonly kinds: WorldOptions['kinds'];
  /** When it begins, UTC milliseconds. */
  readonly from: number;
  readonly watches: readonly RowWatchOptions[];
};

/** What books do in some steps, one after the other: up to which move in each. */
export type Stretch = { readonly moves: Moves; readonly ends: Int32Array; steps: number };

/** So many steps are made at once, fewer where they have more moves than there is room for. */
export const mostSteps = 500;
export const roomForMoves = 16_384;

export const createStretch = (): Stretch => ({
  moves: createMoves(roomForMoves),
  ends: new Int32Array(mostSteps),
  steps: 0,
});

/** Makes the simulated market of a run, and finds which rows may matter to the bot. */
export type MovesMaker = {
  /** Steps made. */
  steps(): number;
  /** Fills a stretch with the next steps, up to the one that is the last. */
  fill(stretch: Stretch, last: number): void;
  /** What the exchanges have shown. */
  showed(): readonly Showed[];
};

export const createMovesMaker = ({
  preset = 'practice',
  seed,
  exchanges,
  kinds,
  from,
  watches,
}: MovesOptions): MovesMaker => {
  const prices = new SimulatedPrices(seed, exchanges, { preset, ...(kinds && { kinds }) });
  const { starts, exchangeOf, listings, bids, asks } = prices.markets;
  const watched = watches.map(watchRows);
  for (const [exchange, { instruments }] of watches.entries())
    for (const market of instruments.keys()) {
      watched[exchange]?.row.set([from, 0, Number.NaN, Number.NaN]);
      watched[exchange]?.take(market);
    }

  /** By exchange: 1 where no row of this step can matter. */
  const passed = new Uint8Array(exchanges.length);
  /** Marks those of the moves from one on that may matter. */
  const look = ({ rows, count }: Moves, begin: number): void => {
    const now = prices.steps * stepMs;
    const at = from + now;
    for (let exchange = 0; exchange < passed.length; exchange++)
      passed[exchange] = prices.isCalm(exchange) && watched[exchange]?.ignores(prices.mostWhenCalm) === true ? 1 : 0;
    for (let move = begin; move < count; move++) {
      const first = rows[moveWidth * move] as number;
      const market = marketOf(first);
      const exchange = exchangeOf[market] as number;
      const watch = watched[exchange];
      if (watch === undefined) continue;
      const { row, take, pass } = watch;
      row[0] = at;
      row[1] = now;
      row[2] = bids[market] as number;
      row[3] = asks[market] as number;
      if (passed[exchange] === 1) pass(market - (starts[exchange] as number));
      else if (take(market - (starts[exchange] as number))) rows[moveWidth * move] = first | mayPay;
    }
  };

  return {
    steps: () => prices.steps,
    fill: (stretch, last) => {
      const { moves, ends } = stretch;
      moves.count = 0;
      stretch.steps = 0;
      const most = Math.min(mostSteps, last - prices.steps);
      while (stretch.steps < most && moves.count + listings.length <= roomForMoves) {
        const begin = moves.count;
        prices.step(moves);
        look(moves, begin);
        ends[stretch.steps++] = moves.count;
      }
    },
    showed: () => watched.map((one) => one.showed()),
  };
};
