import { BigNumber } from 'bignumber.js';
import { endAfter, type LegOffers } from '../execution/bounds.ts';
import type { Core, Venues } from '../kernel/core.ts';
import { paidInFull } from '../market/fees.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { BookUpdated, EngineEvent, ExecutionPlan } from '../model/event.ts';
import type { LevelUpdates } from '../model/levels.ts';

/** Tells of each paper execution what it would have made at best and at worst. */
export type Bounds = {
  hear(event: EngineEvent): void;
  /** Takes a message about a book, once the exchange shows what it says. */
  note(update: Pick<BookUpdated, 'exchange' | 'symbol' | 'received'>): void;
  /** Whether any waits for a quote. */
  isWaiting(): boolean;
  /** Tells of all that wait, with the books as they are. */
  close(): void;
};

type Needs = Venues & Pick<Core, 'clock' | 'recorder' | 'after' | 'exchanges'>;
type Waiting = {
  readonly plan: ExecutionPlan;
  readonly startedAt: Elapsed;
  /** What each leg finds at the next quote of its market; null before that. */
  readonly found: (LevelUpdates | null)[];
  hasEnded: boolean;
};

/** A market without another quote by then, in ms, is taken as it stands. */
const patienceMs = 60_000;

export const createBounds = ({ clock, recorder, after, exchanges, markets }: Needs): Bounds => {
  const waiting = new Map<string, Waiting>();

  const look = ({ plan, startedAt }: Waiting, at: number): LevelUpdates => {
    const leg = plan.legs[at];
    return leg === undefined
      ? []
      : (exchanges.get(plan.exchange)?.account.paper?.leastOffers?.(leg.symbol, leg.side, startedAt) ?? []);
  };

  const tell = (one: Waiting): void => {
    const { plan, found } = one;
    waiting.delete(plan.id);
    const legs = plan.legs.flatMap(({ symbol, side }, at): readonly LegOffers[] => {
      const instrument = markets.get(plan.exchange)?.market(symbol)?.instrument;
      const offers = found[at] ?? look(one, at);
      return instrument ? [{ instrument: plan.fee_token ? instrument : paidInFull(instrument), side, offers }] : [];
    });
    if (legs.length < plan.legs.length) return;
    const start = new BigNumber(plan.start_amount);
    const optimistic = new BigNumber(plan.expected_end).minus(start).toFixed();
    const pessimistic = endAfter(start, legs).minus(start).decimalPlaces(18).toFixed();
    recorder.record([{ type: 'ExecutionBounded', execution_id: plan.id, optimistic, pessimistic, at: clock.now() }]);
  };

  const tellIfKnown = (one: Waiting): void => {
    if (one.hasEnded && one.found.every((offers) => offers !== null)) tell(one);
  };

  const begin = (plan: ExecutionPlan): void => {
    if (plan.mode !== 'paper' || !exchanges.get(plan.exchange)?.account.paper?.leastOffers) return;
    const found = plan.legs.map(() => null);
    waiting.set(plan.id, { plan, startedAt: clock.monotonic(), found, hasEnded: false });
    after(patienceMs, () => {
      const one = waiting.get(plan.id);
      if (one) tell(one);
    });
  };

  return {
    hear: (event) => {
      if (event.type === 'ExecutionStarted') begin(event.plan);
      if (event.type !== 'ExecutionFinished') return;
      const one = waiting.get(event.execution_id);
      if (!one) return;
      one.hasEnded = true;
      tellIfKnown(one);
    },
    note: ({ exchange, symbol, received }) => {
      for (const one of waiting.values()) {
        const { plan, startedAt, found } = one;
        if (plan.exchange !== exchange || since(startedAt, received) <= 0) continue;
        const at = plan.legs.findIndex((leg, place) => leg.symbol === symbol && found[place] === null);
        if (at < 0) continue;
        found[at] = look(one, at);
        tellIfKnown(one);
      }
    },
    isWaiting: () => waiting.size > 0,
    close: () => {
      for (const one of waiting.values()) if (one.hasEnded) tell(one);
    },
  };
};
