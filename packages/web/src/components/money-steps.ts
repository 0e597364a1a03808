import type { MoneyParts } from '@triquad/core/contract';

export type StepName =
  | 'gross'
  | 'fees'
  | 'realised'
  | 'unrealised'
  | 'dust'
  | 'holdings'
  | 'flows'
  | 'unexplained'
  | 'change';
/** `from` and `to`: where its bar begins and ends, in USD since the start of the window. */
export type Step = {
  readonly name: StepName;
  readonly usd: number | null;
  readonly from: number;
  readonly to: number;
  /** A sum of the steps above it. */
  readonly sum: boolean;
};

/** In whole cents; never a negative zero. */
export const cents = (usd: number): number => Math.round(usd * 100) / 100 + 0;

/**
 * Steps from the results of trades to the change of equity, in whole cents that add up: the last known part takes the rounding difference.
 * Parts missing in the journal form one step.
 */
export const stepsOf = (parts: MoneyParts): readonly Step[] => {
  const change = cents(parts.change ?? 0);
  const realised = cents(parts.realised ?? 0);
  const flows = cents(parts.flows ?? 0);
  const { fees, unrealised, dust, holdings } = parts;
  const steps: Step[] = [];
  let level = 0;
  const add = (name: StepName, usd: number): void => {
    steps.push({ name, usd, from: level, to: cents(level + usd), sum: false });
    level = cents(level + usd);
  };
  const sum = (name: StepName, usd: number): void => {
    steps.push({ name, usd, from: 0, to: usd, sum: true });
    level = usd;
  };
  if (fees === null) steps.push({ name: 'fees', usd: null, from: 0, to: 0, sum: false });
  else {
    add('gross', cents(realised + cents(fees)));
    add('fees', -cents(fees));
  }
  sum('realised', realised);
  if (unrealised === null || dust === null || holdings === null) add('unexplained', cents(change - realised - flows));
  else {
    add('unrealised', cents(unrealised));
    add('dust', cents(dust));
    add('holdings', cents(change - realised - flows - cents(unrealised) - cents(dust)));
  }
  add('flows', flows);
  sum('change', change);
  return steps;
};
