import type { Coded, RefusalCode } from '../journal/code.ts';
import type { Command } from '../journal/command.ts';
import type { Facts } from './facts.ts';
import { type Ask, type Row, rows } from './table.ts';

/** Reason that forbids a command now. */
export type Obstacle = Coded<RefusalCode>;

export type Permission = {
  readonly obstacle: Obstacle | null;
  readonly ask: Ask;
  /** The word to type; null unless `ask` is `word`. */
  readonly word: string | null;
};

/** Confirms real money. A command that needs it carries it as `confirm`. */
export const liveWord = 'LIVE';

const ranks = { open: 0, viewer: 1, operator: 2, admin: 3 } as const;

const obstacleOf = (facts: Facts, { kind, call, obstacle }: Row<Command>, command: Command): Obstacle | null => {
  const needs = typeof call === 'function' ? call(facts) : call;
  if (facts.isReplaying && kind !== 'screen') return { code: 'replaying', params: {} };
  if (needs !== null && facts.role !== null && ranks[facts.role] < ranks[needs.role])
    return { code: 'role_too_low', params: { role: facts.role, needs: needs.role } };
  if (needs !== null && needs.extension !== null && facts.capabilities?.includes(needs.extension) === false)
    return { code: 'not_offered', params: {} };
  if (needs !== null && kind === 'changes' && facts.connection !== 'live') return { code: 'unconfirmed', params: {} };
  const code = obstacle?.(facts, command) ?? null;
  return code === null ? null : ({ code, params: {} } as Obstacle);
};

/** Obstacle of a command now, and the question before it. Pure. */
export const permitted = (facts: Facts, command: Command): Permission => {
  const row = rows[command.type] as Row<Command>;
  const ask = typeof row.ask === 'function' ? row.ask(facts, command) : row.ask;
  return { obstacle: obstacleOf(facts, row, command), ask, word: ask === 'word' ? liveWord : null };
};

/** The command as it is sent: with the word that was typed for it. */
export const withWord = <C extends Command>(command: C, { word }: Pick<Permission, 'word'>): C =>
  word === null ? command : { ...command, confirm: word };
