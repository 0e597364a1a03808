import { expect, test } from 'vitest';
import { messageOf } from '../market/message.suite.ts';
import { createVirtualClock, elapsedOf, instantOf } from '../model/clock.ts';
import type { BookUpdated } from '../model/event.ts';
import type { BookMessage } from '../model/feed-event.ts';
import type { Input } from './input.ts';
import { createTurns } from './turns.ts';

const noon = Date.UTC(2026, 0, 31, 12);

const begin = () => {
  const clock = createVirtualClock(noon);
  const seen: (Input | BookUpdated)[] = [];
  let strays = 0;
  const turns = createTurns({
    clock,
    listener: {
      message: (event) => seen.push(event),
      input: (input) => seen.push(input),
      journal: () => {},
      stray: () => {
        strays++;
      },
    },
  });
  turns.ready();
  const log: string[] = [];
  /** When a task is processed, by both clocks, in ms since noon and since the start. */
  const note = (name: string) => () => {
    log.push(`${name} ${turns.clock.now() - noon} ${Number(turns.clock.monotonic())}`);
  };
  return { clock, turns, seen, log, note, strays: () => strays };
};

/** Read so many ms after the start. */
const message = (received: number, at = noon + received): BookUpdated =>
  messageOf({ at, received: elapsedOf(received), bids: [[100, 1]] });

const command = { kind: 'command', command: { type: 'ResetKill' } } as const;

test('a turn has one moment, however long it takes, and what goes on in microtasks belongs to it', async () => {
  const { clock, turns, log, note } = begin();
  turns.enter(command, () => {
    note('begins')();
    clock.sleep(500);
    note('later')();
    void Promise.resolve()
      .then(() => {})
      .then(note('after two awaits'));
  });
  await clock.advance(0);
  expect(log).toEqual(['begins 0 0', 'later 0 0', 'after two awaits 0 0']);
});

test('an input that arrives during a turn waits for its end, and keeps the moment at which it arrived', async () => {
  const { clock, turns, log, note } = begin();
  turns.enter(command, () => {
    clock.sleep(5);
    turns.enter(command, note('second'));
    clock.sleep(5);
    turns.message(message(8), note('message'));
    note('first')();
    void Promise.resolve().then(note('end of the first'));
  });
  await clock.advance(0);
  expect(log).toEqual(['first 0 0', 'end of the first 0 0', 'second 5 5', 'message 8 8']);
});

test('a message has the moment at which its bytes were read', () => {
  const { clock, turns, log, note } = begin();
  clock.sleep(100);
  turns.message(message(60), note('message'));
  expect(log).toEqual(['message 60 60']);
});

test('time never goes back: a message that was read before the last turn is taken at that turn’s moment', () => {
  const { clock, turns, log, note } = begin();
  clock.sleep(100);
  turns.message(message(90), note('new'));
  turns.message(message(60), note('old'));
  expect(log).toEqual(['new 90 90', 'old 90 90']);
});

test.each([
  ['of the future', message(101)],
  ['of no time', message(Number.NaN)],
  ['without a moment for records', message(60, Number.NaN)],
])('a message %s is taken when it arrives', (_, event) => {
  const { clock, turns, log, note, seen } = begin();
  clock.sleep(100);
  turns.message(event, note('message'));
  expect(log).toEqual(['message 100 100']);
  expect(seen.at(-1)).toMatchObject({ kind: 'event', at: noon + 100 });
});

test('a message that waits keeps what it says, although its feed fills it again', async () => {
  const { clock, turns } = begin();
  const said: unknown[] = [];
  const read = (event: BookUpdated) => said.push([event.sequence, Number(event.received), event.bids.count]);
  turns.enter(command, () => {
    const reused = messageOf({ sequence: 1, received: elapsedOf(0), at: noon, bids: [[100, 1]] }) as BookMessage;
    turns.message(reused, read);
    Object.assign(reused, { sequence: 2, received: elapsedOf(-1) });
    reused.bids.count = 0;
    turns.message(reused, read);
  });
  await clock.advance(0);
  expect(said).toEqual([
    [1, 0, 1],
    [2, -1, 0],
  ]);
});

test('a timer is a turn at the moment at which it fires', async () => {
  const { clock, turns, log, note, seen } = begin();
  turns.clock.after(20, note('first'));
  const stop = turns.clock.after(25, note('taken back'));
  turns.clock.after(30, note('third'));
  stop();
  await clock.advance(50);
  expect(log).toEqual(['first 20 20', 'third 30 30']);
  expect(seen.slice(1)).toMatchObject([
    { kind: 'timer', timer: 1 },
    { kind: 'timer', timer: 3 },
  ]);
});

test('who reads from outside sees the moment of now, also during a turn, which keeps its own', async () => {
  const { clock, turns, log, note } = begin();
  turns.enter(command, () => {
    clock.sleep(40);
    turns.read(note('read'));
    note('turn')();
  });
  await clock.advance(0);
  clock.sleep(60);
  turns.read(note('read'));
  expect(log).toEqual(['read 40 40', 'turn 0 0', 'read 100 100']);
});

test('a task that throws ends its turn: what waits is processed', async () => {
  const { clock, turns, log, note } = begin();
  expect(() =>
    turns.message(message(0), () => {
      turns.enter(command, note('waited'));
      throw new Error('a bug');
    }),
  ).toThrow('a bug');
  await clock.advance(0);
  turns.message(message(0), note('next'));
  expect(log).toEqual(['waited 0 0', 'next 0 0']);
});

test('every input is told with its place among the messages, in the order in which it is processed', async () => {
  const { clock, turns, seen } = begin();
  const quiet = (): void => {};
  turns.message(message(0), quiet);
  turns.enter(command, () => {
    turns.drew({ kind: 'id', id: 'one' });
    turns.enter({ kind: 'close' }, quiet);
  });
  turns.message(message(0), quiet);
  await clock.advance(0);
  const order = seen.map((one) => ('type' in one ? 'message' : one.kind));
  expect(order).toEqual(['made', 'message', 'command', 'id', 'close', 'message']);
});

test('an answer is given when its turn is over', async () => {
  const { clock, turns } = begin();
  let isGiven = false;
  const order: string[] = [];
  const answer = turns.answered(
    new Promise<void>((resolve) =>
      turns.enter(command, () => {
        resolve();
        void Promise.resolve()
          .then(() => {})
          .then(() => order.push('the turn goes on'));
      }),
    ),
  );
  void answer.then(() => {
    order.push('answered');
    isGiven = !turns.isInside();
  });
  await clock.advance(0);
  expect({ order, isGiven }).toEqual({ order: ['the turn goes on', 'answered'], isGiven: true });
});

test('a reading of the clock that belongs to no turn is told', async () => {
  const { clock, turns, strays } = begin();
  turns.enter(command, () => void turns.clock.now());
  await clock.advance(0);
  turns.read(() => turns.clock.now());
  expect(strays()).toBe(0);
  expect(turns.clock.now()).toBe(instantOf(noon));
  expect(strays()).toBe(1);
});
