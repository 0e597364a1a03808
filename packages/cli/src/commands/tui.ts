import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { type ConnectionOptions, resolveConnection, withoutBot } from '../connection.ts';
import { knownContexts, localName } from '../contexts.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { connectionOptions } from './connection-options.ts';
import { defineCommand, option } from './define-command.ts';

interface Options extends ConnectionOptions {
  readonly replay?: string;
  readonly record?: string;
}

// An operator has it open for days beside other programs: memory is worth more than time. The small collections of such a heap would wake the
// threads of the pool for less work than waking them takes, and Node's last optimising compiler takes 6 MB and gains nothing here.
const small = ['--no-parallel-scavenge', '--no-turbofan'];
// Saves 20 MB while its modules are loaded; from then on it would cost a fifth of the time.
const smallest = 'optimize-for-size';
const growth = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);
// The nursery begins with two halves of 1 MiB. Doubled once it saves a fifth of the time under a flood; doubled again, as V8 does within seconds
// where much survives, it takes 4 MB more and gains nothing.
const nursery = 3 * 2 ** 20;
const lookMs = 500;

/** `triquad tui`, also `triquad` alone on a terminal. */
export const tuiCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'tui',
    description: 'open the terminal UI (also without a command)',
    options: [
      ...connectionOptions(),
      option('--replay <file>', 'show a recorded session, without a bot; the browser records the same files'),
      option('--record <file>', 'write the session to a new file, which --replay and the browser show'),
    ],
    exits: ['interrupted'],
    examples: [
      ['triquad', 'the bot on this machine'],
      ['triquad tui --replay triquad-session-20261121T205214000Z.jsonl', 'what was seen then'],
      ['triquad tui --record night.jsonl', 'to look at it again later'],
      ['TRIQUAD_TOKEN=... triquad tui --url https://bot.example', 'another one'],
    ],
    run: ({ options }) => openTui(host, options),
  });

/** @throws CommandFailure without a terminal that can be drawn on. */
export async function openTui(host: Host, options: Options): Promise<void> {
  const instead = 'use a command such as "triquad status"; "triquad help" lists them';
  if (!host.stdin.isTTY || !host.stdout.isTTY) {
    throw new CommandFailure(`the terminal UI needs a terminal; ${instead}`, exitCode.usage);
  }
  if (host.env.TERM === 'dumb') {
    throw new CommandFailure(`this terminal cannot be drawn on (TERM=dumb); ${instead}`, exitCode.usage);
  }
  if (options.replay !== undefined && options.record !== undefined) {
    throw new CommandFailure('--replay shows a session without a bot: there is nothing to --record', exitCode.usage);
  }
  growth(1);
  for (const flag of [...small, `--${smallest}`]) setFlagsFromString(flag);
  const { runTui } = await import('../ui/tui.tsx');
  setFlagsFromString(`--no-${smallest}`);
  doubleNursery();
  const contexts = knownContexts();
  const connection = options.replay === undefined ? resolveConnection(options, host.env) : withoutBot();
  let left = await runTui(host, connection, options, contexts);
  while (typeof left === 'object') {
    // A recording is of one bot.
    left = await runTui(host, resolveConnection(bot(left.context, options), host.env), {}, contexts);
  }
  if (left !== exitCode.done) throw new CommandFailure('', left);
}

function doubleNursery(): void {
  growth(2);
  const timer = setInterval(() => {
    const { space_size = 0 } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space') ?? {};
    if (space_size < nursery) return;
    growth(1);
    clearInterval(timer);
  }, lookMs).unref();
}

/** Connection of a context; `local` is the bot of the named data directory. */
const bot = (context: string, { dataDir }: Options): ConnectionOptions =>
  context === localName && dataDir !== undefined ? { dataDir } : { context };
