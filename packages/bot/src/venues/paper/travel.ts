import type { PaperConditionsRecord, PaperSettings } from '@triquad/core/contract';
import type { Clock } from '../../model/clock.ts';
import { type Elapsed, since } from '../../model/moment.ts';
import { seededRandom } from '../simulated/simulated-random.ts';
import { drawTrip, type Trip } from './chance.ts';
import { type ConditionsName, conditionsOf, conditionsRecord } from './conditions.ts';

/** How requests of a paper account get to its exchange, and answers back. */
export type Travel = {
  /** What is met from now on. */
  configure(settings: PaperSettings | undefined): void;
  /** What is met under these settings. */
  conditions(settings: PaperSettings | undefined): PaperConditionsRecord;
  /** Carries an order there; its way began when its intent was recorded. The answer of `arrive` is carried back. */
  order<T>(intended: Elapsed | undefined, arrive: (trip: Trip) => T): Promise<T>;
  ask<T>(question: () => T): Promise<T>;
  /** Runs the task when a message sent now has arrived here. */
  tell(task: () => void): void;
};

/** Delays are `speed` times shorter; what is met is drawn from the seed, for each exchange in another way. */
export type TravelOptions = {
  /** Where the configuration names none. */
  readonly conditions?: ConditionsName;
  readonly speed?: number;
  readonly seed?: number;
};

export const createTravel = (
  exchange: string,
  clock: Clock,
  { conditions: usual = 'practice', speed = 1, seed = 1 }: TravelOptions,
): Travel => {
  const random = seededRandom(seed + seedOf(exchange));
  let conditions = conditionsOf(exchange, undefined, usual);
  const draw = (): Trip => drawTrip(conditions, speed, random);
  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));

  return {
    configure: (settings) => {
      conditions = conditionsOf(exchange, settings, usual);
    },
    conditions: (settings) => conditionsRecord(conditionsOf(exchange, settings, usual), speed),
    order: async (intended, arrive) => {
      const trip = draw();
      const now = clock.monotonic();
      await wait(Math.max(0, trip.outMs - since(intended ?? now, now)));
      const answer = arrive(trip);
      await wait(trip.backMs);
      return answer;
    },
    ask: async (question) => {
      const { outMs, backMs } = draw();
      await wait(outMs);
      const answer = question();
      await wait(backMs);
      return answer;
    },
    tell: (task) => {
      clock.after(draw().backMs, task);
    },
  };
};

const seedOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);
