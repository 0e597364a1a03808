import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ClientState,
  selectBotCommand,
  selectConnection,
  selectLatency,
  selectMode,
  selectOpenBacktestId,
  selectOperator,
  selectRunning,
  selectSession,
  selectTicket,
} from '@triquad/core';
import { createTestClient } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { repository } from './harness/recorded-data.ts';

const fixture = (name: string) => readFileSync(join(repository, 'tests', 'fixtures', name), 'utf8').trim();

const shown = (state: ClientState) => ({
  connection: selectConnection(state),
  attempt: state.connection.attempt,
  retry_at: state.connection.retry_at,
  session: selectSession(state),
  operator: selectOperator(state)?.name ?? null,
  command: selectBotCommand(state) ?? 'idle',
  running: selectRunning(state),
  mode: selectMode(state),
  ticket: selectTicket('o1')(state)?.phase ?? 'closed',
  backtest: selectOpenBacktestId(state),
  latency: selectLatency(state),
  toasts: state.toasts.length,
});

// Recorded by the client of commit 317b2df, and what its screens showed at each step.
test('a session recorded in the format of version 1 shows at each step what its operator saw', async () => {
  const { client } = createTestClient();
  expect(await client.journal.importJsonl(fixture('session-version-1.jsonl'))).toEqual({ ok: true, skipped: 0 });
  const rows = fixture('session-version-1.shown.jsonl').split('\n');
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const { seq, ...then } = JSON.parse(row);
    client.journal.seek(seq);
    expect({ seq, ...shown(client.getSnapshot()) }).toEqual({ seq, ...then });
  }
});

test('a recording of version 1 that begins in the middle of a session begins in the state of that moment', async () => {
  const [head = '', ...lines] = fixture('session-version-1.jsonl').split('\n');
  const { state, ...format } = JSON.parse(head);
  const connection = { ...state.connection, state: 'connected', last_connected_at: 5, since: 5 };
  const bot = { ...state.bot, status: { is_running: true, bot_status: 'running' }, status_at: 5, phase: 'stop' };
  const mode = { ...state.mode, shown: 'live', chosen: 'live', reported: 'paper' };
  const session = { ...state.session, state: 'signed-in', operator: { name: 'ada', role: 'admin' }, identified: true };
  const middle = JSON.stringify({ ...format, state: { ...state, now: 9, connection, bot, mode, session } });
  const { client } = createTestClient();
  expect(await client.journal.importJsonl([middle, lines.at(-1)].join('\n'))).toMatchObject({ ok: true });
  client.journal.seek(0);
  const { client: other } = createTestClient();
  expect(await other.journal.importJsonl(middle)).toMatchObject({ ok: true });
  expect(shown(other.getSnapshot())).toMatchObject({
    connection: 'connected',
    session: 'signed-in',
    operator: 'ada',
    command: 'stop',
    running: true,
    mode: 'live',
  });
});
