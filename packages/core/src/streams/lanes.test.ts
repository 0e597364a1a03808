import { config, from, NEVER, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createOutbox } from '../gateway/outbox.ts';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import { initialState } from '../projections/state.ts';
import { createTestClient } from '../testing/client.ts';
import { settled } from '../testing/fake-clock.ts';
import { inLanes, type Rows } from './lanes.ts';
import type { EffectPorts } from './perform.ts';

/** A row whose calls end when the test says so; each emits the message of its command. */
const running = (money?: true) => {
  const calls: string[] = [];
  const answers: ((failure?: Error) => void)[] = [];
  const rows: Rows = {
    TestTelegram: {
      lane: ({ chat_id }) => chat_id,
      ...(money && { money }),
      began: ({ message }) => ({ type: 'FrameRejected', path: `began ${message}`, reason: '' }),
      perform: ({ message }) => {
        calls.push(message);
        const answer = Promise.withResolvers<ClientEvent>();
        answers.push((failure) =>
          failure === undefined
            ? answer.resolve({ type: 'FrameRejected', path: message, reason: '' })
            : answer.reject(failure),
        );
        return from(answer.promise);
      },
    },
    DismissToast: {
      lane: ({ id }) => (id === '' ? null : id),
      perform: ({ id }) => {
        calls.push(`other ${id}`);
        return NEVER;
      },
    },
  };
  const { api, clock, storage } = createTestClient();
  const ports: EffectPorts = { api, clock, storage, save: () => {}, outbox: createOutbox(), state: () => initialState };
  const commands$ = new Subject<StampedCommand>();
  const events: string[] = [];
  commands$.pipe(inLanes(rows, ports)).subscribe((event) => events.push('path' in event ? event.path : event.type));
  let keys = 0;
  const send = (message: string, chat_id = 'a') =>
    commands$.next({ type: 'TestTelegram', bot_token: 't', chat_id, message, at: 0, key: String(keys++) });
  const answer = async (failure?: Error) => {
    answers.shift()?.(failure);
    await settled();
  };
  return { calls, events, send, answer, dismiss: (id: string) => commands$.next({ type: 'DismissToast', id }) };
};

test('the same command sent twice is one call, and another once that one has ended', async () => {
  const { calls, events, send, answer } = running();
  send('x');
  send('x');
  expect([calls, events]).toEqual([['x'], ['began x']]);
  await answer();
  send('x');
  expect([calls, events]).toEqual([
    ['x', 'x'],
    ['began x', 'x', 'began x'],
  ]);
});

test('with another body the latest waits for the running one', async () => {
  const { calls, send, answer } = running();
  for (const body of ['one', 'two', 'three', 'three']) send(body);
  expect(calls).toEqual(['one']);
  await answer();
  expect(calls).toEqual(['one', 'three']);
  await answer();
  expect(calls).toEqual(['one', 'three']);
});

test('what is sent last holds, also when it equals the running one', async () => {
  const { calls, send, answer } = running();
  for (const body of ['on', 'off', 'on']) send(body);
  await answer();
  await answer();
  expect(calls).toEqual(['on', 'on']);
});

test('a waiting command is replaced by one of its own type only', async () => {
  const { calls, send, answer, dismiss } = running();
  send('one');
  dismiss('a');
  send('two');
  await answer();
  expect(calls).toEqual(['one', 'other a']);
});

test('other targets do not wait, and null is no target', () => {
  const { calls, send, dismiss } = running();
  send('one', 'a');
  send('two', 'b');
  dismiss('');
  expect(calls).toEqual(['one', 'two']);
});

test('where money moves, another body is refused while one runs', async () => {
  const { calls, events, send, answer } = running(true);
  for (const body of ['sell', 'keep', 'sell']) send(body);
  await answer();
  expect([calls, events]).toEqual([['sell'], ['began sell', 'CommandRefused', 'sell']]);
  send('keep');
  expect(calls).toEqual(['sell', 'keep']);
});

test('a defect in one call is reported and frees its lane', async () => {
  const { calls, send, answer } = running();
  const reported = new Promise((resolve) => {
    config.onUnhandledError = resolve;
  });
  send('one');
  send('two');
  await answer(new Error('a defect'));
  expect([await reported, calls]).toEqual([new Error('a defect'), ['one', 'two']]);
  config.onUnhandledError = null;
});
