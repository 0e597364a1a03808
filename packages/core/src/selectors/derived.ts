import type { FoldedState } from '../projections/state.ts';

type Selector<R> = (state: FoldedState) => R;

/** A selector over other selectors; computed again only after a change of their results, so that lists keep their identity. */
export const derived = <I extends readonly unknown[], R>(
  inputs: { readonly [K in keyof I]: Selector<I[K]> },
  combine: (...values: I) => R,
): Selector<R> => {
  let last: { values: readonly unknown[]; result: R } | null = null;
  return (state) => {
    const values = inputs.map((select) => select(state));
    if (last?.values.every((value, index) => value === values[index]) !== true) {
      last = { values, result: combine(...(values as unknown as I)) };
    }
    return last.result;
  };
};
