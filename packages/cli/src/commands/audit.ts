import { none } from '@triquad/core';
import type { Audit } from '@triquad/core/contract';
import type { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { wholeBetween } from '../parse.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { isWithin, limitOption, type Period, periodOptions, rowsToAsk } from './list-options.ts';

interface Options extends Period {
  readonly actor?: string;
  readonly before?: number;
  readonly limit?: number;
}

const defaultLimit = 50;

const columns: readonly Column<Audit>[] = [
  { title: 'SEQ', optional: true, value: ({ seq }) => String(seq), align: 'right' },
  { title: 'TIME', value: ({ at }) => at },
  { title: 'ACTOR', value: ({ actor }) => actor },
  { title: 'SOURCE', optional: true, value: ({ source }) => source ?? none },
  { title: 'ACTION', value: ({ action }) => action },
  { title: 'TARGET', optional: true, value: ({ target }) => target ?? none, shrinks: true },
  { title: 'OUTCOME', value: ({ outcome }) => outcome, tone: ({ outcome }) => (outcome === 'ok' ? 'quiet' : 'warn') },
  { title: 'CHANGE', optional: true, value: changeOf, shrinks: true },
];

/** `triquad audit`: users' actions and their changes. */
export const auditCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'audit',
    description: 'who did what, and what it changed, newest first; for admins',
    options: [
      option('--actor <name>', 'only what one user did'),
      ...periodOptions(),
      option('--before <seq>', 'only entries before this one, to page on', wholeBetween(1, Number.MAX_SAFE_INTEGER)),
      limitOption(defaultLimit),
    ],
    examples: [
      ['triquad audit --actor ana --limit 10', 'the last ten calls of one user'],
      ['triquad audit --limit 500 --json | jq -r \'.[] | select(.action == "config.update") | .after\'', 'new limits'],
    ],
    run: list,
  });

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { actor, before, since, until, limit = defaultLimit } = options;
  const asked = rowsToAsk(limit, [since, until]);
  const query = { limit: asked, ...(actor && { actor }), ...(before && { before }) };
  const page = await bot.call('audit.list', { query });
  const rows = page.rows.filter(({ at }) => isWithin(options, at)).slice(0, limit);
  print.rows(rows, columns, rows);
}

/** `risk.stop_loss_pct 5 → 3`, one after the other. */
function changeOf({ before, after }: Audit): string {
  const [old, now] = [recordOf(before), recordOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.map((name) => `${name} ${shown(old[name])} → ${shown(now[name])}`).join(', ') || none;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });

const shown = (value: unknown): string =>
  value === undefined ? none : typeof value === 'string' ? value : JSON.stringify(value);
