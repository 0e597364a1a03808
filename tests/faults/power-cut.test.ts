import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { readWitness } from '../../packages/bot/src/journal/witness.ts';
import { openUsers } from '../../packages/bot/src/maintenance/users.ts';
import { cheapHash } from '../../packages/bot/src/server/cheap-hash.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { attend } from '../harness/attend.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
import { counted, createDiskShim, type DiskShim, hasDiskShim, killed } from './disk-shim.ts';
import { exact, judge } from './judge.ts';
import { quotedMarket } from './quoted-market.ts';

/** Every second life ends by a power cut: each file is then as it was at its last sync. The others end by SIGKILL. */
const lives = scaled(2, 40, 400);
const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Date.now() % 1_000_000 : 7));
/** About how many writes and syncs a life of the longest kind makes. */
const mostCalls = scaled(200, 900, 900);
const longestLifeMs = 40_000;

/** What a bot published of its orders: the largest filled quantity of each. */
const watchFills = (bot: Bot): ReadonlyMap<string, number> => {
  const published = new Map<string, number>();
  const socket = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
  socket.on('error', () => {});
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'auth', token: bot.token }));
    socket.send(JSON.stringify({ type: 'subscribe', channel: 'orders' }));
  });
  socket.on('message', (bytes) => {
    const { type, data } = JSON.parse(String(bytes));
    if (type === 'order') published.set(data.id, Math.max(published.get(data.id) ?? 0, data.filled_quantity));
  });
  return published;
};

const pauseMs = 20;

/** Changes a user from another process, as `triquad user` does. */
const changeUser = async ({ dataDir }: Bot, life: number): Promise<void> => {
  using users = openUsers(dataDir, 'test', cheapHash);
  if (life === 1) await users.add('ana', 'admin', 'correct horse battery');
  else await users.update('ana', { role: life % 2 === 0 ? 'viewer' : 'admin' }, true);
};

/** Calls that the audit log keeps, one after another until the bot has ended. */
const keepCalling = ({ call }: Bot) => {
  const calling = { answered: 0, over: Promise.resolve() };
  const next = async (): Promise<void> => {
    for (;;) {
      await call('DELETE', '/backtest/none');
      calling.answered += 1;
      await setTimeout(pauseMs);
    }
  };
  calling.over = next().catch(() => {});
  return calling;
};

const cutPower = (dataDir: string, { images }: DiskShim): void => {
  const kept = new Set(readdirSync(images));
  for (const name of readdirSync(dataDir)) {
    if (/-(shm|wal)$/.test(name) && !kept.has(name)) rmSync(join(dataDir, name));
  }
  for (const name of kept) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(images, name), join(dataDir, name));
  }
};

const ended = async (bot: Bot): Promise<void> => {
  if (bot.process.signalCode === null)
    await Promise.race([once(bot.process, 'exit'), setTimeout(longestLifeMs, null, { ref: false })]);
  await bot.kill();
};

const walletsOf = async (bot: Bot): Promise<ReadonlyMap<string, number>> => {
  const { body } = await bot.call('GET', '/wallets/balances');
  const { data = body } = body as { data?: unknown };
  const { exchanges } = data as {
    exchanges: Record<string, { balances: Record<string, { total: number }> }>;
  };
  return new Map(
    Object.entries(exchanges).flatMap(([exchange, { balances }]) =>
      Object.entries(balances).map(([asset, { total }]): [string, number] => [`${exchange} ${asset}`, total]),
    ),
  );
};

describe.skipIf(!hasDiskShim())('a bot whose process or power ends inside a write', () => {
  test(
    `in ${lives} lives loses and doubles nothing that it has published (seed ${seed})`,
    async () => {
      const { uniform } = seededRandom(seed);
      const dataDir = realpathSync(temporaryFolder());
      let seen = 0;
      let answered = 0;
      for (let life = 1; life <= lives; life += 1) {
        const isPowerCut = life % 2 === 0;
        const at = 1 + Math.floor(uniform() ** 2 * mostCalls);
        const how = [killed.before, killed.after, killed.half][Math.floor(uniform() * 3)] ?? killed.half;
        using shim = createDiskShim(dataDir);
        const args = [...quotedMarket(), '--autostart'];
        // What an earlier life left is on the disk by now: each image begins as its file.
        for (const name of readdirSync(dataDir))
          if (/sqlite(-wal)?$|witness$/.test(name)) copyFileSync(join(dataDir, name), join(shim.images, name));
        const bot = await startBot({ dataDir, args, env: shim.env });
        // A breaker that an earlier life tripped would keep this one from trading.
        if (life > 1) await attend(bot);
        const published = watchFills(bot);
        await changeUser(bot, life);
        const calling = keepCalling(bot);
        if (life === 1) await expect.poll(() => Math.min(published.size, calling.answered)).toBeGreaterThan(0);
        shim.set({ counts: counted.both, kill_at: at, kill_how: how });
        await ended(bot);
        await calling.over;
        answered += calling.answered;
        if (isPowerCut) cutPower(dataDir, shim);
        const told = `seed ${seed}, life ${life}: ${isPowerCut ? 'power cut' : 'SIGKILL'} at call ${at}, ${how}`;
        const { faults, filled } = judge(dataDir);
        const lost = [...published].filter(([id, quantity]) => {
          const kept = Number(filled.get(id) ?? -1);
          return kept < quantity;
        });
        seen += published.size;
        expect({ faults, lost }, told).toEqual({ faults: [], lost: [] });
      }
      await using last = await startBot({ dataDir, args: quotedMarket() });
      const wallets = await walletsOf(last);
      const { faults, holdings, facts } = judge(dataDir);
      expect(faults).toEqual([]);
      for (const [account, amount] of holdings) {
        if (!wallets.has(account)) continue;
        expect(Math.abs(Number(exact(amount) / 10n ** 12n) / 1e18 - (wallets.get(account) ?? 0)), account).toBeLessThan(
          1e-6,
        );
      }
      expect(wallets.size).toBeGreaterThan(0);
      expect(await last.stop()).toBe(0);
      const witness = readWitness(dataDir);
      const anchored = witness.kind === 'read' ? (witness.last.heads.audit?.count ?? 0) : 0;
      console.log(
        `seed ${seed}: ${lives} lives, ${seen} published orders, ${facts} facts, ${answered} calls, ${anchored} entries anchored`,
      );
      expect(seen).toBeGreaterThan(0);
      expect(answered).toBeGreaterThan(0);
      expect(anchored).toBeGreaterThanOrEqual(answered);
    },
    120_000 + lives * (longestLifeMs + 30_000),
  );
});
