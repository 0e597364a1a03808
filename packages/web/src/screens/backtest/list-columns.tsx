import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { figureOf, isUnderWay, none } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { StatusMark } from '../../components/StatusMark.tsx';
import { dollars, number, percent } from '../../messages/format.ts';
import { shortMoment, spanOf } from '../../messages/moments.ts';
import { type DataColumn, moneyColumn } from '../../tables/column.ts';
import type { Messages } from './use-messages.ts';

const nameOf = ({ backtest: text }: Messages, { config }: Backtest): string => config?.name || text.unnamed;
const periodOf = ({ config }: Backtest): string =>
  config?.start_date && config.end_date ? spanOf(config.start_date, config.end_date) : none;
/** Green from 0 on, else red. */
export const profitTone = (value: number | null): string => (value === null ? '' : value < 0 ? 'loss' : 'gain');

type Column = DataColumn<Backtest>;

/** Settings and results side by side; `now` (epoch ms): times of that day are shown without a date. */
export const listColumns = (
  messages: Messages,
  now: number,
  remove: ((backtest: Backtest) => void) | null,
): readonly Column[] => [
  ...subject(messages),
  ...figures(messages),
  ...setting(messages),
  {
    id: 'created_at',
    name: messages.backtest.columns.created,
    width: 120,
    align: 'right',
    text: ({ created_at }) => (created_at === null ? none : shortMoment(created_at, now)),
    order: ({ created_at }) => created_at,
  },
  ...(remove === null ? [] : [deletion(messages, remove)]),
];

const subject = (messages: Messages): readonly Column[] => {
  const { columns: names } = messages.backtest;
  return [
    {
      id: 'name',
      name: names.name,
      width: 160,
      grow: true,
      card: 'head',
      text: (backtest) => nameOf(messages, backtest),
    },
    {
      id: 'status',
      name: names.status,
      width: 116,
      card: 'figure',
      text: ({ status }) => status,
      cell: ({ status, progress }) => (
        <>
          <StatusMark status={status} />
          {isUnderWay(status) && progress !== null && ` ${percent(Math.floor(progress * 100), { digits: 0 })}`}
        </>
      ),
    },
  ];
};

const setting = (messages: Messages): readonly Column[] => {
  const { columns: names } = messages.backtest;
  return [
    { id: 'period', name: names.period, width: 205, text: periodOf },
    { id: 'exchanges', name: names.exchanges, width: 96, text: ({ config }) => config?.exchanges.join(', ') || none },
    {
      id: 'capital',
      name: names.capital,
      width: 80,
      align: 'right',
      text: ({ config }) => dollars(config?.initial_capital, { digits: 0 }),
      order: ({ config }) => config?.initial_capital ?? null,
    },
  ];
};

const figures = ({ backtest: { columns: names } }: Messages): readonly Column[] => [
  {
    id: 'trades',
    name: names.trades,
    width: 76,
    align: 'right',
    text: ({ metrics }) => number(metrics?.total_trades),
    order: ({ metrics }) => metrics?.total_trades ?? null,
  },
  {
    id: 'win_rate',
    name: names.winRate,
    width: 90,
    align: 'right',
    text: ({ metrics }) => percent(metrics?.win_rate, { digits: 1 }),
    order: ({ metrics }) => metrics?.win_rate ?? null,
  },
  moneyColumn({
    id: 'net_profit',
    name: names.profit,
    width: 98,
    card: 'figure',
    sign: true,
    figure: (run) => figureOf(run, run.metrics?.net_profit),
    className: ({ metrics }) => profitTone(metrics?.net_profit ?? null),
  }),
  {
    id: 'max_drawdown_pct',
    name: names.drawdown,
    width: 96,
    align: 'right',
    text: ({ metrics }) => percent(metrics?.max_drawdown_pct),
    order: ({ metrics }) => metrics?.max_drawdown_pct ?? null,
  },
];

const deletion = (messages: Messages, remove: (backtest: Backtest) => void): Column => ({
  id: 'delete',
  name: messages.backtest.columns.delete,
  width: 60,
  action: true,
  text: () => '',
  cell: (backtest) =>
    !isUnderWay(backtest.status) && (
      <Button
        size="small"
        variant="minimal"
        icon={<Trash size={12} />}
        aria-label={messages.backtest.deleteOf(nameOf(messages, backtest))}
        onClick={() => remove(backtest)}
      />
    ),
});
