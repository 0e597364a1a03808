import { statusCall } from './bot-status.ts';
import type { CallName, CallRow, ClientRoutes } from './routes.ts';

type Load = () => Promise<Partial<ClientRoutes>>;
/** The files of the contract, by the first word of the names of their calls. */
const areas: Readonly<Record<string, readonly Load[]>> = {
  accounts: [async () => (await import('./account.ts')).accountRoutes],
  audit: [async () => (await import('./audit.ts')).auditRoutes],
  auth: [async () => (await import('./auth.ts')).authRoutes],
  backtest: [async () => (await import('./backtest.ts')).backtestRoutes],
  bootstrap: [async () => (await import('./bootstrap.ts')).bootstrapRoutes],
  bot: [async () => (await import('./bot.ts')).botRoutes, async () => (await import('./flatten.ts')).flattenRoutes],
  conditions: [async () => (await import('./conditions.ts')).conditionsRoutes],
  config: [async () => (await import('./config.ts')).configRoutes],
  decisions: [async () => (await import('./scan.ts')).scanRoutes],
  email: [async () => (await import('./alert.ts')).alertRoutes],
  exchanges: [async () => (await import('./exchange.ts')).exchangeRoutes],
  export: [async () => (await import('./export.ts')).exportRoutes],
  facts: [async () => (await import('./fact.ts')).factRoutes],
  feeds: [
    async () => (await import('./feed.ts')).feedRoutes,
    async () => (await import('./announced.ts')).announcedRoutes,
  ],
  health: [async () => (await import('./health.ts')).healthRoutes],
  history: [async () => (await import('./life.ts')).lifeRoutes],
  identity: [async () => (await import('./identity.ts')).identityRoutes],
  logs: [async () => (await import('./log.ts')).logRoutes],
  market: [async () => (await import('./market.ts')).marketRoutes],
  notifications: [async () => (await import('./notification.ts')).notificationRoutes],
  opportunities: [async () => (await import('./opportunity.ts')).opportunityRoutes],
  orders: [async () => (await import('./order.ts')).orderRoutes],
  performance: [
    async () => (await import('./performance.ts')).performanceRoutes,
    async () => (await import('./money.ts')).moneyRoutes,
  ],
  recordings: [
    async () => (await import('./recording.ts')).recordingRoutes,
    async () => (await import('./import.ts')).importRoutes,
  ],
  research: [async () => (await import('./research.ts')).researchRoutes],
  risk: [async () => (await import('./risk.ts')).riskRoutes],
  scan: [async () => (await import('./scan.ts')).scanRoutes],
  sessions: [async () => (await import('./access.ts')).sessionRoutes],
  system: [async () => (await import('./system.ts')).systemRoutes],
  telegram: [async () => (await import('./alert.ts')).alertRoutes],
  users: [async () => (await import('./access.ts')).userRoutes],
  wallets: [async () => (await import('./wallet.ts')).walletRoutes],
};

/**
 * Row of a call, with no more schemas than those of its file, and of the status alone its own: a program that makes one call would take
 * longer to make all schemas than to make the call. Rejects if the file cannot be loaded.
 */
export const routeByArea = async <N extends CallName>(name: N): Promise<CallRow<N>> => {
  if (name === 'bot.status') return statusCall as CallRow<'bot.status'> as CallRow<N>;
  for (const load of areas[name.split('.')[0] ?? ''] ?? []) {
    const { [name]: row } = await load();
    if (row !== undefined) return row;
  }
  throw new Error(`no file of the contract has ${name}`);
};
