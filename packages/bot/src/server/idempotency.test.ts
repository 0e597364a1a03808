import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Effect, EffectKey } from '../model/effect.ts';
import { createIdempotency, type KeptAnswer, type MoneyCall } from './idempotency.ts';
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
  const journal = new Map<string, Effect>();
  const open = () =>
    createIdempotency({
      database,
      now: () => clock.at,
      effectOf: (id) => journal.get(id) ?? null,
      onFault: (error) => faults.push(error),
    });
  return { clock, database, faults, effects, journal, run, open, idempotency: open() };
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

/** A call that moves money: its fact carries the key, and its answer may be lost. */
function givenMoney() {
  const world = given();
  const { clock, effects, journal } = world;
  const trade = async ({ id, fingerprint }: EffectKey): Promise<KeptAnswer> => {
    effects.push(clock.at);
    journal.set(id, { fingerprint, kind: 'order', ids: [`order ${effects.length}`], at: clock.at });
    return { status: 201, body: `"order ${effects.length}"` };
  };
  const recall = ({ ids }: Effect): KeptAnswer => ({ status: 201, body: JSON.stringify(ids[0]) });
  const money = (change: Partial<MoneyCall> = {}): MoneyCall => ({
    ...{ key: 'k1', caller: 'ana', path: 'POST /orders/', body: { amount: 1 }, isImplied: false },
    recall,
    ...change,
  });
  return { ...world, trade, money };
}

test('a call that moves money is carried out once, for as long as the journal holds its key', async () => {
  const { clock, database, effects, open, money, trade } = givenMoney();
  const first = await open().onceForGood(money(), trade);
  clock.at += 400 * DAY_MS;
  expect(await open().onceForGood(money(), trade)).toEqual(first);
  // Killed before the answer was kept.
  database.exec('DELETE FROM answer');
  expect(await open().onceForGood(money(), trade)).toEqual(first);
  expect(effects).toHaveLength(1);
});

test('a call that began nothing before a crash is carried out by its repetition', async () => {
  const { effects, open, money, trade } = givenMoney();
  void open().onceForGood(money(), () => new Promise(() => {}));
  expect(await open().onceForGood(money(), trade)).toEqual({ status: 201, body: '"order 1"' });
  expect(effects).toHaveLength(1);
});

test('another call under a key of the journal is refused, whether its answer is kept or not', async () => {
  const { database, effects, idempotency, money, trade } = givenMoney();
  const other = money({ body: { amount: 2 } });
  const both = Promise.all([idempotency.onceForGood(money(), trade), idempotency.onceForGood(other, trade)]);
  expect(await both).toMatchObject([{ status: 201 }, { status: 422, code: 'key_reused' }]);
  expect(await idempotency.onceForGood(other, trade)).toMatchObject({ status: 422, code: 'key_reused' });
  database.exec('DELETE FROM answer');
  expect(await idempotency.onceForGood(other, trade)).toMatchObject({ status: 422, code: 'key_reused' });
  expect(effects).toHaveLength(1);
});

test('a refusal is kept under a key that was given, and leaves the key of an opportunity free', async () => {
  const { effects, idempotency, money, trade } = givenMoney();
  const refuse = async (): Promise<KeptAnswer> => ({ status: 409, body: '"held"' });
  const implied = money({ key: 'opportunity 7', isImplied: true });
  expect(await idempotency.onceForGood(implied, refuse)).toMatchObject({ status: 409 });
  expect(await idempotency.onceForGood(implied, trade)).toMatchObject({ status: 201 });
  const otherAmount = { ...implied, body: { amount: 2 } };
  expect(await idempotency.onceForGood(otherAmount, trade)).toMatchObject({ status: 409, code: 'already_executed' });
  expect(await idempotency.onceForGood(money(), refuse)).toMatchObject({ status: 409 });
  expect(await idempotency.onceForGood(money(), trade)).toMatchObject({ status: 409, body: '"held"' });
  expect(effects).toHaveLength(1);
});

test('a failure is not kept: the next try asks the journal', async () => {
  const { effects, idempotency, money, trade } = givenMoney();
  await idempotency.onceForGood(money(), async () => ({ status: 503, body: '{}' }));
  expect(await idempotency.onceForGood(money(), trade)).toMatchObject({ status: 201 });
  expect(effects).toHaveLength(1);
});

test('another call under the key of one that moves money and still runs is refused, and leaves its answer alone', async () => {
  const { open, money, run } = givenMoney();
  const idempotency = open();
  let carryOut = (_: KeptAnswer): void => {};
  const first = idempotency.onceForGood(money(), () => new Promise((resolve) => (carryOut = resolve)));
  const other = await idempotency.once({ ...call, path: 'PUT /config' }, run);
  carryOut({ status: 201, body: '"order 1"' });
  expect(await first).toEqual({ status: 201, body: '"order 1"' });
  expect(other).toMatchObject({ status: 422, code: 'key_reused' });
  expect(await idempotency.onceForGood(money(), run)).toEqual({ status: 201, body: '"order 1"' });
});
