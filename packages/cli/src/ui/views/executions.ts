import { figureOf, none, selectBotStatus, selectCan } from '@triquad/core';
import { combinedProvenance, marketNameOf, marketOf, ofMarket, type Trade } from '@triquad/core/contract';
import { fit, type Line, prose, span } from '../cells.ts';
import {
  figure,
  gain,
  gainMeaning,
  momentText,
  pathText,
  plain,
  quantity,
  shortId,
  timeText,
  usd,
  written,
} from '../figures.ts';
import { sourceFields } from '../sources.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Given, type Pane, type Row, type View } from '../view.ts';
import { lifePanes, openLife } from './life.ts';
import { typeMeaning } from './texts.ts';

export const executions: View = {
  name: 'executions',
  key: '3',
  tab: 'exec',
  title: 'Executions',
  question: 'What was shown, what came, and where did the difference arise?',
  watches: ['trades', 'executions'],
  columns: [
    { name: 'time', title: 'Time', width: 8 },
    { name: 'id', title: 'Id', width: 6, gives: 3 },
    { name: 'type', title: 'Type', width: 4 },
    { name: 'exchange', title: 'Exch', width: 7 },
    { name: 'path', title: 'Path', width: 22, grows: true },
    { name: 'capital', title: 'Capital', width: 10, align: 'right', from: 140 },
    { name: 'shown', title: 'Shown', width: 6, align: 'right' },
    { name: 'profit', title: 'Profit', width: 7, align: 'right' },
    { name: 'percent', title: 'Profit %', width: 8, align: 'right', from: 140 },
    { name: 'against', title: 'vs', width: 5, align: 'right', gives: 1 },
    { name: 'fees', title: 'Fees', width: 7, align: 'right', from: 140 },
    { name: 'ms', title: 'ms', width: 4, align: 'right', gives: 2 },
    { name: 'mark', title: '', width: 1 },
    { name: 'ended', title: 'Outcome', width: 30, from: 140 },
    { name: 'prices', title: 'Prices of', width: 12, from: 160 },
  ],
  narrows: 'exchange',
  rows: ({ state, now }) => allOf(state).map((trade) => rowOf(trade, { state, now })),
  summary: ({ state }) => {
    const all = state.trades.items;
    const ended = ofMarket(all, marketNameOf(selectBotStatus(state)));
    const others = all.length === ended.length ? '' : ` · ${all.length - ended.length} of other prices`;
    const won = ended.filter(({ profit }) => (profit ?? 0) > 0).length;
    const lost = ended.filter(({ profit }) => (profit ?? 0) < 0).length;
    const made = {
      usd: ended.reduce((sum, { profit }) => sum + (profit ?? 0), 0),
      source: combinedProvenance(ended.map(({ provenance }) => provenance)),
    };
    return `latest ${ended.length}: ${won} won, ${lost} lost · ${written(gain(made))}${others}`;
  },
  empty: () => 'Nothing was executed yet; 7 says why each opportunity was left alone',
  keys: [],
};

/** Running executions, then ended ones. */
export function allOf({ trades, executions: latest }: Given['state']): readonly Trade[] {
  const known = new Set(trades.items.map(({ id }) => id));
  return [...latest.items.filter(({ id, status }) => status === 'pending' && !known.has(id)), ...trades.items];
}

const marks: Record<string, { mark: string; as: Meaning | undefined }> = {
  pending: { mark: '▾', as: 'strong' },
  completed: { mark: '✓', as: 'fine' },
  failed: { mark: '✗', as: 'bad' },
  unwound: { mark: '←', as: 'warn' },
  stranded: { mark: '!', as: 'warn' },
};

function rowOf(trade: Trade, { state, now }: Pick<Given, 'state' | 'now'>): Row {
  return {
    id: trade.id,
    cells: () => cellsOf(trade, now),
    source: trade.provenance,
    panes: () => panesOf(trade, state),
    opens: selectCan('history')(state) ? openLife(trade.execution_id ?? trade.id) : undefined,
    related: [
      trade.id,
      trade.execution_id ?? '',
      trade.opportunity_id ?? '',
      ...trade.legs.map((leg) => leg.order_id ?? ''),
    ],
  };
}

function cellsOf(trade: Trade, now: number): Cells {
  const { profit, expected_profit, duration_seconds, status } = trade;
  const against = profit === null || expected_profit === null ? null : profit - expected_profit;
  const { mark, as } = marks[status] ?? { mark: '?', as: undefined };
  const isRunning = status === 'pending';
  const ms = duration_seconds === null ? null : duration_seconds * 1_000;
  const of = (value: number | null) => figureOf(trade, value);
  return {
    time: {
      text: timeText(trade.entry_time, now),
      as: 'quiet',
      by: trade.entry_time === null ? null : Date.parse(trade.entry_time),
    },
    id: { text: shortId(trade.id), as: 'quiet' },
    type: { text: trade.opportunity_type, as: typeMeaning(trade.opportunity_type) },
    exchange: { text: trade.exchange, by: trade.exchange },
    path: { text: (width) => pathText(trade.symbols, width) },
    capital: { text: plain(of(trade.capital)), by: trade.capital },
    shown: { text: gain(of(expected_profit)), by: expected_profit },
    profit: isRunning
      ? { text: legText(trade), as: 'strong' }
      : { text: gain(of(profit)), as: gainMeaning(profit), by: profit },
    percent: { text: figure(trade.profit_pct, { digits: 3, sign: true }), by: trade.profit_pct },
    against: { text: gain(of(against)), as: gainMeaning(against), by: against },
    fees: { text: plain(of(trade.fees)), by: trade.fees },
    ms: { text: figure(ms, { digits: 0 }), as: 'quiet', by: ms },
    mark: { text: mark, as },
    prices: { text: marketOf(trade), as: 'quiet', by: marketOf(trade) },
    ended: { text: trade.error_message ?? (isRunning ? 'running' : status), as: 'quiet' },
  };
}

/** The leg that runs, of those that the cycle has; legs that are not sent yet are not in the record. */
export function legText({ legs, symbols }: Trade): string {
  const all = Math.max(legs.length, symbols.length - 1, 1);
  const filled = legs.filter(({ status }) => status === 'filled').length;
  return `leg ${Math.min(filled + 1, all)}/${all}`;
}

function panesOf(trade: Trade, state: Given['state']): readonly Pane[] {
  const { id, status, opportunity_type, exchange, symbols, duration_seconds } = trade;
  const took = duration_seconds === null ? '' : `, ${Math.round(duration_seconds * 1_000)} ms`;
  return [
    {
      title: `${shortId(id)} ${opportunity_type} ${exchange} ${symbols.join('→')}`,
      summary: `${status}${took}`,
      lines: (width) => waterfall(trade, width),
    },
    {
      title: 'Execution',
      lines: (width) => [
        ...fields([
          ['id', id],
          ['opportunity', trade.opportunity_id ?? none],
          ['began', momentText(trade.entry_time)],
          ['mode', trade.mode ?? none],
          ['prices of', marketOf(trade)],
          ...sourceFields(trade.provenance),
          ['capital', written(usd(figureOf(trade, trade.capital)))],
          ['fees', written(usd(figureOf(trade, trade.fees)))],
          ...(trade.optimistic_profit === undefined
            ? []
            : [
                [
                  'range',
                  `${written(gain(figureOf(trade, trade.pessimistic_profit)))} to ${written(gain(figureOf(trade, trade.optimistic_profit)))}`,
                ] as const,
              ]),
        ]),
        ...(trade.error_message === null ? [] : prose(trade.error_message, width, 'warn')),
      ],
    },
    ...lifePanes(state, trade.execution_id ?? id),
  ];
}

const legWidths = { leg: 3, market: 9, side: 4, price: 10, quantity: 8, off: 6, fee: 6 };
const beforeBars = Object.values(legWidths).reduce((sum, one) => sum + one + 1, 1) + legWidths.price + 1;

/** Leg by leg what was planned and what came; bars show when each leg ran. */
function waterfall(trade: Trade, width: number): readonly Line[] {
  const total = trade.legs.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  const room = width - beforeBars - 1;
  const head = [
    fit('Leg', legWidths.leg),
    fit('Market', legWidths.market),
    fit('Side', legWidths.side),
    fit('Planned', legWidths.price, 'right'),
    fit('Actual', legWidths.price, 'right'),
    fit('Qty', legWidths.quantity, 'right'),
    fit('vs %', legWidths.off, 'right'),
    fit('Fee', legWidths.fee, 'right'),
  ].join(' ');
  let began = 0;
  const rows = trade.legs.map((leg, at): Line => {
    const start = total === 0 ? 0 : Math.round((began / total) * room);
    began += leg.ms ?? 0;
    const end = total === 0 ? 0 : Math.max(start + 1, Math.round((began / total) * room));
    const off = offPct(leg);
    return [
      span(` ${fit(leg.unwind ? '←' : String(leg.leg ?? at + 1), legWidths.leg)} `),
      span(`${fit(leg.market, legWidths.market)} ${fit(leg.side, legWidths.side)} `),
      span(`${fit(quantity(leg.expected_price)(legWidths.price), legWidths.price, 'right')} `),
      span(`${fit(quantity(leg.price)(legWidths.price), legWidths.price, 'right')} `),
      span(`${fit(quantity(leg.quantity)(legWidths.quantity), legWidths.quantity, 'right')} `),
      span(`${fit(figure(off, { digits: 3, sign: true })(legWidths.off), legWidths.off, 'right')} `, gainMeaning(off)),
      span(`${fit(figure(leg.fee, { digits: 3 })(legWidths.fee), legWidths.fee, 'right')} `),
      span(
        room < 6
          ? leg.status === 'filled'
            ? ''
            : leg.status
          : ' '.repeat(start) + '█'.repeat(Math.max(0, end - start)),
        'quiet',
      ),
    ];
  });
  const expected = trade.expected_profit;
  return [
    [span(` ${head}`, 'quiet')],
    ...rows,
    [
      span(` shown ${written(gain(figureOf(trade, expected)))} · came `),
      span(written(gain(figureOf(trade, trade.profit))), gainMeaning(trade.profit)),
      span(
        ` · fees ${written(usd(figureOf(trade, trade.fees)))} · ${trade.legs.map(({ ms }) => (ms === null ? '?' : Math.round(ms))).join(' + ')} ms`,
      ),
    ],
  ];
}

/** By how many percent the price was better (+) or worse (−) than planned. */
function offPct({ price, expected_price, side }: Trade['legs'][number]): number | null {
  if (price === null || expected_price === null || expected_price === 0) return null;
  const off = (price / expected_price - 1) * 100;
  return side === 'buy' ? -off : off;
}
