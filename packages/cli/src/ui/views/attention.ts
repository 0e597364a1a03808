import { type Attention, selectAttention } from '@triquad/core';
import { prose } from '../cells.ts';
import { ageText, timeText } from '../figures.ts';
import type { Cells } from '../table.ts';
import type { Row, Target, View } from '../view.ts';
import { attentionText } from './texts.ts';

export const attention: View = {
  name: 'attention',
  key: '!',
  tab: 'needs',
  title: 'Needs you',
  question: 'What needs a human, the worst first?',
  watches: ['risk', 'differences', 'notifications'],
  columns: [
    { name: 'since', title: 'Since', width: 8 },
    { name: 'age', title: 'Age', width: 5, align: 'right' },
    { name: 'what', title: 'What', width: 30, grows: true },
    { name: 'next', title: 'What to do', width: 22, from: 76 },
  ],
  rows: ({ state, now }) => selectAttention(state).map((item, at) => rowOf(item, at, now)),
  summary: (_, rows) => (rows.length === 0 ? '' : `${rows.length}, worst first`),
  empty: () => '✓ nothing needs you',
  keys: [],
};

function rowOf(item: Attention, at: number, now: number): Row {
  const as = item.severity === 'danger' ? 'bad' : 'warn';
  const text = attentionText(item);
  return {
    id: `${item.code}/${at}`,
    cells: (): Cells => ({
      since: { text: item.since === null ? '' : timeText(item.since, now), as: 'quiet' },
      age: { text: item.since === null ? '' : ageText(now - item.since), as: 'quiet' },
      what: { text, as },
      next: { text: nextOf(item), as: 'quiet' },
    }),
    panes: () => [
      { title: text, lines: (width) => [...prose(text, width, as), ...prose(nextOf(item), width, 'quiet')] },
    ],
    target: targetOf(item),
  };
}

/** Record that settles it. */
function targetOf(item: Attention): Target {
  const open = (view: 'balances' | 'risk' | 'feeds' | 'logs' | 'notifications', id: string | null = null): Target => ({
    kind: 'record',
    view,
    id,
  });
  switch (item.code) {
    case 'residual':
      return { kind: 'residual', exchange: item.params.exchange, asset: item.params.asset };
    case 'difference':
      return open('balances', `${item.params.exchange}/${item.params.asset}`);
    case 'breaker':
      return open('risk', `breaker/${item.params.name}`);
    case 'limit':
      return open('risk', `${item.params.name}/${item.params.scope}`);
    case 'account':
      return open('risk', `account/${item.params.exchange}`);
    case 'alerts_failing':
      return open('notifications');
    default:
      return open('logs');
  }
}

function nextOf(item: Attention): string {
  switch (item.code) {
    case 'kill_unconfirmed':
      return 'it is sent again; T gives it up';
    case 'halted':
      return 'U lifts the halt';
    case 'connection_lost':
    case 'connection_stale':
      return 'r reconnects';
    case 'bot_error':
      return 'the log says why';
    case 'breaker':
      return item.params.resumes === 'itself' ? 'resumes by itself' : 'triquad risk reset';
    case 'residual':
      return 'F sells it, it asks';
    case 'difference':
      return 'triquad differences';
    case 'limit':
      return 'Enter opens it';
    case 'reducing':
    case 'account':
    case 'alerts_failing':
      return 'Enter opens it';
  }
}
