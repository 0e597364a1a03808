import type { Backend } from './backend.ts';
import type { Handlers } from './handler.ts';
import { onceKept } from './kept-reads.ts';
import { accountRoutes } from './routes/account.ts';
import { authRoutes } from './routes/auth.ts';
import { backtestRoutes } from './routes/backtest.ts';
import { bootstrapRoutes } from './routes/bootstrap.ts';
import { botRoutes } from './routes/bot.ts';
import { configRoutes } from './routes/config.ts';
import { emailRoutes } from './routes/email.ts';
import { exchangeRoutes } from './routes/exchange.ts';
import { exportRoutes } from './routes/export.ts';
import { feedRoutes } from './routes/feed.ts';
import { healthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { importRoutes } from './routes/import.ts';
import { lifeRoutes } from './routes/life.ts';
import { logRoutes } from './routes/log.ts';
import { marketRoutes } from './routes/market.ts';
import { notificationRoutes } from './routes/notification.ts';
import { opportunityRoutes } from './routes/opportunity.ts';
import { orderRoutes } from './routes/order.ts';
import { performanceRoutes } from './routes/performance.ts';
import { recordingRoutes } from './routes/recording.ts';
import { researchRoutes } from './routes/research.ts';
import { riskRoutes } from './routes/risk.ts';
import { sessionRoutes } from './routes/session.ts';
import { systemRoutes } from './routes/system.ts';
import { telegramRoutes } from './routes/telegram.ts';
import { userRoutes } from './routes/user.ts';
import { walletRoutes } from './routes/wallet.ts';

/** A handler for every row of the endpoint table. */
export function createHandlers(backend: Backend): Handlers {
  const { engine, store, monotonic, now } = backend;
  /** What is read of the account is on the disk. */
  const kept = { ...backend, engine: { ...engine, ...engine.committed } };
  const handlers: Omit<Handlers, 'bootstrap'> = {
    ...healthRoutes(backend),
    ...botRoutes(backend),
    ...configRoutes(backend),
    ...opportunityRoutes(backend),
    ...lifeRoutes(kept),
    ...exportRoutes(backend),
    ...orderRoutes(kept),
    ...feedRoutes(backend),
    ...recordingRoutes(backend),
    ...importRoutes(backend),
    ...marketRoutes(backend),
    ...riskRoutes(kept),
    ...accountRoutes(kept),
    ...backtestRoutes(backend),
    ...researchRoutes(backend),
    ...performanceRoutes(kept),
    ...exchangeRoutes(backend),
    ...telegramRoutes(backend),
    ...emailRoutes(backend),
    ...walletRoutes(kept),
    ...notificationRoutes(kept),
    ...logRoutes(backend),
    ...authRoutes(backend),
    ...userRoutes(backend),
    ...sessionRoutes(backend),
    ...identityRoutes(backend),
    ...systemRoutes(backend),
  };
  const journal = {
    kept: engine.kept,
    watch: engine.watch,
    committed: () => store.committed(),
    lastSeq: () => store.lastSeq(),
  };
  return onceKept({ ...handlers, ...bootstrapRoutes(handlers, now) }, journal, monotonic);
}
