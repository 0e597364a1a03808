import { expect, test } from 'vitest';
import { createTestClient, ok } from '../testing/client.ts';
import { toastLine } from '../testing/given.ts';

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
  return { ...pairs, said: toasts.map(toastLine), asked: t.api.calls.filter(isSearch) };
};
const isSearch = ({ name }: { name: string }) => name === 'exchanges.pairs';
const pairsOf = (...pairs: string[]) => ok({ pairs, total_pairs: pairs.length });

test('the pairs of all exchanges are found by one search, each pair once', async () => {
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

test('an exchange whose call failed is named', async () => {
  expect(await search({ kucoin: pairsOf('BTC/USDT') }, ['kucoin', 'kraken'])).toMatchObject({
    found: { pairs: ['BTC/USDT'], failed: ['kraken'] },
    said: ['pairs_failed_of'],
  });
});

test('no pairs and a failed search have codes of their own', async () => {
  expect((await search({ kucoin: pairsOf() }, ['kucoin'])).said).toEqual(['no_pairs']);
  expect((await search({}, ['kucoin'])).said).toEqual(['pairs_failed']);
});

const started = (answers: Parameters<typeof createTestClient>[0] = {}) => {
  const t = createTestClient(answers);
  t.client.start();
  return t;
};
const callsOf = (t: ReturnType<typeof started>, call: string) => t.api.calls.filter(({ name }) => name === call);

test('a residual position is sold once, however often it is sent; another action meanwhile is refused', async () => {
  const resolved = { message: 'sold', risk: {} };
  const t = started({ answers: { 'risk.stranded.resolve': ok(resolved) } });
  const sell = { type: 'ResolveStranded', exchange: 'okx', asset: 'BTC', action: 'sell', confirm: 'LIVE' } as const;
  t.client.send(sell);
  t.client.send(sell);
  t.client.send({ ...sell, action: 'keep' });
  t.client.send({ ...sell, asset: 'ETH' });
  await t.clock.advance(0);
  const calls = callsOf(t, 'risk.stranded.resolve');
  expect(calls.map(({ request }) => [request.path?.asset, request.body])).toEqual([
    ['BTC', { action: 'sell', confirm: true }],
    ['ETH', { action: 'sell', confirm: true }],
  ]);
  expect(t.story().filter((type) => type === 'CommandRefused').length).toBe(1);
});

test('a breaker is reset once, and a retry has the same key', async () => {
  const t = started({
    answers: { 'risk.breaker.reset': (_, times) => (times === 1 ? { status: 503 } : { status: 409, body: {} }) },
  });
  t.client.send({ type: 'ResetBreaker', name: 'losses' });
  t.client.send({ type: 'ResetBreaker', name: 'losses' });
  expect(t.client.getSnapshot().risk.acting).toBe(true);
  await t.clock.advance(1_000);
  const keys = callsOf(t, 'risk.breaker.reset').map(({ key }) => key);
  expect([keys.length, new Set(keys).size, t.client.getSnapshot().risk.acting]).toEqual([2, 1, false]);
});

test('notifications are marked read each for itself, and an empty list makes no call', async () => {
  const t = started({ answers: { 'notifications.read': ok({}) } });
  for (const ids of [['a'], ['b'], ['a'], []]) t.client.send({ type: 'MarkNotificationsRead', notification_ids: ids });
  await t.clock.advance(0);
  expect(callsOf(t, 'notifications.read').map(({ request }) => request.body)).toEqual([
    { notification_ids: ['a'] },
    { notification_ids: ['b'] },
  ]);
});

test('an order is cancelled once', async () => {
  const t = started({ answers: { 'orders.cancel': ok({ id: 'o1', status: 'cancelled' }) } });
  t.client.send({ type: 'CancelOrder', order_id: 'o1' });
  t.client.send({ type: 'CancelOrder', order_id: 'o1' });
  expect(t.client.getSnapshot().orders.cancelling).toEqual(['o1']);
  await t.clock.advance(0);
  expect([callsOf(t, 'orders.cancel').length, t.client.getSnapshot().orders.cancelling]).toEqual([1, []]);
});

test('nothing is called before the start and after the stop', async () => {
  const t = createTestClient({ answers: { 'wallets.refresh': ok({}) } });
  t.client.send({ type: 'RefreshWallets' });
  t.client.start();
  t.client.stop();
  t.client.send({ type: 'RefreshWallets' });
  await t.clock.advance(10_000);
  expect(t.api.count('wallets.refresh')).toBe(0);
});
