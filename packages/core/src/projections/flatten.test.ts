import { expect, test } from 'vitest';
import { createTestClient, healthOf, ok } from '../testing/client.ts';
import { toastLine } from '../testing/given.ts';

const position = { exchange: 'kraken', asset: 'ETH', amount: 0.4, expected_loss_usd: 1.5 };
const previewed = ok({ preview: true, positions: [position], expected_loss_usd: 1.5 });
const sold = ok({ message: 'Sold 1.', positions: [position] });
const started = async () => {
  const t = createTestClient({ answers: { health: healthOf('bot.flatten', 'risk'), 'bot.flatten': previewed } });
  t.client.start();
  await t.clock.advance(0);
  const send = async (preview: boolean) => {
    t.client.send({ type: 'Flatten', preview, confirm: 'LIVE' });
    await t.clock.advance(0);
  };
  const sent = () => t.api.calls.filter(({ name }) => name === 'bot.flatten');
  return { ...t, send, sent, state: () => t.client.getSnapshot().flatten };
};

test('it is previewed, then sold under one key, and says so', async () => {
  const { api, send, sent, state, client } = await started();
  await send(true);
  expect(state()).toMatchObject({ phase: 'previewed', answer: { positions: [{ asset: 'ETH' }] }, problem: null });
  api.answer('bot.flatten', sold);
  await send(false);
  expect(state()).toMatchObject({ phase: 'done', answer: { message: 'Sold 1.' } });
  expect(client.getSnapshot().toasts.map(toastLine)).toEqual([expect.stringContaining('Sold 1.')]);
  expect(sent().map(({ request }) => request.body)).toEqual([{ preview: true }, { preview: false }]);
});

test('without the word nothing is sold unless the mode is paper', async () => {
  const { client, clock, sent, api } = await started();
  client.send({ type: 'Flatten', preview: false });
  await clock.advance(0);
  expect([sent(), client.getSnapshot().toasts.map(toastLine)]).toEqual([[], ['live_unconfirmed']]);
  api.answer('bot.status', ok({ is_running: true, mode: 'paper' }));
  client.send({ type: 'Watch', resource: 'status' });
  await clock.advance(0);
  client.send({ type: 'Flatten', preview: false });
  await clock.advance(0);
  expect(sent().map(({ request }) => request.body)).toEqual([{ preview: false }]);
});

test('a sale is sent once, however often it is confirmed', async () => {
  const { api, send, sent, state } = await started();
  await send(true);
  api.answer('bot.flatten', 'never');
  await send(false);
  await send(false);
  expect([state().phase, sent().length]).toEqual(['selling', 2]);
});

test('a lost answer is asked for under the same key', async () => {
  const { api, send, sent, clock } = await started();
  api.answer('bot.flatten', { status: 503, body: {} });
  await send(false);
  await clock.advance(5_000);
  const keys = new Set(sent().map(({ key }) => key));
  expect([sent().length > 1, keys.size, keys.has(undefined)]).toEqual([true, 1, false]);
});

test('a refusal keeps what was previewed; a closed dialog ignores what comes late', async () => {
  const { api, send, state, client, clock } = await started();
  await send(true);
  api.answer('bot.flatten', { status: 409, body: { detail: 'prices moved' } });
  await send(false);
  expect(state()).toMatchObject({
    phase: 'failed',
    answer: { positions: [{ asset: 'ETH' }] },
    problem: { detail: 'prices moved' },
  });
  const late = Promise.withResolvers<typeof previewed>();
  api.answer('bot.flatten', () => late.promise);
  await send(true);
  client.send({ type: 'CloseFlatten' });
  late.resolve(previewed);
  await clock.advance(0);
  expect(state()).toEqual({ phase: 'closed', answer: null, problem: null });
});
