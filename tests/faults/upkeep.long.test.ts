import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HistoryRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { type Bot, type Finished, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { listen } from '../harness/listener.ts';
import { quotedMarket } from './quoted-market.ts';

const BUSY = [...quotedMarket(), '--autostart'];
const FRAMES = 3;

interface Diagnosis {
  readonly running: boolean;
  readonly checks: readonly { readonly name: string; readonly verdict: string; readonly detail: string }[];
}
const doctor = async (dataDir: string) => {
  const { code, stdout } = await triquad(['doctor', '--data-dir', dataDir, '--json']);
  const diagnosis = JSON.parse(stdout) as Diagnosis;
  return { code, ...diagnosis, wrong: diagnosis.checks.filter(({ verdict }) => verdict !== 'ok') };
};
const traded = async (bot: Bot) => {
  using socket = await listen(bot, 'executions');
  await socket.first(FRAMES, 'execution', (trade) => trade.status !== 'pending');
};
const history = async (bot: Bot) =>
  HistoryRecord.parse((await bot.call('GET', '/orders/history?limit=500')).body).data.filter(
    ({ status }) => status !== 'pending',
  );
const oneLine = (code: number, line: RegExp): Finished => ({
  code,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^triquad: (?=[^\\n]*\\n$).*${line.source}`)),
});

// A copy or a kill may fall into an order that is under way.
const inRest = (wrong: readonly { name: string }[]) => wrong.filter(({ name }) => name !== 'unresolved orders');

test('a bot that trades is found sound, backed up, and goes on from the backup elsewhere', async () => {
  await using bot = await startBot({ args: BUSY });
  await traded(bot);
  expect(await doctor(bot.dataDir)).toMatchObject({ code: 0, running: true, wrong: [] });

  const backups = join(temporaryFolder(), 'backups');
  const before = await history(bot);
  const made = await triquad(['backup', backups, '--data-dir', bot.dataDir, '--json']);
  expect(made.code).toBe(0);
  const where: string = JSON.parse(made.stdout).backup;
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^triquad-\d{4}-/)]);
  expect(where).toBe(join(backups, readdirSync(backups)[0] ?? ''));
  expect(readdirSync(join(bot.dataDir, 'backups'))).toEqual([]);
  expect(await triquad(['restore', where, '--data-dir', bot.dataDir, '--replace'])).toEqual(
    oneLine(1, /a bot is using/),
  );
  await bot.kill();
  expect(inRest((await doctor(bot.dataDir)).wrong)).toMatchObject([{ name: 'bot', verdict: 'warn' }]);

  const elsewhere = join(temporaryFolder(), 'data');
  expect((await triquad(['restore', where, '--data-dir', elsewhere])).code).toBe(0);
  const restored = await doctor(elsewhere);
  expect({ ...restored, wrong: inRest(restored.wrong) }).toMatchObject({ code: 0, running: false, wrong: [] });
  await using again = await startBot({ dataDir: elsewhere, args: quotedMarket() });
  const after = await history(again);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(await again.stop()).toBe(0);
});

test('what is wrong is named, with an exit code of 1', async () => {
  const bot = await startBot();
  await bot.stop();
  chmodSync(join(bot.dataDir, 'admin.token'), 0o644);
  const database = new DatabaseSync(join(bot.dataDir, 'journal.sqlite'));
  database.exec("DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 1");
  database.close();
  const { code, wrong } = await doctor(bot.dataDir);
  expect(code).toBe(1);
  expect(wrong.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['permissions', 'fail'],
    ['journal', 'fail'],
  ]);
});

test.each<[string, (dataDir: string) => string, RegExp]>([
  ['a journal of a newer version', (dataDir) => pragma(dataDir, 'journal.sqlite'), /newer version .* left as it is/],
  [
    'a server database of a newer version',
    (dataDir) => pragma(dataDir, 'server.sqlite'),
    /newer version .* left as it is/,
  ],
  [
    'a journal that is none',
    (dataDir) => garbage(dataDir, 'journal.sqlite'),
    /is no database or is damaged; it was left as it is/,
  ],
  ['a server database that is none', (dataDir) => garbage(dataDir, 'server.sqlite'), /is no database or is damaged/],
])('%s ends the start in one line and stays as it is', async (_, spoil, line) => {
  const bot = await startBot();
  await bot.stop();
  const file = spoil(bot.dataDir);
  const bytes = readFileSync(file);
  expect(await triquad(['serve', '--port', '0', '--data-dir', bot.dataDir])).toEqual(oneLine(1, line));
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

function pragma(dataDir: string, name: string): string {
  const database = new DatabaseSync(join(dataDir, name));
  database.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return join(dataDir, name);
}

function garbage(dataDir: string, name: string): string {
  writeFileSync(join(dataDir, name), 'not a database\n'.repeat(1_000));
  return join(dataDir, name);
}
