import { expect, test } from 'vitest';
import { createTestClient, ok } from '../testing/client.ts';

const search = async (answers: Record<string, { status: number; body: unknown }>, exchanges: string[]) => {
  const t = createTestClient({
    answers: { 'exchanges.pairs': ({ query }) => answers[String(query?.exchange)] ?? { status: 404, body: {} } },
  });
  t.client.start();
  t.client.send({ type: 'FindPairs', exchanges });
  t.client.send({ type: 'FindPairs', exchanges });
  expect(t.client.getSnapshot().pairs).toEqual({ searching: true, found: null });
  await t.clock.advance(0);
  const { pairs, toasts } = t.client.getSnapshot();
  return { ...pairs, said: toasts.map(({ message }) => message), asked: t.api.calls.filter(isSearch) };
};
const isSearch = ({ name }: { name: string }) => name === 'exchanges.pairs';
const pairsOf = (...pairs: string[]) => ok({ pairs, total_pairs: pairs.length });

test('the pairs of all exchanges asked for, each once, asked for once', async () => {
  const found = await search({ kucoin: pairsOf('BTC/USDT', 'ETH/BTC'), kraken: pairsOf('ETH/BTC', 'SOL/ETH') }, [
    'kucoin',
    'kraken',
  ]);
  expect(found).toMatchObject({
    searching: false,
    found: { pairs: ['BTC/USDT', 'ETH/BTC', 'SOL/ETH'], failed: [] },
    said: [],
  });
  expect(found.asked.map(({ request }) => request.query)).toEqual([
    { exchange: 'kucoin', quote_currencies: 'USDT,BTC,ETH' },
    { exchange: 'kraken', quote_currencies: 'USDT,BTC,ETH' },
  ]);
});

test('an exchange that gives none for its call failed is named', async () => {
  expect(await search({ kucoin: pairsOf('BTC/USDT') }, ['kucoin', 'kraken'])).toMatchObject({
    found: { pairs: ['BTC/USDT'], failed: ['kraken'] },
    said: ['Failed to fetch pairs: kraken'],
  });
});

test('nothing found, and nothing to be had, are said in the words of the specification', async () => {
  expect((await search({ kucoin: pairsOf() }, ['kucoin'])).said).toEqual(['No pairs found']);
  expect((await search({}, ['kucoin'])).said).toEqual(['Failed to fetch pairs']);
});
