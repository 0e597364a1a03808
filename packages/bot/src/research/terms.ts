import type { WhatIfConfig, WhatIfTerms } from '@triquad/core/contract';
import { momentOf } from '@triquad/core/time';
import { entryFees } from '../market/fees.ts';
import { defaultConfig } from '../model/config.ts';
import { isoTime } from '../model/moment.ts';

/** A field of the configuration, and why nothing can be asked with it. */
export type WhatIfProblem = {
  readonly ok: false;
  readonly field: keyof WhatIfConfig;
  readonly message: string;
  readonly code?: 'bars_not_quotes';
};

/** What of a recording decides on usual values. */
export type Asked = {
  readonly exchange: string | null;
  /** Whether it says itself when a book is not to be used any more, as a recorder's does. */
  readonly tellsLostBooks: boolean;
};

const usualFees = [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1];
const usualLatencies = [0, 5, 10, 25, 50, 100, 250, 500];
const usualLatency = 25;
const usualCapital = 1_000;

/** Fills in what the configuration leaves out. 0 and the own values are always part of the grid. */
export const termsOf = (
  config: WhatIfConfig,
  { exchange, tellsLostBooks }: Asked,
): { readonly ok: true; readonly terms: WhatIfTerms } | WhatIfProblem => {
  const { session = null, enable_triangular = true, enable_quadrangular = true } = config;
  const from = config.from === undefined ? null : momentOf(config.from);
  const to = config.to === undefined ? null : momentOf(config.to);
  const { fee_pct = percent(entryFees(exchange ?? '').takerFee), latency_ms = usualLatency } = config;
  if (!enable_triangular && !enable_quadrangular)
    return problem('enable_triangular', 'one of triangular and quadrangular must be enabled');
  if (from !== null && to !== null && to <= from) return problem('to', 'the end must be after the start');
  const terms: WhatIfTerms = {
    ...{ recording: config.recording, session, enable_triangular, enable_quadrangular, fee_pct, latency_ms },
    from: from === null ? null : isoTime(from),
    to: to === null ? null : isoTime(to),
    start_currencies: [...new Set(config.start_currencies ?? defaultConfig.start_currencies)],
    capital: config.capital ?? usualCapital,
    fees_pct: steps([0, fee_pct, ...(config.fees_pct ?? usualFees)]),
    latencies_ms: steps([0, latency_ms, ...(config.latencies_ms ?? usualLatencies)]),
    max_quote_age_ms:
      config.max_quote_age_ms === undefined
        ? tellsLostBooks
          ? null
          : defaultConfig.max_book_age_ms
        : config.max_quote_age_ms,
  };
  return { ok: true, terms };
};

const problem = (field: keyof WhatIfConfig, message: string): WhatIfProblem => ({ ok: false, field, message });
const percent = (fraction: number): number => Number((100 * fraction).toPrecision(12));
// -0 is 0.
const steps = (values: readonly number[]): number[] =>
  [...new Set(values.map((value) => value + 0))].sort((one, other) => one - other);
