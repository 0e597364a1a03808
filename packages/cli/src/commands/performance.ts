import { figureOf, money, none, number, percent } from '@triquad/core';
import type { PerformanceMetrics, PerformanceSummary } from '@triquad/core/contract';
import type { Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Tone } from '../output.ts';
import { moment } from '../parse.ts';
import type { Field } from '../printer.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';
import { type Period, periodOptions } from './list-options.ts';

interface Options extends Period {
  readonly from?: string;
  readonly to?: string;
  readonly exchange?: string;
  readonly market?: string;
}

/** `triquad performance`: what trading has made, by default in the last 168 hours. */
export const performanceCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'performance',
    description: 'what trading has made, by default in the last 168 hours',
    options: [
      ...periodOptions(),
      // Their names of earlier versions.
      option('--from <moment>', 'as --since', moment).hideHelp(),
      option('--to <moment>', 'as --until', moment).hideHelp(),
      option('--exchange <name>', 'on one exchange alone'),
      option('--market <name>', 'under these prices, e.g. live, practice (default: those watched at the end)'),
    ],
    examples: [
      ['triquad performance', 'for you'],
      ['triquad performance --since 2026-01-01 --until 2026-02-01 --json | jq .total_pnl', 'a month, for a script'],
    ],
    run: async ({ bot, print, options }) => {
      const { exchange, market, since: from = options.from, until: to = options.to } = options;
      const query = {
        ...(from && { from }),
        ...(to && { to }),
        ...(exchange && { exchange: exchange.toLowerCase() }),
        ...(market && { market }),
      };
      const metrics = await bot.callIfOffered('performance.metrics', { query });
      if (metrics !== null && hasFigures(metrics)) return print.fields(metrics, fieldsOf);
      if (from ?? to ?? exchange ?? market) {
        const message =
          'performance failed: this bot gives no figures of a period, an exchange or a market, only of all time';
        throw new CommandFailure(message, exitCode.refused);
      }
      print.fields(await bot.call('performance.summary', {}), fieldsOf);
    },
  });

type Figures = PerformanceSummary & Pick<Partial<PerformanceMetrics>, 'optimistic' | 'modelled' | 'pessimistic'>;

/** A bot that speaks only the spec may answer with other fields than these. */
const hasFigures = ({ total_pnl, total_trades }: Figures): boolean => total_pnl !== null || total_trades !== null;

const toneOf = (value: number | null): Tone | undefined =>
  value === null || value === 0 ? undefined : value > 0 ? 'good' : 'bad';

const milliseconds = (value: number | null): string => (value === null ? none : `${number(value)} ms`);
const ratio = (value: number | null): string => number(value, { digits: 2 });

/** Range of paper trades from the worst case to the best, if it is known. */
const rangeText = (summary: Figures): string =>
  [summary.pessimistic, summary.modelled, summary.optimistic]
    .map((value) => money(figureOf(summary, value), { sign: true }))
    .join(' … ');

/** Whose prices, and from when on drawdown counts. */
const marketText = ({ name, since }: NonNullable<PerformanceSummary['market']>): string =>
  since === null ? name : `${name}, opened ${since}`;

/** The figures that every bot may have; the others are in the JSON. */
function fieldsOf(figures: Figures): Field[] {
  const { total_trades, winning_trades, losing_trades } = figures;
  const signed = (usd: number | null) => money(figureOf(figures, usd), { sign: true });
  return [
    { name: 'profit and loss', value: signed(figures.total_pnl), tone: toneOf(figures.total_pnl) },
    ...(figures.modelled === undefined ? [] : [{ name: 'range', value: rangeText(figures) }]),
    {
      name: 'profit, loss',
      value: `${money(figureOf(figures, figures.total_profit))}, ${money(figureOf(figures, figures.total_loss))}`,
    },
    {
      name: 'trades',
      value: `${number(total_trades)}: ${number(winning_trades)} won, ${number(losing_trades)} lost`,
    },
    ...(figures.market ? [{ name: 'market', value: marketText(figures.market) }] : []),
    { name: 'win rate', value: percent(figures.win_rate) },
    { name: 'profit factor', value: ratio(figures.profit_factor) },
    { name: 'Sharpe ratio', value: ratio(figures.sharpe_ratio) },
    { name: 'max drawdown', value: percent(figures.max_drawdown) },
    { name: 'best trade', value: signed(figures.best_trade) },
    { name: 'worst trade', value: signed(figures.worst_trade) },
    { name: 'average trade', value: signed(figures.avg_profit_per_trade) },
    { name: 'slippage', value: percent(figures.avg_slippage_pct) },
    { name: 'fill rate', value: percent(figures.fill_rate) },
    { name: 'execution', value: milliseconds(figures.avg_execution_time_ms) },
    { name: 'opportunities', value: `${ratio(figures.opportunities_per_minute)} a minute` },
  ];
}
