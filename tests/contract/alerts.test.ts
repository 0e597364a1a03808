import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FrameRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';

const telegram = {
  enabled: true,
  bot_token: '123456789:AAabcdefghijklmnopqrstuvwxyz',
  chat_id: '7',
  alert_events: 'opportunity,execution,failure,stop_loss,circuit_breaker',
};

const lastText = ({ telegrams }: LiveBot): string => {
  const message = telegrams.at(-1) ?? '{}';
  return JSON.parse(message.slice(message.indexOf('{'))).text;
};

test('alerts reach the operator in short messages', async () => {
  await using live = await startLiveBot();
  await live.call('telegram.save', { body: telegram });
  await live.call('bot.kill', { body: { reason: 'drill <1>' } });
  expect(live.telegrams).toEqual([]);
  // A kill is answered before the disk has it; it is told once the disk does.
  const sent = () => {
    live.passTime(2_000);
    return live.telegrams.length;
  };
  await expect.poll(sent).toBe(1);
  expect(lastText(live).split('\n').slice(0, 2)).toEqual(['<b>PAPER</b> Bot halted', 'drill &lt;1&gt;']);
  live.passTime(3_600_000);
  expect(live.telegrams).toHaveLength(1);
});

test('a hanging channel delays neither trading nor shutdown, and is reported once', async () => {
  const log: string[] = [];
  await using live = await startLiveBot({
    ...{ telegramHangs: true, time: createLocalTime() },
    onLog: ({ message }) => log.push(message),
  });
  const executed = (least: number) =>
    live.until(async () => {
      const { total } = (await live.call('orders.history')).body as { total: number };
      expect(total).toBeGreaterThanOrEqual(least);
    });
  using socket = await openSocket(live.address, live.adminToken);
  socket.send({ type: 'subscribe', channel: 'executions' });
  await live.call('telegram.save', { body: telegram });
  await live.call('bot.start', { body: { min_profit_threshold: 0.05 } });
  await executed(1);
  live.passTime(2_000);
  expect(live.telegrams).toHaveLength(1);
  await executed(2);
  live.passTime(20_000);
  const notification = await socket.next(
    (frame): frame is Extract<FrameRecord, { type: 'notification' }> =>
      frame.type === 'notification' && frame.data.notification_type === 'alert',
  );
  expect(notification.data).toMatchObject({ level: 'warning', title: 'Telegram alerts fail' });
  expect((await live.call('health')).body).toMatchObject({
    checks: { 'alerts by Telegram': { status: 'degraded', detail: 'failing' } },
  });
  live.passTime(5_000);
  expect(live.telegrams).toHaveLength(2);
  await executed(3);
  await live.stop();
  expect(log.filter((message) => message.includes('alerts fail'))).toEqual([
    'Telegram alerts fail: Telegram did not answer in time',
  ]);
});

test('pending alerts are sent at shutdown, and those a crash left at the next start', async () => {
  const first = await startLiveBot();
  await first.call('telegram.save', { body: telegram });
  await first.call('bot.kill', { body: { reason: 'drill' } });
  expect(first.telegrams).toEqual([]);
  await first.bot.stop();
  expect(lastText(first).split('\n').slice(0, 2)).toEqual(['<b>PAPER</b> Bot halted', 'drill']);
  // As a crash before it went out would have left it.
  const database = new DatabaseSync(join(first.dataDir, 'server.sqlite'));
  database.exec("UPDATE told SET id = '0', at = 0 WHERE channel = 'Telegram'");
  database.close();
  const second = await startLiveBot({ dataDir: first.dataDir });
  second.passTime(2_000);
  expect(second.telegrams).toHaveLength(1);
  expect(lastText(second)).toMatch(/Bot halted\ndrill\n.* UTC \(told late\)$/);
  await second.bot.stop();
  await using third = await startLiveBot({ dataDir: first.dataDir });
  third.passTime(3_600_000);
  expect(third.telegrams).toEqual([]);
});
