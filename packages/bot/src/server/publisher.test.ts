import { OpportunityRecord, TradeRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createWorld } from '../engine/world.suite.ts';
import { createHub } from './hub.ts';
import { createPublisher } from './publisher.ts';
import { frameTypes } from './socket.ts';

const Opportunity = z.object({ type: z.literal('opportunity'), data: OpportunityRecord });
const Execution = z.object({ type: z.literal('execution'), data: TradeRecord });

test('what happens to an opportunity in one turn is one frame, and what its execution came to another', async () => {
  const { engine, clock, ask, fair, dislocate } = await createWorld();
  const hub = createHub(frameTypes, clock.now);
  const told: OpportunityRecord[] = [];
  hub.onFrame(({ bytes, channel }) => {
    const text = bytes.toString();
    if (channel === 'opportunities') told.push(Opportunity.parse(JSON.parse(text.slice(text.indexOf('{')))).data);
  });
  const nothing = () => ({}) as never;
  const readings = { status: nothing, balances: nothing, metrics: nothing };
  const publisher = createPublisher({ engine, hub, ...readings, isWatched: () => false });
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await clock.advance(1);
  expect(told.map(({ type, alternatives, outcome }) => [type, alternatives, outcome])).toEqual([
    ['TRI', 1, { outcome: 'executing' }],
  ]);
  fair();
  await clock.advance(1_000);
  expect(told.map(({ is_valid, outcome }) => [is_valid, outcome?.outcome])).toEqual([
    [true, 'executing'],
    [false, 'executing'],
    [false, 'executed'],
  ]);
  publisher.stop();
});

test('an execution with a residual position is told again once its owner has kept what it left', async () => {
  const { engine, clock, ask, during, fair, dislocate } = await createWorld();
  const hub = createHub(frameTypes, clock.now);
  const told: TradeRecord[] = [];
  hub.onFrame(({ bytes, channel }) => {
    const text = bytes.toString();
    if (channel === 'executions') told.push(Execution.parse(JSON.parse(text.slice(text.indexOf('{')))).data);
  });
  const nothing = () => ({}) as never;
  const readings = { status: nothing, balances: nothing, metrics: nothing };
  const publisher = createPublisher({ engine, hub, ...readings, isWatched: () => false });
  await ask({ type: 'StartBot', parameters: {} });
  fair();
  dislocate();
  await clock.advance(10);
  await during(60_000, engine.command({ type: 'Kill', reason: 'drill' }));
  expect(told.at(-1)).toMatchObject({ status: 'stranded', profit: expect.closeTo(-999.52, 2) });
  await ask({ type: 'ResetKill' });
  fair();
  await clock.advance(1_000);
  fair();
  await ask({ type: 'ResolveStranded', exchange: 'kucoin', asset: 'BTC', action: 'keep' });
  expect(told.at(-1)).toMatchObject({ status: 'stranded', profit: expect.closeTo(-1.02, 2) });
  publisher.stop();
});
