import { moveWidth } from '../venues/simulated/simulated-moves.ts';
import { mostSteps, roomForMoves, type Stretch } from './moves-maker.ts';

/** Stretches that one thread fills and another reads, in memory that both have. */
export type MovesRing = { readonly shared: SharedArrayBuffer };

/** So many are ahead at most: what is ahead stays in the processor's cache. */
const slots = 4;
/** Numbers of a slot: its steps, its moves, where its steps end, and the moves. */
const slotLength = 2 + mostSteps + moveWidth * roomForMoves;

/** The numbers before the slots: stretches made, and given back; steps that may be made; changes of what the maker waits for; whether it is over. */
const [made, returned, allowed, changes, over] = [0, 1, 2, 3, 4];
const headLength = 16;

export const createRing = (last: number): MovesRing => {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (headLength + slots * slotLength));
  new Int32Array(shared)[allowed] = last;
  return { shared };
};

const slotOf = ({ shared }: MovesRing, place: number): Int32Array => {
  const offset = Int32Array.BYTES_PER_ELEMENT * (headLength + place * slotLength);
  return new Int32Array(shared, offset, slotLength);
};

type Slot = { readonly numbers: Int32Array; readonly stretch: Stretch };

const slotsOf = (ring: MovesRing): readonly Slot[] =>
  Array.from({ length: slots }, (_, place) => {
    const numbers = slotOf(ring, place);
    const rows = numbers.subarray(2 + mostSteps);
    return { numbers, stretch: { moves: { rows, count: 0 }, ends: numbers.subarray(2, 2 + mostSteps), steps: 0 } };
  });

/** The side that makes moves. */
export const createRingMaker = (ring: MovesRing) => {
  const head = new Int32Array(ring.shared, 0, headLength);
  const all = slotsOf(ring);
  return {
    /** Fills one stretch after the other by `fill`, as far as it may and `steps` says that it is not, until it is over; sleeps in between. */
    run: (steps: () => number, fill: (stretch: Stretch, last: number) => void): void => {
      for (;;) {
        const seen = Atomics.load(head, changes);
        if (Atomics.load(head, over) === 1) return;
        const count = Atomics.load(head, made);
        const last = Atomics.load(head, allowed);
        if (count - Atomics.load(head, returned) === slots || steps() >= last) {
          Atomics.wait(head, changes, seen);
          continue;
        }
        const { numbers, stretch } = all[count % slots] as Slot;
        fill(stretch, last);
        numbers[0] = stretch.steps;
        numbers[1] = stretch.moves.count;
        Atomics.store(head, made, count + 1);
        Atomics.notify(head, made);
      }
    },
  };
};

/** The side that reads them. */
export const createRingReader = (ring: MovesRing) => {
  const head = new Int32Array(ring.shared, 0, headLength);
  const all = slotsOf(ring);
  let taken = 0;
  const change = (): void => {
    Atomics.add(head, changes, 1);
    Atomics.notify(head, changes);
  };
  return {
    /** The next stretch, which is read before the next one is asked for; steps may be made up to the last. Throws what `check` throws. */
    next: async (last: number, check: () => void): Promise<Stretch> => {
      Atomics.store(head, returned, taken);
      if (last > Atomics.load(head, allowed)) Atomics.store(head, allowed, last);
      change();
      while (Atomics.load(head, made) === taken) {
        check();
        const waiting = Atomics.waitAsync(head, made, taken);
        if (waiting.async) await waiting.value;
      }
      const { numbers, stretch } = all[taken++ % slots] as Slot;
      stretch.steps = numbers[0] as number;
      stretch.moves.count = numbers[1] as number;
      return stretch;
    },
    /** Has who waits for a stretch look again. */
    wake: (): void => void Atomics.notify(head, made),
    end: (): void => {
      Atomics.store(head, over, 1);
      change();
    },
  };
};
