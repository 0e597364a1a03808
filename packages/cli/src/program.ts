import { Command, CommanderError } from 'commander';
import settings from '../package.json' with { type: 'json' };
import { alertsCommand } from './commands/alerts.ts';
import { apiCommand } from './commands/api.ts';
import { backtestCommand } from './commands/backtest.ts';
import { backupCommand } from './commands/backup.ts';
import { balancesCommand } from './commands/balances.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { dashboardCommand } from './commands/dashboard.ts';
import { decisionsCommand } from './commands/decisions.ts';
import { doctorCommand } from './commands/doctor.ts';
import { executeCommand } from './commands/execute.ts';
import { withGlobalOptions } from './commands/global-options.ts';
import { killCommand } from './commands/kill.ts';
import { restartCommand, startCommand, stopCommand } from './commands/lifecycle.ts';
import { logsCommand } from './commands/logs.ts';
import { notificationsCommand } from './commands/notifications.ts';
import { opportunitiesCommand } from './commands/opportunities.ts';
import { ordersCommand } from './commands/orders.ts';
import { performanceCommand } from './commands/performance.ts';
import { restoreCommand } from './commands/restore.ts';
import { riskCommand } from './commands/risk.ts';
import { scanCommand } from './commands/scan.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { strandedCommand } from './commands/stranded.ts';
import { openTui, tuiCommand } from './commands/tui.ts';
import { userCommand } from './commands/user.ts';
import type { ConnectionOptions } from './connection.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { printable } from './output.ts';

const makers: Readonly<Record<string, (host: Host) => Command>> = {
  serve: serveCommand,
  dashboard: dashboardCommand,
  status: statusCommand,
  start: startCommand,
  stop: stopCommand,
  restart: restartCommand,
  kill: killCommand,
  opportunities: opportunitiesCommand,
  execute: executeCommand,
  orders: ordersCommand,
  balances: balancesCommand,
  performance: performanceCommand,
  decisions: decisionsCommand,
  risk: riskCommand,
  stranded: strandedCommand,
  config: configCommand,
  alerts: alertsCommand,
  notifications: notificationsCommand,
  logs: logsCommand,
  backtest: backtestCommand,
  scan: scanCommand,
  user: userCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
  api: apiCommand,
  tui: tuiCommand,
};

/** Runs one command line (without the names of Node and of the program) and gives its exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  try {
    await createProgram(host, args[0]).parseAsync(args, { from: 'user' });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
    if (!(error instanceof CommandFailure)) throw error;
    if (error.message !== '') host.stderr.write(`triquad: ${printable(error.message)}\n`);
    return error.exitCode;
  }
}

/** With the command that is `asked` for, or with all of them where it may be any: making each takes its time. */
function createProgram(host: Host, asked: string | undefined): Command {
  const program = withGlobalOptions(new Command('triquad'))
    .description('Finds and executes triangular and quadrangular arbitrage: the bot, its dashboard, its terminal.')
    .version(settings.version)
    .enablePositionalOptions()
    .allowExcessArguments()
    .action((options: ConnectionOptions) => {
      if (program.args.length > 0) program.error(`error: unknown command '${program.args[0]}'`);
      if (host.stdin.isTTY && host.stdout.isTTY) return openTui(host, options);
      host.stdout.write(program.helpInformation());
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      outputError: (text, write) =>
        write(
          `${text
            .trim()
            .replace(/^error:/, 'triquad:')
            .replaceAll('\n', ' ')
            .replace(/\.$/, '')}; see triquad --help\n`,
        ),
    });
  const one = asked === undefined || !Object.hasOwn(makers, asked) ? undefined : makers[asked];
  for (const make of one ? [one] : Object.values(makers)) program.addCommand(inheriting(program, make(host)));
  if (!one) program.addCommand(completionCommand(host, program).copyInheritedSettings(program));
  return program;
}

function inheriting(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheriting(command, child as Command);
  return command;
}
