import {
  type BotCondition,
  type ClientState,
  duration,
  money,
  selectAttempt,
  selectBotCondition,
  selectConfirmedAge,
  selectConnection,
  selectLatency,
  selectMode,
  selectOperator,
  selectResidualUsd,
  selectRetryIn,
  selectStale,
  selectTodaysProfit,
  selectUptime,
} from '@triquad/core';
import { columnsOf } from '../text-width.ts';
import { type Line, type Span, span } from './cells.ts';
import { gainMeaning, gainUsd, written } from './figures.ts';
import { marketTag } from './markets.ts';
import type { Meaning } from './theme.ts';

/** A part of the header; the one with the lowest number gives way first, one without a number never. */
interface Part {
  readonly spans: readonly Span[];
  readonly gives?: number;
  readonly isRight?: true;
}

const gap = '  ';
const lengthOf = ({ spans }: Part): number => spans.reduce((sum, { text }) => sum + columnsOf(text), gap.length);

/** State, mode, market, who operates which bot, the profit of today, and the connection: the least important parts give way. */
export function header(state: ClientState, place: string, width: number): Line {
  let parts = partsOf(state, place, width).filter(({ spans }) => spans.length > 0);
  const used = () => parts.reduce((sum, part) => sum + lengthOf(part), 1);
  while (used() > width) {
    const least = Math.min(...parts.map(({ gives = Number.POSITIVE_INFINITY }) => gives));
    if (!Number.isFinite(least)) break;
    parts = parts.filter(({ gives }) => gives !== least);
  }
  const side = (isRight: boolean) => parts.filter((part) => (part.isRight ?? false) === isRight);
  const joined = (some: readonly Part[]) => some.flatMap(({ spans }, at) => (at === 0 ? spans : [span(gap), ...spans]));
  const fill = Math.max(1, width - used() + gap.length - 1);
  return [span(' '), ...joined(side(false)), span(' '.repeat(fill)), ...joined(side(true)), span(' ')];
}

function partsOf(state: ClientState, place: string, width: number): readonly Part[] {
  const mode = selectMode(state);
  const market = marketTag(state, width);
  const uptime = selectStale(state) || state.replay !== null ? null : selectUptime(state);
  const age = selectConfirmedAge(state);
  const operator = selectOperator(state);
  const today = selectTodaysProfit(state);
  const residual = selectResidualUsd(state);
  const user = operator !== null && operator.name !== operator.role ? `${operator.name}@` : '';
  return [
    { spans: [conditionPart(state)] },
    { spans: uptime === null ? [] : [span(`up ${duration(uptime)}`)], gives: 1 },
    {
      spans: [
        mode === null
          ? span('MODE ?', 'quiet')
          : span(mode === 'live' ? ' LIVE MONEY ' : ` ${mode.toUpperCase()} `, mode),
        ...(market === null ? [] : [span(` ${market}`, 'market')]),
      ],
    },
    { spans: [span(user + place, 'quiet')], gives: 3 },
    { spans: operator === null ? [] : [span(operator.role, 'quiet')] },
    { spans: age === null ? [] : [span(`confirmed ${age} s ago`, 'quiet')], gives: 4 },
    {
      spans:
        today.usd === null
          ? []
          : [
              span(state.replay === null ? 'today ' : 'then ', 'quiet'),
              span(written(gainUsd(today)), gainMeaning(today.usd)),
            ],
      isRight: true,
    },
    // Today's profit contains its cost, and alone would read as if all of it were lost.
    { spans: residual.usd > 0 ? [span(`${money(residual)} residual`, 'quiet')] : [], gives: 2, isRight: true },
    { spans: [connectionPart(state)], isRight: true },
  ];
}

const meanings: Record<BotCondition, Meaning> = {
  running: 'good',
  stopped: 'warn',
  starting: 'warn',
  stopping: 'warn',
  error: 'bad',
  halted: 'bad',
  unknown: 'quiet',
};

export function conditionPart(state: ClientState): Span {
  if (state.replay !== null) return span(`◄ REPLAY ${new Date(state.now).toISOString().slice(11, 23)}`, 'warn');
  const condition = selectBotCondition(state);
  const text = condition.toUpperCase();
  const sign = condition === 'halted' ? '■' : condition === 'running' ? '●' : '○';
  if (condition === 'unknown' || !selectStale(state)) return span(`${sign} ${text}`, meanings[condition]);
  return span(`○ WAS ${text}`, 'quiet');
}

function connectionPart(state: ClientState): Span {
  if (state.replay !== null) return span('past', 'quiet');
  const retry = selectRetryIn(state);
  const latency = selectLatency(state);
  switch (selectConnection(state)) {
    case 'connected':
      return span(`ws ●${latency === null ? '' : ` ${Math.round(latency)} ms`}`, 'good');
    case 'waiting':
      return span(`ws ○ retry ${selectAttempt(state)}/5${retry === null ? '' : ` in ${retry} s`}`, 'warn');
    case 'connecting':
      return span('ws ○ connecting', 'warn');
    case 'idle':
      return span('ws ○ not connected', 'bad');
    case 'disconnected':
      return span('ws ○ lost, r reconnects', 'bad');
  }
}
