import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { Alert, AlertEvent } from './alert.ts';
import type { Batch } from './batch.ts';
import { type Delivery, permanent, transient } from './channel.ts';
import { createSender } from './sender.ts';

const START = Date.UTC(2026, 0, 31, 12);
const PAUSE_MS = 60_000;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

function given() {
  const clock = createVirtualClock(START);
  const sent: (Batch & { seconds: number })[] = [];
  const told: string[] = [];
  const delivered: string[] = [];
  const answers: (Delivery | 'never' | 'throws')[] = [];
  const sender = createSender({
    clock,
    channel: {
      name: 'Test',
      pauseMs: PAUSE_MS,
      async deliver(batch, signal) {
        sent.push({ ...batch, seconds: (clock.now() - START) / SECOND_MS });
        const answer = answers.shift() ?? { ok: true };
        if (answer === 'throws') throw new Error('bug');
        if (answer !== 'never') return answer;
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve(transient('no answer in time')), { once: true }),
        );
      },
    },
    onOutage: ({ reason }) => told.push(reason),
    onRecovery: () => told.push('well again'),
    onDelivered: ({ id }) => delivered.push(id),
  });
  const alert = (event: AlertEvent, title = event as string): Alert => ({
    event,
    mode: 'paper',
    title,
    text: '$1.00',
    at: clock.now(),
  });
  return {
    clock,
    sender,
    sent,
    told,
    answers,
    delivered,
    take: (event: AlertEvent, title?: string, id?: string) =>
      sender.take(alert(event, title), id === undefined ? null : { id, at: clock.now() }),
    moments: () => sent.map(({ seconds }) => seconds),
    titles: () => sent.map(({ title }) => title),
  };
}

test('a storm is one message', async () => {
  const { clock, take, sent } = given();
  for (let n = 0; n < 985; n += 1) take('opportunity', `opportunity ${n}`);
  for (let n = 0; n < 14; n += 1) take('failure', `failure ${n}`);
  take('stop_loss', 'Bot halted');
  await clock.advance(10 * SECOND_MS);
  expect(sent).toEqual([
    {
      mode: 'PAPER',
      title: '1000 alerts: 1 stop_loss, 14 failure, 985 opportunity',
      lines: [
        '12:00:00 Bot halted: $1.00',
        ...Array.from({ length: 9 }, (_, n) => `12:00:00 failure ${n}: $1.00`),
        '… and 990 more',
        '2026-01-31 UTC',
      ],
      seconds: 2,
    },
  ]);
});

test('ordinary messages keep the pause of the channel, and what comes meanwhile goes along', async () => {
  const { clock, take, moments, titles } = given();
  for (let second = 0; second < 200; second += 1) {
    take('execution');
    await clock.advance(SECOND_MS);
  }
  expect(moments()).toEqual([2, 62, 122, 182]);
  expect(titles().slice(1)).toEqual(Array(3).fill('60 alerts: 60 execution'));
});

test('a stop-loss and a breaker do not wait for their turn', async () => {
  const { clock, take, moments, titles } = given();
  for (let second = 0; second < 64; second += 1) {
    take('execution');
    await clock.advance(SECOND_MS);
  }
  take('stop_loss');
  await clock.advance(20 * SECOND_MS);
  expect(moments()).toEqual([2, 62, 72]);
  expect(titles().at(-1)).toBe('3 alerts: 1 stop_loss, 2 execution');
});

test('a breaker that trips every second hurries less and less', async () => {
  const { clock, take, moments } = given();
  for (let second = 0; second < 300; second += 1) {
    take('circuit_breaker');
    await clock.advance(SECOND_MS);
  }
  expect(moments()).toEqual([2, 12, 32, 72, 132, 192, 252]);
  await clock.advance(200 * SECOND_MS);
  const calm = moments().length;
  take('circuit_breaker');
  await clock.advance(2 * SECOND_MS);
  take('circuit_breaker');
  await clock.advance(10 * SECOND_MS);
  expect(moments().slice(calm)).toEqual([502, 512]);
});

test('a failing channel is tried again, ever later, and told of once', async () => {
  const { clock, take, moments, told, answers, titles, sender } = given();
  answers.push(...Array<Delivery>(9).fill(transient('not reachable')));
  take('failure');
  await clock.advance(4 * SECOND_MS);
  take('failure');
  expect(sender.failing()).toBe('not reachable');
  await clock.advance(30 * 60 * SECOND_MS);
  expect(moments()).toEqual([2, 7, 17, 37, 77, 157, 317, 617, 917, 1217]);
  expect(titles().at(-1)).toBe('2 alerts: 2 failure');
  expect(told).toEqual(['not reachable', 'well again']);
  expect(sender.failing()).toBeNull();
});

test('the other side says how long to wait', async () => {
  const { clock, take, moments, answers } = given();
  answers.push(transient('slow down', { retryAfterMs: 120_000 }));
  take('failure');
  await clock.advance(300 * SECOND_MS);
  expect(moments()).toEqual([2, 122]);
});

test('what will be refused again is left alone for an hour, unless the settings change', async () => {
  const { clock, take, moments, told, answers, sender } = given();
  answers.push(permanent('wrong token'), permanent('wrong token'), permanent('wrong token'));
  take('failure');
  await clock.advance(10 * SECOND_MS);
  take('stop_loss');
  await clock.advance(HOUR_MS);
  expect(moments()).toEqual([2, 3602]);
  sender.renew(true);
  await clock.advance(SECOND_MS);
  expect(moments()).toEqual([2, 3602, 3610]);
  expect(told).toEqual(['wrong token', 'wrong token']);
  sender.renew(false);
  await clock.advance(2 * HOUR_MS);
  expect([moments().length, sender.failing()]).toEqual([3, null]);
});

test('no answer, and a bug, are failures as any other', async () => {
  const { clock, take, moments, told, answers } = given();
  answers.push('never', 'throws');
  take('failure');
  await clock.advance(60 * SECOND_MS);
  expect(moments()).toEqual([2, 27, 37]);
  expect(told).toEqual(['no answer in time', 'well again']);
});

describe('at the end', () => {
  test('what waits goes out at once, after what is under way, and nothing more', async () => {
    const { clock, take, sent, sender, delivered } = given();
    take('failure', 'first', 'a');
    await clock.advance(3 * SECOND_MS);
    take('failure', 'second', 'b');
    take('failure', 'third');
    await sender.finish(new AbortController().signal);
    take('failure', 'fourth', 'c');
    await clock.advance(600 * SECOND_MS);
    expect([sent.map(({ title }) => title), delivered]).toEqual([
      ['first', '2 alerts: 2 failure'],
      ['a', 'b'],
    ]);
  });

  test('what is under way is given up in time, and what waits with it, and no outage is reported', async () => {
    const { clock, take, sent, told, answers, sender, delivered } = given();
    answers.push('never');
    take('failure', 'first', 'a');
    await clock.advance(3 * SECOND_MS);
    take('failure', 'second', 'b');
    const deadline = new AbortController();
    const finished = sender.finish(deadline.signal);
    deadline.abort();
    await finished;
    await clock.advance(600 * SECOND_MS);
    expect([sent.length, told, delivered]).toEqual([1, [], []]);
  });

  test('a channel that fails is not waited for', async () => {
    const { clock, take, sent, answers, sender } = given();
    answers.push(permanent('refused'));
    take('failure');
    await clock.advance(3 * SECOND_MS);
    take('failure');
    await sender.finish(new AbortController().signal);
    expect(sent).toHaveLength(1);
  });
});

test('paper and live in one message are told apart, and so are days', async () => {
  const { clock, sender, sent } = given();
  const of = (mode: 'paper' | 'live', at: number): Alert => ({
    event: 'failure',
    mode,
    title: 'Cycle unwound',
    text: '$1.00',
    at,
  });
  sender.take(of('paper', START - 13 * HOUR_MS), null);
  sender.take(of('live', START), null);
  await clock.advance(2 * SECOND_MS);
  expect(sent).toMatchObject([
    {
      mode: 'LIVE and PAPER',
      title: '2 alerts: 2 failure',
      lines: [
        '12:00:00 LIVE Cycle unwound: $1.00',
        '23:00:00 PAPER Cycle unwound: $1.00',
        '2026-01-30, 2026-01-31 UTC',
      ],
    },
  ]);
});
