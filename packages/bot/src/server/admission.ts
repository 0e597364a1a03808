import type { RouteDefinition, RouteName } from '@triquad/core/contract';
import type { FastifyRequest } from 'fastify';
import type { Elapsed } from '../model/clock.ts';
import { type Access, mayActAs, type Principal } from './access.ts';
import type { Connections } from './connections.ts';
import { Refusal } from './problem.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

const CALLS = { atOnce: 1_000, perSecond: 100 };
/** Each of many screens subscribes to eight channels when the bot is back. */
const FRAMES = { atOnce: 4_000, perSecond: 200 };
/** What a wrong token or login code takes out of the bucket of its source; 256 bits are not guessed, but they are not to be a load either. */
const WRONG_CREDENTIAL = 10;
/** Wrong credentials at calls that end or lower what is at risk: by the source, beside everything else that it asks. */
const URGENT_TRIES = { atOnce: 20, perSecond: 1 };

/**
 * They end or lower what is at risk: nothing that cannot be written and no rate limit keeps them from it, and they are written after
 * they were done. Every other call that changes something is written before it is begun.
 */
export const URGENT: ReadonlySet<RouteName | 'metrics'> = new Set<RouteName>([
  'bot.kill',
  'bot.stop',
  'orders.cancel',
  'auth.logout',
]);

/** How many calls a caller may make and frames it may send: a token holder by the token, a stranger by the source. */
export interface Limits {
  readonly calls: RateLimit;
  /** What a stranger takes who tries urgent calls. Who holds a token has no limit there. */
  readonly urgent: RateLimit;
  readonly frames: RateLimit;
}

export function createLimits(monotonic: () => Elapsed): Limits {
  return {
    calls: createRateLimit(CALLS.atOnce, CALLS.perSecond, monotonic),
    urgent: createRateLimit(URGENT_TRIES.atOnce, URGENT_TRIES.perSecond, monotonic),
    frames: createRateLimit(FRAMES.atOnce, FRAMES.perSecond, monotonic),
  };
}

export interface AdmissionOptions {
  readonly access: Access;
  readonly limits: Limits;
  readonly connections: Connections;
  readonly sourceOf: (request: FastifyRequest['raw']) => string;
}

const callers = new WeakMap<FastifyRequest, Principal>();

/** Who makes this call: null on an open route, and where it was not admitted. */
export function callerOf(request: FastifyRequest): Principal | null {
  return callers.get(request) ?? null;
}

/** Judges token, role and number of calls; null lets it pass. */
export function admit(
  request: FastifyRequest,
  name: RouteName | 'metrics',
  route: Pick<RouteDefinition, 'role'>,
  { access, limits, connections, sourceOf }: AdmissionOptions,
): Refusal | null {
  // A right login code is never held up, and a wrong one is counted by the call itself.
  if (name === 'auth.code') return null;
  const token = /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(request.headers.authorization ?? '')?.[1];
  const principal = token === undefined ? null : access.identify(token);
  if (principal !== null) {
    connections.prove(request.raw.socket);
    access.seen(principal, sourceOf(request.raw));
  }
  const isUrgent = URGENT.has(name);
  // Who holds a token is not held up by what others of the same place do.
  if (route.role === 'open') return tooMany(limits.calls.take(principal?.key ?? sourceOf(request.raw)));
  if (token === undefined) {
    const refusal = tooMany((isUrgent ? limits.urgent : limits.calls).take(sourceOf(request.raw)));
    return refusal ?? new Refusal(401, 'unauthenticated', 'This call needs a token: Authorization: Bearer …');
  }
  if (principal === null && access.isIdle(token)) return sessionIdle();
  if (principal === null) {
    const refusal = isUrgent ? tooMany(limits.urgent.take(sourceOf(request.raw))) : null;
    return refusal ?? (isUrgent ? unknownCredential('token') : wrongCredential('token', sourceOf(request.raw), limits));
  }
  callers.set(request, principal);
  // What is forbidden counts too: a token that may do nothing is not to be a load either.
  const refusal = isUrgent ? null : tooMany(limits.calls.take(principal.key));
  if (refusal !== null || mayActAs(principal.role, route.role)) return refusal;
  return new Refusal(403, 'forbidden', `This call needs the role ${route.role}; the token has ${principal.role}.`);
}

/** What a wrong token or login code is answered with. */
export function wrongCredential(what: 'token' | 'code', source: string, limits: Limits): Refusal {
  const refusal = tooMany(limits.calls.take(source, WRONG_CREDENTIAL));
  return refusal ?? unknownCredential(what);
}

function unknownCredential(what: 'token' | 'code'): Refusal {
  const how = what === 'token' ? 'unknown, expired or revoked' : 'unknown, used or too old';
  return new Refusal(401, 'unauthenticated', `The ${what} is ${how}.`);
}

const sessionIdle = (): Refusal =>
  new Refusal(401, 'session_idle', 'The session has ended because it was not used for too long.');

function tooMany(seconds: number | null): Refusal | null {
  if (seconds === null) return null;
  return new Refusal(429, 'too_many_calls', 'Too many calls at once.', { retryAfterSeconds: seconds });
}
