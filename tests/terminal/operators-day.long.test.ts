import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';
import { startSpecOnlyBot } from '../harness/spec-only-bot.ts';

const script = join(repository, 'docs', 'scripts', 'operators-day.sh');
const home = temporaryFolder();
const reports = join(home, 'reports');
const backups = join(home, 'backups');
const run = promisify(execFile);
let bot: Bot;
let spec: Awaited<ReturnType<typeof startSpecOnlyBot>>;

beforeAll(async () => {
  mkdirSync(join(home, 'bin'));
  const launcher = join(repository, 'packages', 'cli', 'bin', 'triquad.cjs');
  writeFileSync(join(home, 'bin', 'triquad'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(join(home, 'bin', 'triquad'), 0o755);
  bot = await startBot({ dataDir: join(home, 'triquad'), args: ['--seed', '7'] });
  spec = await startSpecOnlyBot(bot.url);
});
afterAll(async () => {
  await spec?.[Symbol.asyncDispose]();
  await bot?.[Symbol.asyncDispose]();
});

/** A part of the day, in the empty environment of cron; gives its exit code and what it printed without the times. */
async function part(name: string, env: Record<string, string> = {}) {
  const variables = {
    PATH: `${join(home, 'bin')}:/usr/bin:/bin`,
    HOME: home,
    XDG_DATA_HOME: home,
    REPORTS: reports,
    LANG: 'C',
  };
  const { stdout, code } = await run('sh', [script, name], { env: { ...variables, ...env } }).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  const said = stdout
    .split('\n')
    .map((line) => line.replace(/^\S+Z /, '').replace(/triquad-\S+Z|\d{4}-\d\d-\d\d/, '…'));
  return { code, said: said.filter((line) => line !== '') };
}

describe('the bot of this machine', () => {
  test('a day, each part twice: the second time nothing is changed', async () => {
    for (const _ of ['first', 'second']) {
      expect(await part('morning')).toEqual({ code: 0, said: ['running'] });
      expect(await part('watch', { MOST_DRAWDOWN: '99' })).toEqual({ code: 0, said: ['drawdown within 99 %'] });
    }
    const { body: starts } = await bot.call('GET', '/audit/?limit=500');
    const started = (starts as { data: { action: string }[] }).data.filter(({ action }) => action === 'bot.start');
    expect(started.length).toBe(1);
    const night = { code: 0, said: ['trades-….csv', 'stopped', 'backup … verified'] };
    expect(await part('night', { BACKUPS: backups })).toEqual(night);
    expect(await part('night', { BACKUPS: backups })).toEqual(night);
    expect(readdirSync(backups).length).toBe(2);
    const [, newest] = readdirSync(backups).sort();
    mkdirSync(join(backups, 'of-somebody-else'));
    await triquad(['backup', backups, '--keep', '2', '--data-dir', bot.dataDir]);
    const kept = readdirSync(backups).sort();
    expect([kept.length, kept[0], kept[1]]).toEqual([3, 'of-somebody-else', newest]);
    expect(readdirSync(reports).filter((name) => name.endsWith('.part'))).toEqual([]);
    const csv = readdirSync(reports).find((name) => name.endsWith('.csv')) ?? '';
    expect(readFileSync(join(reports, csv), 'utf8')).toMatch(/^id,type,exchange,path,profit/);
  });

  test('a drawdown above the limit stops the bot and says so', async () => {
    await part('morning');
    expect(await part('watch', { MOST_DRAWDOWN: '-1' })).toEqual({ code: 0, said: ['ALERT: drawdown above -1 %'] });
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: false });
  });

  test('other limits than it runs with are not forced on it: 5', async () => {
    await part('morning');
    expect((await part('morning', { MAX_CAPITAL: '900' })).code).toBe(5);
  });
});

test('the same day, without the backup, of a bot that speaks only the spec', async () => {
  // A bot elsewhere: the data directory of this machine has no key that it must prove itself by.
  const elsewhere = { XDG_DATA_HOME: join(home, 'elsewhere'), TRIQUAD_URL: spec.url, TRIQUAD_TOKEN: bot.token };
  const env = { ...elsewhere, MOST_DRAWDOWN: '99' };
  await part('night', env);
  for (const _ of ['first', 'second']) {
    expect(await part('morning', env)).toEqual({ code: 0, said: ['running'] });
    expect(await part('watch', env)).toEqual({ code: 0, said: ['drawdown within 99 %'] });
  }
  for (const _ of ['first', 'second'])
    expect(await part('night', env)).toEqual({ code: 0, said: ['trades-….csv', 'stopped'] });
});

test('a bot that is away, and a part that does not exist', async () => {
  expect((await part('morning', { TRIQUAD_URL: 'http://127.0.0.1:1' })).code).toBe(3);
  expect((await part('evening')).code).toBe(2);
});
