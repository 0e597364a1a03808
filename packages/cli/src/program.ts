import type { Command } from 'commander';
import { refuseUnknown } from './commands/define-command.ts';
import { completeWord } from './complete-word.ts';
import { exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { type Makers, perform, programOf } from './run-command.ts';

const makers: Makers = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  dashboard: async () => (await import('./commands/dashboard.ts')).dashboardCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  start: async () => (await import('./commands/lifecycle.ts')).startCommand,
  stop: async () => (await import('./commands/lifecycle.ts')).stopCommand,
  restart: async () => (await import('./commands/lifecycle.ts')).restartCommand,
  ensure: async () => (await import('./commands/ensure.ts')).ensureCommand,
  wait: async () => (await import('./commands/wait.ts')).waitCommand,
  mode: async () => (await import('./commands/mode.ts')).modeCommand,
  kill: async () => (await import('./commands/kill.ts')).killCommand,
  flatten: async () => (await import('./commands/flatten.ts')).flattenCommand,
  opportunities: async () => (await import('./commands/opportunities.ts')).opportunitiesCommand,
  best: async () => (await import('./commands/best.ts')).bestCommand,
  stats: async () => (await import('./commands/best.ts')).statsCommand,
  preview: async () => (await import('./commands/preview.ts')).previewCommand,
  execute: async () => (await import('./commands/execute.ts')).executeCommand,
  orders: async () => (await import('./commands/orders.ts')).ordersCommand,
  trades: async () => (await import('./commands/trades.ts')).tradesCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  life: async () => (await import('./commands/history.ts')).lifeCommand,
  balances: async () => (await import('./commands/balances.ts')).balancesCommand,
  performance: async () => (await import('./commands/performance.ts')).performanceCommand,
  metrics: async () => (await import('./commands/metrics.ts')).metricsCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  decisions: async () => (await import('./commands/decisions.ts')).decisionsCommand,
  risk: async () => (await import('./commands/risk.ts')).riskCommand,
  residuals: async () => (await import('./commands/residuals.ts')).residualsCommand,
  differences: async () => (await import('./commands/differences.ts')).differencesCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  alerts: async () => (await import('./commands/alerts.ts')).alertsCommand,
  notifications: async () => (await import('./commands/notifications.ts')).notificationsCommand,
  logs: async () => (await import('./commands/logs.ts')).logsCommand,
  events: async () => (await import('./commands/events.ts')).eventsCommand,
  backtest: async () => (await import('./commands/backtest.ts')).backtestCommand,
  scan: async () => (await import('./commands/scan.ts')).scanCommand,
  whatif: async () => (await import('./commands/whatif.ts')).whatIfCommand,
  market: async () => (await import('./commands/market.ts')).marketCommand,
  exchanges: async () => (await import('./commands/exchange.ts')).exchangesCommand,
  record: async () => (await import('./commands/record.ts')).recordCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  data: async () => (await import('./commands/data.ts')).dataCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  login: async () => (await import('./commands/login.ts')).loginCommand,
  logout: async () => (await import('./commands/login.ts')).logoutCommand,
  context: async () => (await import('./commands/context.ts')).contextCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  bugreport: async () => (await import('./commands/bugreport.ts')).bugreportCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  compact: async () => (await import('./commands/compact.ts')).compactCommand,
  rotate: async () => (await import('./commands/rotate.ts')).rotateCommand,
  adopt: async () => (await import('./commands/adopt.ts')).adoptCommand,
  api: async () => (await import('./commands/api.ts')).apiCommand,
  tui: async () => (await import('./commands/tui.ts')).tuiCommand,
  version: async () => (await import('./commands/version.ts')).versionCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

/** Commands by their names of earlier versions. */
const renamed: Readonly<Record<string, string>> = { stranded: 'residuals', exchange: 'exchanges' };

/** Runs one command line (without the names of Node and of the program) and gives its exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  if (args[0] === completeWord) {
    const { candidates } = await import('./complete.ts');
    host.stdout.write(
      (await candidates(await createProgram(host), args.slice(1), host)).map((one) => `${one}\n`).join(''),
    );
    return exitCode.done;
  }
  if (args[0] === 'help' && args[1] !== undefined && (await explained(args[1], args[2], host))) return exitCode.done;
  // `help config set` is `config set --help`.
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  return perform(words, host, await createProgram(host, words[0]));
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

/** The whole program, or only the root and the command `asked` for, because loading all of them takes time. */
export async function createProgram(host: Host, asked?: string): Promise<Command> {
  const name = asked === undefined ? undefined : (renamed[asked] ?? asked);
  const one = name === undefined || !Object.hasOwn(makers, name) ? undefined : makers[name];
  const needed = asked === '--version' ? [] : one ? [one] : Object.values(makers);
  const program = programOf(host, await Promise.all(needed.map((load) => load())));
  return program.action(async () => {
    refuseUnknown(program);
    if (host.stdin.isTTY && host.stdout.isTTY) return (await import('./commands/tui.ts')).openTui(host, program.opts());
    host.stdout.write(program.helpInformation());
  });
}
