import type { Option } from 'commander';
import type { Bot } from '../bot.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Field, Printer } from '../printer.ts';
import { type ConfigFields, dotted, known, settable } from './config-fields.ts';
import { option } from './define-command.ts';

export interface Of {
  readonly of?: string;
}

/** Fields that a bot takes with its next start; all others take effect at once. */
const fieldsOfStart: readonly string[] = [
  'enabled_exchanges',
  'trading_pairs',
  'enable_triangular',
  'enable_quadrangular',
  'min_profit_threshold',
  'max_capital_per_route',
];

/** Says which of the changes a bot that runs takes only with its next start. */
export async function noteNextStart(bot: Bot, print: Printer, changes: ConfigFields): Promise<void> {
  const waiting = Object.keys(changes).filter((field) => fieldsOfStart.includes(field));
  if (waiting.length === 0 || !(await bot.call('bot.status', {})).is_running) return;
  const verb = waiting.length === 1 ? 'applies' : 'apply';
  print.note(`the bot runs: ${waiting.join(', ')} ${verb} from the next start ("triquad restart")`);
}

/** @throws CommandFailure for a bot that would ignore `by_hand` and execute all the same. */
export async function refuseUnlessDivided(bot: Bot): Promise<void> {
  const { capabilities } = await bot.call('health', {});
  if (capabilities.includes('config.by_hand')) return;
  throw new CommandFailure(
    'this bot leaves nothing to you by exchange and type: auto_execute=false leaves all',
    exitCode.refused,
  );
}

export const ofOption = (): Option => option('--of <config>', 'another than the active one, by id or name');

export async function all(bot: Bot): Promise<readonly ConfigFields[]> {
  const most = 500;
  const { rows } = await bot.call('config.all', { query: { limit: most } });
  return rows;
}

/** The one with this id or name, by default the active one. */
export async function chosen(bot: Bot, which: string | undefined): Promise<ConfigFields> {
  if (which === undefined) return known(await bot.call('config.current', {}));
  const found = (await all(bot)).filter((config) => written(config.id) === which || config.name === which);
  const [one, another] = found;
  if (one !== undefined && another === undefined) return known(one);
  const what = one === undefined ? `there is no configuration ${which}` : `several are called ${which}: give an id`;
  throw new CommandFailure(`${what}; "triquad config list" shows them`, exitCode.refused);
}

export function change(bot: Bot, config: ConfigFields, changes: ConfigFields): Promise<ConfigFields> {
  const { version } = config;
  // A bot without versions may accept only a whole configuration.
  const body = version === undefined ? { ...settable(config), ...changes } : { ...changes, version };
  return bot.call('config.update', { path: { id: idOf(config) }, body: body as never });
}

export const idOf = ({ id }: ConfigFields): string => written(id);

export function show(print: Printer, config: ConfigFields): void {
  print.fields(config, (fields) =>
    dotted(known(fields)).map(([name, value]): Field => ({ name, value: written(value) })),
  );
}

export function written(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'all' : value.join(',');
  return value === null || value === undefined ? '—' : String(value);
}
