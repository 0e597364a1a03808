import { setImmediate } from 'node:timers/promises';
import { createApi, memoryStorage, wholeContract } from '@triquad/core';
import { openApi, type RouteName, readFrames, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { createChance } from './chance.ts';
import { anything, fitting, rawBody, type Schema, spoiled } from './odd-values.ts';

const ANSWERS = scaled(30, 100, 5_000);
const FRAMES = scaled(1_000, 5_000, 1_000_000);
/** A million answers take four minutes on a busy machine. */
const LONG_MS = 1_800_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_131);
const nobody = new Map<string, readonly string[]>();

type Answers = Readonly<Record<string, { content?: { 'application/json'?: { schema: Schema } } }>>;
type Operation = { readonly operationId: RouteName; readonly responses: Answers };
const { paths } = openApi('test', '/api/v1') as unknown as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** Answers that fit the contract, nearly, or not at all; each with the status of a success or of a refusal. */
function oddAnswer({ operationId, responses }: Operation, chance: ReturnType<typeof createChance>) {
  const { success } = routes[operationId];
  const schema = responses[success]?.content?.['application/json']?.schema;
  const value =
    schema === undefined || chance.happens(0.2) ? anything(chance, nobody, 4) : fitting(schema, chance, nobody);
  const whole = chance.happens(0.3) ? { data: value } : value;
  const odd = chance.happens(0.3)
    ? whole
    : spoiled(chance.happens(0.5) ? whole : spoiled(whole, chance, nobody), chance, nobody);
  const text = chance.happens(0.1) ? rawBody(chance) : (JSON.stringify(odd) ?? '');
  return { status: chance.pick([success, success, 200, 204, 302, 400, 401, 404, 409, 418, 429, 500, 503]), text };
}

test.each(operations)('any answer of $operationId is read, or reported as a problem', async (operation) => {
  const chance = createChance(seed);
  let next = { status: 200, text: '' };
  const api = createApi({
    baseUrl: 'http://bot.invalid/api/v1',
    apiKey: 'k',
    storage: memoryStorage(),
    contract: wholeContract,
    fetch: async () => {
      const { status, text } = next;
      const headers = { get: () => chance.pick([null, '', '-1', 'soon', '1e999']) };
      return { status, headers, body: null, text: async () => text };
    },
  });
  const call = api.call as (name: RouteName, request: object) => ReturnType<typeof api.call>;
  for (let n = 0; n < ANSWERS; n += 1) {
    next = oddAnswer(operation, chance);
    const path = { id: 'x', name: 'x', exchange: 'x', asset: 'x', table: 'x' };
    const result = await call(operation.operationId, { path });
    const isProblem = !result.ok && typeof result.problem.kind === 'string';
    expect({ seed, n, ...next, told: result.ok ? next.status < 400 : isProblem }).toMatchObject({ told: true });
  }
});

test(`${FRAMES} invalid frames are read, or reported as a problem (seed ${seed})`, { timeout: LONG_MS }, async () => {
  const chance = createChance(seed);
  const records = operations.flatMap(({ operationId, responses }) => {
    const schema = responses[routes[operationId].success]?.content?.['application/json']?.schema;
    return schema === undefined ? [] : [schema];
  });
  const types = [
    'opportunity',
    'execution',
    'bot_status',
    'log',
    'notification',
    'order',
    'balances',
    'metrics',
    'gap',
    'x',
  ];
  for (let n = 0; n < FRAMES; n += 1) {
    if (n % 1_000 === 0) await setImmediate();
    const data = chance.happens(0.5) ? fitting(chance.pick(records), chance, nobody) : anything(chance, nobody, 3);
    const frame = {
      type: chance.pick<unknown>([...types, 1, null]),
      data,
      seq: anything(chance, nobody, 0),
      at: anything(chance, nobody, 0),
    };
    const wire = chance.happens(0.05)
      ? rawBody(chance)
      : JSON.stringify(chance.happens(0.5) ? frame : spoiled(frame, chance, nobody));
    for (const read of readFrames(wire)) {
      if (!read.ok)
        expect({ wire: wire.slice(0, 200), path: typeof read.path, reason: typeof read.reason }).toMatchObject({
          path: 'string',
          reason: 'string',
        });
    }
  }
});
