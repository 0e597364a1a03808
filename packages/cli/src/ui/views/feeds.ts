import { type ClientState, none, number, selectBotStatus } from '@triquad/core';
import type { Feed } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { type Line, prose, span } from '../cells.ts';
import { ageText, figure, momentText, percentGain, since, timeText, written } from '../figures.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Pane, type Row, type View } from '../view.ts';
import { linesOfFeed, pastMs, pastOf } from './feed-past.ts';

export const feeds: View = {
  name: 'feeds',
  key: '8',
  tab: 'feed',
  title: 'Feeds',
  question: 'Can I trust the books?',
  watches: ['feeds', 'trades', 'logs'],
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
      pastPane(feed, state, now),
      marketsPane(feed, state),
    ],
  };
}

/** How the connection was in the last hour, and what the log says of it, the newest first. */
function pastPane(feed: Feed, state: ClientState, now: number): Pane {
  const uptime = selectBotStatus(state)?.uptime ?? null;
  const began = uptime === null ? now : now - uptime * 1_000;
  const said = linesOfFeed(feed, state.logs.entries).toReversed();
  return {
    title: 'State, last hour',
    summary: '· live  ▒ synchronising  ▄ degraded  █ down',
    lines: (width) => {
      const room = Math.max(0, width - 2);
      const strip = pastOf({ feed, entries: state.logs.entries, began, now }, room);
      const [first, last] = [now - pastMs, now].map((at) => timeText(new Date(at).toISOString(), now));
      const blank = strip.includes(' ') ? 'blank: not in the log' : '';
      const gap = ' '.repeat(Math.max(2, Math.floor((room - 16 - blank.length) / 2)));
      return [
        [span(` ${strip}`)],
        [span(` ${`${first}${gap}${blank}`.padEnd(room - 8)}${last}`, 'quiet')],
        ...said
          .slice(0, mostSaid)
          .flatMap((one) =>
            prose(
              `${timeText(one.timestamp, now)} ${english.log(one)}`,
              width,
              one.level === 'INFO' ? 'quiet' : 'warn',
            ),
          ),
      ];
    },
  };
}
const mostSaid = 20;

/** The markets that are not traded, then those of the latest opportunities, the most frequent first. */
function marketsPane({ exchange, excluded }: Feed, { opportunities, loaded }: ClientState): Pane {
  const found = new Map<string, number[]>();
  for (const one of opportunities.items) {
    if (one.exchange !== exchange) continue;
    for (const { market } of one.legs) found.set(market, [...(found.get(market) ?? []), one.profit_pct ?? Number.NaN]);
  }
  const cycles = loaded.scan?.exchanges.find((one) => one.exchange === exchange);
  const busiest = [...found].sort(([, a], [, b]) => b.length - a.length);
  return {
    title: 'Markets, troubled first',
    summary: `${excluded.length} left out, ${found.size} in opportunities`,
    lines: (width) => [
      ...(cycles === undefined
        ? []
        : prose(
            `${number(cycles.directed_tri)} TRI and ${number(cycles.directed_quad)} QUAD cycles, taker fee ${number(cycles.taker_fee_pct, { digits: 4 })} %${cycles.fee_source ? ` (${cycles.fee_source})` : ''}`,
            width,
            'quiet',
          )),
      ...excluded.map(
        ({ market, reason, until }): Line => [
          span(` ${market.padEnd(marketWidth)}`, 'warn'),
          span(
            ` left out${until === undefined ? '' : ` until ${until.slice(11, 16)}`}: ${reason ?? 'no reason given'}`,
            'quiet',
          ),
        ],
      ),
      ...busiest.map(
        ([market, profits]): Line => [
          span(` ${market.padEnd(marketWidth)}`),
          span(` in ${profits.length}, the best ${written(percentGain(Math.max(...profits)))} %`, 'quiet'),
        ],
      ),
    ],
  };
}
const marketWidth = 12;
