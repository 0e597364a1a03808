import { type RouteDefinition, type RouteName, routes } from '@triquad/core/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { type Access, mayActAs, type Principal } from './access.ts';
import type { Audit } from './audit.ts';
import type { Backoff } from './backoff.ts';
import type { Call, Handlers } from './handler.ts';
import type { Idempotency, KeptAnswer } from './idempotency.ts';
import { problemOf, Refusal } from './problem.ts';

export const API_BASE = '/api/v1';

export interface ApiOptions {
  readonly handlers: Handlers;
  readonly access: Access;
  readonly backoff: Backoff;
  readonly idempotency: Idempotency;
  readonly audit: Audit;
  readonly now: () => number;
  /** Told of a handler that threw. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

type AnyHandler = (call: Call<RouteName>) => unknown;

/** Registers every row of the endpoint table. */
export function registerApi(app: FastifyInstance, options: ApiOptions): void {
  for (const [name, route] of Object.entries(routes) as [RouteName, RouteDefinition][]) {
    app.route({
      method: route.method,
      url: API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request, reply) => {
        const refusal = admit(request, route, options);
        if (refusal !== null) return sendRefusal(reply, refusal);
      },
      handler: async (request, reply) => {
        const answer = await answerCall(request, name, route, options);
        if (answer instanceof Refusal) return sendRefusal(reply, answer);
        return sendAnswer(reply, answer);
      },
    });
  }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  return sendAnswer(reply, { status: refusal.status, body: JSON.stringify(problemOf(refusal, reply.request.id)) });
}

function sendAnswer(reply: FastifyReply, { status, body }: KeptAnswer): FastifyReply {
  const type = status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8';
  reply.code(status).header('cache-control', 'no-store');
  // As bytes, because Fastify adds a charset to the type of text, and problem+json has none.
  return body === '' ? reply.send() : reply.header('content-type', type).send(Buffer.from(body));
}

const callers = new WeakMap<FastifyRequest, Principal>();

function admit(request: FastifyRequest, route: RouteDefinition, { access, backoff }: ApiOptions): Refusal | null {
  if (route.role === 'open') return null;
  const token = /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined)
    return new Refusal(401, 'unauthenticated', 'This call needs a token: Authorization: Bearer …');
  const principal = access.identify(token);
  if (principal === null) {
    const seconds = backoff.failed();
    if (seconds === null) return new Refusal(401, 'unauthenticated', 'The token is unknown, expired or revoked.');
    return new Refusal(429, 'too_many_attempts', 'Too many wrong tokens.', { retryAfterSeconds: seconds });
  }
  if (!mayActAs(principal.role, route.role)) {
    return new Refusal(403, 'forbidden', `This call needs the role ${route.role}; the token has ${principal.role}.`);
  }
  callers.set(request, principal);
  return null;
}

async function answerCall(
  request: FastifyRequest,
  name: RouteName,
  route: RouteDefinition,
  options: ApiOptions,
): Promise<KeptAnswer | Refusal> {
  const query = read(route.query, request.query, 'query');
  if (query instanceof Refusal) return query;
  const body = read(route.body, request.body ?? undefined, 'body');
  if (body instanceof Refusal) return body;
  const principal = callers.get(request) ?? null;
  const call = { parameters: request.params, query, body, principal } as unknown as Call<RouteName>;
  const run = () => perform(request, name, route, call, options);
  const key = request.headers['idempotency-key'];
  if (!route.idempotent || key === undefined || principal === null) return run();
  const keyed = { key: String(key), caller: principal.key, path: `${route.method} ${request.url}`, body };
  return options.idempotency.once(keyed, run);
}

async function perform(
  request: FastifyRequest,
  name: RouteName,
  route: RouteDefinition,
  call: Call<RouteName>,
  { handlers, audit, now, onBug }: ApiOptions,
): Promise<KeptAnswer> {
  const answer = await attempt(handlers[name] as AnyHandler, call, (error) => onBug(error, request.id));
  if (route.method !== 'GET' && call.principal !== null) {
    audit.write({
      at: now(),
      actor: call.principal.name,
      action: name,
      target: Object.values(call.parameters).join('/') || null,
      outcome: answer instanceof Refusal ? answer.code : 'ok',
      request_id: request.id,
    });
  }
  if (answer instanceof Refusal) {
    return { status: answer.status, body: JSON.stringify(problemOf(answer, request.id)) };
  }
  return { status: route.success, body: answer === undefined ? '' : JSON.stringify(answer) };
}

async function attempt(handler: AnyHandler, call: Call<RouteName>, onBug: (error: unknown) => void): Promise<unknown> {
  try {
    return await handler(call);
  } catch (error) {
    onBug(error);
    return new Refusal(500, 'internal', 'The bot failed to answer this call; its log says more.');
  }
}

const inEnglish = en().localeError;

function read(schema: z.core.$ZodType | null, value: unknown, where: 'query' | 'body'): unknown {
  if (schema === null) return undefined;
  const parsed = z.safeParse(schema, value, { error: inEnglish });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    path: issue.path.length === 0 ? where : issue.path.join('.'),
    message: issue.message,
  }));
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new Refusal(422, 'not_valid', detail, { errors });
}
