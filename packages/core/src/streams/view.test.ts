import { expect, test } from 'vitest';
import type { ClientState } from '../client.ts';
import { caps } from '../rules/limits.ts';
import { selectBotCondition } from '../selectors/bot.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';
import { startOfTest } from '../testing/given.ts';
import { opportunityRecord } from '../testing/records.ts';
import { createView } from './view.ts';

const everyMs = 250;

const connected = async (answers: object = {}): Promise<TestClient> => {
  const t = createTestClient({
    token: 't',
    answers: { health: healthOf('socket.auth', 'bot.kill'), 'bot.status': ok({ is_running: true }), ...answers },
  });
  t.client.start();
  await t.clock.advance(0);
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(1_600);
  t.socket.latest.say({ type: 'pong' });
  await t.clock.advance(300);
  return t;
};

let ids = 0;
const found = ({ socket, clock }: TestClient): string => {
  ids += 1;
  // A name that orders as it counts: rows of the same moment are ordered by it.
  const id = `o${String(ids).padStart(6, '0')}`;
  socket.latest.say({ type: 'opportunity', data: opportunityRecord(id, clock.now() - startOfTest) });
  return id;
};
const newest = ({ opportunities }: ClientState): string => opportunities.items[0]?.id ?? '';

test.each([10, 1_000])(
  'at %i frames a second the newest row is shown within 250 ms, in at most six updates a second',
  async (rate) => {
    const t = await connected();
    const [every, perTurn] = rate > 100 ? [10, rate / 100] : [1_000 / rate, 1];
    const updates: number[] = [];
    const shown: string[] = [];
    createView(t.client, t.clock, everyMs).subscribe((state) => {
      updates.push(t.clock.now());
      shown.push(newest(state));
    });
    const delays: number[] = [];
    for (let ms = 0; ms < 3_000; ms += every) {
      const [at, before] = [t.clock.now(), updates.length];
      let last = '';
      for (let count = 0; count < perTurn; count += 1) last = found(t);
      await t.clock.advance(every);
      // A row is shown itself, or a newer one that has taken its place.
      while ((shown.at(-1) ?? '') < last) await t.clock.advance(1);
      delays.push(Math.min(...updates.slice(before).filter((_, index) => (shown[before + index] ?? '') >= last)) - at);
    }
    expect(Math.max(...delays)).toBeLessThanOrEqual(everyMs);
    expect(updates.length).toBeLessThanOrEqual(((t.clock.now() - startOfTest) / 1_000) * 6);
  },
);

test('a row that comes after a pause is shown with its frame', async () => {
  const t = await connected();
  const view = createView(t.client, t.clock, everyMs);
  const shown: string[] = [];
  view.subscribe((state) => shown.push(newest(state)));
  const id = found(t);
  expect([shown.at(-1), newest(view.getSnapshot())]).toEqual([id, id]);
});

test('a row that comes alone is shown with its frame although the clock was just shown', async () => {
  const t = await connected();
  const view = createView(t.client, t.clock, everyMs);
  view.subscribe(() => {});
  await t.clock.advance(1_000 - ((t.clock.now() - startOfTest) % 1_000));
  const id = found(t);
  expect(newest(view.getSnapshot())).toBe(id);
});

test('a press of Start, its refusal, a kill and a halt are shown at once amid a flood', async () => {
  const t = await connected({ 'bot.status': ok({ is_running: false }), 'bot.start': 'never', 'bot.kill': 'never' });
  const view = createView(t.client, t.clock, 1_000);
  view.subscribe(() => {});
  const flooded = async () => {
    for (let count = 0; count < 5; count += 1) found(t);
    await t.clock.advance(1);
  };
  const status = (data: object) => t.socket.latest.say({ type: 'bot_status', data: { market_source: 'x', ...data } });
  await flooded();
  status({ is_running: false, bot_status: 'stopped', mode: 'paper' });
  expect(selectBotCondition(view.getSnapshot())).toBe('stopped');
  t.client.send({ type: 'StartBot' });
  expect(selectBotCondition(view.getSnapshot())).toBe('starting');
  await flooded();
  t.client.send({ type: 'StartBot' });
  expect(view.getSnapshot().toasts.map(({ code }) => code)).toContain('busy');
  await flooded();
  t.client.send({ type: 'KillBot', reason: 'enough' });
  expect([selectBotCondition(view.getSnapshot()), view.getSnapshot().bot.kill?.reason]).toEqual(['stopping', 'enough']);
  t.client.send({ type: 'StopTryingKill' });
  await flooded();
  status({ is_running: false, bot_status: 'stopped', halted: { reason: 'drawdown', at: null } });
  expect(selectBotCondition(view.getSnapshot())).toBe('halted');
  await flooded();
  t.socket.latest.close();
  expect(view.getSnapshot().connection.value).toBe('waiting');
});

test('a command of the operator that only changes the screen is shown at once', async () => {
  const t = await connected();
  const view = createView(t.client, t.clock, everyMs);
  view.subscribe(() => {});
  found(t);
  found(t);
  t.client.send({ type: 'PauseLogs' });
  expect(view.getSnapshot().logs.paused).toBe(true);
});

test('all subscribers see the same state until the next update, and no timer is left behind', async () => {
  const t = await connected();
  const view = createView(t.client, t.clock, everyMs);
  const seen: string[] = [];
  const { unsubscribe } = view.subscribe((state) => seen.push(`a ${newest(state)}`));
  const second = view.subscribe({ next: (state) => seen.push(`b ${newest(state)}`) });
  const waiting = t.clock.waiting;
  const first = found(t);
  for (let count = 0; count < 1_000; count += 1) found(t);
  expect([seen, newest(view.getSnapshot())]).toEqual([[`a ${first}`, `b ${first}`], first]);
  view.refresh();
  expect(newest(view.getSnapshot())).not.toBe(first);
  unsubscribe();
  second.unsubscribe();
  expect(t.clock.waiting).toBe(waiting);
});

test('10,000 frames a second leave what one second leaves: entries, rows and timers are bounded', async () => {
  const t = await connected();
  let updates = 0;
  createView(t.client, t.clock, everyMs).subscribe(() => {
    updates += 1;
  });
  const second = async () => {
    updates = 0;
    for (let ms = 0; ms < 1_000; ms += 10) {
      for (let count = 0; count < 100; count += 1) found(t);
      await t.clock.advance(10);
    }
    const { opportunities } = t.client.getSnapshot();
    return { rows: opportunities.items.length, timers: t.clock.waiting, entries: t.client.journal.entries().length };
  };
  const one = await second();
  const two = await second();
  expect({ ...two, entries: 0 }).toEqual({ ...one, entries: 0 });
  expect(one.rows).toBe(caps.opportunities);
  expect(Math.max(one.entries, two.entries)).toBeLessThanOrEqual(5_000 * (8 / 7) + 1);
  expect(updates).toBeLessThanOrEqual(6);
});
