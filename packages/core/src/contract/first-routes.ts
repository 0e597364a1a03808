import { accountRoutes } from './account.ts';
import { authRoutes } from './auth.ts';
import { bootstrapRoutes } from './bootstrap.ts';
import { botRoutes } from './bot.ts';
import { flattenRoutes } from './flatten.ts';
import { healthRoutes } from './health.ts';
import { moneyRoutes } from './money.ts';
import { notificationRoutes } from './notification.ts';
import { opportunityRoutes } from './opportunity.ts';
import { orderRoutes } from './order.ts';
import { performanceRoutes } from './performance.ts';
import { riskRoutes } from './risk.ts';
import { scanRoutes } from './scan.ts';
import { walletRoutes } from './wallet.ts';

/**
 * The calls of the frame, of the first screen, and of all that stops the bot or trades. They are part of a page from its start; it fetches
 * the other rows of `routes` with their schemas later.
 */
export const firstRoutes = {
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
} as const;
