import { Command } from 'commander';
import type { Bot } from '../bot.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { atLeast } from '../parse.ts';
import type { Field, Printer } from '../printer.ts';
import { clientCommand } from './client-command.ts';
import { assigned, type ConfigFields, dotted, isFields, known, settable } from './config-fields.ts';
import { withExamples } from './examples.ts';

interface Of {
  readonly of?: string;
}

interface LimitOptions extends Of {
  readonly position?: number;
  readonly volume?: number;
  readonly none?: true;
}

const columns: readonly Column<ConfigFields>[] = [
  { title: '', value: ({ is_active }) => (is_active === true ? '*' : '') },
  { title: 'NAME', value: ({ name }) => written(name), shrinks: true },
  { title: 'ID', value: ({ id }) => written(id) },
  { title: 'VERSION', value: ({ version }) => written(version), align: 'right' },
  { title: 'CHANGED', optional: true, value: ({ updated_at }) => written(updated_at) },
];

/** `triquad config [show|list|set|limit|create|activate|remove]`: the configurations of the bot. */
export function configCommand(host: Host): Command {
  const command = showing(host, new Command('config').description('how the bot trades: show, change, activate'));
  const commands = [
    showing(host, new Command('show').description('the active configuration, or another')),
    listCommand(host),
    setCommand(host),
    limitCommand(host),
    createCommand(host),
    activateCommand(host),
    removeCommand(host),
  ];
  for (const one of commands) command.addCommand(one.copyInheritedSettings(command));
  return command;
}

function showing(host: Host, command: Command): Command {
  clientCommand<Of>(host, of(command), async ({ bot, print, options }) => {
    show(print, await chosen(bot, options.of));
  });
  return withExamples(command, [
    ['triquad config', 'the active one'],
    ['triquad config show --of night --json | jq .risk', 'what another one risks'],
  ]);
}

function listCommand(host: Host): Command {
  const command = new Command('list').description('all of them; * marks the active one');
  clientCommand(host, command, async ({ bot, print }) => {
    const rows = await all(bot);
    print.rows(rows, columns, rows);
  });
  return withExamples(command, [['triquad config list', 'for you']]);
}

function setCommand(host: Host): Command {
  const command = of(new Command('set').description('change fields; the others stay')).argument(
    '<field=value...>',
    'dotted names as "triquad config" shows them; lists with commas',
  );
  clientCommand<Of>(host, command, async ({ bot, print, options, args: [assignments] }) => {
    const config = await chosen(bot, options.of);
    show(print, await change(bot, config, assigned(settable(config), several(assignments))));
  });
  return withExamples(command, [
    ['triquad config set auto_execute=false max_concurrent_orders=2', 'of the active one: in force at once'],
    ['triquad config set enabled_exchanges=kraken,okx --of night', 'of another; of the active one from the next start'],
    ['triquad config set risk.stop_loss_pct=5', 'a field within a field'],
  ]);
}

function limitCommand(host: Host): Command {
  const command = of(new Command('limit').description('what the bot may hold and buy of an asset, in USD'))
    .argument('<asset>', 'e.g. SOL')
    .option('--position <usd>', 'held at once', atLeast(0))
    .option('--volume <usd>', 'bought in a day', atLeast(0))
    .option('--none', 'no limit of its own');
  clientCommand<LimitOptions>(host, command, async ({ bot, print, options, args: [name = ''] }) => {
    const config = await chosen(bot, options.of);
    const asset = name.toUpperCase();
    const risk = isFields(config.risk) ? config.risk : {};
    const { [asset]: before, ...others } = isFields(risk.assets) ? risk.assets : {};
    const assets = options.none === true ? others : { ...others, [asset]: limitOf(asset, before, options) };
    show(print, await change(bot, config, { risk: { ...risk, assets } }));
  });
  return withExamples(command, [
    ['triquad config limit SOL --position 500 --volume 2000', 'a new one'],
    ['triquad config limit BTC --position 2000', 'its daily volume stays'],
    ['triquad config limit BNB --none', 'without a limit of its own'],
  ]);
}

function limitOf(asset: string, before: unknown, { position, volume }: LimitOptions): ConfigFields {
  const now = isFields(before) ? before : {};
  const [max_position, max_daily_volume] = [position ?? now.max_position, volume ?? now.max_daily_volume];
  if (position === undefined && volume === undefined) {
    throw new CommandFailure('give --position, --volume, or --none', exitCode.usage);
  }
  if (max_position === undefined || max_daily_volume === undefined) {
    throw new CommandFailure(`${asset} has no limit yet: give both --position and --volume`, exitCode.usage);
  }
  return { max_position, max_daily_volume };
}

function createCommand(host: Host): Command {
  const command = new Command('create')
    .description('a new one: a copy with another name, not yet active')
    .argument('<name>', 'name of the new one')
    .argument('[field=value...]', 'what is other in it')
    .option('--of <config>', 'copy this one, by id or name (default: the active one)');
  clientCommand<Of>(host, command, async ({ bot, print, options, args: [name = '', assignments] }) => {
    const fields = settable(await chosen(bot, options.of));
    const changes = assigned(fields, several(assignments));
    show(print, await bot.call('config.create', { body: { ...fields, ...changes, name } as never }));
  });
  return withExamples(command, [
    ['triquad config create night max_capital_per_route=200', 'as the active one, with less capital'],
    ['triquad config create copy --of night --json | jq -r .id', 'for a script'],
  ]);
}

function activateCommand(host: Host): Command {
  const command = new Command('activate')
    .description('make it the one that drives the bot')
    .argument('<config>', 'its id or name');
  clientCommand(host, command, async ({ bot, print, args: [which = ''] }) => {
    show(print, await bot.call('config.activate', { path: { id: idOf(await chosen(bot, which)) } }));
  });
  return withExamples(command, [['triquad config activate night', 'by its name']]);
}

function removeCommand(host: Host): Command {
  const command = new Command('remove').description('delete one').argument('<config>', 'its id or name');
  clientCommand(host, command, async ({ bot, print, args: [which = ''] }) => {
    const config = await chosen(bot, which);
    await bot.call('config.delete', { path: { id: idOf(config) } });
    print.note(`${written(config.name)} is deleted`);
  });
  return withExamples(command, [['triquad config remove night', 'the active one cannot be deleted']]);
}

/** The words of an argument that takes as many as there are. */
const several = (words: unknown): readonly string[] => (Array.isArray(words) ? words : []);

const of = (command: Command): Command => command.option('--of <config>', 'another than the active one, by id or name');

async function all(bot: Bot): Promise<readonly ConfigFields[]> {
  const most = 500;
  const { rows } = await bot.call('config.all', { query: { limit: most } });
  return rows;
}

/** The one with this id or name; the active one where nothing is said. */
async function chosen(bot: Bot, which: string | undefined): Promise<ConfigFields> {
  if (which === undefined) return known(await bot.call('config.current', {}));
  const found = (await all(bot)).filter((config) => written(config.id) === which || config.name === which);
  const [one, another] = found;
  if (one !== undefined && another === undefined) return known(one);
  const what = one === undefined ? `there is no configuration ${which}` : `several are called ${which}: give an id`;
  throw new CommandFailure(`${what}; "triquad config list" shows them`, exitCode.refused);
}

function change(bot: Bot, config: ConfigFields, changes: ConfigFields): Promise<ConfigFields> {
  const { version } = config;
  // A bot that does not number them may take a whole one alone.
  const body = version === undefined ? { ...settable(config), ...changes } : { ...changes, version };
  return bot.call('config.update', { path: { id: idOf(config) }, body: body as never });
}

const idOf = ({ id }: ConfigFields): string => written(id);

function show(print: Printer, config: ConfigFields): void {
  print.fields(config, (fields) =>
    dotted(known(fields)).map(([name, value]): Field => ({ name, value: written(value) })),
  );
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'all' : value.join(',');
  return value === null || value === undefined ? '—' : String(value);
}
