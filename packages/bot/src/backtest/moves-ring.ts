import { moveWidth } from '../venues/simulated/simulated-moves.ts';
import { type MovesMaker, mostSteps, roomForMoves, type Stretch } from './moves-maker.ts';

/** So many stretches are ahead at most, each of ten seconds: as long as the bot is busy with executions, the market does not wait for it. */
const slots = 64;
/** The numbers of a slot: its steps, its moves, where its steps end, and the moves. */
const [stepsAt, movesAt, endsAt, rowsAt] = [0, 1, 2, 2 + mostSteps];
const slotLength = rowsAt + moveWidth * roomForMoves;

/** The numbers before the slots: stretches made, and given back; steps that may be made; changes of what the maker waits for; whether it is over. */
const [made, returned, allowed, changes, over] = [0, 1, 2, 3, 4];
const headLength = 16;

/** Stretches that one thread fills and another reads, in memory that both have; steps may be made up to the last. */
export const createRing = (last: number): SharedArrayBuffer => {
  const ring = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (headLength + slots * slotLength));
  headOf(ring)[allowed] = last;
  return ring;
};

const headOf = (ring: SharedArrayBuffer): Int32Array => new Int32Array(ring, 0, headLength);

type Slot = { readonly numbers: Int32Array; readonly stretch: Stretch };

const slotsOf = (ring: SharedArrayBuffer): readonly Slot[] =>
  Array.from({ length: slots }, (_, place) => {
    const offset = Int32Array.BYTES_PER_ELEMENT * (headLength + place * slotLength);
    const numbers = new Int32Array(ring, offset, slotLength);
    const moves = { rows: numbers.subarray(rowsAt), count: 0 };
    return { numbers, stretch: { moves, ends: numbers.subarray(endsAt, rowsAt), steps: 0 } };
  });

/** Fills one stretch after the other as far as it may, and sleeps in between, until it is over. */
export const fillRing = (ring: SharedArrayBuffer, { steps, fill }: Pick<MovesMaker, 'steps' | 'fill'>): void => {
  const head = headOf(ring);
  const all = slotsOf(ring);
  for (let count = 0; ; ) {
    const seen = Atomics.load(head, changes);
    if (Atomics.load(head, over) === 1) return;
    const last = Atomics.load(head, allowed);
    if (count - Atomics.load(head, returned) === slots || steps() >= last) {
      Atomics.wait(head, changes, seen);
      continue;
    }
    const { numbers, stretch } = all[count % slots] as Slot;
    fill(stretch, last);
    numbers[stepsAt] = stretch.steps;
    numbers[movesAt] = stretch.moves.count;
    Atomics.store(head, made, ++count);
    Atomics.notify(head, made);
  }
};

/** The thread that reads. */
export type RingReader = {
  /** The next stretch, which is read before the next one is asked for; steps may be made up to the last. Throws what `check` throws. */
  next(last: number, check: () => void): Promise<Stretch>;
  /** Has who waits for a stretch check again. */
  wake(): void;
  end(): void;
};

export const createRingReader = (ring: SharedArrayBuffer): RingReader => {
  const head = headOf(ring);
  const all = slotsOf(ring);
  let taken = 0;
  const change = (): void => {
    Atomics.add(head, changes, 1);
    Atomics.notify(head, changes);
  };
  return {
    next: async (last, check) => {
      Atomics.store(head, returned, taken);
      if (last > Atomics.load(head, allowed)) Atomics.store(head, allowed, last);
      change();
      while (Atomics.load(head, made) === taken) {
        check();
        const waiting = Atomics.waitAsync(head, made, taken);
        if (waiting.async) await waiting.value;
      }
      const { numbers, stretch } = all[taken++ % slots] as Slot;
      stretch.steps = numbers[stepsAt] as number;
      stretch.moves.count = numbers[movesAt] as number;
      return stretch;
    },
    wake: () => void Atomics.notify(head, made),
    end: () => {
      Atomics.store(head, over, 1);
      change();
    },
  };
};
