import { none } from '@triquad/core';
import type { Feed } from '@triquad/core/contract';
import { number } from '../../messages/format.ts';
import { clock } from '../../messages/moments.ts';
import type { DataColumn } from '../../tables/column.ts';
import { ageOf } from './connections.ts';
import { FeedState } from './FeedState.tsx';
import type { Messages } from './use-messages.ts';

/** A connection that was silent for longer is in trouble, in milliseconds. */
const silentMs = 2_000;

const figure = (value: number | null, digits = 0): string => (value === null ? none : number(value, { digits }));
const seconds = (ms: number | null, digits: number): string =>
  ms === null ? none : `${number(ms / 1000, { digits })} s`;

/** The columns of the connections. Names and bytes are shown where connections have them. */
export const columnsOf = ({ feeds: text }: Messages, feeds: readonly Feed[]): readonly DataColumn<Feed>[] => {
  const count = (
    id: 'gaps' | 'resyncs' | 'reconnects',
    name: string,
    width: number,
    spare: number,
  ): DataColumn<Feed> => ({
    id,
    name,
    width,
    align: 'right',
    spare,
    text: (row) => figure(row[id]),
    order: (row) => row[id],
    className: (row) => (row[id] === 0 ? 'muted' : ''),
  });
  const bytes: DataColumn<Feed> = {
    id: 'bytes',
    name: text.bytes,
    width: 76,
    align: 'right',
    spare: 3,
    text: ({ bytes_per_second }) => figure(bytes_per_second === undefined ? null : bytes_per_second / 1000, 1),
    order: ({ bytes_per_second = null }) => bytes_per_second,
  };
  const connection: DataColumn<Feed> = {
    id: 'connection',
    name: text.connection,
    width: 116,
    spare: 1,
    text: (feed) => feed.connection ?? none,
  };
  return [
    {
      id: 'exchange',
      name: text.exchange,
      width: 104,
      card: 'head',
      text: ({ exchange }) => exchange,
      cell: ({ exchange }) => <strong>{exchange}</strong>,
    },
    ...(feeds.some((feed) => feed.connection !== null) ? [connection] : []),
    {
      id: 'state',
      name: text.state,
      width: 96,
      card: 'head',
      text: ({ state }) => text.states[state] ?? state,
      cell: ({ state }) => <FeedState state={state} />,
    },
    {
      id: 'since',
      name: text.since,
      width: 80,
      align: 'right',
      text: (row) => {
        const age = ageOf(row, 'since');
        return age === null ? none : clock(age / 1000);
      },
      order: (row) => ageOf(row, 'since'),
    },
    {
      id: 'last',
      name: text.lastMessage,
      width: 124,
      align: 'right',
      card: 'figure',
      text: (row) => seconds(ageOf(row, 'last_message_at'), 2),
      order: (row) => ageOf(row, 'last_message_at'),
      className: (row) => ((ageOf(row, 'last_message_at') ?? 0) > silentMs ? 'caution' : ''),
    },
    {
      id: 'messages',
      name: text.messages,
      width: 68,
      align: 'right',
      text: ({ messages_per_second }) => figure(messages_per_second),
      order: ({ messages_per_second }) => messages_per_second,
    },
    ...(feeds.some(({ bytes_per_second }) => bytes_per_second !== undefined) ? [bytes] : []),
    {
      id: 'latency',
      name: text.latency,
      width: 96,
      align: 'right',
      text: ({ latency_ms }) => (latency_ms === null ? none : text.ms(number(latency_ms))),
      order: ({ latency_ms }) => latency_ms,
    },
    {
      id: 'clock',
      name: text.clock,
      width: 104,
      align: 'right',
      spare: 2,
      text: ({ clock_ahead_ms }) =>
        clock_ahead_ms === null ? none : text.ms(number(clock_ahead_ms, { digits: 0, sign: true })),
      order: ({ clock_ahead_ms }) => clock_ahead_ms,
    },
    count('gaps', text.gaps, 72, 7),
    count('resyncs', text.resyncs, 80, 6),
    count('reconnects', text.reconnects, 100, 5),
    {
      id: 'trusted',
      name: text.trusted,
      width: 92,
      align: 'right',
      text: ({ markets, markets_trusted }) => `${figure(markets_trusted)} / ${figure(markets)}`,
      order: ({ markets_trusted }) => markets_trusted,
    },
    {
      id: 'reason',
      name: text.reason,
      width: 104,
      grow: true,
      card: 'line',
      spare: 8,
      text: ({ reason }) => reason ?? '',
      className: () => 'muted',
    },
  ];
};
