import { botConditionOf, dollars, duration, marketKind, none, number, percent } from '@triquad/core';
import type { BotStatus } from '@triquad/core/contract';
import { conditionTones } from './condition-tones.ts';
import type { Field } from './printer.ts';

/** Printed fields of the bot's state. */
export function statusFields(status: BotStatus): Field[] {
  const halted = status.halted;
  const condition = botConditionOf(status);
  return [
    { name: 'state', value: condition.toUpperCase(), tone: conditionTones[condition] },
    ...(halted ? [{ name: 'halted', value: haltText(halted), tone: 'bad' as const }] : []),
    { name: 'mode', value: (status.mode ?? none).toUpperCase(), tone: status.mode === 'live' ? 'warn' : undefined },
    { name: 'market', value: marketKind(status) ?? none },
    { name: 'uptime', value: status.is_running && status.uptime !== null ? duration(status.uptime) : none },
    { name: 'exchanges', value: status.enabled_exchanges.join(' ') || none },
    { name: 'pairs', value: number(status.trading_pairs_count) },
    { name: 'min profit', value: percent(status.min_profit_threshold) },
    { name: 'per route', value: dollars(status.max_capital_per_route) },
    ...(status.fees ?? []).map(({ exchange, detail }) => ({ name: `fees ${exchange}`, value: detail })),
    { name: 'found', value: number(status.opportunities_found) },
    { name: 'executed', value: `${number(status.executions_today)} today` },
    ...(status.message ? [{ name: 'message', value: status.message }] : []),
  ];
}

const haltText = ({ reason, at }: NonNullable<BotStatus['halted']>): string =>
  [reason.trim() || 'no reason given', ...(at === null ? [] : [at])].join(', ');
