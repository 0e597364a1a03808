import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Check } from '@triquad/bot';
import type { AnswerOf } from '@triquad/core/contract';
import type { Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import type { Bot } from '../bot.ts';
import { type ConnectionOptions, chooseBot, resolveConnection } from '../connection.ts';
import { servedFrom } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { marketOfStart, marketText } from '../remembered-market.ts';
import { connectionOptions } from './connection-options.ts';
import { defineCommand, type Invocation } from './define-command.ts';

type Running = {
  readonly checks: readonly Check[];
  readonly copy: string | null;
  readonly balances: AnswerOf<'wallets.balances'> | null;
};

const usualPort = 8787;
const clockToleranceMs = 2_000;
const leastNode = 24;

const columns: readonly Column<Check>[] = [
  {
    title: '',
    value: ({ verdict }) => verdict.toUpperCase(),
    tone: ({ verdict }) => ({ ok: 'good', warn: 'warn', fail: 'bad' })[verdict] as 'good' | 'warn' | 'bad',
  },
  { title: 'CHECK', value: ({ name }) => name },
  {
    title: 'FOUND, AND WHAT TO DO',
    value: ({ detail, advice }) => (advice === null ? detail : `${detail}; ${advice}`),
    wraps: true,
  },
];

/** `triquad doctor`: whether a data directory and the bot on it are sound. Exit code 1 when something is not. */
export const doctorCommand = (host: Host): Command =>
  defineCommand<ConnectionOptions>(host, {
    name: 'doctor',
    description: 'check journal, ledger, files, clock, disk and feeds, and say what to do',
    options: connectionOptions(),
    examples: [
      ['triquad doctor', 'with the bot running or not'],
      [
        'triquad doctor --json | jq \'.checks[] | select(.verdict != "ok")\'',
        'for a script; the exit code is 1 when a check fails',
      ],
    ],
    run: examine,
  });

async function examine({ host, print, options }: Invocation<ConnectionOptions>): Promise<void> {
  const { diagnose, isInUse } = await import('@triquad/bot');
  const { directory, elsewhere } = chooseBot(options, host.env);
  if (elsewhere !== null && options.dataDir !== undefined) {
    throw new CommandFailure('--url names a bot, --data-dir other files: give one of them', exitCode.usage);
  }
  const runs = elsewhere !== null || isInUse(directory);
  const running = runs ? await ask(host, options, elsewhere !== null) : null;
  try {
    const held = running?.copy && running.balances ? { copy: running.copy, balances: running.balances } : null;
    // The journal of a bot that gives no copy cannot be read: its lock is all that there is to see.
    const files =
      elsewhere === null
        ? diagnose({ dataDir: directory, running: held, now: Date.now() })
        : [filesElsewhere(elsewhere.by)];
    const outside = running?.checks ?? [await stopped(directory)];
    const checks = [programOf(), ...outside, ...files, ...(runs ? [] : await marketOf(directory))];
    const document = { data_dir: elsewhere === null ? directory : null, running: runs, checks };
    print.rows(document, columns, checks);
    const failed = checks.filter(({ verdict }) => verdict === 'fail').length;
    if (failed > 0) throw new CommandFailure(`${failed} of ${checks.length} checks failed`, exitCode.refused);
  } finally {
    if (running?.copy) rmSync(running.copy, { recursive: true, force: true });
  }
}

const good = (name: string, detail: string): Check => ({ name, verdict: 'ok', detail, advice: null });
const bad = (verdict: 'warn' | 'fail', name: string, detail: string, advice: string): Check => ({
  name,
  verdict,
  detail,
  advice,
});

async function marketOf(dataDir: string): Promise<Check[]> {
  try {
    const { market, notice } = await marketOfStart(dataDir);
    if (notice !== null) return [bad('warn', 'market', notice, 'the next start writes it again')];
    return market === null ? [] : [good('market', marketText(market.market))];
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return [bad('fail', 'market', error.message, 'no start without --market would take it')];
  }
}

function programOf(): Check {
  const detail = `triquad ${settings.version}, Node ${process.versions.node}`;
  const major = Number(process.versions.node.split('.')[0]);
  return major >= leastNode
    ? good('program', detail)
    : bad('fail', 'program', detail, `install Node ${leastNode} or newer`);
}

const filesElsewhere = (by: string): Check =>
  bad('warn', 'files', `not looked at: ${by} names a bot`, 'run triquad doctor on its machine, with its --data-dir');

/** The bot's health, and the copy of its journal that it makes where that can be read. */
async function ask(host: Host, options: ConnectionOptions, isElsewhere: boolean): Promise<Running> {
  const { openBot } = await import('../bot.ts');
  try {
    const connection = resolveConnection(options, host.env);
    const bot = openBot(host, connection, 'doctor');
    const health = await bot.call('health', {});
    const clock = health.capabilities?.includes('scan') ? [await clockOf(bot)] : [];
    const checks = [...botOf(health, new URL(connection.apiUrl)), ...feedsOf(health), ...clock];
    if (isElsewhere) return { checks, balances: null, copy: null };
    const balances = await settled(bot);
    const { folder } = await bot.call('system.backup', { body: { keys: false } });
    return { checks, balances, copy: folder };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const advice = 'give its address and token with --url and --token; if it hangs, end its process and start it again';
    return {
      checks: [bad('fail', 'bot', error.message, advice)],
      balances: null,
      copy: null,
    };
  }
}

function botOf({ version, status }: AnswerOf<'health'>, { host }: URL): Check[] {
  const name = 'bot';
  const detail = `runs at ${host}, version ${version ?? 'unknown'}, ${status}`;
  if (version === settings.version) return [good(name, detail)];
  return [
    bad('warn', name, `${detail}; this program is ${settings.version}`, 'restart the bot with the version installed'),
  ];
}

function feedsOf({ checks }: AnswerOf<'health'>): Check[] {
  return Object.entries(checks ?? {}).map(([name, { status, detail }]) =>
    status === 'ok' ? good(name, detail) : bad('warn', name, detail, 'see triquad logs --level warning'),
  );
}

async function clockOf(bot: Bot): Promise<Check> {
  const asked = Date.now();
  const { at } = await bot.call('scan', {});
  const answered = Date.now();
  const theirs = Date.parse(at ?? '');
  const off = theirs < asked ? theirs - asked : Math.max(0, theirs - answered);
  if (Math.abs(off) <= clockToleranceMs) return good('clock of the bot', 'the same as that of this program');
  return bad('warn', 'clock of the bot', `differs by ${Math.round(off / 1000)} s`, 'keep both clocks by NTP');
}

/** Asks a millisecond later, so that the answer is newer than everything in the copy before it. */
async function settled(bot: Bot): Promise<AnswerOf<'wallets.balances'>> {
  await setTimeout(1);
  return bot.call('wallets.balances', {});
}

async function stopped(dataDir: string): Promise<Check> {
  const { url, obstacle } = servedFrom(dataDir);
  if (obstacle !== undefined) return bad('warn', 'bot', 'not known whether it runs', obstacle);
  if (url !== undefined)
    return bad(
      'warn',
      'bot',
      `not running; its last process, at ${url}, ended without a stop`,
      'start it: what was under way is resolved first',
    );
  const free = await isFree(usualPort);
  if (free) return good('bot', `not running; port ${usualPort} is free`);
  return bad('warn', 'bot', `not running; port ${usualPort} is taken by another program`, 'start it with --port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = process.getBuiltinModule('node:net').createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
