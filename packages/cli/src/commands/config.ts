import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { atLeast } from '../parse.ts';
import { defineClientCommand } from './client-command.ts';
import { applyCommand, diffCommand, editCommand, exportCommand } from './config-document.ts';
import { assigned, type ConfigFields, isFields, settable } from './config-fields.ts';
import {
  all,
  change,
  chosen,
  idOf,
  noteNextStart,
  type Of,
  ofOption,
  refuseUnlessDivided,
  show,
  written,
} from './config-of-bot.ts';
import { option } from './define-command.ts';
import { askPermission, knownOf } from './permission.ts';

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

/** `triquad config [show|list|set|limit|edit|export|diff|apply|create|activate|remove]`: the configurations of the bot. */
export const configCommand = (host: Host): Command =>
  showCommand(host, 'config', 'how the bot trades: show, change, activate', [
    showCommand(host, 'show', 'the active configuration, or another'),
    listCommand(host),
    setCommand(host),
    limitCommand(host),
    editCommand(host),
    exportCommand(host),
    diffCommand(host),
    applyCommand(host),
    createCommand(host),
    activateCommand(host),
    removeCommand(host),
  ]);

const showCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand<Of>(host, {
    name,
    description,
    subcommands,
    options: [ofOption()],
    examples: [
      ['triquad config', 'the active one'],
      ['triquad config show --of night --json | jq .risk', 'what another one risks'],
    ],
    run: async ({ bot, print, options }) => show(print, await chosen(bot, options.of)),
  });

const listCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'list',
    description: 'all of them; * marks the active one',
    examples: [
      ['triquad config list', 'for you'],
      ["triquad config list --json | jq -r '.[] | select(.is_active).name'", 'the active one, for a script'],
    ],
    run: async ({ bot, print }) => {
      const rows = await all(bot);
      print.rows(rows, columns, rows);
    },
  });

const setCommand = (host: Host): Command =>
  defineClientCommand<Of>(host, {
    name: 'set',
    description: 'change fields; the others stay. Some take effect at once, others with the next start: it says which',
    arguments: [new Argument('<field=value...>', 'dotted names as "triquad config" shows them; lists with commas')],
    options: [ofOption()],
    exits: ['conflict'],
    examples: [
      ['triquad config set auto_execute=false max_concurrent_orders=2', 'of the active one: in force at once'],
      ['triquad config set enabled_exchanges=kraken,okx --of night', 'of another'],
      ['triquad config set risk.stop_loss_pct=5', 'a field within a field'],
      ['triquad config set by_hand.kraken=TRI', 'left to you at one exchange; by_hand.kraken= takes it back'],
    ],
    run: async ({ bot, print, options, args: [assignments] }) => {
      const config = await chosen(bot, options.of);
      const changes = assigned(settable(config), several(assignments));
      if ('by_hand' in changes) await refuseUnlessDivided(bot);
      show(print, await change(bot, config, changes));
      if (config.is_active === true) await noteNextStart(bot, print, changes);
    },
  });

const limitCommand = (host: Host): Command =>
  defineClientCommand<LimitOptions>(host, {
    name: 'limit',
    description: 'what the bot may hold and buy of an asset, in USD',
    arguments: [new Argument('<asset>', 'e.g. SOL')],
    options: [
      ofOption(),
      option('--position <usd>', 'held at once', atLeast(0)),
      option('--volume <usd>', 'bought in a day', atLeast(0)),
      option('--none', 'no limit of its own').conflicts(['position', 'volume']),
    ],
    exits: ['conflict'],
    examples: [
      ['triquad config limit SOL --position 500 --volume 2000', 'a new one'],
      ['triquad config limit BTC --position 2000', 'its daily volume stays'],
      ['triquad config limit BNB --none', 'without a limit of its own'],
    ],
    run: async ({ bot, print, options, args: [name = ''] }) => {
      const config = await chosen(bot, options.of);
      const asset = name.toUpperCase();
      const risk = isFields(config.risk) ? config.risk : {};
      const { [asset]: before, ...others } = isFields(risk.assets) ? risk.assets : {};
      const assets = options.none === true ? others : { ...others, [asset]: limitOf(asset, before, options) };
      show(print, await change(bot, config, { risk: { ...risk, assets } }));
    },
  });

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

const createCommand = (host: Host): Command =>
  defineClientCommand<Of>(host, {
    name: 'create',
    description: 'a new one: a copy with another name, not yet active',
    arguments: [new Argument('<name>', 'name of the new one'), new Argument('[field=value...]', 'what differs in it')],
    options: [option('--of <config>', 'copy this one, by id or name (default: the active one)')],
    exits: ['conflict'],
    examples: [
      ['triquad config create night max_capital_per_route=200', 'as the active one, with less capital'],
      ['triquad config create copy --of night --json | jq -r .id', 'for a script'],
    ],
    run: async ({ bot, print, options, args: [name = '', assignments] }) => {
      const fields = settable(await chosen(bot, options.of));
      const changes = assigned(fields, several(assignments));
      if ('by_hand' in changes) await refuseUnlessDivided(bot);
      show(print, await bot.call('config.create', { body: { ...fields, ...changes, name } as never }));
    },
  });

const activateCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'activate',
    description: 'make it the one that drives the bot; asks',
    arguments: [new Argument('<config>', 'its id or name')],
    exits: ['conflict'],
    examples: [
      ['triquad config activate night', 'by its name'],
      ['triquad config activate night --yes && triquad restart --wait', 'and use all of it, for a script'],
    ],
    run: async (task) => {
      const { bot, print, args } = task;
      const config = await chosen(bot, args[0] ?? '');
      const id = idOf(config);
      const what = `the configuration ${written(config.name)} is to drive the bot`;
      await askPermission(task, await knownOf(task), { type: 'ActivateConfig', id }, what);
      show(print, await bot.call('config.activate', { path: { id } }));
      await noteNextStart(bot, print, config);
    },
  });

const removeCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'remove',
    description: 'delete one; asks',
    arguments: [new Argument('<config>', 'its id or name')],
    exits: ['conflict'],
    examples: [
      ['triquad config remove night', 'the active one cannot be deleted'],
      ['triquad config remove night --yes --json', 'for a script'],
    ],
    run: async (task) => {
      const { bot, print, args } = task;
      const config = await chosen(bot, args[0] ?? '');
      const [id, name] = [idOf(config), written(config.name)];
      const what = `the configuration ${name} is to be deleted`;
      await askPermission(task, await knownOf(task), { type: 'DeleteConfig', id }, what);
      await bot.call('config.delete', { path: { id } });
      print.fields({ id, name, removed: true }, () => [{ name: 'removed', value: name }]);
    },
  });

/** The words of a variadic argument. */
const several = (words: unknown): readonly string[] => (Array.isArray(words) ? words : []);
