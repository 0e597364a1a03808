import { basename } from 'node:path';
import { askWhatIf } from '../research/what-if.ts';
import type { BacktestJob, BacktestReport } from './job.ts';

/**
 * What the quotes of the run would have brought at other fees and latencies. Only where they are of one recording: nothing is asked of an
 * invented market, and a cycle has one exchange.
 */
export const whatIfOf = async ({
  config,
  data,
  engine,
  from,
  to,
}: BacktestJob): Promise<Pick<BacktestReport, 'what_if'>> => {
  const [source, another] = data.kind === 'recorded' ? data.sources : [];
  const [file, next] = source?.files ?? [];
  if (source === undefined || another !== undefined || file === undefined || next !== undefined) return {};
  const fee = engine.fees?.[source.exchange]?.taker_pct;
  const outcome = await askWhatIf({
    path: file,
    config: {
      recording: basename(file),
      ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      ...{ enable_triangular: config.enable_triangular, enable_quadrangular: config.enable_quadrangular },
      ...{ start_currencies: [...engine.start_currencies], capital: config.max_position_size },
      ...(fee === undefined ? {} : { fee_pct: fee }),
    },
    onReject: () => {},
  });
  return outcome.ok ? { what_if: outcome.record } : {};
};
