import {
  type ClientState,
  type Problem,
  selectBotCommand,
  selectConfirmedAt,
  selectConnection,
  selectExecuting,
  selectHalt,
  selectKill,
  selectPending,
  selectSession,
} from '@triquad/core';
import { english } from '@triquad/core/texts';
import { clockTime } from '../clock-time.ts';
import type { ScreenState } from '../screen-state.ts';
import { type Meaning, useTheme } from '../theme.ts';
import { Line } from './Line.tsx';
import { Rule } from './Rule.tsx';

interface Props {
  readonly width: number;
  readonly state: ClientState;
  readonly screen: Pick<ScreenState, 'notice' | 'dismissed'>;
}

interface Message {
  readonly text: string;
  readonly as: Meaning;
}

/** The line above the keys: what needs the operator most, the outcome of the last command, or a plain rule. */
export function Notice({ width, state, screen }: Props) {
  const { glyphs } = useTheme();
  const message =
    killMessage(state) ??
    ownMessage(screen) ??
    toastMessage(state, glyphs.on) ??
    busyMessage(state, screen, glyphs.off) ??
    troubleMessage(state);
  if (message === null) return <Rule width={width} />;
  return <Line width={width} spans={[{ text: `${glyphs.rule} ${message.text}`, as: message.as }]} />;
}

/** A kill stays here until the bot has confirmed it. */
function killMessage(state: ClientState): Message | null {
  const kill = selectKill(state);
  if (kill === null || kill.confirmed_at !== null) return null;
  const tries = kill.tries > 1 ? ` (${kill.tries} tries)` : '';
  const reason = kill.problem === null ? '' : `: ${english.problem(kill.problem).replace(/\.$/, '')}`;
  const next = selectBotCommand(state) === 'kill' ? 'trying again, T gives up' : 'K again, Esc gives up';
  return { text: `! KILL SENT ${clockTime(kill.sent_at)}, not confirmed${tries}${reason}; ${next}`, as: 'bad' };
}

const ownMessage = ({ notice }: Props['screen']): Message | null =>
  notice === null ? null : { text: `! ${notice}`, as: 'warn' };

function toastMessage({ toasts }: ClientState, sign: string): Message | null {
  const toast = toasts.at(-1);
  if (toast === undefined) return null;
  if (toast.kind === 'error') return { text: `! ${english.code(toast)}`, as: 'bad' };
  return { text: `${sign} ${english.code(toast)}`, as: toast.kind === 'success' ? 'good' : 'strong' };
}

function busyMessage(state: ClientState, { dismissed }: Props['screen'], sign: string): Message | null {
  const last = selectPending(state);
  const pending = last === null || last.action === 'kill' || last.since === dismissed ? null : last;
  if (pending?.phase === 'failed') {
    return { text: `! ${pending.action} failed: ${reasonOf(pending.problem)}`, as: 'bad' };
  }
  if (pending !== null) {
    return { text: `${sign} ${pending.action.toUpperCase()} SENT ${clockTime(pending.since)}`, as: 'strong' };
  }
  return selectExecuting(state) ? { text: `${sign} executing`, as: 'strong' } : null;
}

function troubleMessage(state: ClientState): Message | null {
  const text = troubleOf(state);
  return text === null ? null : { text: `! ${text}`, as: 'bad' };
}

function troubleOf(state: ClientState): string | null {
  const { connection, health } = state;
  const place = selectConnection(state);
  const halt = selectHalt(state);
  if (selectSession(state) === 'signed-out') {
    return 'not authorised: quit, then give a token with --token or TRIQUAD_TOKEN';
  }
  if (halt !== null) return `halted: ${halt.reason}; U lifts the halt`;
  if (place === 'disconnected') return `${lost(connection) ?? 'connection lost'}; r reconnects`;
  if (place === 'connected') return differing(state);
  if (selectConfirmedAt(state) === null && health.problem) {
    return `${english.problem(health.problem)}; start it with "triquad serve"`;
  }
  return lost(connection) ?? (health.problem === null ? null : english.problem(health.problem));
}

/** The accounts that do not hold what the ledger says, those that are halted for it first. */
function differing({ loaded }: ClientState): string | null {
  const differences = loaded.differences ?? [];
  const [first] = [...differences].sort((a, b) => Number(b.kind === 'unexplained') - Number(a.kind === 'unexplained'));
  if (first === undefined) return null;
  const { exchange, asset, booked, found, kind } = first;
  const more = differences.length === 1 ? '' : `, ${differences.length - 1} more`;
  const halted = kind === 'unexplained' ? ', halted' : '';
  return `${exchange}${halted}: ${asset} booked ${booked}, found ${found}${more}; "triquad differences" settles it`;
}

const lost = ({ message }: ClientState['connection']): string | null =>
  message === null ? null : english.code({ code: message, params: {} });

const reasonOf = (problem: Problem | null): string => (problem === null ? 'no reason given' : english.problem(problem));
