import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BotConfigRecord, LogRecord } from '@triquad/core/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import { adopt } from '../../packages/bot/src/maintenance/adopt.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';

const LIMITS = {
  auto_execute: false,
  max_concurrent_orders: 7,
  max_daily_drawdown_pct: 1.5,
  risk: { assets: {}, cooldown_after_failure_seconds: 9, stop_loss_pct: 2 },
};

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-limits-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A bot on this directory for as long as `work` takes; gives what it logged too. */
async function during<T>(dataDir: string, work: (bot: LiveBot, logs: readonly LogRecord[]) => Promise<T>): Promise<T> {
  const logs: LogRecord[] = [];
  const live = await startLiveBot({ dataDir, onLog: (entry) => void logs.push(entry) });
  try {
    return await work(live, logs);
  } finally {
    await live.bot.stop();
  }
}

const current = async (bot: LiveBot) => (await bot.call('config.current')).body as BotConfigRecord;
const setLimits = async (bot: LiveBot, limits: object = LIMITS): Promise<BotConfigRecord> => {
  const { id, version } = await current(bot);
  const { body, status } = await bot.call('config.update', { parameters: { id }, body: { version, ...limits } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as BotConfigRecord;
};
const loseServerDatabase = (dataDir: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `server.sqlite${end}`), { force: true });
};
const activations = (dataDir: string) => {
  const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
  const found = [...store.read()].flatMap(({ fact }) => (fact.type === 'ConfigActivated' ? [fact] : []));
  store.close();
  return found;
};
const warnings = (logs: readonly LogRecord[]): string[] =>
  logs.filter(({ level, source }) => source === 'config' && level !== 'INFO').map(({ message }) => message);

test('limits and auto_execute outlive a loss of server.sqlite that was accepted, and a line says so', async () => {
  const dataDir = folder();
  const saved = await during(dataDir, async (bot) => {
    const changed = await setLimits(bot);
    expect((await bot.call('bot.start')).status).toBe(200);
    return changed;
  });
  loseServerDatabase(dataDir);
  await expect(startLiveBot({ dataDir })).rejects.toThrow(/^server\.sqlite is missing: .* "triquad adopt"$/);
  adopt(dataDir, Date.now());
  await during(dataDir, async (bot, logs) => {
    expect(await current(bot)).toMatchObject({ ...LIMITS, id: saved.id, is_active: true });
    const status = {
      is_running: false,
      halted: { reason: expect.stringMatching(/server\.sqlite is missing/) },
      auto_execute: false,
      active_config_id: saved.id,
      config: { running: null, saved: 2 },
    };
    expect((await bot.call('bot.status')).body).toMatchObject(status);
    expect(warnings(logs)).toEqual([expect.stringMatching(/server\.sqlite has none; the configuration Default/)]);
  });
});

test('an older server.sqlite brings no older limits back', async () => {
  const dataDir = folder();
  const copy = join(folder(), 'server.sqlite');
  await during(dataDir, (bot) => setLimits(bot, { max_concurrent_orders: 50, auto_execute: true }));
  copyFileSync(join(dataDir, 'server.sqlite'), copy);
  await during(dataDir, (bot) => setLimits(bot));
  loseServerDatabase(dataDir);
  copyFileSync(copy, join(dataDir, 'server.sqlite'));
  await during(dataDir, async (bot, logs) => {
    expect(await current(bot)).toMatchObject(LIMITS);
    expect((await bot.call('bot.status')).body).toMatchObject({ auto_execute: false });
    expect(warnings(logs)).toEqual([
      expect.stringMatching(/has another \(Default\); the configuration Default of the/),
    ]);
  });
});

test('a start without any limits on disk trades nothing, says why, and goes on once they are saved', async () => {
  const dataDir = folder();
  const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
  const parameters = {
    enabled_exchanges: ['kucoin'],
    trading_pairs: [],
    min_profit_threshold: 1,
    max_capital_per_route: 9,
  };
  store.append([{ type: 'BotStarted', mode: 'paper', parameters, at: Date.UTC(2026, 0, 31) }]);
  store.close();
  for (const attempt of ['first', 'second']) {
    await during(dataDir, async (bot, logs) => {
      const message = expect.stringMatching(/stopped: no configuration is in force/);
      const stopped = { is_running: false, message, auto_execute: false, config: { running: null, saved: null } };
      expect((await bot.call('bot.status')).body, attempt).toMatchObject(stopped);
      const refused = { status: 409, body: { detail: expect.stringMatching(/no configuration is in force/) } };
      expect(await bot.call('bot.start')).toMatchObject(refused);
      expect(warnings(logs)).toContainEqual(expect.stringMatching(/the limits are lost/));
      expect((await current(bot)).is_active).toBe(false);
    });
  }
  await during(dataDir, async (bot) => {
    await setLimits(bot);
    expect((await bot.call('bot.start')).status).toBe(200);
    expect((await bot.call('bot.status')).body).toMatchObject({ is_running: true, config: { running: 1, saved: 1 } });
    expect(await current(bot)).toMatchObject({ ...LIMITS, is_active: true });
  });
});

test('every way to put limits in force is a fact with its actor, and a start that changes none adds none', async () => {
  const dataDir = folder();
  await during(dataDir, async (bot) => {
    await setLimits(bot);
    const { id: _, is_active: __, created_at: ___, updated_at: ____, version: _____, ...fields } = await current(bot);
    const made = (await bot.call('config.create', { body: { ...fields, name: 'Bold' } })).body as BotConfigRecord;
    const token = await bot.signIn('ada', 'admin');
    await bot.call('config.activate', { parameters: { id: made.id }, token });
  });
  const config = { max_concurrent_orders: 3 };
  for (const _ of ['given', 'given again']) {
    const live = await startLiveBot({ dataDir, config });
    await live.bot.stop();
  }
  expect(
    activations(dataDir).map(({ version, name, actor, config }) => [
      version,
      name,
      actor,
      config.max_concurrent_orders,
    ]),
  ).toEqual([
    [1, 'Default', 'install', 3],
    [2, 'Default', { name: 'admin', role: 'admin' }, 7],
    [3, 'Bold', { name: 'ada', role: 'admin' }, 7],
    [4, 'Bold', { name: 'command line', role: 'admin' }, 3],
  ]);
});

test('eight changes of the same version at once: one is in force, in the journal as on the screens', async () => {
  const dataDir = folder();
  const kept = await during(dataDir, async (bot) => {
    const { id, version } = await current(bot);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((max_concurrent_orders) =>
        bot.call('config.update', { parameters: { id }, body: { version, max_concurrent_orders } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    return (await current(bot)).max_concurrent_orders;
  });
  expect(activations(dataDir).map(({ config }) => config.max_concurrent_orders)).toEqual([3, kept]);
});
