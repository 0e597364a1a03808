import { type Attention, dollars, figureOf, type LimitUse } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import type { ChangeableLimit } from '../bounds.ts';
import { figure, gainUsd, quantity, timeText, usd, written } from '../figures.ts';
import type { Meaning } from '../theme.ts';

export const typeMeaning = (type: string): Meaning | undefined =>
  type === 'TRI' ? 'tri' : type === 'QUAD' ? 'quad' : undefined;

/** A code of the bot in words. */
export const reasonText = (code: string | undefined): string => (code ?? '').replaceAll('_', ' ');

const inShort: Readonly<Record<string, string>> = {
  below_threshold_after_lots: 'below with lots',
  lots_or_minimum: 'too small for lot',
  auto_execute_off: 'waits for you',
  too_many_executions: 'limit: at once',
  stranded_asset: 'residual asset',
};
/** Reason for a narrow column. */
export const shortReason = (code: string | undefined): string => inShort[code ?? ''] ?? reasonText(code);

type Leg = Opportunity['legs'][number];

export function legText(leg: Leg, at: number): string {
  const fee = leg.fee_pct === null ? '' : `  fee ${written(figure(leg.fee_pct, { digits: 4 }))} %`;
  const what = `${written(quantity(leg.quantity))} @ ${written(quantity(leg.price))}`;
  return `  ${at + 1}  ${leg.side.padEnd(4)} ${leg.market.padEnd(11)} ${what}${fee}`;
}

/** How much of a limit is used, in its unit. */
export const usedText = (limit: ChangeableLimit): string =>
  limit.unit === 'usd' && limit.used !== null
    ? written(usd(figureOf(limit, limit.used))).replace(/\.\d\d$/, '')
    : limitFigure(limit.used, limit.unit);

/** A limit in its unit. */
export function limitFigure(value: number | null, unit: LimitUse['unit']): string {
  if (value === null) return '?';
  switch (unit) {
    case 'usd':
      return dollars(value).replace(/\.\d\d$/, '');
    case 'percent':
      return `${written(figure(value))} %`;
    case 'seconds':
      return `${Math.ceil(value)} s`;
    case 'count':
      return String(value);
  }
}

const limitWords: Readonly<Record<string, string>> = {
  simultaneous_executions: 'executions at once',
  max_unwind_loss_pct: 'loss of a way back',
  max_profit_pct: 'doubted profit',
};
export const limitName = ({ name, scope }: Pick<ChangeableLimit, 'name' | 'scope'>): string => {
  const words = limitWords[name] ?? reasonText(name);
  const text = scope === 'all' || scope === 'route' ? words : `${words} ${scope}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const shareText = (share: number | null): string => (share === null ? '?' : `${Math.round(share * 100)} %`);

/** An item that needs attention, in a few words. */
export function attentionText(item: Attention): string {
  switch (item.code) {
    case 'kill_unconfirmed':
      return `kill sent ${timeText(item.params.sent_at)}, not confirmed`;
    case 'halted':
      return `halted: ${item.params.reason}`;
    case 'connection_lost':
      return 'connection lost';
    case 'connection_stale':
      return 'the bot is silent';
    case 'bot_error':
      return 'the bot is in error';
    case 'reducing':
      return `reducing${item.params.reason === null ? '' : `: ${item.params.reason}`}`;
    case 'breaker':
      return `${reasonText(item.params.name)} tripped${item.params.reason === null ? '' : `: ${item.params.reason}`}`;
    case 'residual': {
      const { amount, asset, exchange, value } = item.params;
      const worth = value.usd === null ? '' : ` ${written(usd(value))}`;
      return `${written(quantity(amount))} ${asset} left on ${exchange}${worth}`;
    }
    case 'difference': {
      const { exchange, asset, amount, value, kind } = item.params;
      const worth = value.usd === null ? '' : ` (${written(gainUsd(value))})`;
      return `${exchange}${kind === 'unexplained' ? ', halted' : ''}: ${amount} ${asset} differs${worth}`;
    }
    case 'account':
      return `${item.params.exchange} ${item.params.state}${item.params.reason === null ? '' : `: ${item.params.reason}`}`;
    case 'limit':
      return `${limitName(item.params)} ${shareText(item.params.share)}`;
    case 'alerts_failing':
      return item.params.title;
  }
}
