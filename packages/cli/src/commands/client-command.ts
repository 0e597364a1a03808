import type { Command } from 'commander';
import type { Bot } from '../bot.ts';
import { type Connection, type ConnectionOptions, resolveConnection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { createPrinter, type Printer } from '../printer.ts';
import { withGlobalOptions } from './global-options.ts';

interface GlobalOptions extends ConnectionOptions {
  readonly json?: true;
}

/** What a command that speaks to a bot works with. */
export interface Task<Options> {
  readonly host: Host;
  readonly connection: Connection;
  readonly bot: Bot;
  readonly print: Printer;
  readonly options: Options & GlobalOptions;
  readonly args: readonly string[];
}

/** Makes `command` one that finds its bot by the global options, does `act` and can be interrupted. */
export function clientCommand<Options>(
  host: Host,
  command: Command,
  act: (task: Task<Options>) => Promise<void>,
): Command {
  return withGlobalOptions(command).action(async function run(this: Command) {
    const options = this.optsWithGlobals<Options & GlobalOptions>();
    const { openBot } = await import('../bot.ts');
    const connection = resolveConnection(options, host.env);
    const bot = openBot(host, connection, nameOf(this));
    const print = createPrinter(host, options.json === true);
    await Promise.race([act({ host, connection, bot, print, options, args: this.processedArgs }), interruption(host)]);
  });
}

/** As it is typed, without the program: `config set`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

function interruption(host: Host): Promise<never> {
  return new Promise((_, reject) => {
    const signal = host.interrupted();
    const fail = () => reject(new CommandFailure('interrupted', exitCode.interrupted));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
