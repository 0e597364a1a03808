import { describe, expect, test, vi } from 'vitest';
import { type EventStore, StoreFault } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';
import { createLastingSwitch, createWorld } from './world.suite.ts';

const start = { type: 'StartBot', parameters: {} } as const;
const kill = { type: 'Kill', reason: 'drill' } as const;
const reset = { type: 'ResetKill' } as const;
const resting = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.001 } as const;

/** A journal on a disk that fills up. */
const fillable = (store: EventStore<Fact> = createMemoryStore<Fact>()) => {
  let isFull = false;
  const append = store.append.bind(store);
  store.append = (facts) => {
    if (isFull) throw new StoreFault('disk-full', 'journal.sqlite cannot be written: the disk is full');
    return append(facts);
  };
  return {
    store,
    fill: (full: boolean) => {
      isFull = full;
    },
  };
};

const worldWith = (killSwitch = createLastingSwitch(), store: EventStore<Fact> = createMemoryStore<Fact>()) =>
  createWorld({}, store, () => {}, killSwitch);
const haltOf = ({ engine }: Awaited<ReturnType<typeof worldWith>>) => engine.state().halted;

describe('a kill switch that is thrown from outside', () => {
  test('cancels what rests, stops the bot, says that it was seen, and halts once', async () => {
    const killSwitch = createLastingSwitch();
    const seen: string[] = [];
    const world = await worldWith({ ...killSwitch, acknowledge: (token) => void seen.push(token) });
    await world.ask(start);
    world.fair();
    const order = await world.during(200, world.ask({ type: 'PlaceOrder', order: { ...resting, price: 49_000 } }));
    killSwitch.throw('kill', 'enough');
    await world.clock.advance(1000);
    expect(world.engine.state()).toMatchObject({ lifecycle: 'stopped', halted: { cause: 'kill', reason: 'enough' } });
    expect(world.engine.state().orders.get(order.id)?.status).toBe('cancelled');
    expect(world.types().filter((type) => type === 'BotHalted')).toHaveLength(1);
    expect(seen).toEqual([killSwitch.read()?.token]);
  });

  test('while no bot ran, halts the next one before it begins; after the reset it waits for a start', async () => {
    const killSwitch = createLastingSwitch();
    const store = createMemoryStore<Fact>();
    const before = await worldWith(killSwitch, store);
    await before.ask(start);
    await before.engine.close();
    killSwitch.throw('kill', 'enough');
    const world = await worldWith(killSwitch, store);
    expect(world.engine.state()).toMatchObject({ lifecycle: 'stopped', running: false });
    expect(haltOf(world)).toMatchObject({ cause: 'kill', reason: 'enough' });
    expect(await world.engine.command(start)).toMatchObject({ ok: false, problem: 'conflict' });
    await world.ask(reset);
    expect(killSwitch.read()).toBeNull();
    await world.ask(start);
  });

  test('a kill whose halt no disk took is in force at the next start, when there is room again', async () => {
    const killSwitch = createLastingSwitch();
    const { store, fill } = fillable();
    const before = await worldWith(killSwitch, store);
    await before.ask(start);
    fill(true);
    const { message } = await before.during(100, before.ask(kill));
    expect(message).toMatch(/^Killed.*the journal cannot be written, the kill file alone keeps it over a restart$/);
    await before.engine.close();
    fill(false);
    const world = await worldWith(killSwitch, store);
    world.fair();
    world.dislocate();
    await world.clock.advance(2000);
    expect(haltOf(world)).toMatchObject({ cause: 'kill', reason: 'drill' });
    expect(world.types().filter((type) => type === 'OrderIntended')).toEqual([]);
  });

  test('what a full disk halted stays halted after a restart, and what was under way is unwound', async () => {
    const killSwitch = createLastingSwitch();
    const { store, fill } = fillable();
    const before = await worldWith(killSwitch, store);
    await before.ask(start);
    before.fair();
    before.dislocate();
    await before.clock.advance(10);
    fill(true);
    await before.clock.advance(500);
    await before.engine.close();
    fill(false);
    const world = await worldWith(killSwitch, store);
    for (let second = 0; second < 40; second++) {
      world.fair();
      world.dislocate();
      await world.clock.advance(1000);
    }
    expect(haltOf(world)).toMatchObject({ cause: 'unwritten', reason: expect.stringContaining('the disk is full') });
    expect(world.engine.state().open_executions.size).toBe(0);
    expect([...world.engine.state().executions.values()].map(({ status }) => status)).not.toContain('legs');
    expect(world.engine.state().lifecycle).toBe('stopped');
    await world.ask(reset);
    expect([haltOf(world), killSwitch.read()]).toEqual([null, null]);
  });

  test('is cleared by the reset for which the journal has a fact, and by nothing else', async () => {
    const killSwitch = createLastingSwitch();
    const { store, fill } = fillable();
    const world = await worldWith(killSwitch, store);
    await world.during(100, world.ask(kill));
    fill(true);
    expect(await world.engine.command(reset)).toMatchObject({ ok: false, problem: 'unavailable' });
    expect(killSwitch.read()).not.toBeNull();
    fill(false);
    // A failed commit is final for its process.
    await world.engine.close();
    const next = await worldWith(killSwitch, store);
    await next.ask(reset);
    expect(killSwitch.read()).toBeNull();
  });

  test('that cannot be cleared keeps the bot halted', async () => {
    const killSwitch = createLastingSwitch();
    const world = await worldWith({ ...killSwitch, clear: () => false });
    await world.during(100, world.ask(kill));
    expect(await world.engine.command(reset)).toMatchObject({ ok: false, detail: 'the kill file cannot be cleared' });
    expect(haltOf(world)).toMatchObject({ cause: 'kill' });
    expect(await world.engine.command(start)).toMatchObject({ ok: false, problem: 'conflict' });
  });

  test('again while a reset is carried out, is not cleared by it', async () => {
    const killSwitch = createLastingSwitch();
    const store = createMemoryStore<Fact>();
    const append = store.append.bind(store);
    store.append = (facts) => {
      if (facts.some(({ type }) => type === 'HaltReset')) killSwitch.throw('kill', 'no, wait');
      return append(facts);
    };
    const world = await worldWith(killSwitch, store);
    await world.during(100, world.ask(kill));
    await world.engine.command(reset);
    await world.clock.advance(200);
    expect(haltOf(world)).toMatchObject({ cause: 'kill', reason: 'no, wait' });
    expect(await world.engine.command(start)).toMatchObject({ ok: false, problem: 'conflict' });
  });

  test('what a guard finds after a kill does not open the ways back', async () => {
    const store = createMemoryStore<Fact>();
    const world = await worldWith(createLastingSwitch(), store);
    await world.during(100, world.ask(kill));
    await world.engine.close();
    const guard = { type: 'BotHalted', cause: 'balance_mismatch', reason: '1 BTC is missing', at: 0 } as const;
    store.append([guard]);
    const again = await worldWith(createLastingSwitch(), store);
    expect(haltOf(again)).toMatchObject({ cause: 'kill', reason: 'drill' });
  });
});

describe('while the disk takes its time', () => {
  const onSlowDisk = async () => {
    const waiting: (() => void)[] = [];
    const disk = { isSlow: false };
    const store = createMemoryStore<Fact>({ commit: (end) => void (disk.isSlow ? waiting.push(end) : end()) });
    const killSwitch = createLastingSwitch();
    const world = await worldWith(killSwitch, store);
    await world.ask(start);
    world.fair();
    const commit = async () => {
      for (let end = waiting.shift(); end; end = waiting.shift()) {
        end();
        await world.clock.advance(0);
      }
    };
    return { ...world, killSwitch, disk, commit };
  };

  test('a kill cancels and answers at once', async () => {
    const { ask, during, exchange, disk } = await onSlowDisk();
    await during(200, ask({ type: 'PlaceOrder', order: { ...resting, price: 49_000 } }));
    const cancel = vi.spyOn(exchange.account, 'cancel');
    disk.isSlow = true;
    const answer = await during(20, ask(kill));
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(answer).toMatchObject({ message: expect.stringContaining('Killed'), sent: 1 });
  });

  test.each([
    ['by a command', ({ engine }: Awaited<ReturnType<typeof onSlowDisk>>) => void engine.command(kill)],
    ['from outside', ({ killSwitch }: Awaited<ReturnType<typeof onSlowDisk>>) => void killSwitch.throw('kill', 'no')],
  ])('an order that waits for its commit is not sent once it was killed %s', async (_, throwIt) => {
    const world = await onSlowDisk();
    const place = vi.spyOn(world.exchange.account, 'place');
    world.disk.isSlow = true;
    world.dislocate();
    await world.clock.advance(10);
    expect(world.engine.state().open_orders.size).toBe(1);
    throwIt(world);
    await world.commit();
    await world.clock.advance(1000);
    await world.commit();
    expect(place).not.toHaveBeenCalled();
    expect([...world.engine.state().orders.values()]).toMatchObject([{ status: 'failed' }]);
  });
});
