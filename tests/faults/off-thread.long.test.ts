import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBot, temporaryFolder } from '../harness/bot.ts';
import { createDiskShim, hasDiskShim } from './disk-shim.ts';
import { quotedMarket } from './quoted-market.ts';

const changes = 20;

test.skipIf(!hasDiskShim())(
  'users, sessions, settings and the audit log never keep the market waiting for a disk',
  { timeout: 120_000 },
  async () => {
    const dataDir = temporaryFolder();
    using shim = createDiskShim(dataDir);
    // It is stopped: nothing is journalled, so that every sync belongs to these databases.
    await using bot = await startBot({ dataDir, env: shim.env });
    const { body } = await bot.call('GET', '/config/');
    const {
      id: _,
      is_active: __,
      version: ___,
      created_at: ____,
      updated_at: _____,
      ...fields
    } = body as {
      [field: string]: unknown;
    };
    shim.set({ sync_ms: 50 });
    const [onMain, all] = [shim.get('main_syncs'), shim.get('syncs')];
    for (let n = 0; n < changes; n += 1) {
      expect((await bot.call('POST', '/config/', { ...fields, name: `change ${n} ${randomUUID()}` })).status).toBe(201);
    }
    // Before each change and before its answer, the commits of both databases are on the disk: four syncs.
    expect(shim.get('syncs') - all).toBeGreaterThanOrEqual(4 * changes);
    expect(shim.get('main_syncs') - onMain).toBe(0);
    shim.set({ sync_ms: 0 });
  },
);

test.skipIf(!hasDiskShim())(
  'while the disk takes nothing the account is shown as of the last commit, and says so',
  { timeout: 180_000 },
  async () => {
    const dataDir = temporaryFolder();
    using shim = createDiskShim(dataDir);
    await using bot = await startBot({ dataDir, args: [...quotedMarket(), '--autostart'], env: shim.env });
    const behind = async (path: string) => {
      const { status, body } = await bot.call('GET', path);
      const { journal } = body as { readonly journal?: { readonly behind_ms: number } };
      return { status, isBehind: journal !== undefined && journal.behind_ms > 500 };
    };
    shim.set({ sync_ms: 4_000 });
    for (const path of ['/wallets/balances', '/orders/', '/risk/', '/performance/summary', '/notifications/']) {
      await expect.poll(() => behind(path)).toEqual({ status: 200, isBehind: true });
    }
    shim.set({ sync_ms: 0 });
    await expect.poll(() => behind('/risk/')).toEqual({ status: 200, isBehind: false });
  },
);
