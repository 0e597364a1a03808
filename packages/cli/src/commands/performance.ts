import { money, none, number, percent } from '@triquad/core';
import type { PerformanceSummary } from '@triquad/core/contract';
import { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Tone } from '../output.ts';
import { moment } from '../parse.ts';
import type { Field } from '../printer.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly exchange?: string;
}

/** `triquad performance`: what trading has made, by default in the last 168 hours. */
export function performanceCommand(host: Host): Command {
  const command = new Command('performance')
    .description('what trading has made, by default in the last 168 hours')
    .option('--from <moment>', 'since then, e.g. 2026-01-31 or 2026-01-31T12:00Z', moment)
    .option('--to <moment>', 'before then', moment)
    .option('--exchange <name>', 'on one exchange alone');
  clientCommand<Options>(host, command, async ({ bot, print, options: { from, to, exchange } }) => {
    const query = { ...(from && { from }), ...(to && { to }), ...(exchange && { exchange: exchange.toLowerCase() }) };
    print.fields(await bot.call('performance.metrics', { query }), fieldsOf);
  });
  return withExamples(command, [
    ['triquad performance', 'for you'],
    ['triquad performance --from 2026-01-01 --to 2026-02-01 --json | jq .total_pnl', 'a month, for a script'],
  ]);
}

const toneOf = (value: number | null): Tone | undefined =>
  value === null || value === 0 ? undefined : value > 0 ? 'good' : 'bad';

const milliseconds = (value: number | null): string => (value === null ? none : `${number(value)} ms`);
const ratio = (value: number | null): string => number(value, { digits: 2 });

/** The figures that every bot may have; the others are in the JSON. */
function fieldsOf(figures: PerformanceSummary): Field[] {
  const { total_trades, winning_trades, losing_trades } = figures;
  return [
    { name: 'profit and loss', value: money(figures.total_pnl, { sign: true }), tone: toneOf(figures.total_pnl) },
    { name: 'profit, loss', value: `${money(figures.total_profit)}, ${money(figures.total_loss)}` },
    {
      name: 'trades',
      value: `${number(total_trades)}: ${number(winning_trades)} won, ${number(losing_trades)} lost`,
    },
    { name: 'win rate', value: percent(figures.win_rate) },
    { name: 'profit factor', value: ratio(figures.profit_factor) },
    { name: 'Sharpe ratio', value: ratio(figures.sharpe_ratio) },
    { name: 'max drawdown', value: percent(figures.max_drawdown) },
    { name: 'best trade', value: money(figures.best_trade, { sign: true }) },
    { name: 'worst trade', value: money(figures.worst_trade, { sign: true }) },
    { name: 'average trade', value: money(figures.avg_profit_per_trade, { sign: true }) },
    { name: 'slippage', value: percent(figures.avg_slippage_pct) },
    { name: 'fill rate', value: percent(figures.fill_rate) },
    { name: 'execution', value: milliseconds(figures.avg_execution_time_ms) },
    { name: 'opportunities', value: `${ratio(figures.opportunities_per_minute)} a minute` },
  ];
}
