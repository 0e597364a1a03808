import * as z from 'zod/mini';
import type { Entry, Message } from '../journal/journal.ts';
import { LoadedState } from '../journal/resource.ts';
import type { Facts, Request, Step } from '../machines/folded.ts';
import { modeOf } from '../machines/mode.ts';
import { machines } from '../machines/table.ts';
import { demandsToken } from '../rules/capabilities.ts';
import { AuditState, audit } from './audit.ts';
import { BacktestsState, backtests } from './backtests.ts';
import { BackupState, backup } from './backup.ts';
import { DepositsState, deposits } from './deposits.ts';
import { FlattenState, flatten } from './flatten.ts';
import { HealthState, health, isOtherData } from './health.ts';
import { HistoryState, history } from './history.ts';
import { ImportingState, importing } from './importing.ts';
import { loaded } from './loaded.ts';
import { LogsState, logs } from './logs.ts';
import { NotificationsState, notifications } from './notifications.ts';
import { OpportunitiesState, opportunities } from './opportunities.ts';
import { OrdersState, orders } from './orders.ts';
import { PairsState, pairs } from './pairs.ts';
import { PerformanceState, performance } from './performance.ts';
import type { Projection } from './projection.ts';
import { ResearchState, research } from './research.ts';
import { ResourcesState, resources } from './resources.ts';
import { RiskState, risk } from './risk.ts';
import { SendingState, sending } from './sending.ts';
import { SettingsState, settings } from './settings.ts';
import { ToastsState, toasts } from './toasts.ts';
import { executions, TradesState, trades } from './trades.ts';

/** Everything that a screen can show, folded from the journal; `now` is the time of the last entry, in epoch milliseconds. */
export const FoldedState = z.object({
  now: z.number(),
  health: HealthState,
  session: machines.session.schema,
  connection: machines.connection.schema,
  bot: machines.bot.schema,
  mode: machines.mode.schema,
  ticket: machines.ticket.schema,
  backtest: machines.backtest.schema,
  opportunities: OpportunitiesState,
  orders: OrdersState,
  trades: TradesState,
  executions: TradesState,
  loaded: LoadedState,
  logs: LogsState,
  notifications: NotificationsState,
  risk: RiskState,
  flatten: FlattenState,
  audit: AuditState,
  history: HistoryState,
  performance: PerformanceState,
  importing: ImportingState,
  sending: SendingState,
  research: ResearchState,
  settings: SettingsState,
  backtests: BacktestsState,
  pairs: PairsState,
  deposits: DepositsState,
  backup: BackupState,
  toasts: ToastsState,
  resources: ResourcesState,
});
export type FoldedState = z.infer<typeof FoldedState>;

const slices: { [K in Exclude<keyof FoldedState, 'now'>]: Projection<FoldedState[K]> } = {
  health,
  ...machines,
  opportunities,
  orders,
  trades,
  executions,
  loaded,
  logs,
  notifications,
  risk,
  flatten,
  audit,
  history,
  performance,
  importing,
  sending,
  research,
  settings,
  backtests,
  pairs,
  deposits,
  backup,
  toasts,
  resources,
};
const names = Object.keys(slices) as (keyof typeof slices)[];
const machineNames = Object.keys(machines) as (keyof typeof machines)[];

/** The state before the first entry. */
export const initialState: FoldedState = {
  now: 0,
  ...(Object.fromEntries(names.map((name) => [name, slices[name].initial])) as Omit<FoldedState, 'now'>),
};

/** The state after a change of the data directory: only the session, the connection and the toasts stay. */
const withoutData = ({ health, session, connection, toasts }: FoldedState): FoldedState => ({
  ...initialState,
  ...{ health, session, connection, toasts },
});

/** Folds one entry into the whole state. Pure and total. */
export const evolve = (before: FoldedState, entry: Entry): FoldedState => {
  const state = entry.message.type === 'DataReplaced' ? withoutData(before) : before;
  const next: FoldedState = { ...state, now: entry.at };
  const facts = (): Facts => factsOf(next);
  for (let at = 0; at < names.length; at++) fold(next, state, names[at] as (typeof names)[number], entry, facts);
  return next;
};
const fold = <K extends keyof typeof slices>(
  next: FoldedState,
  state: FoldedState,
  name: K,
  entry: Entry,
  facts: () => Facts,
): void => {
  next[name] = slices[name].evolve(state[name], entry, facts);
};

const factsOf = ({ health, session, connection, bot, mode }: FoldedState): Facts => ({
  capabilities: health.capabilities,
  mustSignIn: ['open', 'signedOut'].includes(String(session.value)) && demandsToken(health.capabilities),
  connected: typeof connection.value === 'object' && typeof connection.value.live === 'object',
  answered: health.value !== null || health.problem?.status != null,
  unheard: health.problem !== null && (health.problem.status ?? 500) >= 500,
  otherData: isOtherData(health),
  lifecycle: bot.value.lifecycle,
  running: bot.status?.is_running === true,
  mode: modeOf(mode),
});

/** The requests of the machines at an entry. `message` is the original one, with its secrets, which the fold never receives. */
export const requestsAt = (
  before: FoldedState,
  after: FoldedState,
  entry: Entry,
  message: Message,
): readonly Request[] => {
  const facts = (): Facts => factsOf(after);
  return machineNames.flatMap((name) => requestsOf(before, name, { ...entry, message }, facts));
};

type Stepping<S> = { readonly step: (state: S, entry: Entry, facts: () => Facts) => Step<S> };
const stepping: { readonly [N in keyof typeof machines]: Stepping<FoldedState[N]> } = machines;

const requestsOf = <N extends keyof typeof machines>(
  before: FoldedState,
  name: N,
  entry: Entry,
  facts: () => Facts,
): readonly Request[] => stepping[name].step(before[name], entry, facts).requests;
