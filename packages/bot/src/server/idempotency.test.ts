import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createIdempotency, type KeptAnswer } from './idempotency.ts';
import { Refusal } from './problem.ts';

const DAY_MS = 86_400_000;
const call = { key: 'k1', caller: 'ana', path: 'POST /orders/', body: { amount: 1 }, isUrgent: false };

function given() {
  const clock = { at: 1_000 };
  const database = new DatabaseSync(':memory:');
  const effects: number[] = [];
  const run = async (): Promise<KeptAnswer> => {
    effects.push(clock.at);
    return { status: 201, body: `{"effect":${effects.length}}` };
  };
  const faults: unknown[] = [];
  const open = () =>
    createIdempotency(
      database,
      () => clock.at,
      (error) => faults.push(error),
    );
  return { clock, database, faults, effects, run, open, idempotency: open() };
}

test('the same call has one effect and one answer, over restarts, for a day', async () => {
  const { clock, effects, run, open, idempotency } = given();
  const first = { status: 201, body: '{"effect":1}' };
  expect(await idempotency.once(call, run)).toEqual(first);
  expect(await open().once(call, run)).toEqual(first);
  clock.at += DAY_MS;
  expect(await idempotency.once(call, run)).toEqual({ status: 201, body: '{"effect":2}' });
  expect(effects).toEqual([1_000, 1_000 + DAY_MS]);
});

test('calls at once wait for the one that runs', async () => {
  const { effects, run, idempotency } = given();
  const [one, two] = await Promise.all([idempotency.once(call, run), idempotency.once(call, run)]);
  expect(two).toEqual(one);
  expect(effects).toHaveLength(1);
});

test('another call under the key is refused; another caller has keys of his own', async () => {
  const { run, idempotency } = given();
  await idempotency.once(call, run);
  expect(await idempotency.once({ ...call, body: { amount: 2 } }, run)).toMatchObject({
    status: 422,
    code: 'key_reused',
  });
  expect(await idempotency.once({ ...call, path: 'POST /other' }, run)).toMatchObject({ status: 422 });
  expect(await idempotency.once({ ...call, caller: 'ben' }, run)).toEqual({ status: 201, body: '{"effect":2}' });
});

test('a call that was cut off by a crash is not run a second time', async () => {
  const { effects, run, open, idempotency } = given();
  void idempotency.once(call, () => new Promise(() => {}));
  expect(await open().once(call, run)).toMatchObject({ status: 409, code: 'outcome_unknown' });
  expect(effects).toEqual([]);
});

test('a call that came too soon may be made again under its key', async () => {
  const { run, idempotency } = given();
  const tooSoon = { status: 429, body: '{}', retryAfterSeconds: 1 };
  expect(await idempotency.once(call, async () => tooSoon)).toEqual(tooSoon);
  expect(await idempotency.once(call, run)).toEqual({ status: 201, body: '{"effect":1}' });
});

test('a key of odd form is refused', async () => {
  const { run, idempotency } = given();
  for (const key of ['', 'a b', 'ä', 'x'.repeat(201)]) {
    expect(await idempotency.once({ ...call, key }, run)).toBeInstanceOf(Refusal);
  }
});

test('a call that was not begun may be made again under its key', async () => {
  const { run, idempotency } = given();
  const undone = { status: 503, body: '{}', isUndone: true } as const;
  expect(await idempotency.once(call, async () => undone)).toEqual(undone);
  expect(await idempotency.once(call, run)).toEqual({ status: 201, body: '{"effect":1}' });
});

test('without room for its key a call is not run, but for one that is urgent', async () => {
  const { database, effects, faults, run, idempotency } = given();
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON answer BEGIN SELECT RAISE(FAIL, 'full'); END`);
  await expect(idempotency.once(call, run)).rejects.toThrow('full');
  expect(effects).toEqual([]);
  expect(await idempotency.once({ ...call, isUrgent: true }, run)).toEqual({ status: 201, body: '{"effect":1}' });
  expect(faults).toHaveLength(1);
});

test('without room for its answer a call is answered, and not run again', async () => {
  const { database, effects, faults, run, idempotency } = given();
  database.exec(`CREATE TRIGGER full BEFORE UPDATE ON answer BEGIN SELECT RAISE(FAIL, 'full'); END`);
  expect(await idempotency.once(call, run)).toEqual({ status: 201, body: '{"effect":1}' });
  expect(await idempotency.once(call, run)).toMatchObject({ status: 409, code: 'outcome_unknown' });
  expect([effects.length, faults.length]).toEqual([1, 1]);
});
