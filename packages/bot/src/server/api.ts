import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type RouteDefinition, type RouteName, routes, type TradingMode } from '@triquad/core/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { faultOf } from '../journal/schema.ts';
import type { Effect, EffectKey } from '../model/effect.ts';
import { type AdmissionOptions, admit, callerOf, URGENT } from './admission.ts';
import type { AuditLog } from './audit-log.ts';
import type { Audited } from './audited.ts';
import { callKey, movesMoney } from './call-key.ts';
import { Download } from './download.ts';
import type { Call, Handlers, SentFile } from './handler.ts';
import type { Idempotency, KeptAnswer } from './idempotency.ts';
import { problemOf, Refusal } from './problem.ts';
import type { Recall } from './recall.ts';

export const API_BASE = '/api/v1';
/** Some thousand trading pairs are the longest that anybody has to say. */
const MAX_BODY_BYTES = 256 * 1024;
/** Of what is wrong with one body or query. */
const TOLD = 20;
const LONGEST_PATH = 200;
const LONGEST_MESSAGE = 300;

export interface ApiOptions extends AdmissionOptions {
  /** Connections over which a file comes: a request may take any time there. */
  readonly uploading: WeakSet<Socket>;
  readonly handlers: Handlers;
  readonly idempotency: Idempotency;
  readonly trail: AuditLog;
  readonly audited: Audited;
  readonly recall: Recall;
  readonly mode: () => TradingMode;
  /** Resolves once what was written so far outlives a power cut. */
  readonly synced: () => Promise<void>;
  /** Told of a handler that threw. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

type AnyHandler = (call: Call<RouteName>) => unknown;

/** Registers every row of the endpoint table. */
export function registerApi(app: FastifyInstance, options: ApiOptions): void {
  const rows = Object.entries(routes) as [RouteName, RouteDefinition][];
  for (const [name, route] of rows) if (route.takes === 'json') app.route(rowOf(name, route, options));
  app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_, content, done) => done(null, content));
    for (const [name, route] of rows) if (route.takes === 'file') scope.route(rowOf(name, route, options));
  });
}

function rowOf(name: RouteName, route: RouteDefinition, options: ApiOptions): RouteOptions {
  return {
    method: route.method,
    url: API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { call: name },
    ...(route.role === 'open' ? {} : { bodyLimit: MAX_BODY_BYTES }),
    onRequest: async (request, reply) => {
      const refusal = admit(request, name, route, options);
      if (refusal === null) return;
      options.trail.note(request, callerOf(request), refusal.code);
      return sendRefusal(reply, refusal);
    },
    handler: async (request, reply) => {
      const answer = await answerCall(request, name, route, options);
      if (answer instanceof Refusal) return sendRefusal(reply, answer);
      return answer instanceof Download ? sendDownload(reply, answer) : sendAnswer(reply, answer);
    },
  };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  return sendAnswer(reply, answerOf(refusal, reply.request.id));
}

const answerOf = (refusal: Refusal, requestId: string): KeptAnswer => ({
  status: refusal.status,
  body: JSON.stringify(problemOf(refusal, requestId)),
  retryAfterSeconds: refusal.retryAfterSeconds,
});

function sendAnswer(reply: FastifyReply, { status, body, retryAfterSeconds = null }: KeptAnswer): FastifyReply {
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  const type = status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8';
  reply.code(status).header('cache-control', 'no-store');
  // As bytes, because Fastify adds a charset to the type of text, and problem+json has none.
  return body === '' ? reply.send() : reply.header('content-type', type).send(Buffer.from(body));
}

function sendDownload(reply: FastifyReply, { bytes, headers }: Download): FastifyReply {
  return reply.header('cache-control', 'no-store').headers(headers).send(bytes);
}

async function answerCall(
  request: FastifyRequest,
  name: RouteName,
  route: RouteDefinition,
  options: ApiOptions,
): Promise<KeptAnswer | Download | Refusal> {
  const principal = callerOf(request);
  const refuse = (refusal: Refusal): Refusal => {
    if (changes(name, route)) options.trail.note(request, principal, refusal.code);
    return refusal;
  };
  const query = read(route.query, request.query, 'query');
  if (query instanceof Refusal) return refuse(query);
  const body = read(route.body, writable(route, request.body ?? undefined), 'body');
  if (body instanceof Refusal) return refuse(body);
  const file = route.takes === 'file' ? fileOf(request) : undefined;
  if (file instanceof Refusal) return refuse(file);
  const source = options.sourceOf(request.raw);
  const run = (key?: EffectKey) => {
    const call = { parameters: request.params, query, body, file, principal, source, requestId: request.id, key };
    return perform(request, name, route, call as unknown as Call<RouteName>, options);
  };
  if (!route.idempotent || principal === null) return run();
  const header = request.headers['idempotency-key'];
  const given = header === undefined ? undefined : String(header);
  const key = callKey(name, route, { body, given, mode: options.mode() });
  if (key instanceof Refusal) return refuse(key);
  if (key === null) return run();
  const { idempotency, recall } = options;
  const keyed = { ...key, caller: principal.name, path: `${route.method} ${request.url}`, body };
  const recalled = (effect: Effect) => answerWith(route, recall(name, effect), request.id);
  const answer = movesMoney(name)
    ? await idempotency.onceForGood({ ...keyed, recall: recalled }, async (effect) => kept(await run(effect)))
    : await idempotency.once({ ...keyed, isUrgent: URGENT.has(name) }, async () => kept(await run()));
  return answer instanceof Refusal ? refuse(answer) : answer;
}

/** The file that a request brings, whose length is known before the first byte. */
function fileOf({ body, headers }: FastifyRequest): SentFile | Refusal {
  if (!(body instanceof Readable))
    return new Refusal(400, 'malformed', 'The body is a file: application/octet-stream.');
  const bytes = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(bytes)) return new Refusal(411, 'length_required', 'The call needs a Content-Length.');
  return { bytes, content: body };
}

/** A preview is posted for its body, and only looks. */
const changes = (name: RouteName, { method }: RouteDefinition): boolean =>
  method !== 'GET' && name !== 'orders.preview';

function kept(answer: KeptAnswer | Download): KeptAnswer {
  if (answer instanceof Download) throw new Error('a download is not kept');
  return answer;
}

async function perform(
  request: FastifyRequest,
  name: RouteName,
  route: RouteDefinition,
  call: Call<RouteName>,
  { handlers, trail, audited, synced, onBug, uploading }: ApiOptions,
): Promise<KeptAnswer | Download> {
  // Who signs in is written by the call itself, which knows the name.
  const { principal } = call;
  const changer = changes(name, route) ? principal : null;
  const isWritten = changer !== null && !URGENT.has(name);
  const onDisk = () =>
    synced().then(
      () => true,
      (error) => {
        onBug(error, request.id);
        return false;
      },
    );
  if (isWritten && !(trail.begin(request, changer) && (await onDisk()))) {
    return { ...answerOf(untrailed(), request.id), isUndone: true };
  }
  const before = changer === null ? null : audited.subject(name, call);
  const { socket } = request.raw;
  if (call.file !== undefined) uploading.add(socket);
  const answer = await attempt(handlers[name] as AnyHandler, call, (error) => onBug(error, request.id));
  uploading.delete(socket);
  if (changer !== null) {
    const told = audited.told(name, call, before, audited.subject(name, call), answer);
    trail.end(request, changer, answer instanceof Refusal ? answer.code : 'ok', told);
    // What is urgent is answered first.
    if (isWritten) await onDisk();
    else void onDisk();
  }
  return answer instanceof Download ? answer : answerWith(route, answer, request.id);
}

function answerWith(route: RouteDefinition, answer: unknown, requestId: string): KeptAnswer {
  if (answer instanceof Refusal) return answerOf(answer, requestId);
  return { status: route.success, body: answer === undefined ? '' : JSON.stringify(answer) };
}

const untrailed = (): Refusal =>
  new Refusal(503, 'trail_unwritable', 'The audit trail cannot be written, so nothing was done.', {
    retryAfterSeconds: 5,
  });

async function attempt(handler: AnyHandler, call: Call<RouteName>, onBug: (error: unknown) => void): Promise<unknown> {
  try {
    return await handler(call);
  } catch (error) {
    const fault = faultOf(error, "The server's database");
    if (fault !== null) return new Refusal(503, 'unavailable', `${fault.message}.`);
    onBug(error);
    return new Refusal(500, 'internal', 'The bot failed to answer this call; its log says more.');
  }
}

/** Without the fields that only an answer has: what was read may be sent back. */
function writable({ readOnly }: RouteDefinition, body: unknown): unknown {
  if (readOnly.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)));
}

const inEnglish = en().localeError;

function read(schema: z.core.$ZodType | null, value: unknown, where: 'query' | 'body'): unknown {
  if (schema === null) return undefined;
  const parsed = z.safeParse(schema, value, { error: inEnglish });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, TOLD).map((issue) => ({
    path: issue.path.length === 0 ? where : issue.path.join('.').slice(0, LONGEST_PATH),
    message: issue.message.slice(0, LONGEST_MESSAGE),
  }));
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new Refusal(422, 'not_valid', detail, { errors });
}
