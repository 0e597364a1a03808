import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import type { LogRecord } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Sizes } from '../journal/growth.ts';
import type { Elapsed } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Access } from './access.ts';
import { createLimits } from './admission.ts';
import { loadAssets } from './assets.ts';
import { type Audit, forgiving } from './audit.ts';
import { createAuditLog } from './audit-log.ts';
import { createAudited } from './audited.ts';
import type { Backend, Books } from './backend.ts';
import { createBackoff } from './backoff.ts';
import type { BindSettings } from './bind-settings.ts';
import type { Configs } from './configs.ts';
import { afterReading, createConnections, mostConnections } from './connections.ts';
import type { Devices } from './devices.ts';
import { createExposition } from './exposition.ts';
import { createHandlers } from './handlers.ts';
import { createHub } from './hub.ts';
import { createIdempotency } from './idempotency.ts';
import type { Identity } from './identity.ts';
import { unreadiness } from './probes.ts';
import { createPublisher } from './publisher.ts';
import { createReadings } from './readings.ts';
import { createRecall } from './recall.ts';
import { createServer, type Listening } from './server.ts';
import { createSocketServer, frameTypes } from './socket.ts';
import { sourceOf } from './source.ts';

const SCHEME_NEEDED =
  'A proxy of --trust-proxy sends no X-Forwarded-Proto, so its calls are refused: they may have come over http. Let it send the header.';
/** How soon a change by another process, or the end of a session, closes its sockets. */
const LOOK_EVERY_MS = 200;

export interface HttpAppOptions {
  readonly engine: Engine;
  readonly journalId: string;
  readonly store: EventStore<Fact>;
  readonly books: Books;
  readonly archive: Backend['archive'];
  readonly backtests: Backend['backtests'];
  readonly configs: Configs;
  readonly applyConfig: Backend['applyConfig'];
  readonly database: DatabaseSync;
  readonly access: Access;
  readonly identity: Identity;
  readonly devices: Devices;
  readonly audit: Audit;
  readonly users: Backend['users'];
  readonly exposure: BindSettings;
  readonly vault: Backend['vault'];
  readonly alerts: Backend['alerts'];
  readonly market: Backend['market'];
  readonly marketDesk: Backend['marketDesk'];
  readonly symbols: Backend['symbols'];
  readonly recorder: Backend['recorder'];
  readonly recordings: Backend['recordings'];
  readonly imports: Backend['imports'];
  readonly uploads: Backend['uploads'];
  readonly whatIf: Backend['whatIf'];
  readonly backUp: Backend['backUp'];
  readonly diagnose: Backend['diagnose'];
  readonly synced: () => Promise<void>;
  readonly redact: (line: string) => string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly monotonic: () => Elapsed;
  readonly version: string;
  readonly sizes: () => Sizes;
  /** The data directory whose owner may come by its local door; null: there is none. */
  readonly doorOf: string | null;
  /** The built dashboard; null serves none. */
  readonly dashboardDir: string | null;
}

/** All that clients see of the bot: calls, socket, dashboard. */
export interface HttpApp {
  /** Binds the address and the local door, and answers 503 until `open`. */
  listen(port: number): Promise<Listening>;
  open(): void;
  publishLog(entry: LogRecord): void;
  /** Ends every connection; a second call waits for the first. */
  close(): Promise<void>;
}

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { engine, books, store, database, access, exposure, market, now, monotonic } = options;
  let ready = false;
  let closing: Promise<void> | null = null;
  const backoff = createBackoff(monotonic);
  const limits = createLimits(monotonic);
  const connections = createConnections({
    most: mostConnections(),
    monotonic: () => performance.now(),
    onClosed: (count) =>
      engine.log('WARNING', 'server', 'Connections without a valid token were closed: too many at once.', { count }),
    afterReading,
  });
  const onBug = (error: unknown, request_id: string) =>
    engine.log('ERROR', 'server', 'A call failed.', { request_id, error: traceOf(error) });
  const audit = forgiving(options.audit, (error, request_id) => onBug(error, request_id ?? ''));
  const sourceFrom = (request: IncomingMessage) => sourceOf(request, exposure.proxies);
  const trail = createAuditLog(audit, now, sourceFrom);
  const hub = createHub(frameTypes, now);
  const refusedSocket = (outcome: string, request_id: string | null, source: string | null) => {
    const stranger = { actor: 'unknown', action: 'socket', target: null };
    audit.writeRefusal({ at: now(), ...stranger, outcome, request_id, source }, 'stranger');
  };
  const looking = setInterval(() => lookAgain(access, engine), LOOK_EVERY_MS);
  const socket = createSocketServer({
    hub,
    journalId: options.journalId,
    access,
    limits,
    connections,
    sourceOf: sourceFrom,
    newId: options.newId,
    onRefused: (source) => refusedSocket('unauthenticated', null, source),
    onFault: (error) => engine.log('ERROR', 'server', 'A frame could not be answered.', { error: traceOf(error) }),
  });
  const readings = createReadings({ engine, market, clients: socket.clients, now });
  const { status, scan, metrics } = readings;
  const isWatched = () => ready && socket.clients() > 0;
  const publisher = createPublisher({ engine, hub, status, balances: engine.balances, metrics, isWatched });
  const publishBalances = publisher.balances;
  const stopTelling = options.backtests.onChange((backtest) => hub.publish('backtests', backtest, backtest.id));
  const exposition = createExposition({
    engine,
    books,
    store,
    clients: socket.clients,
    version: options.version,
    sizes: options.sizes,
  });
  const backend = { ...options, audit, backoff, limits, startedAt: now(), status, scan, publishBalances };
  const handlers = createHandlers(backend);
  const server = createServer({
    ...options,
    handlers,
    audited: createAudited(handlers, options),
    limits,
    connections,
    trail,
    sourceOf: sourceFrom,
    recall: createRecall(options),
    mode: () => engine.state().mode,
    idempotency: createIdempotency({
      database,
      now,
      effectOf: (id) => engine.state().effect_keys.get(id) ?? null,
      onFault: (error) => onBug(error, ''),
    }),
    exposition,
    assets: options.dashboardDir === null ? null : loadAssets(options.dashboardDir, options.exposure.basePath),
    isReady: () => ready,
    unreadiness: () => unreadiness(ready, engine.state()),
    onNoScheme: onlyOnce(() => engine.log('WARNING', 'server', SCHEME_NEEDED)),
    onUpgrade: socket.accept,
    onRefusedUpgrade: ({ code }, requestId, source) => refusedSocket(code, requestId, source),
    onBug,
  });
  const end = async () => {
    ready = false;
    clearInterval(looking);
    publisher.stop();
    stopTelling();
    socket.close();
    await server.close();
    readings.stop();
    exposition.stop();
  };
  return {
    listen: server.listen,
    open() {
      ready = true;
    },
    publishLog: publisher.log,
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** A file that is locked or cannot be read now is looked at again the next time: each call asks it anyway. */
function lookAgain(access: Access, engine: Engine): void {
  try {
    access.look();
  } catch (error) {
    engine.log('DEBUG', 'server', 'The sessions cannot be read.', { error: String(error) });
  }
}

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function onlyOnce(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
