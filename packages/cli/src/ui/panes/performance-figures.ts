import { money, none, number, percent } from '@triquad/core';
import type { BotStatus, PerformanceSummary, ScanRecord } from '@triquad/core/contract';
import type { Meaning } from '../theme.ts';

interface Figure {
  readonly name: string;
  readonly text: string;
  readonly as?: Meaning | undefined;
}

export interface Results {
  readonly summary: PerformanceSummary | null;
  /** Percent. */
  readonly fillRate: number | null;
  readonly status: BotStatus | null;
}

/** What has been made so far. */
export function resultFigures({ summary, fillRate, status }: Results): Figure[] {
  const pnl = summary?.total_pnl ?? null;
  return [
    { name: 'PnL', text: money(pnl, { sign: true }), as: pnl === null ? undefined : pnl < 0 ? 'bad' : 'good' },
    { name: 'Trades', text: `${number(summary?.total_trades)}, ${number(status?.executions_today)} today` },
    { name: 'Won', text: percent(summary?.win_rate, { digits: 1 }) },
    { name: 'Filled', text: percent(fillRate, { digits: 1 }) },
    { name: 'Drawdown', text: percent(summary?.max_drawdown, { digits: 1 }) },
    { name: 'Found', text: number(status?.opportunities_found) },
    { name: 'Threshold', text: percent(status?.min_profit_threshold) },
  ];
}

/** The scan: what it covers, its best cycle, and why it does not trade. */
export function scanned(scan: ScanRecord): Figure[] {
  const best = scan.best_cycle;
  const lately = scan.lately.best_cycle;
  return [
    { name: 'Best now', text: best === null ? none : `${best.type} ${percent(best.profit_pct, { sign: true })}` },
    { name: 'In 5 min', text: lately === null ? none : `${lately.type} ${percent(lately.profit_pct, { sign: true })}` },
    { name: 'Markets', text: `${number(scan.markets_trusted)} of ${number(scan.markets)}` },
    { name: 'Cycles', text: `${number(scan.directed_tri)} + ${number(scan.directed_quad)}` },
    { name: 'Updates', text: `${number(scan.updates_per_second)}/s` },
    ...scan.decisions.by_reason
      .filter(({ reason }) => reason !== 'executed')
      .map(({ reason, count }) => ({ name: 'Skipped', text: `${number(count)} ${reason.replaceAll('_', ' ')}` })),
  ];
}
