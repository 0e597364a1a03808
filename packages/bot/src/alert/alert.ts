import { alertEvent, type TradingMode } from '@triquad/core/contract';
import type { EngineEvent } from '../model/event.ts';
import { sourced, usd } from '../model/usd.ts';

/** What an operator may ask to be told of. */
export const ALERT_EVENTS = alertEvent.options;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** One thing worth a message; `title` and `text` are plain text of one line. */
export interface Alert {
  readonly event: AlertEvent;
  readonly mode: TradingMode;
  readonly title: string;
  readonly text: string;
  /** UTC milliseconds. */
  readonly at: number;
  /** It was to be told by an earlier process, which ended before. */
  readonly isLate?: true;
}

/** These do not wait for their turn. */
const URGENT: ReadonlySet<AlertEvent> = new Set(['stop_loss', 'circuit_breaker']);

/** These are told by the next process where one ends before it has. */
const IMPORTANT: ReadonlySet<AlertEvent> = new Set(['stop_loss', 'circuit_breaker', 'failure']);

export const isImportant = ({ event }: Alert): boolean => IMPORTANT.has(event);

export const isUrgent = ({ event }: Alert): boolean => URGENT.has(event);

/** The alert that an event of the engine is, or null; `mode` is the one the bot is in. */
export function alertOf(event: EngineEvent, mode: TradingMode): Alert | null {
  if (event.type === 'OpportunityDetected') {
    const { type, exchange, symbols, profit_pct, profit_usd, capital_required, provenance } = event.opportunity;
    const amounts =
      profit_usd === null || capital_required === null ? '' : `, ${usd(profit_usd)} on ${usd(capital_required)}`;
    const figures = sourced(`${signed(profit_pct)} %${amounts}`, provenance);
    const text = `${type} ${symbols.join(' → ')} on ${exchange}: ${figures}`;
    return { event: 'opportunity', mode, title: 'Opportunity', text: oneLine(text), at: event.at };
  }
  if (event.type !== 'NotificationRaised') return null;
  const kind = ALERT_EVENTS.find((name) => name === event.notification_type);
  if (kind === undefined) return null;
  const own = event.extra_data.mode;
  return {
    event: kind,
    mode: own === 'paper' || own === 'live' ? own : mode,
    title: oneLine(event.title),
    text: oneLine(event.message),
    at: event.at,
  };
}

/** The events of a comma list. */
export function eventsIn(list: string): ReadonlySet<AlertEvent> {
  const names = list.split(',').map((name) => name.trim());
  return new Set(ALERT_EVENTS.filter((event) => names.includes(event)));
}

const LONGEST_LINE = 300;

/** Without line breaks and control characters, cut at 300 characters. */
export function oneLine(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...clean];
  return characters.length <= LONGEST_LINE ? clean : `${characters.slice(0, LONGEST_LINE - 1).join('')}…`;
}

const signed = (percent: number): string => `${percent > 0 ? '+' : ''}${percent.toFixed(3)}`;
