import { duration, money, none, number, percent } from '@triquad/core';
import type { BotStatus } from '@triquad/core/contract';
import { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Tone } from '../output.ts';
import type { Field } from '../printer.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

/** `triquad status`. */
export function statusCommand(host: Host): Command {
  const command = new Command('status').description('what the bot is doing');
  clientCommand(host, command, async ({ bot, print }) => {
    const status = await bot.call('bot.status', {});
    print.fields(status, statusFields);
  });
  return withExamples(command, [
    ['triquad status', 'for you'],
    ['triquad status --json | jq -r .bot_status', 'for a script'],
  ]);
}

export function statusFields(status: BotStatus): Field[] {
  const halted = status.halted;
  return [
    { name: 'state', value: (status.bot_status ?? none).toUpperCase(), tone: toneOf(status) },
    ...(halted ? [{ name: 'halted', value: `${halted.reason}, ${halted.at ?? none}`, tone: 'bad' as const }] : []),
    { name: 'mode', value: (status.mode ?? none).toUpperCase(), tone: status.mode === 'live' ? 'warn' : undefined },
    { name: 'market', value: status.market_source ?? none },
    { name: 'uptime', value: status.is_running && status.uptime !== null ? duration(status.uptime) : none },
    { name: 'exchanges', value: status.enabled_exchanges.join(' ') || none },
    { name: 'pairs', value: number(status.trading_pairs_count) },
    { name: 'min profit', value: percent(status.min_profit_threshold) },
    { name: 'per route', value: money(status.max_capital_per_route) },
    { name: 'found', value: number(status.opportunities_found) },
    { name: 'executed', value: `${number(status.executions_today)} today` },
    ...(status.message ? [{ name: 'message', value: status.message }] : []),
  ];
}

function toneOf(status: BotStatus): Tone {
  if (status.halted || status.bot_status === 'error') return 'bad';
  return status.is_running ? 'good' : 'warn';
}
