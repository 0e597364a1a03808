import type { LookAheadRecord, TradeRecord } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import type { BacktestJob, BacktestOutcome, BacktestProgress, BacktestReport } from './job.ts';
import { runBacktest } from './run-backtest.ts';

type Run = (job: BacktestJob, onProgress: (progress: BacktestProgress) => void) => Promise<BacktestOutcome>;

/**
 * Runs the job again on what was known up to the end of its middle trade. A decision that used a later row has another outcome there, and so
 * have rules of markets that were guessed from later rows. Without a trade nothing is run: there is nothing to compare.
 */
export const checkLookAhead = async (
  job: BacktestJob,
  { trades }: Pick<BacktestReport, 'trades'>,
  onProgress: (progress: BacktestProgress) => void,
  run: Run = runBacktest,
): Promise<LookAheadRecord> => {
  const middle = trades[Math.floor((trades.length - 1) / 2)];
  if (middle === undefined) return { until: null, trades: 0, difference: null };
  const until = endOf(middle);
  const outcome = await run({ ...job, to: Math.floor(until) + 1 }, onProgress);
  const record = (difference: string | null, count: number): LookAheadRecord => ({
    until: isoTime(until),
    trades: count,
    difference,
  });
  if (outcome.status !== 'completed')
    return record(outcome.status === 'failed' ? outcome.error : 'the second run was cancelled', 0);
  const [first, second] = [trades, outcome.report.trades].map((all) => all.filter((one) => endOf(one) <= until));
  return record(firstDifference(first ?? [], second ?? []), first?.length ?? 0);
};

const endOf = ({ entry_time, duration_seconds }: TradeRecord): number =>
  Date.parse(entry_time) + (duration_seconds ?? 0) * 1_000;

/** Names the first trade that is in one list alone, or is another in the other; null where all are equal. */
const firstDifference = (first: readonly TradeRecord[], second: readonly TradeRecord[]): string | null => {
  const place = [...Array(Math.max(first.length, second.length)).keys()].find(
    (at) => factsOf(first[at]) !== factsOf(second[at]),
  );
  if (place === undefined) return null;
  const [one, other] = [first[place], second[place]];
  const named = ({ entry_time, exchange, symbols }: TradeRecord): string =>
    `the trade of ${entry_time} at ${exchange}, ${symbols.join('→')},`;
  if (other === undefined) return one === undefined ? null : `${named(one)} was not made`;
  if (one === undefined) return `${named(other)} was made besides`;
  return `${named(one)} brought ${other.profit} and not ${one.profit}, or was another`;
};

/** All of a trade but its range, which is measured by later quotes and decides nothing. */
const factsOf = (trade: TradeRecord | undefined): string =>
  JSON.stringify({ ...trade, optimistic_profit: null, pessimistic_profit: null });
