import * as z from 'zod/mini';
import { BotStatus } from '../contract/bot.ts';
import { lifecycleOf, tradingStateOf } from '../rules/bot-condition.ts';
import { FoldedState, initialState } from './state.ts';

type Raw = Readonly<Record<string, unknown>>;
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

const connections: Raw = {
  idle: 'idle',
  connecting: 'probing',
  connected: { live: { connected: 'confirmed' } },
  waiting: 'waiting',
  disconnected: 'exhausted',
};
const connection = (before: Raw): Raw => ({
  ...before,
  confirmed_at: before.last_connected_at,
  series_at: null,
  value: connections[String(before.state)],
});

const session = (before: Raw): Raw => {
  const words: Raw = {
    restoring: 'restoring',
    open: 'open',
    'signing-in': 'signingIn',
    'signed-in': { signedIn: before.identified === true ? 'identified' : 'anonymous' },
    'signed-out': 'signedOut',
  };
  return { ...before, value: words[String(before.state)] };
};

const commands: Raw = {
  start: 'starting',
  stop: 'stopping',
  restart: 'restarting',
  kill: 'killing',
  reset: 'resetting',
};
const bot = ({ phase, problem: _, ...before }: Raw): Raw => {
  const read = z.safeParse(z.nullable(BotStatus), before.status);
  const status = read.success ? read.data : null;
  const since = before.status_at ?? 0;
  const pending = phase === 'idle' ? null : { action: phase, since, phase: 'pending', problem: null };
  const kill = { sent_at: since, key: '', reason: null, tries: 1, confirmed_at: null, problem: null };
  return {
    ...before,
    pending,
    kill: phase === 'kill' ? kill : null,
    value: {
      lifecycle: status === null ? 'unknown' : lifecycleOf(status),
      trading: status === null ? 'unknown' : tradingStateOf(status),
      command: commands[String(phase)] ?? 'ready',
    },
  };
};

const mode = ({ shown, changing, ...before }: Raw): Raw => ({
  ...before,
  value: { mode: shown ?? 'unknown', change: changing === true ? 'changing' : 'settled' },
});

const ticket = ({ phase, ...before }: Raw): Raw => {
  const { opportunity_id, amount, dry_run } = before;
  const order = { opportunity_id, dry_run, key: '', ...(amount === null ? {} : { amount }) };
  return {
    ...initialState.ticket,
    ...before,
    order: phase === 'executing' ? order : null,
    value: phase,
  };
};

/** Resources added since start unloaded; without this, one new resource would reset all the others. */
const resources = (before: Raw): Raw => ({ ...initialState.resources, ...before });

const slices: Readonly<Record<string, (before: Raw) => Raw>> = { connection, session, bot, mode, ticket, resources };

/**
 * Converts the state at the head of a version 1 recording. An unreadable slice starts empty, and the recorded entries
 * fill it.
 */
export const stateOfVersion1 = (state: unknown): unknown => {
  if (!isRaw(state) || typeof state.now !== 'number') return state;
  return Object.fromEntries(
    Object.entries(FoldedState.shape).map(([name, schema]) => {
      const before = state[name];
      const now = isRaw(before) ? (slices[name]?.(before) ?? before) : before;
      const isReadable = z.safeParse(schema as z.ZodMiniType, now).success;
      return [name, isReadable ? now : initialState[name as keyof FoldedState]];
    }),
  );
};
