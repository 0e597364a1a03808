import { botConditionOf, duration, money, none, number, percent } from '@triquad/core';
import type { BotStatus } from '@triquad/core/contract';
import type { Command } from 'commander';
import { conditionTones } from '../condition-tones.ts';
import type { Host } from '../host.ts';
import type { Field } from '../printer.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';

/** `triquad status`. */
export const statusCommand = (host: Host): Command =>
  defineClientCommand<{ readonly all?: true }>(host, {
    name: 'status',
    description: 'what the bot is doing',
    options: [option('--all', 'of every bot that has a context, and of the one of this machine')],
    examples: [
      ['triquad status', 'for you'],
      ['triquad status --json | jq -r .bot_status', 'for a script'],
      ['triquad status --all --timeout 5', 'several bots; exit code 3 when one cannot be reached'],
    ],
    run: async (task) => {
      if (task.options.all) return (await import('../status-of-all.ts')).statusOfAll(task);
      task.print.fields(await task.bot.call('bot.status', {}), statusFields);
    },
  });

export function statusFields(status: BotStatus): Field[] {
  const halted = status.halted;
  const condition = botConditionOf(status);
  return [
    { name: 'state', value: condition.toUpperCase(), tone: conditionTones[condition] },
    ...(halted ? [{ name: 'halted', value: haltText(halted), tone: 'bad' as const }] : []),
    { name: 'mode', value: (status.mode ?? none).toUpperCase(), tone: status.mode === 'live' ? 'warn' : undefined },
    { name: 'market', value: status.market_source ?? none },
    { name: 'uptime', value: status.is_running && status.uptime !== null ? duration(status.uptime) : none },
    { name: 'exchanges', value: status.enabled_exchanges.join(' ') || none },
    { name: 'pairs', value: number(status.trading_pairs_count) },
    { name: 'min profit', value: percent(status.min_profit_threshold) },
    { name: 'per route', value: money(status.max_capital_per_route) },
    ...(status.fees ?? []).map(({ exchange, detail }) => ({ name: `fees ${exchange}`, value: detail })),
    { name: 'found', value: number(status.opportunities_found) },
    { name: 'executed', value: `${number(status.executions_today)} today` },
    ...(status.message ? [{ name: 'message', value: status.message }] : []),
  ];
}

const haltText = ({ reason, at }: NonNullable<BotStatus['halted']>): string =>
  [reason.trim() || 'no reason given', ...(at === null ? [] : [at])].join(', ');
