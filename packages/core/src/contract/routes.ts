import type * as z from 'zod/mini';
import type { RouteDefinition } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { alertRoutes } from './routes/alert.ts';
import { announcedRoutes } from './routes/announced.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { backtestRoutes } from './routes/backtest.ts';
import { botRoutes } from './routes/bot.ts';
import { configRoutes } from './routes/config.ts';
import { exchangeRoutes } from './routes/exchange.ts';
import { feedRoutes } from './routes/feed.ts';
import { healthRoutes } from './routes/health.ts';
import { lifeRoutes } from './routes/life.ts';
import { logRoutes } from './routes/log.ts';
import { notificationRoutes } from './routes/notification.ts';
import { opportunityRoutes } from './routes/opportunity.ts';
import { orderRoutes } from './routes/order.ts';
import { performanceRoutes } from './routes/performance.ts';
import { riskRoutes } from './routes/risk.ts';
import { scanRoutes } from './routes/scan.ts';
import { systemRoutes } from './routes/system.ts';
import { userRoutes } from './routes/user.ts';
import { walletRoutes } from './routes/wallet.ts';

/**
 * Every call of the embedded bot, once. `record` is what the embedded bot answers, `answer` what a client reads from any bot, `role` the
 * least role that may call, `extension` the capability a bot must announce first (null: the spec's own call), `idempotent`
 * whether an Idempotency-Key is honoured, `refuses` the statuses beyond 400, 401, 403, 404, 413, 422, 429, 500 and 503.
 */
export const routes = {
  ...healthRoutes,
  ...botRoutes,
  ...configRoutes,
  ...opportunityRoutes,
  ...orderRoutes,
  ...scanRoutes,
  ...lifeRoutes,
  ...feedRoutes,
  ...riskRoutes,
  ...accountRoutes,
  ...backtestRoutes,
  ...performanceRoutes,
  ...exchangeRoutes,
  ...alertRoutes,
  ...walletRoutes,
  ...notificationRoutes,
  ...logRoutes,
  ...authRoutes,
  ...auditRoutes,
  ...userRoutes,
  ...systemRoutes,
} as const satisfies Record<string, RouteDefinition>;

/** Every call a client can make: the embedded bot's, and those of bots that announce more. */
export const clientRoutes = { ...routes, ...announcedRoutes } as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type ClientRoutes = typeof clientRoutes;
export type CallName = keyof ClientRoutes;
type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined;
type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined;

/** What the embedded bot answers to a call. */
export type RecordOf<N extends RouteName> = Out<Routes[N]['record']>;
/** What a client reads as the answer of a call. */
export type AnswerOf<N extends CallName> = Out<ClientRoutes[N]['answer']>;
/** The query of a call after the server has read it, defaults filled in. */
export type QueryOf<N extends CallName> = Out<ClientRoutes[N]['query']>;
/** The body of a call as a client sends it. */
export type BodyOf<N extends CallName> = In<
  ClientRoutes[N][ClientRoutes[N]['request'] extends null ? 'body' : 'request']
>;
/** The body of a call after the server has read it, defaults filled in. */
export type ReadBodyOf<N extends RouteName> = Out<Routes[N]['body']>;
