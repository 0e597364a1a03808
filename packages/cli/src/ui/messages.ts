import {
  type ClientState,
  type Problem,
  selectAttention,
  selectBotCommand,
  selectConfirmedAt,
  selectConnection,
  selectExecuting,
  selectKill,
  selectPending,
  selectSession,
  selectStale,
} from '@triquad/core';
import { english } from '@triquad/core/texts';
import settings from '../../package.json' with { type: 'json' };
import { columnsOf } from '../text-width.ts';
import { type Line, span } from './cells.ts';
import { timeText } from './figures.ts';
import { marketTrouble } from './markets.ts';
import type { ScreenState } from './screen-state.ts';
import type { Meaning } from './theme.ts';
import { attentionText } from './views/texts.ts';

interface Message {
  readonly text: string;
  readonly as: Meaning;
}
type Own = Pick<ScreenState, 'notice' | 'dismissed' | 'playback'>;

/** The second line: an unconfirmed kill, the answer to the last key or command, why nothing comes, or what needs a human. */
export function attentionLine(state: ClientState, screen: Own, width: number): Line {
  const message =
    (state.replay === null ? killMessage(state) : null) ??
    ownMessage(screen) ??
    pastMessage(state, screen) ??
    toastMessage(state) ??
    busyMessage(state, screen) ??
    troubleMessage(state) ??
    marketMessage(state);
  return message === null ? needs(state, width) : [span(` ${message.text}`, message.as)];
}

/** Whole items only, the worst first; the rest is counted. */
function needs(state: ClientState, width: number): Line {
  const items = selectAttention(state);
  const version = versionText(state);
  if (items.length === 0 && version !== null) return [span(` ! ${version}`, 'warn')];
  if (items.length === 0) return selectStale(state) ? [] : [span(' ✓ nothing needs you', 'quiet')];
  const head = ` ! ${items.length} ${items.length === 1 ? 'needs' : 'need'} you: `;
  const texts = [...items.map(attentionText), ...(version === null ? [] : [version])];
  let shown = texts.length;
  const line = (count: number) =>
    head + texts.slice(0, count).join(' · ') + (count < texts.length ? ` · +${texts.length - count} more` : '');
  while (shown > 1 && columnsOf(line(shown)) > width) shown -= 1;
  return [span(line(shown), items[0]?.severity === 'danger' ? 'bad' : 'warn')];
}

/** Notice about a bot of another version than this terminal; null for a bot that speaks only the spec. */
function versionText({ health }: ClientState): string | null {
  const version = health.value?.version ?? null;
  if (version === null || version === settings.version || health.capabilities.length === 0) return null;
  return `the bot is version ${version}, this terminal ${settings.version}: what one does not know is not shown`;
}

/** A kill stays here until the bot has confirmed it. */
function killMessage(state: ClientState): Message | null {
  const kill = selectKill(state);
  if (kill === null || kill.confirmed_at !== null) return null;
  const tries = kill.tries > 1 ? ` (${kill.tries} tries)` : '';
  const reason = kill.problem === null ? '' : `: ${english.problem(kill.problem).replace(/\.$/, '')}`;
  const next = selectBotCommand(state) === 'kill' ? 'trying again, T gives up' : 'K again, Esc gives up';
  return { text: `! KILL SENT ${timeText(kill.sent_at)}, not confirmed${tries}; ${next}${reason}`, as: 'bad' };
}

const ownMessage = ({ notice }: Own): Message | null => (notice === null ? null : { text: `! ${notice}`, as: 'warn' });

function pastMessage({ replay }: ClientState, { playback }: Own): Message | null {
  if (replay === null) return null;
  const what = replay.source === 'session' ? 'this session' : 'a recording';
  const pace = `${playback.speed}×, ${playback.isPlaying ? 'playing' : 'paused'}`;
  return {
    text: `◄ The past, ${what}: fact ${replay.seq} of ${replay.last} · ${pace} · actions off · q live`,
    as: 'warn',
  };
}

function toastMessage({ toasts }: ClientState): Message | null {
  const toast = toasts.at(-1);
  if (toast === undefined) return null;
  if (toast.kind === 'error') return { text: `! ${english.code(toast)}`, as: 'bad' };
  return { text: `● ${english.code(toast)}`, as: toast.kind === 'success' ? 'good' : 'strong' };
}

function busyMessage(state: ClientState, { dismissed }: Own): Message | null {
  const last = selectPending(state);
  const pending = last === null || last.action === 'kill' || last.since === dismissed ? null : last;
  if (pending?.phase === 'failed') {
    return { text: `! ${pending.action} failed: ${reasonOf(pending.problem)}`, as: 'bad' };
  }
  if (pending !== null) {
    return { text: `○ ${pending.action.toUpperCase()} SENT ${timeText(pending.since)}`, as: 'strong' };
  }
  return selectExecuting(state) ? { text: '○ executing', as: 'strong' } : null;
}

function troubleMessage(state: ClientState): Message | null {
  const text = troubleOf(state);
  return text === null ? null : { text: `! ${text}`, as: 'bad' };
}

function marketMessage(state: ClientState): Message | null {
  const text = marketTrouble(state);
  return text === null ? null : { text: `! ${text}`, as: 'warn' };
}

/** Why nothing comes from the bot. */
function troubleOf(state: ClientState): string | null {
  const { connection, health } = state;
  const place = selectConnection(state);
  if (selectSession(state) === 'signed-out') {
    return 'not authorised: quit, then give a token with --token or TRIQUAD_TOKEN';
  }
  if (place === 'disconnected') return `${lost(connection) ?? 'connection lost'}; r reconnects`;
  if (place === 'connected') return null;
  if (selectConfirmedAt(state) === null && health.problem) {
    return `${english.problem(health.problem)}; start it with "triquad serve"`;
  }
  return lost(connection) ?? (health.problem === null ? null : english.problem(health.problem));
}

const lost = ({ message }: ClientState['connection']): string | null =>
  message === null ? null : english.code({ code: message, params: {} });

const reasonOf = (problem: Problem | null): string => (problem === null ? 'no reason given' : english.problem(problem));
