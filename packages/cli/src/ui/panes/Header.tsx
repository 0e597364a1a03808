import { type BotAction, type ClientState, duration, type selectConnection } from '@triquad/core';
import type { BotStatus, Health, TradingMode } from '@triquad/core/contract';
import settings from '../../../package.json' with { type: 'json' };
import { columnsOf } from '../../text-width.ts';
import { type Glyphs, useTheme } from '../theme.ts';
import { Line, type Span } from './Line.tsx';

type Connection = Pick<ClientState['connection'], 'attempt' | 'latency_ms' | 'retry_at'> & {
  readonly state: ReturnType<typeof selectConnection>;
};

export interface HeaderProps {
  readonly width: number;
  readonly status: BotStatus | null;
  /** The command under way. */
  readonly command: BotAction | null;
  readonly mode: TradingMode | null;
  readonly health: Health | null;
  readonly connection: Connection;
  /** What is known of the bot is of before the connection was lost. */
  readonly isStale: boolean;
  /** Seconds; null while the bot does not run. */
  readonly uptime: number | null;
  readonly now: number;
}

const gap = '  ';
const wide = 80;

/** The state of everything in one line; what matters least gives way first. */
export function Header({ width, status, command, mode, health, connection, isStale, uptime, now }: HeaderProps) {
  const { glyphs } = useTheme();
  const market = status?.market_source ?? health?.market_source;
  const exchanges = status?.enabled_exchanges ?? [];
  const essential: Span[] = [
    stateOf(status, command, isStale, glyphs),
    { text: mode === null ? 'MODE ?' : ` ${mode.toUpperCase()} `, as: mode ?? 'quiet' },
    ...(market ? [{ text: market.toUpperCase() + (width >= wide ? ' MARKET' : ''), as: 'market' as const }] : []),
    ...(uptime === null ? [] : [{ text: `up ${duration(uptime)}` }]),
  ];
  const end = connectionPart(connection, now, glyphs);
  const name = `triquad ${settings.version}`;
  const room = width - 2 - [...essential, end].reduce((sum, { text }) => sum + columnsOf(text) + gap.length, 0);
  const names = [exchanges.join(' '), exchanges.length === 0 ? '' : `${exchanges.length} exchanges`];
  const where = names.find((text) => columnsOf(text) <= room - gap.length) ?? '';
  const title = room - columnsOf(where) - gap.length * 2 >= name.length ? [{ text: name, as: 'strong' as const }] : [];
  const left: Span[] = [...title, ...essential, ...(where === '' ? [] : [{ text: where, as: 'quiet' as const }])];
  const used = left.reduce((sum, { text }) => sum + columnsOf(text) + gap.length, 0);
  const fill = { text: ' '.repeat(Math.max(0, width - 2 - used - end.text.length)) };
  return <Line width={width} spans={[{ text: ' ' }, ...left.flatMap((span) => [span, { text: gap }]), fill, end]} />;
}

const underWay = { start: 'STARTING', stop: 'STOPPING', restart: 'RESTARTING', kill: 'KILLING', reset: 'RESETTING' };

function stateOf(status: BotStatus | null, command: BotAction | null, isStale: boolean, glyphs: Glyphs): Span {
  if (command !== null) return { text: `${glyphs.off} ${underWay[command]}`, as: 'warn' };
  if (status === null) return { text: `${glyphs.off} UNKNOWN`, as: 'quiet' };
  if (status.halted) return { text: `${glyphs.off} HALTED`, as: 'bad' };
  const text = (status.bot_status ?? 'unknown').toUpperCase();
  if (isStale) return { text: `${glyphs.off} WAS ${text}`, as: 'warn' };
  return status.is_running
    ? { text: `${glyphs.on} ${text}`, as: 'good' }
    : { text: `${glyphs.off} ${text}`, as: 'warn' };
}

function connectionPart(connection: Connection, now: number, glyphs: Glyphs): Span {
  const { state, attempt, latency_ms, retry_at } = connection;
  if (state === 'connected') {
    return { text: `ws ${glyphs.on}${latency_ms === null ? '' : ` ${Math.round(latency_ms)} ms`}`, as: 'good' };
  }
  const seconds = retry_at === null ? '' : ` in ${Math.max(0, Math.ceil((retry_at - now) / 1000))} s`;
  if (state === 'waiting') return { text: `ws ${glyphs.off} retry ${attempt}/5${seconds}`, as: 'warn' };
  if (state === 'connecting') return { text: `ws ${glyphs.off} connecting`, as: 'warn' };
  if (state === 'idle') return { text: `ws ${glyphs.off} not connected`, as: 'bad' };
  return { text: `ws ${glyphs.off} lost, r reconnects`, as: 'bad' };
}
