import type { Problem } from '@triquad/core';
import type { RouteDefinition } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { type ExitCode, exitCode } from './exit-code.ts';

const exitCodes: Record<Problem['kind'], ExitCode> = {
  network: exitCode.unreachable,
  timeout: exitCode.unreachable,
  unauthorized: exitCode.unauthorized,
  forbidden: exitCode.unauthorized,
  'not-found': exitCode.refused,
  conflict: exitCode.conflict,
  rejected: exitCode.refused,
  server: exitCode.refused,
  contract: exitCode.refused,
};

const advice: Partial<Record<Problem['kind'], string>> = {
  network: 'start it with "triquad serve" or give its address with --url',
  timeout: 'give it longer with --timeout',
  unauthorized: 'give a token with --token or TRIQUAD_TOKEN',
  forbidden: 'use a token of the role that may do this; "triquad api" lists the role of each call',
  conflict: 'see "triquad status"',
  server: 'see "triquad logs"',
};

interface Call extends Pick<RouteDefinition, 'extension' | 'method'> {
  readonly halted?: boolean;
  /** The context by which the bot was found. */
  readonly context?: string | null;
}

export function exitCodeOf({ kind }: Problem): ExitCode {
  return exitCodes[kind];
}

/** True if the bot may lack the call. A bot that has it gives the reason of a refusal a code. */
export function isUnknownCall({ kind, code }: Problem): boolean {
  return kind === 'not-found' && code === null;
}

/**
 * One line: what failed, in the bot's own words, and what to do. `action` is the command's name; `extension` is the
 * capability that a bot needs for the call.
 */
export function problemLine(action: string, problem: Problem, apiUrl: string, call: Call): string {
  if (isUnknownCall(problem) && call.extension !== null) return `${action} failed: this bot has no ${call.extension}`;
  const fields = problem.errors.map(({ path, message }) => `${path}: ${message}`);
  const line = messageOf(problem, new URL(apiUrl).origin);
  const said = [line, ...fields.filter((field) => !line.includes(field))].map((text) => text.replace(/\.$/, ''));
  return [`${action} failed: ${said.join(', ')}`, adviceFor(action, problem, call)]
    .filter((part) => part !== undefined)
    .join('; ');
}

function adviceFor(action: string, { kind, code }: Problem, { method, halted, context }: Call): string | undefined {
  if (halted) return '"triquad risk" shows why, "triquad kill reset" lifts the halt';
  if (kind === 'network' && code !== null) return undefined;
  // A retry may execute it twice.
  if (kind === 'timeout' && method !== 'GET')
    return 'it may be done all the same: look before you try again, and give it longer with --timeout';
  if (kind === 'unauthorized' && context) return `sign in again with "triquad login --context ${context}"`;
  if (kind !== 'conflict') return advice[kind];
  if (action.startsWith('backtest ')) return 'see "triquad backtest"';
  return action === 'execute' ? 'see "triquad opportunities"' : advice[kind];
}

function messageOf(problem: Problem, origin: string): string {
  const { kind, code } = problem;
  if (kind === 'network' && code === null) return `the bot at ${origin} cannot be reached`;
  return kind === 'timeout' ? `the bot at ${origin} did not answer in time` : english.problem(problem);
}
