import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Call, Handlers } from '../handler.ts';
import { notFound, Refusal } from '../problem.ts';
import { bootstrapRoutes } from './bootstrap.ts';

/** Reads of a market that has moved on by one with each turn of the event loop. `warm`: turns that the first metrics take. */
const given = ({ warm = 0, reads = {} }: { warm?: number; reads?: object } = {}) => {
  let turn = 0;
  let cold = warm;
  const wait = async () => {
    for (; cold > 0; cold -= 1) {
      await setImmediate();
      turn += 1;
    }
  };
  const handlers = {
    'bot.status': () => ({ turn }),
    scan: () => ({ turn }),
    'performance.metrics': async () => {
      await wait();
      return { turn };
    },
    'orders.list': ({ query }: Call<'orders.list'>) => ({ query }),
    ...reads,
  } as unknown as Handlers;
  const { bootstrap } = bootstrapRoutes(handlers, () => turn);
  return (calls: string) => bootstrap({ query: { calls } } as Call<'bootstrap'>);
};

test('several reads are answered as one by one, each with its query', async () => {
  const ask = given();
  expect(await ask('bot.status,orders.list?status=pending&limit=20,scan')).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    answers: {
      'bot.status': { turn: 0 },
      'orders.list?status=pending&limit=20': { query: { status: 'pending', limit: 20, offset: 0 } },
      scan: { turn: 0 },
    },
  });
});

test('all answers are of one moment, also where one has to be read from the disk first', async () => {
  expect(await given({ warm: 3 })('bot.status,performance.metrics,scan')).toEqual({
    at: '1970-01-01T00:00:00.003Z',
    answers: { 'bot.status': { turn: 3 }, 'performance.metrics': { turn: 3 }, scan: { turn: 3 } },
  });
});

test('what is refused or fails is left out, and the others are answered', async () => {
  const ask = given({
    reads: {
      risk: () => notFound('risk', 'x'),
      'wallets.balances': () => {
        throw new Error('a bug');
      },
      'performance.heatmap': () => Promise.reject(new Error('another')),
    },
  });
  const answer = await ask('risk,wallets.balances,performance.heatmap,bot.status');
  expect(answer).toMatchObject({ answers: { 'bot.status': { turn: 0 } } });
  expect(Object.keys('answers' in answer ? answer.answers : {})).toEqual(['bot.status']);
});

test('a call that is not among them, a query that it does not take, and too many are refused in one line', async () => {
  const ask = given();
  const wrong = ['bot.kill', 'health', '', 'toString', 'orders.list?limit=many', 'bot.status,audit.list'];
  for (const calls of [...wrong, Array.from({ length: 21 }, (_, at) => `orders.list?offset=${at}`).join(',')]) {
    const answer = await ask(calls);
    expect([calls, answer instanceof Refusal && answer.status]).toEqual([calls, 422]);
  }
});
