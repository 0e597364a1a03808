import fc from 'fast-check';
import { config } from 'rxjs';
import { expect, test } from 'vitest';
import { evolve, FoldedState, initialState } from '../projections/state.ts';
import { startOfTest } from '../testing/given.ts';
import { logEntry, opportunity, trade } from '../testing/records.ts';
import { commands } from './command.ts';
import { createJournal, type Entry, type Message, redact, secretsIn } from './journal.ts';
import { readRecording } from './read-recording.ts';
import { writeRecording } from './recording.ts';
import { createTimeline, entriesOf } from './timeline.ts';

const counting = (capacity: number) => {
  let now = startOfTest;
  return createJournal({ now: () => now++, initial: initialState, fold: evolve, capacity });
};
const said = (id: string): Message => ({ type: 'LogReported', entry: logEntry(id) });

const name = fc.integer({ min: 0, max: 30 }).map(String);
const moment = fc.integer({ min: -400_000, max: 400_000 });
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    type: fc.constant('OpportunitiesDetected' as const),
    opportunities: fc.array(fc.tuple(name, moment).map(([id, ms]) => opportunity(id, ms))),
  }),
  fc.record({
    type: fc.constant('ResourceLoaded' as const),
    resource: fc.constant('opportunities' as const),
    value: fc.array(fc.tuple(name, moment).map(([id, ms]) => opportunity(id, ms))),
  }),
  fc.record({
    type: fc.constant('ExecutionReported' as const),
    trade: fc.tuple(name, moment).map(([id, ms]) => trade(id, ms)),
  }),
  fc.record({
    type: fc.constant('LogReported' as const),
    entry: fc.tuple(name, moment).map(([id, ms]) => logEntry(id, ms)),
  }),
  fc.record({
    type: fc.constant('ShowToast' as const),
    kind: fc.constantFrom('error' as const, 'loading' as const),
    code: fc.constant('text' as const),
    params: fc.constant({}),
    detail: fc.string(),
  }),
  fc.constantFrom<Message>(
    { type: 'Ticked' },
    { type: 'PauseLogs' },
    { type: 'ResumeLogs' },
    { type: 'ClearLogs' },
    { type: 'Connected' },
  ),
);

test('entries are numbered from 1 and published in order, also those that a subscriber appends', () => {
  const journal = counting(10);
  const heard: string[] = [];
  journal.entries$.subscribe(({ seq, message }) => {
    heard.push(`first ${seq} ${message.type}`);
    if (message.type === 'Connected') journal.append({ type: 'Ticked' });
  });
  journal.entries$.subscribe(({ seq, message }) => heard.push(`second ${seq} ${message.type}`));
  journal.append({ type: 'Connected' });
  expect(heard).toEqual(['first 1 Connected', 'second 1 Connected', 'first 2 Ticked', 'second 2 Ticked']);
});

test('an error of one subscriber is reported and does not reach the others', async () => {
  const journal = counting(10);
  const reported: unknown[] = [];
  const heard: string[] = [];
  const defect = new Error('a defect');
  config.onUnhandledError = (error) => reported.push(error);
  journal.entries$.subscribe(() => {
    throw defect;
  });
  journal.entries$.subscribe(({ message }) => heard.push(message.type));
  journal.append({ type: 'Connected' });
  journal.append({ type: 'Ticked' });
  await new Promise((resolve) => setTimeout(resolve));
  config.onUnhandledError = null;
  expect([heard, reported]).toEqual([
    ['Connected', 'Ticked'],
    [defect, defect],
  ]);
});

test('the journal is bounded, and the rest replays to the same state', () => {
  const journal = counting(70);
  for (let index = 0; index < 1_000; index += 1) journal.append(said(`l${index}`));
  const { first, last, stateAt } = createTimeline(journal.segments(), initialState, evolve);
  expect(last).toBe(1_000);
  expect(last - first + 1).toBeGreaterThanOrEqual(70);
  expect(last - first + 1).toBeLessThanOrEqual(80);
  expect(stateAt(last)).toEqual(journal.state());
});

test('no secret of a command is kept', () => {
  const journal = counting(10);
  const raw: unknown[] = [];
  journal.heard$.subscribe(({ message }) => raw.push(message));
  journal.append({ type: 'Login', username: 'ada', password: 'hunter2' });
  expect(raw).toEqual([{ type: 'Login', username: 'ada', password: 'hunter2' }]);
  expect(journal.segments()[0]?.entries[0]?.message).toEqual({ type: 'Login', username: 'ada', password: '•••' });
});

test('an idempotency key is kept, a key of an exchange is not, wherever it stands', () => {
  const stamp = { at: startOfTest, key: '0123456789abcdef0123456789abcdef' };
  const save: Message = { type: 'SaveExchange', name: 'kraken', enabled: true, testnet: false, api_key: 'A', ...stamp };
  const listed = ['kraken', { key: 'E', name: 'spot' }, [{ passphrase: 'F' }]];
  expect(redact({ ...save, nested: { key: 'B', secret: 'C' }, listed })).toEqual({
    ...save,
    api_key: '•••',
    nested: { key: '•••', secret: '•••' },
    listed: ['kraken', { key: '•••', name: 'spot' }, [{ passphrase: '•••' }]],
  });
  const unstamped = { type: 'CloseTicket', key: 'D' } as Message;
  expect(redact(unstamped)).toEqual({ type: 'CloseTicket', key: '•••' });
});

test('secrets are found in lists and inside of records, and a problem that repeats them is cleaned of them', () => {
  const users = [{ name: 'ana', password: 'a good phrase' }, { tokens: ['first token', ['second token']] }];
  expect(secretsIn({ users, credentials: { pin: 'of a field inside' }, note: 'no secret' })).toEqual([
    'a good phrase',
    'first token',
    'second token',
    'of a field inside',
  ]);
});

test('no password of a user is kept', () => {
  const create: Message = { type: 'CreateUser', name: 'ana', password: 'a good phrase', role: 'viewer' };
  expect(redact(create)).toEqual({ ...create, password: '•••' });
});

test('the code of a toast is kept: it names the text', () => {
  const toast: Message = { type: 'ShowToast', kind: 'error', code: 'backtest_starting', params: { token: 'secret' } };
  expect(redact(toast)).toEqual({ ...toast, params: { token: '•••' } });
});

test('no field of any command that sounds like a secret is kept', () => {
  const sounding = ['password', 'token', 'api_key', 'api_secret', 'passphrase', 'code', 'smtp_password', 'bot_token'];
  for (const [type, schema] of Object.entries(commands)) {
    const names = Object.keys(schema.shape).filter((name) => name !== 'at' && name !== 'key');
    const message = Object.fromEntries(names.map((name) => [name, `${name}'s content`]));
    const kept = redact({ type, ...message } as unknown as Message) as unknown as Record<string, unknown>;
    expect([type, names.filter((name) => kept[name] === '•••')]).toEqual([
      type,
      names.filter((name) => sounding.includes(name) && type !== 'ShowToast'),
    ]);
  }
});

test('a command of a recording that has no key is read', () => {
  const lines = ['{"seq":1,"at":5,"message":{"type":"StopBot"}}'];
  const head = writeRecording([{ before: initialState, entries: [] }]).trim();
  const read = readRecording([head, ...lines].join('\n'), FoldedState, evolve);
  expect(read.ok && read.segments[0]?.entries.map(({ message }) => message)).toEqual([
    { type: 'StopBot', at: 0, key: '' },
  ]);
});

test('any moment of any story is the same on replay, from memory and from a recording', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 120 }), fc.nat(), (story, pick) => {
      const journal = counting(30);
      const states = [journal.state()];
      for (const message of story) {
        journal.append(message);
        states.push(journal.state());
      }
      const timeline = createTimeline(journal.segments(), initialState, evolve);
      const seq = timeline.first + (story.length === 0 ? 0 : pick % (timeline.last - timeline.first + 1));
      expect(timeline.stateAt(seq)).toEqual(states[seq]);
      const read = readRecording(writeRecording(journal.segments()), FoldedState, evolve);
      if (!read.ok) throw new Error(read.code);
      expect(read.skipped).toBe(0);
      expect(createTimeline(read.segments, initialState, evolve).stateAt(seq)).toEqual(states[seq]);
    }),
    { numRuns: 60 },
  );
});

test('a recording from anywhere is read or refused, never fatal', () => {
  const journal = counting(30);
  for (let index = 0; index < 20; index += 1) journal.append(said(`l${index}`));
  const whole = writeRecording(journal.segments());
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.string({ maxLength: 40 }), (at, noise) => {
      const read = readRecording(whole.slice(0, at) + noise + whole.slice(at + noise.length), FoldedState, evolve);
      if (read.ok) createTimeline(read.segments, initialState, evolve).stateAt(5);
      else expect(read.code).not.toBe('');
    }),
    { numRuns: 200 },
  );
});

test('an entry of many opportunities takes as much of what is kept as two entries of each', () => {
  const opportunities = Array.from({ length: 50 }, (_, index) => opportunity(`o${index}`, index));
  const journal = counting(700);
  for (let index = 0; index < 50; index += 1) journal.append({ type: 'OpportunitiesDetected', opportunities });
  expect(entriesOf(journal.segments()).length).toBe(8);
});

test('subscribers hear whole entries, also where less of them is kept', () => {
  const kept = ({ message, ...entry }: Entry): Entry => ({
    ...entry,
    message: { ...message, type: 'Ticked' } as Message,
  });
  const journal = createJournal({ now: () => startOfTest, initial: initialState, fold: evolve, kept, capacity: 10 });
  const heard: string[] = [];
  journal.entries$.subscribe(({ message }) => heard.push(message.type));
  journal.append(said('a'));
  expect([heard, entriesOf(journal.segments()).map(({ message }) => message.type)]).toEqual([
    ['LogReported'],
    ['Ticked'],
  ]);
});

test('lines that are not entries are skipped and counted', () => {
  const journal = counting(30);
  journal.append(said('a'));
  journal.append(said('b'));
  const lines = writeRecording(journal.segments()).trim().split('\n');
  const hostile = [
    lines[0],
    lines[1],
    '{',
    '{"seq":2,"at":1e300,"message":{"type":"Ticked"}}',
    '{"seq":2,"at":1,"message":{"type":"constructor"}}',
    '{"seq":2,"at":1,"message":{"type":"OpportunitiesDetected","opportunities":[{"id":"x","profit_pct":"much"}]}}',
    '{"seq":1,"at":1,"message":{"type":"Ticked"}}',
    lines[2],
  ];
  const read = readRecording(hostile.join('\n'), FoldedState, evolve);
  expect(read).toMatchObject({ ok: true, skipped: 5 });
  expect(readRecording('', FoldedState, evolve)).toMatchObject({ ok: false });
  expect(readRecording('{"format":"triquad-session","version":3,"state":{}}', FoldedState, evolve)).toEqual({
    ok: false,
    code: 'recording_incomplete',
  });
});
