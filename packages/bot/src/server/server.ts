import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import compress from '@fastify/compress';
import { openApi } from '@triquad/core/contract';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { faultOf } from '../journal/schema.ts';
import { admit, callerOf } from './admission.ts';
import { countAnswering } from './answering.ts';
import { API_BASE, type ApiOptions, registerApi, sendRefusal } from './api.ts';
import type { Assets } from './assets.ts';
import { type BindSettings, withoutBase } from './bind-settings.ts';
import { type Door, isLocal, openDoor } from './door.ts';
import type { Exposition } from './exposition.ts';
import {
  type Audience,
  addressesOf,
  audienceOf,
  detour,
  foreignness,
  NO_SCHEME,
  pageness,
  SECURITY_HEADERS,
  STRICT_TRANSPORT,
} from './guard.ts';
import type { Identity } from './identity.ts';
import { cannotListen } from './port.ts';
import { isForPrograms, PROBES, registerProbes } from './probes.ts';
import { Refusal } from './problem.ts';
import { EXPOSITION_TYPE } from './prometheus.ts';
import { endRaw } from './raw-answer.ts';
import { sendAsset, sendMissingBuild } from './send-asset.ts';

/** What is not behind a token takes no more. */
const STRANGERS_BODY_BYTES = 8 * 1024;
/** Every refusal is ours, none is Node's: only so does each have its request id. Upgrades to anything but the socket are not made. */
const ANSWER_ALL = {
  requireHostHeader: false,
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
};
/** How long a request may take to arrive, but for an upload; one that trickles holds its connection no longer. */
const REQUEST_WITHIN_MS = 30_000;
/** How long a connection may wait before it has asked anything, and how often that is looked at. */
const HALF_OPEN = { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };
/** How long connections may take to end once the bot does: longer than a socket is given to close. */
const LEAVE_WITHIN_MS = 2_500;
const MALFORMED = new Refusal(400, 'malformed', 'The request cannot be read; bodies are JSON.');
const UNREADABLE_ADDRESS = new Refusal(400, 'malformed', 'The address of the call cannot be read.');

export interface ServerOptions extends Omit<ApiOptions, 'uploading'> {
  readonly version: string;
  readonly assets: Assets | null;
  readonly exposition: Exposition;
  readonly newId: () => string;
  readonly exposure: BindSettings;
  /** False until the bot has read its journal: calls are answered with 503 till then. */
  readonly isReady: () => boolean;
  /** What stands in the way of trading. */
  readonly unreadiness: () => readonly string[];
  /** Told of each call by a proxy that does not say how it was reached. */
  readonly onNoScheme: () => void;
  /** Told of each connection that is not let in to the socket. */
  readonly onRefusedUpgrade: (refusal: Refusal, requestId: string, source: string) => void;
  /** The data directory whose owner may come by its local door; null: there is none. */
  readonly identity: Identity;
  readonly doorOf: string | null;
  /** Takes over a connection that asks for the socket at `/ws`. */
  readonly onUpgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
}

/** The base address; the path of the local door, or why there is none, as a clause. */
export type Listening = { readonly address: string; readonly door: string | null; readonly doorFault: string | null };

export interface HttpServer {
  /** Binds the address and the local door; port 0 takes any free one. */
  listen(port: number): Promise<Listening>;
  close(): Promise<void>;
}

/** What was recorded of a connection stays secret when the key of the certificate is lost later. */
const FORWARD_SECRET = {
  minVersion: 'TLSv1.2',
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
} as const;

/** The HTTP side of the bot: the calls of the endpoint table, the dashboard's files, and the door to the socket. */
export function createServer(options: ServerOptions): HttpServer {
  const uploading = new WeakSet<Socket>();
  let audience: Audience = { hosts: new Set(), origins: new Set() };
  const { exposure } = options;
  const app = fastify({
    ...(exposure.tls === null
      ? { http: { ...ANSWER_ALL, ...HALF_OPEN } }
      : ({ https: { ...exposure.tls, ...FORWARD_SECRET, ...ANSWER_ALL, ...HALF_OPEN } } as object)),
    bodyLimit: STRANGERS_BODY_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: true,
    genReqId: options.newId,
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => withoutBase(url, exposure.basePath),
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    frameworkErrors: (_error, _request, reply) => sendRefusal(secured(reply, exposure), UNREADABLE_ADDRESS),
    // A browser opens connections ahead: an answer to one that has asked nothing would be taken for that of its first call.
    clientErrorHandler: ({ code }, socket) => {
      if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') endRaw(socket, MALFORMED, options.newId());
      else if (!uploading.has(socket)) socket.destroy();
    },
  });
  const strangeness = (request: IncomingMessage) =>
    isLocal(request.socket) ? pageness(request) : (detour(request, exposure) ?? foreignness(request, audience));
  let door: Door | null = null;
  const allAnswered = countAnswering(app);
  guard(app, strangeness, options);
  // From a kilobyte on, on the routes that follow. What comes is never compressed: its length bounds what it takes.
  app.register(compress, { globalDecompression: false });
  app.register(async (scope) => {
    registerApi(scope, { ...options, uploading });
    let document: Buffer | undefined;
    scope.get(`${API_BASE}/openapi.json`, (_, reply) => {
      document ??= Buffer.from(JSON.stringify(openApi(options.version, API_BASE)));
      return sendDocument(reply, document);
    });
  });
  registerExposition(app, options);
  registerProbes(app, options.unreadiness);
  app.setNotFoundHandler((request, reply) => {
    const { url } = request;
    // Put together by hand: `//x` would be a host of its own.
    const path = URL.parse(url.startsWith('/') ? `http://localhost${url}` : url)?.pathname;
    if (path === undefined) return sendRefusal(reply, UNREADABLE_ADDRESS);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isForPrograms(path);
    if (!isPage) return sendRefusal(reply, new Refusal(404, 'not_found', `No call ${request.method} ${path}.`));
    // A browser that opens a page says that it takes one; a program that asks for what there is not is to be told so.
    const isScreen = path === '/' || /\btext\/html\b/.test(request.headers.accept ?? '');
    if (options.assets === null && isScreen) return sendMissingBuild(reply);
    const asset = options.assets?.find(path, isScreen) ?? null;
    if (asset === null) return sendRefusal(reply, new Refusal(404, 'not_found', `No page ${path}.`));
    return sendAsset(request, reply, asset);
  });
  app.server.on('connection', (socket: Socket) => {
    if (!isLocal(socket)) options.connections.add(socket);
  });
  // An unknown expectation may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    request.url = withoutBase(request.url ?? '/', exposure.basePath);
    const refusal = refusedUpgrade(request, strangeness(request), options);
    if (refusal === null) return options.onUpgrade(request, socket, head);
    const requestId = options.newId();
    options.onRefusedUpgrade(refusal, requestId, options.sourceOf(request));
    endRaw(socket, refusal, requestId);
  });

  return {
    async listen(port) {
      await listen(app, exposure.host, port);
      const bound = (app.server as Server).address() as AddressInfo;
      audience = audienceOf(exposure, bound.port);
      options.identity.answerAt(addressesOf(exposure, bound.port));
      const address = addressOf(exposure, bound.port);
      if (options.doorOf === null) return { address, door: null, doorFault: null };
      try {
        // As a connection of the server whose secure part is done.
        const entry = exposure.tls === null ? 'connection' : 'secureConnection';
        door = await openDoor(options.doorOf, (socket) => app.server.emit(entry, socket));
        return { address, door: door.path, doorFault: null };
      } catch (error) {
        return { address, door: null, doorFault: error instanceof Error ? error.message : String(error) };
      }
    },
    async close() {
      await allAnswered();
      // One that was refused an upgrade is no request any more, and would hold the end for as long as its caller likes.
      const late = setTimeout(options.connections.end, LEAVE_WITHIN_MS);
      door?.close();
      await app.close();
      clearTimeout(late);
    },
  };
}

function sendDocument(reply: FastifyReply, document: Buffer): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(document);
}

/** `/metrics`, where Prometheus looks for it, for an administrator's token. */
function registerExposition(app: FastifyInstance, options: ServerOptions): void {
  app.addHook('onResponse', async ({ method }, { statusCode }) => options.exposition.countCall(method, statusCode));
  app.get('/metrics', { config: { call: 'metrics' } }, async (request, reply) => {
    const refusal = admit(request, 'metrics', { role: 'admin' }, options);
    if (refusal !== null) {
      options.trail.note(request, callerOf(request), refusal.code);
      return sendRefusal(reply, refusal);
    }
    return reply
      .header('content-type', EXPOSITION_TYPE)
      .header('cache-control', 'no-store')
      .send(options.exposition.text());
  });
}

/** Where programs of this machine reach the bot: by the certificate's name where there is one. */
function addressOf({ host, tls, publicOrigin, basePath }: BindSettings, port: number): string {
  if (tls !== null && publicOrigin !== null) return `${publicOrigin}${basePath}`;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${tls === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}${basePath}`;
}

function guard(
  app: FastifyInstance,
  strangeness: (request: IncomingMessage) => string | null,
  options: ServerOptions,
): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, String(body), done);
  });
  app.addHook('onRequest', async (request, reply) => {
    secured(reply, options.exposure);
    const foreign = strangeness(request.raw);
    if (foreign !== null) {
      if (foreign === NO_SCHEME) options.onNoScheme();
      options.trail.note(request, null, 'foreign');
      return sendRefusal(reply, new Refusal(403, 'foreign', foreign));
    }
    const seconds = PROBES.has(request.url)
      ? options.limits.calls.take(`probe ${options.sourceOf(request.raw)}`)
      : null;
    if (seconds !== null) return sendRefusal(reply, tooManyCalls(seconds));
    if (!options.isReady() && !PROBES.has(request.url)) return sendRefusal(reply, notReady());
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) options.onBug(error, request.id);
    options.trail.note(request, callerOf(request), refusal.code);
    return sendRefusal(reply, refusal);
  });
}

function secured(reply: FastifyReply, { publicOrigin, tls }: BindSettings): FastifyReply {
  if (publicOrigin !== null || tls !== null) reply.headers(STRICT_TRANSPORT);
  return reply.headers(SECURITY_HEADERS).header('x-request-id', reply.request.id);
}

const notReady = (): Refusal =>
  new Refusal(503, 'not_ready', 'The bot is starting or stopping.', { retryAfterSeconds: 1 });

function refusalOf(error: unknown): Refusal {
  const fault = faultOf(error, "The server's database");
  if (fault !== null) return new Refusal(503, 'unavailable', `${fault.message}.`);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return new Refusal(413, 'too_large', 'The body has more bytes than this call takes.');
  if (status >= 400 && status < 500) return MALFORMED;
  return new Refusal(500, 'internal', 'The bot failed to answer this call; its log says more.');
}

function refusedUpgrade(
  request: IncomingMessage,
  foreign: string | null,
  { isReady, limits, sourceOf }: ServerOptions,
): Refusal | null {
  if (foreign !== null) return new Refusal(403, 'foreign', foreign);
  if (!isReady()) return notReady();
  if (request.url?.split('?')[0] !== '/ws') return new Refusal(404, 'not_found', 'The socket is at /ws.');
  // By themselves: wrong tokens of a neighbour are not to keep a screen from its socket.
  const seconds = limits.calls.take(`socket ${sourceOf(request)}`);
  return seconds === null ? null : tooManyCalls(seconds);
}

const tooManyCalls = (seconds: number): Refusal =>
  new Refusal(429, 'too_many_calls', 'Too many calls at once.', { retryAfterSeconds: seconds });

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw cannotListen(error, host, port);
  }
}
