import { type ClientState, selectConfirmedAt, selectConnection, selectExecuting, selectSession } from '@triquad/core';
import { useTheme } from '../theme.ts';
import { Line } from './Line.tsx';
import { Rule } from './Rule.tsx';

/** The last line above the keys: what came of the last wish, or what is wrong; a plain rule when all is well. */
export function Notice({ width, state }: { width: number; state: ClientState }) {
  const { glyphs } = useTheme();
  const toast = state.toasts.at(-1);
  if (toast !== undefined) {
    const as = toast.kind === 'error' ? 'bad' : toast.kind === 'success' ? 'good' : 'strong';
    const sign = toast.kind === 'error' ? '!' : glyphs.on;
    return <Line width={width} spans={[{ text: `${glyphs.rule} ${sign} ${toast.message}`, as }]} />;
  }
  if (selectExecuting(state)) {
    return <Line width={width} spans={[{ text: `${glyphs.rule} ${glyphs.off} executing`, as: 'strong' }]} />;
  }
  const trouble = troubleOf(state);
  if (trouble === null) return <Rule width={width} />;
  return <Line width={width} spans={[{ text: `${glyphs.rule} ! ${trouble}`, as: 'bad' }]} />;
}

function troubleOf(state: ClientState): string | null {
  const { connection, health, bot } = state;
  const word = selectConnection(state);
  if (selectSession(state) === 'signed-out')
    return 'not authorised: quit, then give a token with --token or TRIQUAD_TOKEN';
  if (bot.status?.halted) return `halted: ${bot.status.halted.reason}; s lifts the halt`;
  if (word === 'disconnected') return `${connection.message ?? 'connection lost'}; r reconnects`;
  if (word === 'connected') return null;
  if (selectConfirmedAt(state) === null && health.problem) {
    return `${health.problem.message}; start it with "triquad serve"`;
  }
  return connection.message ?? health.problem?.message ?? null;
}
