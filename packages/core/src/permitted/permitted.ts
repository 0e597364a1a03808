import type { Role } from '../contract/route.ts';
import type { Coded, RefusalCode } from '../journal/code.ts';
import type { Command, CommandType } from '../journal/command.ts';
import type { FoldedState } from '../projections/state.ts';
import { type Facts, factsOf } from './facts.ts';
import { type Ask, type CallNeeds, type Row, rows } from './table.ts';

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

const needsOf = (facts: Facts, { call }: Row<Command>): CallNeeds | null =>
  typeof call === 'function' ? call(facts) : call;

/** The role of the operator and the least one that these commands need, if it forbids them in every state; else null. */
export const roleObstacle = (facts: Facts, type: CommandType): { readonly role: Role; readonly needs: Role } | null => {
  const needs = needsOf(facts, rows[type] as Row<Command>);
  return needs !== null && needs.role !== 'open' && facts.role !== null && ranks[facts.role] < ranks[needs.role]
    ? { role: facts.role, needs: needs.role }
    : null;
};

const obstacleOf = (facts: Facts, row: Row<Command>, command: Command): Obstacle | null => {
  const { kind, obstacle } = row;
  const needs = needsOf(facts, row);
  if (facts.isReplaying && kind !== 'screen') return { code: 'replaying', params: {} };
  const role = roleObstacle(facts, command.type);
  if (role !== null) return { code: 'role_too_low', params: role };
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

/** An obstacle that no waiting removes: forms are read-only and screens leave the action out. */
export const isLasting = (obstacle: Obstacle | null): boolean =>
  obstacle !== null && ['replaying', 'role_too_low', 'not_offered'].includes(obstacle.code);

/** Role of the operator where it forbids commands of this type in every state; null where it does not, or is not stated. */
export const selectLackingRole =
  (type: CommandType) =>
  (state: FoldedState & { readonly replay: unknown }): string | null =>
    roleObstacle(factsOf(state), type)?.role ?? null;

/** The command as it is sent: with the word that was typed for it. */
export const withWord = <C extends Command>(command: C, { word }: Pick<Permission, 'word'>): C =>
  word === null ? command : { ...command, confirm: word };
