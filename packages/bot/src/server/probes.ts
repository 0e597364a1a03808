import type { FastifyInstance } from 'fastify';
import type { EngineState } from '../engine/engine.ts';
import { sendRefusal } from './api.ts';
import { Refusal } from './problem.ts';

const RETRY_SECONDS = 1;
/** They are answered whether the bot is ready or not. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * `/healthz`: the process answers. `/readyz`: it can serve and trade, or 503 with what stands in the way. Both take no token and tell nothing
 * of money; a bot that its operator stopped or killed is ready.
 */
export function registerProbes(app: FastifyInstance, reasons: () => readonly string[]): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', (_, reply) => {
    const found = reasons();
    if (found.length === 0) return reply.header('cache-control', 'no-store').send({ status: 'ready' });
    const more = { retryAfterSeconds: RETRY_SECONDS };
    return sendRefusal(reply, new Refusal(503, 'not_ready', `Not ready: ${found.join('; ')}.`, more));
  });
}

/** Why the bot cannot trade, whatever its operator wants; none when it can. */
export function unreadiness(
  isServing: boolean,
  { lifecycle, halted, config }: Pick<EngineState, 'lifecycle' | 'halted' | 'config'>,
): readonly string[] {
  return [
    isServing ? null : 'the bot is starting or stopping',
    lifecycle === 'starting' ? 'the bot resolves what was in progress' : null,
    halted?.cause === 'journal' ? 'the journal cannot be written' : null,
    config === null ? 'no configuration is in force' : null,
  ].filter((reason) => reason !== null);
}

/** Paths of programs: what is not found there is a problem, never the dashboard's page. `/api` itself is a screen. */
export const isForPrograms = (path: string): boolean => /^\/(?:api\/|(?:ws|metrics|healthz|readyz)(?:\/|$))/.test(path);
