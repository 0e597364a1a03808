import { setTimeout as sleep } from 'node:timers/promises';
import { createView } from '@triquad/core';
import { createTestClient, healthOf, ok, opportunityRecord, type TestClient, timeOf } from '@triquad/core/testing';
import { printTable } from './table.ts';

const frames = 40_000;
const warmUp = 10_000;
/** Frames between two repaints: a thousand frames a second on a screen of 60 Hz. */
const perRepaint = 17;
const paced = { perSecond: 1_000, seconds: 10, everyMs: 10 };

type Frame = { type: string; seq: number; at: string; data: unknown };

const logFrame = (n: number): Frame => ({
  type: 'log',
  seq: n,
  at: timeOf(n),
  data: { id: `l${n}`, timestamp: timeOf(n), level: 'INFO', message: `message ${n}`, source: 'engine', metadata: {} },
});
const statusFrame = (n: number): Frame => ({
  type: 'bot_status',
  seq: n,
  at: timeOf(n),
  data: {
    is_running: true,
    bot_status: 'running',
    mode: 'paper',
    market_source: 'simulated',
    message: 'up',
    uptime: n,
  },
});
const opportunityFrame = (n: number): Frame => ({
  type: 'opportunity',
  seq: n,
  at: timeOf(n),
  data: opportunityRecord(`o${n}`, n),
});
/** 90 % opportunities, 10 % logs, each channel counted for itself. */
const mixedFrame = (n: number): Frame => (n % 10 === 0 ? logFrame(n / 10) : opportunityFrame(n - Math.ceil(n / 10)));

/** A client whose live connection is open, as to the embedded bot. */
async function connected(): Promise<TestClient> {
  const t = createTestClient({
    token: 'token',
    answers: { health: healthOf('socket.auth', 'bot.mode'), 'bot.status': ok({ is_running: true }) },
  });
  t.client.start();
  await t.clock.advance(0);
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(0);
  return t;
}

const texts = (frame: (n: number) => Frame, count: number): string[] =>
  Array.from({ length: count }, (_, index) => JSON.stringify(frame(index + 1)));

function secondsOf(usage: NodeJS.CpuUsage): number {
  return (usage.user + usage.system) / 1e6;
}

/**
 * CPU time in microseconds from the text of a frame to the state, garbage collection included; with `seen`, to the subscriber of a
 * view as well.
 */
async function perFrame(frame: (n: number) => Frame, seen: boolean): Promise<number> {
  const { client, clock, socket } = await connected();
  const view = createView(client, clock, 250);
  if (seen) view.subscribe(() => {});
  const say = (part: string[]) => {
    for (const [index, text] of part.entries()) {
      socket.latest.say(text);
      if (index % perRepaint === 0) view.refresh();
    }
  };
  const all = texts(frame, warmUp + frames);
  say(all.slice(0, warmUp));
  const measured = all.slice(warmUp);
  const before = process.cpuUsage();
  say(measured);
  return (secondsOf(process.cpuUsage(before)) / frames) * 1e6;
}

/** Share of one core that `receive` takes at 1,000 texts a second, the timer that brings them included. */
async function paceShare(all: readonly string[], receive: (text: string) => void): Promise<number> {
  for (const text of all.slice(0, warmUp)) receive(text);
  const before = process.cpuUsage();
  const start = performance.now();
  for (let sent = warmUp; sent < all.length; await sleep(paced.everyMs)) {
    const due = warmUp + Math.floor(((performance.now() - start) / 1_000) * paced.perSecond);
    for (const text of all.slice(sent, due)) receive(text);
    sent = Math.min(due, all.length);
  }
  return secondsOf(process.cpuUsage(before)) / ((performance.now() - start) / 1_000);
}

/** CPU time in microseconds that the text of a frame takes to be parsed alone. */
function parsing(frame: (n: number) => Frame): number {
  const all = texts(frame, warmUp + frames);
  for (const text of all.slice(0, warmUp)) JSON.parse(text);
  const measured = all.slice(warmUp);
  const before = process.cpuUsage();
  for (const text of measured) JSON.parse(text);
  return (secondsOf(process.cpuUsage(before)) / frames) * 1e6;
}

async function frameRow(name: string, frame: (n: number) => Frame): Promise<string[]> {
  const [whole, parsed] = [await perFrame(frame, true), parsing(frame)];
  return [name, micro(whole), micro(parsed), `${(whole / parsed).toFixed(1)}×`];
}

const micro = (value: number): string => `${value.toFixed(1)} µs`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

printTable(
  'Client: CPU time of a frame, from its text through journal and fold to a view',
  ['', 'per frame', 'JSON.parse of its text', 'ratio'],
  [
    await frameRow('log', logFrame),
    await frameRow('bot status', statusFrame),
    await frameRow('opportunity', opportunityFrame),
  ],
);

const { socket } = await connected();
const mixed = texts(mixedFrame, warmUp + paced.perSecond * paced.seconds);
const timer = await paceShare(mixed, () => {});
const client = await paceShare(mixed, (text) => socket.latest.say(text));
const cost = ((await perFrame(mixedFrame, false)) / 1e6) * paced.perSecond;
printTable(
  'Client: share of one core at 1,000 frames a second (90 % opportunities, 10 % logs), nothing shown',
  ['', 'share'],
  [
    ['CPU time of a frame × 1,000', percent(cost)],
    ['as they come, less the timer that brings them', percent(client - timer)],
  ],
);
