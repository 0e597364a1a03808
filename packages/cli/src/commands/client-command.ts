import type { Command } from 'commander';
import type { Bot } from '../bot.ts';
import { type Connection, type ConnectionOptions, resolveConnection, unguarded } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { connectionOptions } from './connection-options.ts';
import { type CommandDefinition, defineCommand, type Invocation } from './define-command.ts';

/** One use of a command that speaks to a bot. */
export interface Task<Options> extends Invocation<Options & ConnectionOptions> {
  readonly connection: Connection;
  readonly bot: Bot;
}

type ClientCommandDefinition<Options> = Omit<CommandDefinition<Options>, 'run'> & {
  readonly run: (task: Task<Options>) => Promise<void>;
};

/** A command that finds its bot by the connection options and can be interrupted. Nothing is sent before its first call. */
export function defineClientCommand<Options>(
  host: Host,
  { run, options = [], exits = [], ...definition }: ClientCommandDefinition<Options>,
): Command {
  return defineCommand<Options & ConnectionOptions>(host, {
    ...definition,
    options: [...options, ...connectionOptions()],
    exits: ['unreachable', 'unauthorized', ...exits, 'interrupted'],
    run: async (invocation) => {
      const connection = resolveConnection(invocation.options, host.env);
      const warning = unguarded(connection);
      if (warning !== null) invocation.print.note(warning);
      const { openBot } = await import('../bot.ts');
      const bot = openBot(host, connection, invocation.path);
      await Promise.race([run({ ...invocation, connection, bot }), interruption(host)]);
    },
  });
}

/** Rejects once the command is interrupted. */
export function interruption(host: Host): Promise<never> {
  return new Promise((_, reject) => {
    const signal = host.interrupted();
    const fail = () => {
      const { reason } = signal;
      reject(reason instanceof CommandFailure ? reason : new CommandFailure('interrupted', exitCode.interrupted));
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
