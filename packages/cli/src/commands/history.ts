import { amount, figureOf, money, none, percent } from '@triquad/core';
import type { Decided, Life } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { Argument, type Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { oneOf } from '../parse.ts';
import type { Field } from '../printer.ts';
import { ownSource } from '../source-column.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';
import { limitOption, periodOptions } from './list-options.ts';

interface Options {
  readonly since?: string;
  readonly until?: string;
  readonly code?: string;
  readonly exchange?: string;
  readonly type?: 'TRI' | 'QUAD';
  readonly find?: string;
  readonly limit?: number;
}

const defaultLimit = 50;

const columns: readonly Column<Decided>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'TIME', optional: true, value: ({ at }) => at },
  { title: 'TYPE', optional: true, value: ({ type }) => type },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'PATH', value: ({ symbols }) => symbols.join('→'), shrinks: true },
  {
    title: 'PROFIT',
    value: ({ profit_pct }) => profit_pct,
    shown: ({ profit_pct }) => percent(profit_pct, { digits: 3, sign: true }),
    align: 'right',
  },
  {
    title: 'NEEDED',
    optional: true,
    value: ({ threshold_pct }) => threshold_pct,
    shown: ({ threshold_pct }) => percent(threshold_pct, { digits: 3 }),
    align: 'right',
  },
  { title: 'CODE', value: ({ reason }) => reason },
  ownSource,
];

/** `triquad history`: the decision on each opportunity, as far back as the bot keeps decisions. */
export const historyCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'history',
    description: 'what was decided of each opportunity, newest first',
    options: [
      ...periodOptions(),
      option('--code <code>', 'only these, e.g. executed or below_threshold'),
      option('--exchange <name>', 'only those of one exchange'),
      option('--type <type>', 'only these: TRI, QUAD', oneOf(['TRI', 'QUAD'] as const)),
      option('--find <text>', 'part of an id, a currency, an exchange, a code'),
      limitOption(defaultLimit),
    ],
    examples: [
      ['triquad history --code executed --since 2026-01-31', 'what was traded'],
      ["triquad history --code below_threshold --json | jq 'map(.profit_pct) | max'", 'the nearest miss'],
    ],
    run: async ({ bot, print, options }) => {
      const { since, until, code, exchange, type, find, limit = defaultLimit } = options;
      const query = {
        limit,
        ...(since && { from: since }),
        ...(until && { to: until }),
        ...(code && { code }),
        ...(exchange && { exchange: exchange.toLowerCase() }),
        ...(type && { type }),
        ...(find && { q: find }),
      };
      const { body, page } = await bot.call('history.list', { query });
      print.rows(body.rows, columns, body.rows);
      if (page.next !== null) print.note(`more than ${limit} match; --until ${body.rows.at(-1)?.at} continues`);
    },
  });

/** `triquad life <id>`: found, decided, executed leg by leg, and the facts of the journal. */
export const lifeCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'life',
    description: 'one life of an opportunity, by its id or that of its execution, of an order or of a decision',
    arguments: [new Argument('<id>', 'as "triquad history" or "triquad trades" names it')],
    examples: [
      ['triquad life 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11', 'for you'],
      ["triquad life 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11 --json | jq '.facts[].type'", 'what the journal says'],
    ],
    run: async ({ bot, print, args: [id = ''] }) =>
      print.fields(await bot.call('history.get', { path: { id } }), lifeFields),
  });

function lifeFields(life: Life): Field[] {
  const { id, opportunity_id, execution_id, found, decisions, trigger, trade, left, facts, forgotten } = life;
  return [
    { name: 'id', value: id },
    { name: 'opportunity', value: opportunity_id ?? none },
    { name: 'execution', value: execution_id ?? none },
    ...(found === null
      ? []
      : [
          { name: 'found', value: found.at ?? none },
          {
            name: 'showed',
            value: `${percent(found.profit_pct, { digits: 3, sign: true })}, ${money(figureOf(life, found.profit_usd), { sign: true })} of ${money(figureOf(life, found.capital_usd))}, needed ${percent(found.threshold_pct, { digits: 3 })}`,
          },
        ]),
    ...decisions.map(({ at, reason, detail }) => ({ name: 'decided', value: `${at} ${reason}: ${detail}` })),
    ...(trigger === null ? [] : [{ name: 'started', value: trigger }]),
    ...(trade?.legs ?? []).map((leg, at) => ({
      name: `leg ${leg.leg ?? at + 1}`,
      value: `${leg.side} ${amount(leg.quantity)} of ${amount(leg.expected_quantity)} ${leg.market} at ${amount(leg.price)}, planned ${amount(leg.expected_price)}, ${leg.status}, ${leg.ms ?? none} ms`,
    })),
    ...(trade === null
      ? []
      : [
          {
            name: 'result',
            value: `${trade.status}: ${money(figureOf(trade, trade.profit), { sign: true })} of ${money(figureOf(trade, trade.expected_profit), { sign: true })} shown, fees ${money(figureOf(trade, trade.fees))}`,
            tone: (trade.profit ?? 0) < 0 ? ('bad' as const) : ('good' as const),
          },
        ]),
    ...left.map(({ asset, amount: rest, stranded, reason }) => ({
      name: stranded ? 'residual' : 'dust',
      value: [`${rest} ${asset}`, english.left(reason) ?? []].flat().join(': '),
    })),
    ...facts.map(({ seq, at, type }) => ({ name: `fact ${seq}`, value: `${at ?? none} ${type}` })),
    ...forgotten.map((what) => ({ name: 'not kept', value: what })),
  ];
}
