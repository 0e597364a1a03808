import type { DatabaseSync } from 'node:sqlite';
import type { LogRecord } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { Fact } from '../engine/event.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { Access } from './access.ts';
import { loadAssets } from './assets.ts';
import { createAudit } from './audit.ts';
import type { Backend, Books } from './backend.ts';
import { createBackoff } from './backoff.ts';
import type { Configs } from './configs.ts';
import { createHandlers } from './handlers.ts';
import { createHub } from './hub.ts';
import { createIdempotency } from './idempotency.ts';
import { createPublisher } from './publisher.ts';
import { createReadings } from './readings.ts';
import { createServer } from './server.ts';
import { createSocketServer, frameTypes } from './socket.ts';

export interface FrontOptions {
  readonly engine: Engine;
  readonly store: EventStore<Fact>;
  readonly books: Books;
  readonly configs: Configs;
  readonly applyConfig: Backend['applyConfig'];
  readonly database: DatabaseSync;
  readonly access: Access;
  readonly market: Backend['market'];
  readonly symbols: Backend['symbols'];
  readonly redact: (line: string) => string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly version: string;
  /** The built dashboard; null serves none. */
  readonly dashboardDir: string | null;
}

/** All that clients see of the bot: calls, socket, dashboard. */
export interface Front {
  /** Binds the address and answers 503 until `open`. Gives the base address. */
  listen(host: string, port: number): Promise<string>;
  open(): void;
  publishLog(entry: LogRecord): void;
  /** Ends every connection; a second call waits for the first. */
  close(): Promise<void>;
}

export function createFront(options: FrontOptions): Front {
  const { engine, books, configs, database, access, market, now } = options;
  let ready = false;
  let closing: Promise<void> | null = null;
  const backoff = createBackoff(now);
  const audit = createAudit(database);
  const hub = createHub(frameTypes, now);
  const socket = createSocketServer({ hub, access, backoff });
  const readings = createReadings({ engine, configs, market, clients: socket.clients, now });
  const { status, scan, metrics } = readings;
  const isWatched = () => ready && socket.clients() > 0;
  const publisher = createPublisher({ engine, hub, status, balances: books.balances, metrics, isWatched });
  const publishBalances = publisher.balances;
  const server = createServer({
    ...options,
    handlers: createHandlers({ ...options, audit, backoff, startedAt: now(), status, scan, publishBalances }),
    backoff,
    audit,
    idempotency: createIdempotency(database, now),
    assets: options.dashboardDir === null ? null : loadAssets(options.dashboardDir),
    isReady: () => ready,
    onUpgrade: socket.accept,
    onBug: (error, request_id) =>
      engine.log('ERROR', 'server', 'A call failed.', { request_id, error: traceOf(error) }),
  });
  const end = async () => {
    ready = false;
    publisher.stop();
    socket.close();
    await server.close();
    readings.stop();
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

const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
