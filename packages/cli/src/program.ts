import { Command, CommanderError } from 'commander';
import settings from '../package.json' with { type: 'json' };
import { adoptCommand } from './commands/adopt.ts';
import { alertsCommand } from './commands/alerts.ts';
import { apiCommand } from './commands/api.ts';
import { auditCommand } from './commands/audit.ts';
import { backtestCommand } from './commands/backtest.ts';
import { backupCommand } from './commands/backup.ts';
import { balancesCommand } from './commands/balances.ts';
import { bestCommand, statsCommand } from './commands/best.ts';
import { bugreportCommand } from './commands/bugreport.ts';
import { compactCommand } from './commands/compact.ts';
import { completeWord, completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { connectionOptions } from './commands/connection-options.ts';
import { contextCommand } from './commands/context.ts';
import { dashboardCommand } from './commands/dashboard.ts';
import { dataCommand } from './commands/data.ts';
import { decisionsCommand } from './commands/decisions.ts';
import { commonOptions, refuseUnknown, strict } from './commands/define-command.ts';
import { differencesCommand } from './commands/differences.ts';
import { doctorCommand } from './commands/doctor.ts';
import { ensureCommand } from './commands/ensure.ts';
import { eventsCommand } from './commands/events.ts';
import { exchangesCommand } from './commands/exchange.ts';
import { executeCommand } from './commands/execute.ts';
import { flattenCommand } from './commands/flatten.ts';
import { historyCommand, lifeCommand } from './commands/history.ts';
import { killCommand } from './commands/kill.ts';
import { restartCommand, startCommand, stopCommand } from './commands/lifecycle.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { logsCommand } from './commands/logs.ts';
import { marketCommand } from './commands/market.ts';
import { metricsCommand } from './commands/metrics.ts';
import { modeCommand } from './commands/mode.ts';
import { notificationsCommand } from './commands/notifications.ts';
import { opportunitiesCommand } from './commands/opportunities.ts';
import { ordersCommand } from './commands/orders.ts';
import { performanceCommand } from './commands/performance.ts';
import { previewCommand } from './commands/preview.ts';
import { recordCommand } from './commands/record.ts';
import { residualsCommand } from './commands/residuals.ts';
import { restoreCommand } from './commands/restore.ts';
import { riskCommand } from './commands/risk.ts';
import { scanCommand } from './commands/scan.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { tradesCommand } from './commands/trades.ts';
import { openTui, tuiCommand } from './commands/tui.ts';
import { userCommand } from './commands/user.ts';
import { versionCommand } from './commands/version.ts';
import { waitCommand } from './commands/wait.ts';
import { whatIfCommand } from './commands/whatif.ts';
import { CommandFailure, exitCode, exitNameOf } from './exit-code.ts';
import type { Host } from './host.ts';
import { jsonLine, printable } from './output.ts';

const makers: Readonly<Record<string, (host: Host) => Command>> = {
  serve: serveCommand,
  dashboard: dashboardCommand,
  status: statusCommand,
  start: startCommand,
  stop: stopCommand,
  restart: restartCommand,
  ensure: ensureCommand,
  wait: waitCommand,
  mode: modeCommand,
  kill: killCommand,
  flatten: flattenCommand,
  opportunities: opportunitiesCommand,
  best: bestCommand,
  stats: statsCommand,
  preview: previewCommand,
  execute: executeCommand,
  orders: ordersCommand,
  trades: tradesCommand,
  history: historyCommand,
  life: lifeCommand,
  balances: balancesCommand,
  performance: performanceCommand,
  metrics: metricsCommand,
  audit: auditCommand,
  decisions: decisionsCommand,
  risk: riskCommand,
  residuals: residualsCommand,
  differences: differencesCommand,
  config: configCommand,
  alerts: alertsCommand,
  notifications: notificationsCommand,
  logs: logsCommand,
  events: eventsCommand,
  backtest: backtestCommand,
  scan: scanCommand,
  whatif: whatIfCommand,
  market: marketCommand,
  exchanges: exchangesCommand,
  record: recordCommand,
  data: dataCommand,
  login: loginCommand,
  logout: logoutCommand,
  context: contextCommand,
  user: userCommand,
  doctor: doctorCommand,
  bugreport: bugreportCommand,
  backup: backupCommand,
  restore: restoreCommand,
  compact: compactCommand,
  adopt: adoptCommand,
  api: apiCommand,
  tui: tuiCommand,
  version: versionCommand,
  completion: completionCommand,
};

/** Commands by their names of earlier versions. */
const renamed: Readonly<Record<string, string>> = { stranded: 'residuals', exchange: 'exchanges' };

/** Runs one command line (without the names of Node and of the program) and gives its exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  if (args[0] === completeWord) {
    const { candidates } = await import('./complete.ts');
    host.stdout.write((await candidates(createProgram(host), args.slice(1), host)).map((one) => `${one}\n`).join(''));
    return exitCode.done;
  }
  if (args[0] === 'help' && args[1] !== undefined && (await explained(args[1], args[2], host))) return exitCode.done;
  // `help config set` is `config set --help`.
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  try {
    await createProgram(host, words[0]).parseAsync(words, { from: 'user' });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
    if (!(error instanceof CommandFailure)) throw error;
    if (error.message !== '') host.stderr.write(args.includes('--json') ? errorDocument(error) : errorLine(error));
    return error.exitCode;
  }
}

/** Prints what `help <topic>` explains; false where it is no topic. */
async function explained(topic: string, more: string | undefined, { stdout }: Host): Promise<boolean> {
  if (topic === 'json' && (more === undefined || more === '--json')) {
    const { jsonSchemas } = await import('./json-schemas.ts');
    stdout.write(`${JSON.stringify(jsonSchemas(), null, more === undefined ? 2 : undefined)}\n`);
    return true;
  }
  const { helpTopics } = await import('./help-topics.ts');
  if (more !== undefined || !Object.hasOwn(helpTopics, topic)) return false;
  stdout.write(helpTopics[topic as keyof typeof helpTopics]());
  return true;
}

const errorLine = ({ message }: CommandFailure): string => `triquad: ${printable(message)}\n`;

const errorDocument = ({ message, exitCode: exit, code }: CommandFailure): string =>
  jsonLine({ error: { exit_code: exit, kind: exitNameOf(exit), code, message } });

/** The whole program, or only the root and the command `asked` for, because making all of them takes time. */
export function createProgram(host: Host, asked?: string): Command {
  const program = strict(host, new Command('triquad'));
  program
    .description('Finds and executes triangular and quadrangular arbitrage: the bot, its dashboard, its terminal.')
    .version(settings.version)
    .addHelpText(
      'after',
      '\nhelp <command> shows its options, exit codes and examples; help exit-codes, environment, scripts, contexts and json explain these.',
    );
  for (const one of [...connectionOptions(), ...commonOptions()]) program.addOption(one);
  const name = asked === undefined ? undefined : (renamed[asked] ?? asked);
  const one = name === undefined || !Object.hasOwn(makers, name) ? undefined : makers[name];
  for (const make of one ? [one] : Object.values(makers)) program.addCommand(make(host));
  return program.action(async () => {
    refuseUnknown(program);
    if (host.stdin.isTTY && host.stdout.isTTY) return openTui(host, program.opts());
    host.stdout.write(program.helpInformation());
  });
}
