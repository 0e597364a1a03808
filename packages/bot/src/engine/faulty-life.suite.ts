import type { Fact } from '../model/event.ts';
import type { Fate } from './disk.suite.ts';
import { audit, traceOf } from './faulty-audit.suite.ts';
import { createFaultyWorld, type FaultyWorld, type Process } from './faulty-world.suite.ts';

const stepMs = 150;
/** The share of lives in which the venue is down for an hour: each costs as much as fifty others. */
const hoursDown = 0.001;

/** The life of one bot at a bad exchange: it trades, crashes and is killed as the seed will have it; then the faults end. */
export const liveThrough = async (seed: number) => {
  const world = await createFaultyWorld(seed);
  const { random, clock } = world;
  let process = await world.start();
  await clock.advance(100);
  await clock.until(process.engine.command({ type: 'StartBot', parameters: {} }));
  world.setBad(true);
  for (let life = 0; life < 2; life++) {
    await trade(world, process, 4 + random() * 8);
    if (random() < hoursDown) await pass(world, 4, world.venue.goDown(true) / 4);
    if (process.isDead() || random() < 0.35) process = await crash(world, process);
  }
  if (random() < 0.15) process = await kill(world, process);
  world.setBad(false);
  await trade(world, process, 4);
  await seeCycles(world, process);
  await seeChanges(world, process);
  process = await settle(world, process);
  process = await sellOut(world, process);
  return {
    world,
    engine: process.engine,
    ...(await audit(world, process)),
    tally: world.tally,
    traceOf: () => traceOf(world),
  };
};

/** However the clock was set before: a running bot with good books sees at once what pays. */
const seeCycles = async (world: FaultyWorld, { engine, isDead }: Process): Promise<void> => {
  const { clock, quote, breaches, count, venue } = world;
  const isAble = () => !isDead() && engine.state().lifecycle === 'running' && engine.state().excluded.size === 0;
  // A feed that did not send the requested book is asked again after a minute at the latest.
  for (let step = 0; step < 130 && venue.hasTorn(); step++) await pass(world, 1, 500);
  if (venue.hasTorn()) breaches.push('a book that was lost never came again');
  const before = engine.state().found.opportunities;
  if (!isAble()) return;
  for (let step = 0; step < 12; step++) {
    quote(step < 6 ? 1 : 1.02);
    await clock.advance(stepMs);
  }
  if (!isAble()) return;
  count('lives that saw cycles');
  if (engine.state().found.opportunities === before) breaches.push('a cycle that pays was not seen');
};

/** So many new books, and the operator's own orders in between. */
const trade = async (world: FaultyWorld, process: Process, steps: number): Promise<void> => {
  const { random, clock, count, weather, venue } = world;
  for (let step = 0; step < steps && !process.isDead(); step++) {
    world.quote();
    const { engine } = process;
    if (random() < 0.06) {
      count('orders by hand');
      const price = Math.round(49_999 - random() * 20);
      const quantity = Math.ceil(random() * 40) / 1000;
      const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity, price } as const;
      void engine.command({ type: 'PlaceOrder', order });
    }
    if (random() < 0.06) cancelOne(process);
    if (random() < 0.1) resetOne(world, process);
    if (random() < 0.2) resolveOne(world, process, random() < 0.85 ? 'sell' : 'keep');
    if (weather.isBad && random() < 0.02) clock.after(random() * stepMs, () => weather.isBad && world.stepClock());
    if (weather.isBad && random() < 0.01) venue.goDown(false);
    if (weather.isBad && venue.isShared && !venue.truth.hasChanged() && random() < 0.2) changeAccount(world);
    await clock.advance(stepMs);
  }
};

/** Somebody else pays in, takes out, or trades. */
const changeAccount = ({ random, venue: { truth }, count }: FaultyWorld): void => {
  const what = (['deposit', 'withdrawal', 'trade'] as const)[Math.floor(random() * 3)] ?? 'trade';
  count(`others: ${what}`);
  if (what === 'deposit') truth.change('USDT', 50);
  if (what === 'withdrawal') truth.change('USDT', -3000);
  if (what !== 'trade') return;
  truth.change('BTC', 0.01);
  truth.change('USDT', -500);
};

/** What others did shows within a minute or so, without a start. */
const seeChanges = async (world: FaultyWorld, process: Process): Promise<void> => {
  const { venue, breaches, count } = world;
  if (!venue.truth.hasChanged() || process.isDead()) return;
  const { engine, isDead, hasFailed } = process;
  const isSeen = (): boolean => engine.state().differences.size > 0;
  if (isSeen()) count('changes by others that were seen at once');
  for (let step = 0; step < 140 && !isSeen() && !isDead() && !hasFailed(); step++) {
    cancelOne(process);
    await pass(world, 1, 500);
  }
  if (!isSeen() && !isDead() && !hasFailed()) breaches.push('what others did with the account was not seen');
};

const restingOf = ({ engine }: Process) => {
  const { open_orders, orders } = engine.state();
  return [...open_orders].flatMap((id) => orders.get(id) ?? []).filter(({ purpose }) => purpose === 'manual');
};

const cancelOne = (process: Process): void => {
  const [order] = restingOf(process);
  if (order) void process.engine.command({ type: 'CancelOrder', order_id: order.id });
};

/** The operator lets a tripped breaker go, whatever has tripped it. */
const resetOne = ({ disk, count }: FaultyWorld, { engine }: Process): void => {
  const [name] = disk.tripped();
  if (name === undefined) return;
  count('breakers reset by hand');
  void engine.command({ type: 'ResetBreaker', name });
};

/** The operator has something sold, or keeps it, that an execution left behind. */
const resolveOne = ({ count }: FaultyWorld, { engine }: Process, action: 'sell' | 'keep') => {
  const [asset] = engine.state().residuals.get('kucoin')?.keys() ?? [];
  if (asset === undefined) return;
  count(action === 'sell' ? 'sales of residual positions' : 'residual positions kept');
  return engine.command({ type: 'ResolveStranded', exchange: 'kucoin', asset, action });
};

/** The process ends in the middle of what it does; the next one, sometimes, in the middle of its recovery. */
const crash = async (world: FaultyWorld, process: Process, next: Fate = fateOf(world)): Promise<Process> => {
  const { random, disk, count, weather } = world;
  const { lifecycle } = process.engine.state();
  count('crashes');
  if (process.isCommitting()) count('crashes in a commit');
  if (lifecycle === 'starting') count('crashes in the recovery');
  await process.end();
  const committed = disk.committed();
  disk.crash(random());
  // What it heard last may be lost with what it wrote of it.
  for (const [id, { facts }] of world.heard) if (facts > committed) world.heard.delete(id);
  countLost(world);
  weather.isKilled = disk.facts().reduce((killed, fact) => {
    if (fact.type === 'BotHalted' && fact.cause === 'kill') return true;
    return fact.type === 'HaltReset' ? false : killed;
  }, false);
  const open = openOf(disk.facts());
  if (open.size > 0) count('crashes in the middle of executions');
  for (const id of open) world.interrupted.add(id);
  if (weather.isKillAnswered && !weather.isKilled) world.breaches.push('an acknowledged kill was forgotten');
  if (random() < 0.3) await pass(world, 1 + random() * 4);
  if (weather.isBad && random() < 0.15) {
    count('starts while the venue is down');
    world.venue.goDown(false);
  }
  const started = await world.start(next);
  if (!started.isDead()) return started;
  count('crashes twice in a row');
  return crash(world, started, {});
};

/** Orders that left as they were announced, and whose intents the crash has lost. */
const countLost = ({ venue, disk, count }: FaultyWorld): void => {
  for (const { client_order_id: id } of venue.sent) {
    if (disk.intent(id) === null) count(`lost in a crash: ${disk.announced(id)?.purpose ?? 'leg'}`);
  }
};

/** The executions that have not ended. */
const openOf = (facts: readonly Fact[]): ReadonlySet<string> => {
  const open = new Set<string>();
  for (const fact of facts) {
    if (fact.type === 'ExecutionStarted') open.add(fact.plan.id);
    if (fact.type === 'ExecutionFinished') open.delete(fact.execution_id);
  }
  return open;
};

const fateOf = ({ random }: FaultyWorld): Fate => {
  if (random() < 0.5) return {};
  return { diesAt: 1 + Math.floor(random() * (random() < 0.3 ? 8 : 60)), writesItsLast: random() < 0.5 };
};

/** The administrator has looked, and books what the account holds. */
const acceptAll = ({ count }: FaultyWorld, { engine }: Process): void => {
  for (const { id, kind } of engine.state().differences.values()) {
    count(`differences accepted: ${kind}`);
    const actor = { name: 'admin', role: 'admin' };
    void engine.command({ type: 'AcceptDifference', id, reason: 'lost on the line', actor });
  }
};

const pass = async ({ clock, quote }: FaultyWorld, steps: number, ms = stepMs): Promise<void> => {
  for (let step = 0; step < steps; step++) {
    quote();
    await clock.advance(ms);
  }
};

/** Sometimes the process ends while the kill is on its way to the disk. */
const kill = async (world: FaultyWorld, process: Process): Promise<Process> => {
  const { weather, random, clock, count } = world;
  if (process.isDead()) return process;
  count('kills');
  weather.isKilled = true;
  void process.engine.command({ type: 'Kill', reason: 'drill' }).then((result) => {
    weather.isKillAnswered ||= result.ok && !result.value.message.includes('not on the disk');
  });
  if (random() < 0.4) {
    await clock.advance(random() * 20);
    if (process.isCommitting()) count('crashes in the commit of a kill');
    return crash(world, process);
  }
  await pass(world, 4);
  return process;
};

/** No faults any more: everything must come to its end. */
const settle = async (world: FaultyWorld, process: Process): Promise<Process> => {
  const { weather, random, venue } = world;
  weather.isCalm = true;
  await pass(world, 2, 500);
  let last = process;
  // What the exchange said late is lost where nothing heard it: only a start asks what it holds.
  if (venue.hasBadReports) await pass(world, 5, 500);
  if (venue.hasBadReports || (weather.isKilled && random() < 0.5)) last = await crash(world, process, {});
  // An exchange that was away for long is tried again after a minute at the latest.
  const isComingIn = () => !last.isDead() && !last.hasFailed() && last.engine.state().lifecycle === 'starting';
  for (let step = 0; step < 130 && isComingIn(); step++) await pass(world, 1, 500);
  for (let step = 0; step < 40; step++) {
    // A journal that has failed takes nothing more from this process.
    if (last.isDead() || last.hasFailed()) last = await crash(world, last, {});
    const { lifecycle, halted, open_executions, open_orders, differences } = last.engine.state();
    const isHalted = halted !== null && halted.cause !== 'kill';
    const isIdle = open_executions.size === 0 && open_orders.size === 0 && differences.size === 0;
    if (lifecycle === 'stopped' && !isHalted && isIdle) break;
    if (lifecycle === 'running') void last.engine.command({ type: 'StopBot', cancel_orders: true });
    if (isHalted) {
      weather.isKilled = false;
      weather.isKillAnswered = false;
      void last.engine.command({ type: 'ResetKill' });
    }
    cancelOne(last);
    acceptAll(world, last);
    await pass(world, 1, 500);
  }
  return last;
};

/** What has a way out is sold, unless the bot is halted; the process may end while it is. */
const sellOut = async (world: FaultyWorld, process: Process): Promise<Process> => {
  let last = process;
  for (let sale = 0; sale < 6; sale++) {
    const isOver = last.engine.state().halted !== null || (await sellOne(world, last));
    if (last.isDead()) {
      world.count('crashes in a sale');
      last = await settle(world, last);
    } else if (isOver) break;
  }
  return last;
};

/** Whether there was nothing to be sold. */
const sellOne = async (world: FaultyWorld, process: Process): Promise<boolean> => {
  const { engine, isDead } = process;
  const { clock, quote, breaches, venue } = world;
  quote();
  await clock.advance(1000);
  quote();
  const [residual] = engine.risk().stranded;
  if (!residual?.way_out) return true;
  const asked = Promise.resolve(resolveOne(world, process, 'sell'));
  await clock.advance(500);
  const result = await clock.until(asked, isDead);
  if (isDead()) return false;
  const left = engine.state().residuals.get('kucoin')?.get(residual.asset) ?? 0;
  // What the exchange took back, or others paid in, its simulated account does not have, which then sells nothing of it.
  if (!venue.hasFallen() && !venue.truth.hasChanged() && (!result?.ok || Number(left) >= (residual.amount ?? 0))) {
    breaches.push(`${residual.asset} has a way out and is not sold: ${JSON.stringify(result)}`);
  }
  return false;
};
