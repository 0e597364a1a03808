import { type ClientState, none, number } from '@triquad/core';
import type { Feed } from '@triquad/core/contract';
import { prose, span } from '../cells.ts';
import { ageText, figure, momentText, since, written } from '../figures.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Row, type View } from '../view.ts';

export const feeds: View = {
  name: 'feeds',
  key: '8',
  tab: 'feed',
  title: 'Feeds',
  question: 'Can I trust the books?',
  watches: ['feeds', 'trades'],
  capability: 'feeds',
  columns: [
    { name: 'exchange', title: 'Exch', width: 8, grows: true },
    { name: 'state', title: 'State', width: 12 },
    { name: 'last', title: 'Last msg', width: 8, align: 'right' },
    { name: 'rate', title: 'Msg/s', width: 7, align: 'right' },
    { name: 'delay', title: 'Delay', width: 7, align: 'right' },
    { name: 'order', title: 'Order p99', width: 9, align: 'right', gives: 1 },
    { name: 'markets', title: 'Markets', width: 9, align: 'right', gives: 3 },
    { name: 'gaps', title: 'Gaps', width: 4, align: 'right', gives: 2 },
    { name: 'resyncs', title: 'Resync', width: 6, align: 'right', gives: 4 },
    { name: 'reconnects', title: 'Recon', width: 5, align: 'right', gives: 0 },
    { name: 'clock', title: 'Clock', width: 9, align: 'right', from: 140 },
    { name: 'since', title: 'Since', width: 9, align: 'right', from: 140 },
    { name: 'reason', title: 'Reason', width: 36, from: 140 },
  ],
  narrows: 'state',
  rows: ({ state, now }) =>
    [...(state.loaded.feeds ?? [])].sort((a, b) => trouble(b) - trouble(a)).map((feed) => rowOf(feed, state, now)),
  summary: ({ state }) => {
    const all = state.loaded.feeds ?? [];
    const live = all.filter((feed) => feed.state === 'live').length;
    const sum = (of: (feed: Feed) => number | null) => all.reduce((total, feed) => total + (of(feed) ?? 0), 0);
    return `${live} of ${all.length} live · ${number(sum((one) => one.markets_trusted))} of ${number(sum((one) => one.markets))} markets`;
  },
  empty: () => 'The bot has no market-data connection: it is stopped, or replays recorded prices',
  keys: [],
};

const order = ['live', 'synchronising', 'connecting', 'degraded', 'down'];
const trouble = ({ state }: Feed): number => {
  const at = order.indexOf(state);
  return at < 0 ? 1 : at;
};

const looks: Record<string, { sign: string; as: Meaning; short?: string }> = {
  live: { sign: '●', as: 'fine' },
  down: { sign: '✗', as: 'bad' },
  degraded: { sign: '!', as: 'warn' },
  synchronising: { sign: '▒', as: 'warn', short: 'syncing' },
  connecting: { sign: '○', as: 'warn' },
};

/** Milliseconds that 99 of 100 of the latest orders on the exchange took at most, from sending to the final answer; null without one. */
function orderP99({ trades }: ClientState, exchange: string): number | null {
  const took = trades.items
    .filter((trade) => trade.exchange === exchange)
    .flatMap(({ legs }) => legs.flatMap(({ ms }) => (ms === null ? [] : [ms])))
    .sort((a, b) => a - b);
  return took[Math.ceil(took.length * 0.99) - 1] ?? null;
}

function rowOf(feed: Feed, state: ClientState, now: number): Row {
  const { sign, as, short = feed.state } = looks[feed.state] ?? { sign: '?', as: 'warn' as const };
  const silent = since(feed.last_message_at, now);
  const name = feed.connection === null ? feed.exchange : `${feed.exchange} ${feed.connection}`;
  const count = (value: number | null) => (value === null ? none : String(value));
  const ms = (value: number | null) => (value === null ? none : `${Math.round(value)} ms`);
  return {
    id: name,
    cells: (): Cells => ({
      exchange: { text: name, by: name },
      state: { text: `${sign} ${short}`, as, by: trouble(feed) },
      last: { text: ageText(silent), by: silent },
      rate: { text: figure(feed.messages_per_second, { digits: 1 }), by: feed.messages_per_second },
      delay: { text: ms(feed.latency_ms), by: feed.latency_ms },
      // Not of every row of every paint: a list of five hundred trades is behind it.
      order: { text: () => ms(orderP99(state, feed.exchange)) },
      markets: { text: `${count(feed.markets_trusted)}/${count(feed.markets)}` },
      gaps: { text: count(feed.gaps), by: feed.gaps },
      resyncs: { text: count(feed.resyncs), by: feed.resyncs },
      reconnects: { text: count(feed.reconnects), by: feed.reconnects },
      clock: { text: ms(feed.clock_ahead_ms) },
      since: { text: ageText(since(feed.since, now)) },
      reason: { text: feed.reason ?? '', as: 'quiet' },
    }),
    panes: () => [
      {
        title: name,
        summary: `${feed.state}, ${ageText(since(feed.since, now))}`,
        lines: (width) => [
          ...(feed.reason === null ? [] : prose(feed.reason, width, feed.state === 'live' ? 'quiet' : as)),
          [
            span(
              ` ${count(feed.markets_trusted)} of ${count(feed.markets)} markets trusted · ${feed.excluded.length} left out · ${written(figure(feed.messages_per_second, { digits: 1 }))} messages/s`,
            ),
          ],
          ...fields([
            ['state since', momentText(feed.since)],
            ['last message', momentText(feed.last_message_at)],
            ['orders', `${ms(orderP99(state, feed.exchange))} at most, 99 of 100 of the latest`],
            ['clock', feed.clock_ahead_ms === null ? none : `${Math.round(feed.clock_ahead_ms)} ms ahead of the bot`],
          ]),
        ],
      },
      {
        title: 'Markets left out',
        summary: String(feed.excluded.length),
        lines: () =>
          feed.excluded.map(({ market, reason }) => [span(` ${market.padEnd(12)}`), span(` ${reason ?? ''}`, 'quiet')]),
      },
    ],
  };
}
