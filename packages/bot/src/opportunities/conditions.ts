import type { ConditionsRecord, ExchangeConditionsRecord } from '@triquad/core/contract';
import type { Core, Settings, Venues } from '../kernel/core.ts';
import { feeTiers } from '../market/fee-tiers.ts';
import { feeRecord } from '../market/fees.ts';
import { since } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Instrument } from '../model/instrument.ts';
import { coversFees } from './fee-token.ts';

type Needs = Settings & Venues & Pick<Core, 'clock' | 'recorder' | 'every'>;

/** Under which conditions results are made at each exchange. */
export type Conditions = {
  hear(event: EngineEvent): void;
  records(): readonly ExchangeConditionsRecord[];
};

/** How often it is looked whether a fee token suffices, in ms. */
const reviewMs = 1_000;
/** Of so many executions it is known how long their start waited for the disk. */
const room = 100;

export const createConditions = (core: Needs): Conditions => {
  const { clock, markets, recorder } = core;
  const waits = new Map<string, number[]>();

  core.every(reviewMs, () => {
    for (const own of markets.values()) own.payInToken(coversFees(core, own, own.isPaidInToken()));
  });

  return {
    hear: (event) => {
      if (event.type !== 'ExecutionStarted') return;
      const begun = clock.monotonic();
      const { exchange } = event.plan;
      recorder.whenKept(() => {
        waits.set(exchange, [...(waits.get(exchange) ?? []), since(begun, clock.monotonic())].slice(-room));
      });
    },
    records: () =>
      [...markets.values()].map((own) => ({
        ...conditionsOf(
          core,
          own.exchange,
          own.markets.map(({ instrument }) => instrument),
        ),
        exchange: own.exchange,
        tiers: feeTiers(own.exchange).map((tier) => ({ ...tier })),
        commit_ms: medianOf(waits.get(own.exchange) ?? []),
      })),
  };
};

/** The fees of these markets of an exchange, and what orders of a paper account meet there. */
export const conditionsOf = (
  { config, exchanges }: Pick<Settings, 'config'> & Pick<Venues, 'exchanges'>,
  exchange: string,
  instruments: readonly Instrument[],
): ConditionsRecord => {
  return {
    ...feeRecord(instruments),
    paper: exchanges.get(exchange)?.account.paper?.conditions?.(config().paper) ?? null,
  };
};

const medianOf = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
