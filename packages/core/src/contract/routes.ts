import type * as z from 'zod/mini';
import { sessionRoutes, userRoutes } from './access.ts';
import { accountRoutes } from './account.ts';
import { alertRoutes } from './alert.ts';
import { announcedRoutes } from './announced.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { backtestRoutes } from './backtest.ts';
import { bootstrapRoutes } from './bootstrap.ts';
import { botRoutes } from './bot.ts';
import { conditionsRoutes } from './conditions.ts';
import { configRoutes } from './config.ts';
import { exchangeRoutes } from './exchange.ts';
import { exportRoutes } from './export.ts';
import { factRoutes } from './fact.ts';
import { feedRoutes } from './feed.ts';
import { flattenRoutes } from './flatten.ts';
import { healthRoutes } from './health.ts';
import { identityRoutes } from './identity.ts';
import { importRoutes } from './import.ts';
import { lifeRoutes } from './life.ts';
import { logRoutes } from './log.ts';
import { marketRoutes } from './market.ts';
import { moneyRoutes } from './money.ts';
import { notificationRoutes } from './notification.ts';
import { opportunityRoutes } from './opportunity.ts';
import { orderRoutes } from './order.ts';
import { performanceRoutes } from './performance.ts';
import { recordingRoutes } from './recording.ts';
import { researchRoutes } from './research.ts';
import { riskRoutes } from './risk.ts';
import type { RouteDefinition } from './route.ts';
import { scanRoutes } from './scan.ts';
import { systemRoutes } from './system.ts';
import { walletRoutes } from './wallet.ts';

/**
 * Every call of the embedded bot, once. `record` is what the embedded bot answers, `answer` what a client reads from any bot, `role` the
 * least role that may call, `extension` the capability a bot must announce first (null: the spec's own call), `idempotent`
 * whether an Idempotency-Key is honoured, `refuses` the statuses beyond 400, 401, 403, 404, 413, 422, 429, 500 and 503.
 */
export const routes = {
  ...healthRoutes,
  ...bootstrapRoutes,
  ...botRoutes,
  ...flattenRoutes,
  ...opportunityRoutes,
  ...orderRoutes,
  ...scanRoutes,
  ...riskRoutes,
  ...accountRoutes,
  ...performanceRoutes,
  ...moneyRoutes,
  ...walletRoutes,
  ...notificationRoutes,
  ...authRoutes,
  ...configRoutes,
  ...conditionsRoutes,
  ...lifeRoutes,
  ...factRoutes,
  ...exportRoutes,
  ...feedRoutes,
  ...recordingRoutes,
  ...importRoutes,
  ...marketRoutes,
  ...backtestRoutes,
  ...researchRoutes,
  ...exchangeRoutes,
  ...alertRoutes,
  ...logRoutes,
  ...auditRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...identityRoutes,
  ...systemRoutes,
} as const satisfies Record<string, RouteDefinition>;

/** Every call a client can make: the embedded bot's, and those of bots that announce more. */
export const clientRoutes = { ...routes, ...announcedRoutes } as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type ClientRoutes = typeof clientRoutes;
export type CallName = keyof ClientRoutes;
/** Fields of a row that a call needs. */
export type CallRow<N extends CallName> = Pick<
  ClientRoutes[N],
  'method' | 'path' | 'extension' | 'idempotent' | 'answer'
>;
type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined;
type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined;

/** A call as a person reads it: `GET /bot/status`. */
export const callText = (name: CallName): string => `${clientRoutes[name].method} ${clientRoutes[name].path}`;

/** Answer of the embedded bot. */
export type RecordOf<N extends RouteName> = Out<Routes[N]['record']>;
/** Answer of a call as a client reads it. */
export type AnswerOf<N extends CallName> = Out<ClientRoutes[N]['answer']>;
/** The query of a call after the server has read it, defaults filled in. */
export type QueryOf<N extends CallName> = Out<ClientRoutes[N]['query']>;
/** The body of a call as a client sends it. */
export type BodyOf<N extends CallName> = In<
  ClientRoutes[N][ClientRoutes[N]['request'] extends null ? 'body' : 'request']
>;
/** The body of a call after the server has read it, defaults filled in. */
export type ReadBodyOf<N extends RouteName> = Out<Routes[N]['body']>;
