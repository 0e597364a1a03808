import { expect, test } from 'vitest';
import { createMemoryStore } from '../../journal/memory.ts';
import type { DecisionMade, DecisionReason, Fact } from '../../model/event.ts';
import type { Backend } from '../backend.ts';
import type { Call } from '../handler.ts';
import { opportunityRoutes } from './opportunity.ts';

const decision = (at: number, reason: DecisionReason, exchange: string): DecisionMade => ({
  type: 'DecisionMade',
  id: `d-${at}`,
  opportunity_id: `o-${at % 10}`,
  exchange,
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  decision: reason === 'executed' ? 'executed' : 'skipped',
  reason,
  detail: `at ${at}`,
  profit_pct: 0.5,
  at,
});

test('decisions are searched in all that is kept, page by page, newest first', async () => {
  const store = createMemoryStore<Fact>();
  const made = Array.from({ length: 1203 }, (_, at) =>
    decision(at, at % 3 === 0 ? 'executed' : 'cooldown', at % 2 === 0 ? 'kucoin' : 'kraken'),
  );
  for (const one of made) store.remember('decisions', [{ id: one.id, at: one.at, data: one }]);
  const list = opportunityRoutes({ store } as unknown as Backend)['decisions.list'];
  const ask = async (query: object) => {
    const answer = await list({ query: { limit: 2, offset: 0, ...query } } as Call<'decisions.list'>);
    return 'total' in answer ? [answer.total, answer.data.map(({ id }) => id)] : answer;
  };
  expect(await ask({})).toEqual([1203, ['d-1202', 'd-1201']]);
  expect(await ask({ offset: 1201 })).toEqual([1203, ['d-1', 'd-0']]);
  expect(await ask({ offset: 1203 })).toEqual([1203, []]);
  expect(await ask({ reason: 'executed' })).toEqual([401, ['d-1200', 'd-1197']]);
  expect(await ask({ reason: 'executed', exchange: 'kraken' })).toEqual([200, ['d-1197', 'd-1191']]);
  expect(await ask({ opportunity_id: 'o-4', limit: 500 })).toMatchObject([120, { length: 120 }]);
  expect(await ask({ reason: 'mood' })).toEqual([0, []]);
});
