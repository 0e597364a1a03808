import { figureOf, money, none, number, percent } from '@triquad/core';
import type { Opportunity, OpportunityStats } from '@triquad/core/contract';
import type { Command } from 'commander';
import type { Host } from '../host.ts';
import { oneOf } from '../parse.ts';
import type { Field } from '../printer.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';

interface Options {
  readonly type?: 'TRI' | 'QUAD';
}

/** `triquad best`: the most profitable valid opportunity; `null` as JSON without one. */
export const bestCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'best',
    description: 'the most profitable opportunity that is valid now',
    options: [option('--type <type>', 'only these: TRI, QUAD', oneOf(['TRI', 'QUAD'] as const))],
    examples: [
      ['triquad best', 'for you'],
      ["triquad best --json | jq -r '.id // empty'", 'its id, for a script'],
    ],
    run: async ({ bot, print, options: { type } }) => {
      const found = await bot.call('opportunities.best', { query: { ...(type && { type }) } });
      print.fields(found, (one) =>
        one === null ? [{ name: 'best', value: 'nothing is valid now' }] : bestFields(one),
      );
    },
  });

const bestFields = (one: Opportunity): Field[] => [
  { name: 'id', value: one.id },
  { name: 'cycle', value: `${one.type} ${one.exchange} ${one.symbols.join('→')}` },
  {
    name: 'profit',
    value: `${percent(one.profit_pct, { digits: 3, sign: true })}, ${money(figureOf(one, one.profit_usd), { sign: true })}`,
  },
  { name: 'capital', value: money(figureOf(one, one.capital_required)) },
  { name: 'found', value: one.detected_at ?? none },
];

/** `triquad stats`: how many opportunities there were lately. */
export const statsCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'stats',
    description: 'counts and averages of the opportunities of the last minutes',
    examples: [
      ['triquad stats', 'for you'],
      ['triquad stats --json | jq .per_minute', 'for a script'],
    ],
    run: async ({ bot, print }) => print.fields(await bot.call('opportunities.stats', {}), statsFields),
  });

const statsFields = (stats: OpportunityStats): Field[] => [
  { name: 'window', value: stats.window_seconds === null ? none : `${number(stats.window_seconds)} s` },
  { name: 'opportunities', value: `${number(stats.total)}, ${number(stats.valid)} valid now` },
  { name: 'dislocations', value: number(stats.dislocations) },
  { name: 'a minute', value: number(stats.per_minute, { digits: 1 }) },
  { name: 'average', value: percent(stats.avg_profit_pct, { digits: 3, sign: true }) },
  { name: 'best', value: percent(stats.max_profit_pct, { digits: 3, sign: true }) },
];
