import type { WhatIfRecord } from '@triquad/core/contract';
import { expect, onTestFinished, test } from 'vitest';
import type { Recording } from '../recording/recordings.ts';
import { createWhatIfDesk } from './desk.ts';
import type { WhatIfOutcome } from './what-if.ts';

const recorded: Recording = {
  exchange: 'kraken',
  kind: 'imported',
  file: '/data/kraken-1.csv',
  from: 0,
  to: 1,
  rows: 1,
  bytes: 1,
};
const record = {} as WhatIfRecord;

const desk = () => {
  const clock = { now: 0 };
  const begun: {
    path: string;
    end: (outcome: WhatIfOutcome) => void;
    tell: (progress: number) => void;
    cancelled: boolean;
  }[] = [];
  const made = createWhatIfDesk({
    recordings: { all: () => Promise.resolve([recorded]) },
    now: () => clock.now,
    start: ({ path }, tell) => {
      const { promise: result, resolve: end } = Promise.withResolvers<WhatIfOutcome>();
      const run = { path, end, tell, cancelled: false };
      begun.push(run);
      return {
        result,
        cancel: () => {
          run.cancelled = true;
          end({ ok: false, field: null, message: 'cancelled' });
        },
      };
    },
  });
  onTestFinished(made.close);
  const ask = (fee_pct: number) => made.ask({ recording: 'kraken-1.csv', fee_pct });
  return { ask, askOf: made.ask, begun, clock };
};

test('a question is worked out once for all who ask it, says how far it is, and is answered at once from then on', async () => {
  const { ask, begun } = desk();
  const both = await Promise.all([ask(0), ask(0)]);
  expect(both).toEqual([
    expect.objectContaining({ status: 'running' }),
    expect.objectContaining({ status: 'running' }),
  ]);
  expect(begun.map(({ path }) => path)).toEqual(['/data/kraken-1.csv']);
  begun[0]?.tell(0.5);
  expect(await ask(0)).toMatchObject({ status: 'running', progress: 0.5, result: null });
  begun[0]?.end({ ok: true, record });
  await expect.poll(() => ask(0)).toMatchObject({ status: 'completed', progress: 1, result: record });
  expect(begun).toHaveLength(1);
});

test('one runs at a time, in the order in which they were asked; too many are refused', async () => {
  const { ask, begun } = desk();
  await ask(0);
  for (let fee = 1; fee < 8; fee++) expect(await ask(fee)).toMatchObject({ status: 'waiting' });
  expect(await ask(8)).toBe('too many');
  expect(begun).toHaveLength(1);
  begun[0]?.end({ ok: false, field: null, message: 'no rows' });
  await expect.poll(() => begun.length).toBe(2);
  expect(await ask(0)).toMatchObject({ status: 'failed', error: 'no rows' });
  expect(await ask(1)).toMatchObject({ status: 'running' });
});

test('what is asked for no more is given up, and makes room', async () => {
  const { ask, begun, clock } = desk();
  await ask(0);
  await ask(1);
  clock.now = 10_000;
  await ask(1);
  clock.now = 20_000;
  expect(await ask(1)).toMatchObject({ status: 'waiting' });
  expect(begun[0]?.cancelled).toBe(true);
  await expect.poll(() => begun.length).toBe(2);
  expect(begun[1]?.cancelled).toBe(false);
});

test('an answer is worked out again after ten minutes, as a recording may have grown', async () => {
  const { ask, begun, clock } = desk();
  await ask(0);
  begun[0]?.end({ ok: true, record });
  await expect.poll(() => ask(0)).toMatchObject({ status: 'completed' });
  clock.now = 599_999;
  expect(await ask(0)).toMatchObject({ status: 'completed' });
  clock.now = 600_001;
  expect(await ask(0)).toMatchObject({ status: 'running' });
});

test('a recording that is not there, and a wrong question, are said', async () => {
  const { ask, askOf, begun } = desk();
  expect(await askOf({ recording: 'gone.csv' })).toBeNull();
  await ask(0);
  begun[0]?.end({ ok: false, field: 'to', message: 'the end must be after the start' });
  await expect.poll(() => ask(0)).toEqual({ ok: false, field: 'to', message: 'the end must be after the start' });
});
