import {
  type BotCondition,
  type ClientState,
  duration,
  selectAttempt,
  selectBotCondition,
  selectBotStatus,
  selectConfirmedAge,
  selectConnection,
  selectLatency,
  selectMarketSource,
  selectMode,
  selectOperator,
  selectRetryIn,
  selectStale,
  selectUptime,
} from '@triquad/core';
import settings from '../../../package.json' with { type: 'json' };
import { columnsOf } from '../../text-width.ts';
import { type Glyphs, type Meaning, useTheme } from '../theme.ts';
import { Line, type Span } from './Line.tsx';

const gap = '  ';
const wide = 80;

/** State, mode, market and connection in one line; the least important parts give way first. */
export function Header({ width, state }: { width: number; state: ClientState }) {
  const { glyphs } = useTheme();
  const essential = essentials(state, width, glyphs);
  const end = connectionPart(state, glyphs);
  const room = width - 2 - [...essential, end].reduce((sum, { text }) => sum + columnsOf(text) + gap.length, 0);
  const extras = fitting([operatorText(state), confirmedText(state), exchangesText(state)], room);
  const left: Span[] = [...essential, ...extras.map((text): Span => ({ text, as: 'quiet' }))];
  const name = `triquad ${settings.version}`;
  const used = left.reduce((sum, { text }) => sum + columnsOf(text) + gap.length, 0);
  const hasName = width - 2 - used - end.text.length - gap.length >= name.length;
  const title: Span[] = hasName ? [{ text: name, as: 'strong' }] : [];
  const taken = used + (hasName ? name.length + gap.length : 0);
  const fill = { text: ' '.repeat(Math.max(0, width - 2 - taken - end.text.length)) };
  const spans = [...title, ...left].flatMap((span) => [span, { text: gap }]);
  return <Line width={width} spans={[{ text: ' ' }, ...spans, fill, end]} />;
}

function essentials(state: ClientState, width: number, glyphs: Glyphs): Span[] {
  const mode = selectMode(state);
  const market = selectMarketSource(state);
  const uptime = selectStale(state) ? null : selectUptime(state);
  return [
    conditionPart(state, glyphs),
    { text: mode === null ? 'MODE ?' : ` ${mode.toUpperCase()} `, as: mode ?? 'quiet' },
    ...(market ? [{ text: market.toUpperCase() + (width >= wide ? ' MARKET' : ''), as: 'market' as const }] : []),
    ...(uptime === null ? [] : [{ text: `up ${duration(uptime)}` }]),
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

function conditionPart(state: ClientState, glyphs: Glyphs): Span {
  const condition = selectBotCondition(state);
  const text = condition.toUpperCase();
  if (condition === 'unknown' || !selectStale(state)) {
    return { text: `${condition === 'running' ? glyphs.on : glyphs.off} ${text}`, as: meanings[condition] };
  }
  return { text: `${glyphs.off} WAS ${text}`, as: 'quiet' };
}

/** Of each list of choices the first that still fits. */
function fitting(texts: readonly (readonly string[])[], room: number): string[] {
  let left = room;
  return texts.flatMap((choices) => {
    const text = choices.find((one) => one !== '' && columnsOf(one) + gap.length <= left);
    if (text === undefined) return [];
    left -= columnsOf(text) + gap.length;
    return [text];
  });
}

function operatorText(state: ClientState): string[] {
  const operator = selectOperator(state);
  if (operator === null) return [];
  return operator.name === operator.role ? [operator.role] : [`${operator.name} ${operator.role}`, operator.role];
}

function confirmedText(state: ClientState): string[] {
  const age = selectConfirmedAge(state);
  return age === null ? [] : [`confirmed ${age} s ago`, `${age} s ago`];
}

function exchangesText(state: ClientState): string[] {
  const exchanges = selectBotStatus(state)?.enabled_exchanges ?? [];
  return exchanges.length === 0 ? [] : [exchanges.join(' '), `${exchanges.length} exchanges`];
}

function connectionPart(state: ClientState, glyphs: Glyphs): Span {
  const retry = selectRetryIn(state);
  const latency = selectLatency(state);
  switch (selectConnection(state)) {
    case 'connected':
      return { text: `ws ${glyphs.on}${latency === null ? '' : ` ${Math.round(latency)} ms`}`, as: 'good' };
    case 'waiting': {
      const seconds = retry === null ? '' : ` in ${retry} s`;
      return { text: `ws ${glyphs.off} retry ${selectAttempt(state)}/5${seconds}`, as: 'warn' };
    }
    case 'connecting':
      return { text: `ws ${glyphs.off} connecting`, as: 'warn' };
    case 'idle':
      return { text: `ws ${glyphs.off} not connected`, as: 'bad' };
    case 'disconnected':
      return { text: `ws ${glyphs.off} lost, r reconnects`, as: 'bad' };
  }
}
