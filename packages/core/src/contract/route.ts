import * as z from 'zod/mini';
import type { Reader } from './tolerant.ts';

/** `viewer` reads; `operator` also starts, stops, executes; `admin` also changes configuration, credentials and live mode. */
export const role = z.enum(['viewer', 'operator', 'admin']);
export type Role = z.infer<typeof role>;

/** Capabilities of the embedded bot beyond the basic API; `auth` once it has users. */
export const capability = z.enum([
  'audit',
  'audit.v2',
  'auth',
  'auth.code',
  'auth.device',
  'backup',
  'backtest',
  'backtest.cancel',
  'backtest.market',
  'balances.stream',
  'bootstrap',
  'bot.flatten',
  'bot.kill',
  'bot.mode',
  'conditions',
  'config.by_hand',
  'config.fees',
  'config.write',
  'decisions',
  'differences',
  'dislocations',
  'doctor',
  'dust',
  'exchange.delete',
  'exchanges',
  'execute.guarded',
  'export',
  'facts',
  'feeds',
  'frames.v2',
  'history',
  'identity',
  'kill.v2',
  'logs.history',
  'market',
  'metrics',
  'money.v2',
  'orders.stream',
  'performance.breakdown',
  'performance.curves',
  'recordings',
  'recordings.import',
  'recordings.upload',
  'research',
  'results.range',
  'risk',
  'scan',
  'sessions',
  'socket.auth',
  'alerts',
  'users',
  'wallets.reset',
]);

/** Every extension that clients support, including those the embedded bot does not serve yet. */
export const knownCapability = z.enum([...capability.options, 'codes', 'feeds.change', 'status.v2']);
export type Capability = z.infer<typeof knownCapability>;

type Schema = z.core.$ZodType;

export type RouteDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API's base, `{name}` marks a parameter. */
  path: string;
  role: 'open' | Role;
  extension: Capability | null;
  /** True if an Idempotency-Key is honoured; `keyed`: a call without one is refused (400 `key_required`). */
  idempotent: boolean;
  keyed: boolean;
  query: Schema | null;
  body: Schema | null;
  /** `file`: the body is the bytes of one file, of any length, and no JSON. */
  takes: 'json' | 'file';
  /** Fields of the record that was read: a body may bring them back, and they are ignored. */
  readOnly: readonly string[];
  /** Body extensions, for bots that announce them. */
  request: Schema | null;
  record: Schema;
  answer: Reader<unknown>;
  success: 200 | 201 | 202 | 204;
  refuses: readonly number[];
  summary: string;
};

type Given = Pick<RouteDefinition, 'method' | 'path' | 'role' | 'record' | 'answer' | 'summary'> &
  Partial<RouteDefinition>;
type Filled<G extends Given> = Omit<RouteDefinition, keyof G> &
  G &
  (G extends { query: Schema } ? unknown : { query: null }) &
  (G extends { body: Schema } ? unknown : { body: null }) &
  (G extends { request: Schema } ? unknown : { request: null });

/** A row of the endpoint table with its defaults filled in. */
export const route = <const G extends Given>(given: G): Filled<G> =>
  ({
    extension: null,
    idempotent: false,
    keyed: false,
    takes: 'json',
    readOnly: [],
    query: null,
    body: null,
    request: null,
    success: 200,
    refuses: [],
    ...given,
  }) as unknown as Filled<G>;
