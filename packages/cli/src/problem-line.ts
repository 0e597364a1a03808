import type { Problem } from '@triquad/core';
import type { RouteDefinition } from '@triquad/core/contract';
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
  forbidden: 'use the token of an operator who may do this',
  conflict: 'see "triquad status"',
  server: 'see "triquad logs"',
};

type Call = Pick<RouteDefinition, 'extension' | 'method'>;

export function exitCodeOf({ kind }: Problem): ExitCode {
  return exitCodes[kind];
}

/**
 * What failed, the bot's own words, what to do: one line. `action` is a command's name; `extension` is what a bot must
 * offer beyond the spec for the call.
 */
export function problemLine(action: string, problem: Problem, apiUrl: string, { extension, method }: Call): string {
  // A bot that has the call gives its reason a code.
  if (problem.kind === 'not-found' && problem.code === null && extension !== null)
    return `${action} failed: this bot has no ${extension}`;
  const fields = problem.errors.map(({ path, message }) => `${path}: ${message}`);
  const line = saidOf(problem, new URL(apiUrl).origin);
  const said = [line, ...fields.filter((field) => !line.includes(field))].map((text) => text.replace(/\.$/, ''));
  return [`${action} failed: ${said.join(', ')}`, adviceFor(action, method, problem)]
    .filter((part) => part !== undefined)
    .join('; ');
}

function adviceFor(action: string, method: Call['method'], { kind }: Problem): string | undefined {
  // Whoever tries again may do it twice.
  if (kind === 'timeout' && method !== 'GET')
    return 'it may be done all the same: look before you try again, and give it longer with --timeout';
  return kind === 'conflict' && action.startsWith('backtest ') ? 'see "triquad backtest"' : advice[kind];
}

function saidOf({ kind, message }: Problem, origin: string): string {
  if (kind === 'network') return `the bot at ${origin} cannot be reached`;
  return kind === 'timeout' ? `the bot at ${origin} did not answer in time` : message;
}
