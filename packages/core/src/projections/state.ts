import * as z from 'zod/mini';
import type { Entry } from '../journal/journal.ts';
import { BacktestsState, backtests } from './backtests.ts';
import { BotState, bot } from './bot-status.ts';
import { ConnectionState, connection } from './connection.ts';
import { HealthState, health } from './health.ts';
import { LogsState, logs } from './logs.ts';
import { ModeState, mode } from './mode.ts';
import { NotificationsState, notifications } from './notifications.ts';
import { OpportunitiesState, opportunities } from './opportunities.ts';
import { OrdersState, orders } from './orders.ts';
import { PairsState, pairs } from './pairs.ts';
import { PerformanceState, performance } from './performance.ts';
import type { Projection } from './projection.ts';
import { ResourcesState, resources } from './resources.ts';
import { RiskState, risk } from './risk.ts';
import { ScanState, scan } from './scan.ts';
import { SessionState, session } from './session.ts';
import { SettingsState, settings } from './settings.ts';
import { TicketState, ticket } from './ticket.ts';
import { ToastsState, toasts } from './toasts.ts';
import { executions, TradesState, trades } from './trades.ts';
import { WalletsState, wallets } from './wallets.ts';

/** Everything that a screen can show, folded from the journal; `now` is the moment it was true, in epoch milliseconds. */
export const FoldedState = z.object({
  now: z.number(),
  connection: ConnectionState,
  session: SessionState,
  health: HealthState,
  bot: BotState,
  mode: ModeState,
  ticket: TicketState,
  opportunities: OpportunitiesState,
  orders: OrdersState,
  trades: TradesState,
  executions: TradesState,
  logs: LogsState,
  notifications: NotificationsState,
  wallets: WalletsState,
  performance: PerformanceState,
  scan: ScanState,
  risk: RiskState,
  settings: SettingsState,
  backtests: BacktestsState,
  pairs: PairsState,
  toasts: ToastsState,
  resources: ResourcesState,
});
export type FoldedState = z.infer<typeof FoldedState>;

const slices: { [K in Exclude<keyof FoldedState, 'now'>]: Projection<FoldedState[K]> } = {
  connection,
  session,
  health,
  bot,
  mode,
  ticket,
  opportunities,
  orders,
  trades,
  executions,
  logs,
  notifications,
  wallets,
  performance,
  scan,
  risk,
  settings,
  backtests,
  pairs,
  toasts,
  resources,
};
const names = Object.keys(slices) as (keyof typeof slices)[];

/** Before anything has happened. */
export const initialState: FoldedState = {
  now: 0,
  ...(Object.fromEntries(names.map((name) => [name, slices[name].initial])) as Omit<FoldedState, 'now'>),
};

/** One entry folded into the whole state. Pure and total. */
export const evolve = (state: FoldedState, entry: Entry): FoldedState => {
  const next: FoldedState = { ...state, now: entry.at };
  for (const name of names) fold(next, state, name, entry);
  return next;
};
const fold = <K extends keyof typeof slices>(next: FoldedState, state: FoldedState, name: K, entry: Entry): void => {
  next[name] = slices[name].evolve(state[name], entry);
};
