import { figureOf, money, none, number, percent, provenanceText } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import type { Column, Tone } from '../output.ts';
import type { Field } from '../printer.ts';
import { ownSource } from '../source-column.ts';

const tones: Record<string, Tone> = { completed: 'good', failed: 'bad', cancelled: 'quiet', running: 'warn' };

export const backtestColumns: readonly Column<Backtest>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ config }) => config?.name ?? none, shrinks: true },
  { title: 'STATUS', value: ({ status }) => status, tone: ({ status }) => tones[status] },
  { title: 'DONE', optional: true, value: done, align: 'right' },
  {
    title: 'TRADES',
    optional: true,
    value: ({ metrics }) => metrics?.total_trades,
    shown: ({ metrics }) => number(metrics?.total_trades),
    align: 'right',
  },
  {
    title: 'NET',
    value: ({ metrics }) => metrics?.net_profit,
    shown: (run) => money(figureOf(run, run.metrics?.net_profit), { sign: true }),
    align: 'right',
    tone: gainTone,
  },
  {
    title: 'DRAWDOWN',
    optional: true,
    value: ({ metrics }) => metrics?.max_drawdown_pct,
    shown: ({ metrics }) => percent(metrics?.max_drawdown_pct),
    align: 'right',
  },
  ownSource,
  { title: 'CREATED', optional: true, value: ({ created_at }) => created_at ?? none },
];

/** Settings and results of a backtest. */
export function backtestFields(backtest: Backtest): Field[] {
  const { id, config, status, events_processed, error, metrics, finished_at } = backtest;
  return [
    { name: 'backtest', value: id },
    { name: 'name', value: config?.name || none },
    { name: 'from', value: config?.start_date ?? none },
    { name: 'to', value: config?.end_date ?? none },
    { name: 'exchanges', value: config?.exchanges.join(', ') || none },
    { name: 'source', value: sourceText(backtest), tone: isInventedMoney(backtest) ? 'warn' : undefined },
    { name: 'status', value: status, tone: tones[status] },
    { name: 'done', value: `${done(backtest)}, ${number(events_processed)} events` },
    ...(error === null ? [] : [{ name: 'error', value: error, tone: 'bad' } as const]),
    ...(finished_at === null ? [] : [{ name: 'finished', value: finished_at }]),
    ...(metrics === undefined
      ? []
      : [
          {
            name: 'net profit',
            value: money(figureOf(backtest, metrics.net_profit), { sign: true }),
            tone: gainTone(backtest),
          },
          ...conditionsOf(metrics.played?.conditions ?? []),
          { name: 'trades', value: number(metrics.total_trades) },
          { name: 'win rate', value: percent(metrics.win_rate) },
          { name: 'drawdown', value: `${percent(metrics.max_drawdown_pct)} at most` },
          ...(metrics.periodic === undefined ? [] : [{ name: 'ratios', value: ratios(metrics) }]),
          ...(metrics.conclusion === undefined ? [] : [{ name: 'conclusion', value: metrics.conclusion }]),
        ]),
  ];
}

type Met = NonNullable<NonNullable<Backtest['metrics']>['played']>['conditions'];
/** Fees, delays and the name of what orders met, an exchange a line. */
const conditionsOf = (all: Met): readonly Field[] =>
  all.map(({ exchange, taker_pct, fee_source, paper }) => {
    const source = fee_source === '' ? '' : ` (${fee_source})`;
    const delay = paper?.order_delay?.median_ms ?? null;
    const orders =
      paper === null ? [] : [`${paper.conditions} conditions`, ...(delay === null ? [] : [`orders ${delay} ms`])];
    const fee = `taker ${percent(taker_pct, { digits: 4 })}${source}`;
    return { name: 'conditions', value: [`${exchange}: ${fee}`, ...orders].join(', ') };
  });

/** Known once it has begun. */
const sourceText = ({ provenance, status }: Backtest): string =>
  provenance === null && status === 'queued' ? none : provenanceText(provenance);
const isInventedMoney = ({ provenance }: Backtest): boolean => provenance?.money === 'invented';

/** Per trade, and of daily returns, annualised. */
function ratios({ sharpe_ratio, sortino_ratio, periodic }: NonNullable<Backtest['metrics']>): string {
  const two = (value: number | null | undefined): string => number(value, { digits: 2 });
  const yearly = `Sharpe ${two(periodic?.sharpe)}, Sortino ${two(periodic?.sortino)} a year by ${number(periodic?.days)} days`;
  return `Sharpe ${two(sharpe_ratio)}, Sortino ${two(sortino_ratio)} a trade; ${yearly}`;
}

function done({ progress }: Backtest): string {
  return percent(progress === null ? null : Math.floor(progress * 100), { digits: 0 });
}

function gainTone({ metrics }: Backtest): Tone | undefined {
  const net = metrics?.net_profit ?? 0;
  return net === 0 ? undefined : net > 0 ? 'good' : 'bad';
}
