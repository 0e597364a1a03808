import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { OpportunityRecord } from '@triquad/core/contract';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { openSqliteStore } from '../../packages/bot/src/journal/sqlite.ts';
import { realClock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { rehearse } from '../../packages/bot/src/rehearse.ts';
import { createBroadcast } from '../../packages/bot/src/server/broadcast.ts';
import { createClientConnection } from '../../packages/bot/src/server/client-connection.ts';
import { createHub } from '../../packages/bot/src/server/hub.ts';
import { createPublisher } from '../../packages/bot/src/server/publisher.ts';
import { createReadings } from '../../packages/bot/src/server/readings.ts';
import { frameTypes } from '../../packages/bot/src/server/socket.ts';
import { createUuids } from '../../packages/bot/src/server/uuid.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { scriptedFeed } from '../../packages/bot/src/venues/scripted.suite.ts';
import { printTable } from './table.ts';
import { createUniverse } from './universe.ts';

const marketCount = 2_000;
const warmUp = 4;
const rounds = 11;
const limitMs = 10;
const jump = 1.01;
const levels = 20;
/** So many books a turn when all of them are sent again: the loop is free in between. */
const booksATurn = 100;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

const { instruments, fair } = createUniverse(marketCount);
const name = instruments[0]?.exchange ?? '';
/** What a unit of each currency is worth in USDT. */
const worth = new Map([['USDT', 1]]);
instruments.forEach(({ base, quote }, at) => {
  if (!worth.has(base)) worth.set(base, (fair[at] as number) * (worth.get(quote) as number));
});

const dataDir = mkdtempSync(join(tmpdir(), 'triquad-storm-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const store = openSqliteStore<Fact>(join(dataDir, 'journal.sqlite'));
const feed = scriptedFeed(realClock, instruments);
const engine = createEngine({
  exchanges: [createPaperExchange(feed, realClock)],
  clock: realClock,
  store,
  ids: createUuids(realClock.now),
  config: {
    ...defaultConfig,
    parameters: { ...defaultConfig.parameters, enabled_exchanges: [name] },
    assets: {},
    cooldown_after_failure_seconds: 0,
    stop_loss_pct: 100,
    max_daily_drawdown_pct: 100,
  },
});

// One client that is sent everything, on a real socket.
const hub = createHub(frameTypes, Date.now);
const broadcast = createBroadcast(hub);
const market = { source: 'simulated', detail: 'storm' } as const;
const readings = createReadings({ engine, market, clients: broadcast.clients, now: Date.now });
const { status, metrics } = readings;
const publisher = createPublisher({ engine, hub, status, balances: engine.balances, metrics, isWatched: () => true });
const server = createServer((socket) => {
  const outlet = createClientConnection(socket, () => socket.destroy());
  for (const channel of Object.keys(frameTypes)) outlet.subscribe(channel);
  broadcast.add(outlet);
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port');
const client = new Worker(join(import.meta.dirname, 'socket-clients.ts'), {
  workerData: { port: address.port, clients: 1, upgrade: false },
});
await new Promise<void>((done) => client.once('message', () => done()));

/** The whole book of a market by what its currencies are worth now: some thousand dollars a level, little between bid and ask. */
const quote = (at: number): void => {
  const { symbol, base, quote: against } = instruments[at] as (typeof instruments)[number];
  const value = worth.get(base) as number;
  const middle = value / (worth.get(against) as number);
  const side = (sign: 1 | -1) =>
    Array.from({ length: levels }, (_, level) => {
      const price = middle * (1 + sign * (0.00005 + 0.0002 * level));
      return [Math.round(price * 1e8) / 1e8, Math.round((1e4 * 2_000) / value) / 1e4] as const;
    });
  feed.book(symbol, side(-1), side(1));
};

const quoteAll = async (): Promise<void> => {
  for (let at = 0; at < instruments.length; at++) {
    quote(at);
    if (at % booksATurn === 0) await nextTurn();
  }
  await nextTurn();
};

/** What this thread has worked, in ms: on a busy machine less than the time that passes. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** How long the work takes and how much of that is work, and until the loop is free again: frames leave at the end of the turn. */
const blocked = async (work: () => void): Promise<{ update: number; cpu: number; turn: number }> => {
  const [began, before] = [performance.now(), worked()];
  work();
  const [update, cpu] = [performance.now() - began, worked() - before];
  await nextTurn();
  return { update, cpu, turn: performance.now() - began };
};

let found: OpportunityRecord[] = [];
let executed: string[] = [];
engine.subscribe((event) => {
  if (event.type === 'OpportunityDetected') found.push(event.opportunity);
  if (event.type === 'ExecutionStarted') executed.push(event.plan.opportunity_id);
});

type Round = {
  update: number;
  cpu: number;
  turn: number;
  follower: number;
  followerCpu: number;
  found: number;
  best: boolean | null;
};

const first = instruments.findIndex(({ symbol }) => symbol === 'BTC/USDT');
const followers = instruments.flatMap(({ base, quote: against }, at) =>
  at !== first && (base === 'BTC' || against === 'BTC') ? [at] : [],
);

const idle = async (): Promise<void> => {
  const patience = performance.now() + 20_000;
  while (engine.state().open_executions.size > 0) {
    if (performance.now() > patience) throw new Error('an execution does not end');
    // The market goes on: on old books an execution would wait.
    await quoteAll();
    await pause(20);
  }
};

async function storm(factor: number): Promise<Round> {
  await quoteAll();
  await pause(20);
  [found, executed] = [[], []];
  worth.set('BTC', (worth.get('BTC') as number) * factor);
  const jumped = await blocked(() => quote(first));
  const offered = [...found];
  const followed: { update: number; cpu: number }[] = [];
  for (const at of followers) followed.push(await blocked(() => quote(at)));
  await engine.kept();
  await idle();
  // Refused ones, as while an asset is busy, are not executed: then there is nothing to judge.
  const taken = offered.find(({ id }) => id === executed[0]);
  const most = Math.max(...offered.map(({ profit_usd }) => profit_usd ?? 0));
  const follower = Math.max(...followed.map(({ update }) => update));
  const followerCpu = Math.max(...followed.map(({ cpu }) => cpu));
  return { ...jumped, follower, followerCpu, found: offered.length, best: taken ? taken.profit_usd === most : null };
}

// As a bot on an exchange does when it starts.
await rehearse(new AbortController().signal);
await engine.start();
await quoteAll();
const started = await engine.command({ type: 'StartBot', parameters: {} });
if (!started.ok) throw new Error(started.detail);
const all: Round[] = [];
for (let round = 0; round < 1 + warmUp + rounds; round++) all.push(await storm(round % 2 === 0 ? jump : 1 / jump));
const [initial] = all as [Round];
const warm = all.slice(1 + warmUp);
const judged = all.filter(({ best }) => best !== null);
const { lifecycle } = engine.state();

publisher.stop();
readings.stop();
await engine.close();
await store.close();
await client.terminate();
server.close();
broadcast.stop();

const row = (title: string, of: (round: Round) => number): string[] => {
  const usual = median(warm.map(of));
  const ratio = `${(usual / limitMs).toFixed(2)}×`;
  return [title, ms(of(initial)), ms(usual), ms(Math.max(...warm.map(of))), ms(limitMs), ratio];
};
if (judged.length === 0) throw new Error('no storm led to an execution');
const best = judged.filter((round) => round.best).length;
printTable(
  `BTC/USDT jumps 1 % among ${instruments.length} markets, ${rounds} times warm (the bot is ${lifecycle}, load ${loadavg()[0]?.toFixed(1)})`,
  ['', 'first', 'warm, median', 'worst', 'limit', 'ratio'],
  [
    row('loop blocked by that update', ({ update }) => update),
    row('its work', ({ cpu }) => cpu),
    row('with the frames of the turn', ({ turn }) => turn),
    row(`longest of ${followers.length} that follow`, ({ follower }) => follower),
    row('the most work of one', ({ followerCpu }) => followerCpu),
    ['opportunities found by it', `${initial.found}`, `${median(warm.map((round) => round.found))}`, '', '', ''],
    ['best of them executed first', '', `${best} of ${judged.length}`, '', `${judged.length}`, ''],
  ],
);
