import { expect, test } from 'vitest';
import { folded, noon, started } from '../kernel/fold.suite.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { ExecutionStatus, Fact } from '../model/event.ts';
import { createRouteMemory } from './route-memory.ts';

const restMs = 60_000;
const own = ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'];
const other = ['SOL/USDT', 'SOL/ETH', 'ETH/USDT'];

/** How long the route of an execution, another route there, and a route of another exchange rest once it has ended. */
const restsAfter = (status: ExecutionStatus) => {
  const finished = { type: 'ExecutionFinished', execution_id: 'x', status, profit: '0', left: [], at: noon } as const;
  const fact: Fact = { ...finished, fees_usd: 0, error_message: null };
  const clock = createVirtualClock(noon);
  const state = folded(started, fact);
  const memory = createRouteMemory(clock, folded(started), () => restMs);
  const learning = createRouteMemory(clock, state, () => restMs);
  expect(memory.longestCooldownLeft()).toBe(0);
  return [
    learning.cooldownLeft('kucoin', own),
    learning.cooldownLeft('kucoin', other),
    learning.cooldownLeft('okx', own),
  ];
};

test.each([
  ['completed', [0, 0, 0]],
  ['failed', [restMs, 0, 0]],
  ['unwound', [restMs, restMs, 0]],
  ['stranded', [restMs, restMs, 0]],
] as const)('after an execution that is %s, its route, its exchange and others rest for %j ms', (status, rests) => {
  expect(restsAfter(status)).toEqual(rests);
});

test('a cooldown that is set anew counts from the failure', async () => {
  const finished = { type: 'ExecutionFinished', execution_id: 'x', status: 'unwound', profit: '0', left: [] } as const;
  const clock = createVirtualClock(noon);
  let cooldownMs = 60_000;
  const state = folded(started, { ...finished, at: noon, fees_usd: 0, error_message: null });
  const memory = createRouteMemory(clock, state, () => cooldownMs);
  await clock.advance(10_000);
  const left = (ms: number): number => {
    cooldownMs = ms;
    return memory.cooldownLeft('kucoin', other);
  };
  expect([left(60_000), left(0), left(5_000), left(30_000)]).toEqual([50_000, 0, 0, 20_000]);
});
