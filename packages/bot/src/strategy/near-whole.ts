/**
 * The fewest steps after which the fraction of `phase + steps · step` is below `width`; infinite where it never is. Both are taken by their
 * fractions, and the answer by the continued fraction of the step: as many divisions as its steps have digits, not one for each step.
 */
export function stepsUntilBelow(phase: number, step: number, width: number): number {
  const start = fractionOf(phase);
  if (start < width) return 0;
  return stepsInto(fractionOf(step), 1, 1 - start, 1 - start + width);
}

/** What lies above the whole number below. */
function fractionOf(value: number): number {
  return value - Math.floor(value);
}

/** Steps smaller than that, as a share of a turn, are taken for none: what binary numbers tell ends there. */
const smallest = 1e-13;

/** The fewest steps of so much, on a ring of `turn`, that lead from 0 into `low` ≤ place < `high`. */
function stepsInto(step: number, turn: number, low: number, high: number): number {
  if (step < smallest) return Infinity;
  const steps = Math.ceil(low / step);
  if (steps * step < high) return steps;
  // Each turn starts a little further within the first step: which is the first turn that comes into the range?
  const turns = stepsInto(turn % step, step, step - (high % step), step - (low % step));
  return Math.ceil((low + turns * turn) / step);
}
