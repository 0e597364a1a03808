import type { Fees, PaperDelay } from '@triquad/core/contract';
import { InvalidArgumentError } from 'commander';
import { list } from '../parse.ts';

/** A fee of a leg in percent, or a tier by its name; of one exchange, or (null) of all. */
export interface Fee {
  readonly exchange: string | null;
  readonly of: { readonly taker_pct: number } | { readonly tier: string };
}

const mostPct = 10;

/** An option's value as fees: `0.05`, `binance=VIP 3,kraken=0.2`. */
export function fees(text: string): readonly Fee[] {
  return list(text).map((item) => {
    const [, name, value = ''] = /^(?:([^=]+)=)?(.*)$/.exec(item) ?? [];
    const exchange = name === undefined ? null : name.trim().toLowerCase();
    const taker_pct = Number(value);
    if (exchange !== null && Number.isNaN(taker_pct) && value.trim() !== '')
      return { exchange, of: { tier: value.trim() } };
    if (value.trim() === '' || !(taker_pct >= 0 && taker_pct <= mostPct))
      throw new InvalidArgumentError(
        `It must be a fee from 0 to ${mostPct} percent, or exchanges with a fee or a tier like "binance=VIP 3".`,
      );
    return { exchange, of: { taker_pct } };
  });
}

/** Fees by exchange; later options come first. */
export const feesOf = (wanted: readonly Fee[], exchanges: readonly string[]): Fees =>
  Object.fromEntries(
    wanted.flatMap(({ exchange, of }) => (exchange === null ? exchanges : [exchange]).map((one) => [one, { ...of }])),
  );

/** An option's value as a delay: `40`, or with its 99th percentile: `40,250`. */
export function latency(text: string): PaperDelay {
  const [median_ms = Number.NaN, p99_ms = median_ms, ...rest] = list(text).map(Number);
  if (rest.length > 0 || !(median_ms >= 0 && median_ms <= 2_000 && p99_ms >= median_ms && p99_ms <= 4_000))
    throw new InvalidArgumentError(
      'It must be a delay like 40, or 40,250: the median up to 2000 ms, and what one of a hundred exceeds up to 4000 ms.',
    );
  return { median_ms, p99_ms };
}
