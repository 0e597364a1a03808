import { factTypes } from '@triquad/core/contract';
import type { Command, Option } from 'commander';
import { openBot } from './bot.ts';
import { resolveConnection } from './connection.ts';
import { localName, readContexts } from './contexts.ts';
import { CommandFailure } from './exit-code.ts';
import type { Host } from './host.ts';
import { logLevels } from './log-level.ts';
import { liveExchanges } from './market-option.ts';

/** A key must be answered before the operator looks up. */
const timeoutSeconds = 1;
/** Others would be taken apart by the shell. */
const whole = /^[\w.:@/+-]+$/;

type Bot = ReturnType<typeof openBot>;
type Source = (bot: () => Bot) => Promise<readonly string[]> | readonly string[];

const contexts: Source = () => [localName, ...Object.keys(readContexts().contexts)];
const configs: Source = async (bot) =>
  (await bot().call('config.all', { query: { limit: 500 } })).rows.map(({ name, id }) => name ?? String(id));
const opportunities: Source = async (bot) =>
  (await bot().call('opportunities.list', { query: { limit: 50 } })).rows
    .filter(({ is_valid }) => is_valid !== false)
    .map(({ id }) => id);
const pendingOrders: Source = async (bot) =>
  (await bot().call('orders.list', { query: { limit: 50, status: 'pending' } })).rows.map(({ id }) => id);
const backtests: Source = async (bot) => (await bot().call('backtest.list', { query: {} })).rows.map(({ id }) => id);
const lives: Source = async (bot) =>
  (await bot().call('orders.history', { query: { limit: 50 } })).rows.map(({ id }) => id);

/** Values of the first argument, by command. */
const ofArgument: Readonly<Record<string, Source>> = {
  'config activate': configs,
  'config remove': configs,
  'config diff': configs,
  'context use': contexts,
  'context remove': contexts,
  preview: opportunities,
  execute: opportunities,
  life: lives,
  'orders cancel': pendingOrders,
  'backtest show': backtests,
  'backtest cancel': backtests,
  'backtest remove': backtests,
  'backtest report': backtests,
};

const ofOption: Readonly<Record<string, Source>> = {
  '--context': contexts,
  '--of': configs,
  '--exchange': () => liveExchanges,
  '--exchanges': () => liveExchanges,
  '--level': () => logLevels,
  '--type': () => ['TRI', 'QUAD'],
  '--types': () => factTypes,
  '--for': () => ['running', 'stopped', 'idle'],
};

/**
 * Completions of the last of `words`, which may be empty: commands, options, values, names and ids of the bot. Empty if the bot does not
 * answer at once.
 */
export async function candidates(program: Command, words: readonly string[], host: Host): Promise<string[]> {
  const typed = words.at(-1) ?? '';
  const { command, path, operands, awaits, flags } = walked(program, words.slice(0, -1));
  const bot = () => openBot(host, resolveConnection({ ...flags, timeout: timeoutSeconds }, host.env), 'completion');
  const asked = async (source: Source | undefined) => {
    try {
      return source === undefined ? [] : await source(bot);
    } catch (error) {
      if (error instanceof CommandFailure) return [];
      throw error;
    }
  };
  const all = async (): Promise<readonly string[]> => {
    if (awaits !== null) return awaits.argChoices ?? (await asked(ofOption[awaits.long ?? '']));
    if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
    const argument = command.registeredArguments[operands];
    const below = operands === 0 ? command.commands.map((one) => one.name()) : [];
    const values = argument?.argChoices ?? (operands === 0 ? await asked(ofArgument[path]) : []);
    return [...below, ...values];
  };
  return (await all()).filter((one) => one.startsWith(typed) && whole.test(one));
}

interface Walked {
  readonly command: Command;
  readonly path: string;
  /** Words that are neither commands nor options. */
  readonly operands: number;
  /** The option whose value comes next. */
  readonly awaits: Option | null;
  /** Options that name the bot. */
  readonly flags: { readonly url?: string; readonly dataDir?: string; readonly context?: string };
}

function walked(program: Command, words: readonly string[]): Walked {
  let command = program;
  let operands = 0;
  let awaits: Option | null = null;
  const flags: Record<string, string> = {};
  for (const word of words) {
    if (awaits !== null) {
      flags[awaits.attributeName()] = word;
      awaits = null;
    } else if (word.startsWith('-')) {
      const option = command.options.find(({ long, short }) => word === long || word === short);
      awaits = option?.required ? option : null;
    } else {
      const next =
        operands > 0 ? undefined : command.commands.find((one) => [one.name(), ...one.aliases()].includes(word));
      if (next === undefined) operands += 1;
      else command = next;
    }
  }
  const { url, dataDir, context } = flags;
  const chosen = { ...(url && { url }), ...(dataDir && { dataDir }), ...(context && { context }) };
  return { command, path: pathOf(command), operands, awaits, flags: chosen };
}

const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
