import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createApi,
  createClient,
  createSocket,
  memoryStorage,
  selectConnection,
  storageKeys,
  systemClock,
  wholeContract,
} from '@triquad/core';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';

const journalOf = async ({ url }: Bot): Promise<unknown> => {
  const answer = (await (await fetch(`${url}/api/v1/health`)).json()) as { data?: object; journal_id?: unknown };
  return Object(answer.data ?? answer).journal_id;
};

const clientOf = ({ url, token }: Bot) => {
  const storage = memoryStorage({ [storageKeys.token]: token });
  const client = createClient({
    api: createApi({ baseUrl: `${url}/api/v1`, apiKey: 'test', storage, contract: wholeContract, fetch }),
    socket: createSocket({ url: `${url.replace('http', 'ws')}/ws`, open: (at) => new WebSocket(at) }),
    storage,
    clock: systemClock,
  });
  onTestFinished(client.stop);
  client.start();
  for (const resource of ['logs', 'status'] as const) client.send({ type: 'Watch', resource });
  const shown = () => {
    const state = client.getSnapshot();
    const { health, logs, toasts, bot } = state;
    return {
      connection: selectConnection(state),
      journal: health.journal_id,
      logs: logs.entries.map(({ id }) => id),
      said: toasts.map(({ code }) => code),
      isKnown: bot.status !== null,
    };
  };
  return { client, shown };
};

test('a client of a bot that comes back on its port: the same data stay, those of another directory take their place', async () => {
  await using first = await startBot();
  const [token, port] = ['admin.token', Number(new URL(first.url).port)];
  const a = await journalOf(first);
  expect(a).toMatch(/^[0-9a-f]{32}$/);
  const { shown } = clientOf(first);
  await expect.poll(shown).toMatchObject({ connection: 'connected', journal: a, isKnown: true });
  await first.call('POST', '/bot/start');
  await expect.poll(() => shown().logs.length).toBeGreaterThan(0);
  const logged = shown().logs;

  await first.stop();
  await using again = await first.restart();
  await expect.poll(shown).toMatchObject({ connection: 'connected', journal: a, said: [] });
  expect(shown().logs).toEqual(expect.arrayContaining(logged));
  await again.stop();

  // The session holds there too.
  const dataDir = temporaryFolder();
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(join(first.dataDir, token), join(dataDir, token));
  await using other = await startBot({ dataDir, port });
  const b = await journalOf(other);
  expect(b).not.toBe(a);
  await expect.poll(shown).toMatchObject({ connection: 'connected', journal: b, said: ['other_data'], isKnown: true });
  expect(shown().logs.filter((id) => logged.includes(id))).toEqual([]);
});
