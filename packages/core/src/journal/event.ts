import * as z from 'zod/mini';
import { Difference } from '../contract/account.ts';
import { Audit } from '../contract/audit.ts';
import { Backtest, Report } from '../contract/backtest.ts';
import { BotStatus } from '../contract/bot-status.ts';
import { BotConfig, SomeParameters } from '../contract/config.ts';
import { Flattened } from '../contract/flatten.ts';
import { Health } from '../contract/health.ts';
import { Import, ImportFile, ImportPreview, ImportRequest } from '../contract/import.ts';
import { Decided, Life } from '../contract/life.ts';
import { LogEntry } from '../contract/log.ts';
import { Notification } from '../contract/notification.ts';
import { Opportunity } from '../contract/opportunity.ts';
import { Order, Preview } from '../contract/order.ts';
import { tradingMode } from '../contract/primitives.ts';
import { WhatIfAnswer, WhatIfAsked } from '../contract/research.ts';
import { Risk } from '../contract/risk.ts';
import { Metrics } from '../contract/scan.ts';
import { BackupRecord } from '../contract/system.ts';
import { ExecutionResult, Trade } from '../contract/trade.ts';
import { Balances, DepositAddressRecord } from '../contract/wallet.ts';
import { botAction, KillOutcome } from './bot-action.ts';
import { code, connectionCode } from './code.ts';
import { ExecutionOrder } from './command.ts';
import { params } from './params.ts';
import { PerformanceAsked, PerformanceWindow } from './performance.ts';
import { Problem } from './problem.ts';
import { ResourceLoaded, resourceName } from './resource.ts';
import { EmailKept, ExchangeKept, parameterForm, settingAction, settingName, TelegramKept } from './setting.ts';
import type { Tagged } from './tagged.ts';

const nothing = z.object({});
const text = z.string();
const moment = z.number();
const operator = z.nullable(z.object({ name: text, role: text }));
const action = botAction;
/** `name`: of the exchange that it is about, else null. */
const ofSetting = { setting: settingName, name: z.nullable(text), action: settingAction };

const market = { exchange: text, symbol: text };
const account = { exchange: text, asset: text };
/** `amount` in USD, null in recordings of the first version. */
const quote = { opportunity_id: text, amount: z._default(z.nullable(z.number()), null) };
/** `key`: of the command, empty in recordings of the first version. */
const execution = { opportunity_id: text, key: z._default(text, '') };

/** Every fact of the client, by its type. Moments are epoch milliseconds of the client's clock. */
export const events = {
  ClientStarted: nothing,
  ClientStopped: nothing,
  /** A delay of a machine has passed; `timer` is the machine's own name for it. */
  TimerFired: z.object({ machine: text, timer: text }),
  SessionRestored: z.object({ has_token: z.boolean() }),
  SignedIn: z.object({ operator }),
  /** Whose the restored token is; null when that could not be found out. */
  OperatorKnown: z.object({ operator }),
  SignInFailed: z.object({ problem: Problem }),
  /** The bot would not take the token that was last used. */
  /** `idle`: the session was not used for too long. */
  SessionRefused: z.object({ reason: z.optional(z.literal('idle')) }),
  SignedOut: z.object({ reason: z.enum(['required', 'refused', 'idle', 'logout']) }),

  HealthLoaded: z.object({ health: Health }),
  HealthFailed: z.object({ problem: Problem }),
  /** The bot runs over another data directory than before: nothing that was known of it holds. */
  DataReplaced: nothing,

  /** `attempt` 0 is the first try, 1 to 5 are reconnections. */
  Connecting: z.object({ attempt: z.number() }),
  Connected: nothing,
  ConnectionLost: z.object({ reason: connectionCode, attempt: z.number(), retry_at: z.nullable(moment) }),
  ReconnectionExhausted: nothing,
  Disconnected: nothing,
  SocketOpened: nothing,
  SocketAuthenticated: z.object({ journal_id: z._default(z.nullable(text), null) }),
  /** `code`: of the WebSocket, 0 when it could not be opened at all. */
  SocketClosed: z.object({ code: z.number() }),
  /** The last sign of life of the connected bot came at `since`. */
  BotSilent: z.object({ since: moment }),
  /** It gives signs of life again. */
  BotHeard: nothing,
  /** It answered when it was asked for its status, with something else than its status. */
  StatusAnswered: nothing,
  LatencyMeasured: z.object({ ms: z.number() }),
  /** By how much our clock is ahead of the bot's, from the least age of its frames; emitted when it changes by a second. */
  ClockCompared: z.object({ ahead_ms: z.number() }),
  GapDetected: z.object({ channel: text }),
  FrameRejected: z.object({ path: text, reason: text }),
  RequestFailed: z.object({ call: text, problem: Problem }),
  ResponseRejected: z.object({ call: text, path: text, reason: text }),

  /** Opportunities that arrived together, in their order. */
  OpportunitiesDetected: z.object({ opportunities: z.array(Opportunity) }),
  ExecutionReported: z.object({ trade: Trade }),
  BotStatusReported: z.object({ status: BotStatus }),
  LogReported: z.object({ entry: LogEntry }),
  NotificationReceived: z.object({ notification: Notification }),
  OrderReported: z.object({ order: Order }),
  BalancesReported: z.object({ balances: Balances }),
  MetricsReported: z.object({ metrics: Metrics }),

  ResourceRequested: z.object({ resource: resourceName, attempt: z.number() }),
  ResourceFailed: z.object({
    resource: resourceName,
    problem: Problem,
    attempt: z.number(),
    retry_at: z.nullable(moment),
  }),
  ResourceLoaded,
  ResourceStale: z.object({ resource: resourceName }),
  ResourceDropped: z.object({ resource: resourceName }),
  /** A breaker was reset, or a residual position sold or kept. */
  RiskActionDone: z.object({ message: text, risk: Risk }),
  /** `differences`: the remaining ones. */
  DifferenceAccepted: z.object({ message: text, differences: z.array(Difference) }),
  /** Any of these three was refused. */
  RiskActionFailed: z.object({ problem: Problem }),
  /** `before`: as it was asked for, null for the newest. */
  AuditLoaded: z.object({ before: z.nullable(z.number()), entries: z.array(Audit) }),
  AuditFailed: z.object({ problem: Problem }),
  LifeLoaded: z.object({ id: text, life: Life }),
  LifeFailed: z.object({ id: text, problem: Problem }),
  /** `cursor`: as it was asked for, null for the first page. */
  DecisionsLoaded: z.object({
    cursor: z.nullable(text),
    rows: z.array(Decided),
    next: z.nullable(text),
    total: z.nullable(z.number()),
    by_code: z.array(z.object({ code: text, count: z.number() })),
    kept_since: z.nullable(text),
  }),
  DecisionsFailed: z.object({ problem: Problem }),
  /** `next`: offset of the next older page; null on the last page. */
  TradesLoaded: z.object({ offset: z.number(), rows: z.array(Trade), next: z.nullable(z.number()) }),
  TradesFailed: z.object({ problem: Problem }),
  PerformanceLoaded: z.object({
    asked: PerformanceAsked,
    window: PerformanceWindow,
    before: z.nullable(PerformanceWindow),
  }),
  PerformanceFailed: z.object({ problem: Problem }),
  WhatIfAnswered: z.object({ asked: WhatIfAsked, answer: z.optional(WhatIfAnswer), problem: z.optional(Problem) }),
  ImportPreviewed: z.object({
    request: ImportRequest,
    preview: z.optional(ImportPreview),
    problem: z.optional(Problem),
  }),
  /** An import was begun or cancelled. */
  ImportAnswered: z.object({ job: Import }),
  ImportRefused: z.object({ problem: Problem }),
  /** So many bytes of a file have gone to the bot. */
  FileSending: z.object({ name: text, sent: z.number() }),
  FileSent: z.object({ name: text, file: ImportFile }),
  /** The file is not at the bot; `problem` is null if the operator stopped it. */
  FileUnsent: z.object({ name: text, problem: z.optional(Problem) }),
  FileRemoved: z.object({ name: text }),
  FileNotRemoved: z.object({ name: text, problem: Problem }),
  FlattenAnswered: z.object({ preview: z.boolean(), answer: Flattened }),
  FlattenFailed: z.object({ preview: z.boolean(), problem: Problem }),

  SettingBegan: z.object(ofSetting),
  SettingFailed: z.object({ ...ofSetting, problem: Problem }),
  /** The bot has tried it; `success` is its result. */
  SettingTested: z.object({
    ...ofSetting,
    success: z.boolean(),
    message: z.nullable(text),
    code: z.optional(text),
    latency_ms: z.nullable(z.number()),
    permissions: z.nullable(z.array(text)),
  }),
  ConfigSaved: z.object({ setting: parameterForm, config: BotConfig }),
  /** Parameters that this client keeps, for a bot that takes none; `setting` null when they were read at the start. */
  ParametersKept: z.object({ setting: z.nullable(parameterForm), parameters: SomeParameters }),
  /** A user, session or configuration was created, changed or removed. */
  SettingChanged: z.object(ofSetting),
  ConfigActivated: z.object({ id: text, config: BotConfig }),
  BackedUp: z.object({ backup: BackupRecord }),
  BackUpFailed: z.object({ problem: Problem }),
  ExchangeSaved: z.object({ name: text, exchange: ExchangeKept }),
  ExchangeDeleted: z.object({ name: text }),
  TelegramSaved: z.object({ telegram: TelegramKept }),
  EmailSaved: z.object({ email: EmailKept }),

  /** `said`: the bot's code and values, where it announces codes. */
  BotActionDone: z.object({
    action,
    message: z.nullable(text),
    said: z.optional(z.object({ code: text, params })),
    killed: z.optional(KillOutcome),
  }),
  BotActionFailed: z.object({ action, problem: Problem }),
  /** Another command took its place: whether the bot has done it is unknown. */
  BotActionAborted: z.object({ action }),
  /** One try of a kill was not answered; it is tried again. */
  KillUnanswered: z.object({ problem: Problem }),
  /** A kill of before a reload, not answered yet. */
  KillRestored: z.object({ sent_at: moment, key: text, reason: z.nullable(text) }),
  ModeChanged: z.object({ mode: tradingMode }),
  ModeChangeFailed: z.object({ mode: tradingMode, problem: Problem }),

  /** Commands that move money, of before a reload, whose answers were lost; `orders`: the executions among them. */
  CommandsRestored: z.object({ orders: z.array(ExecutionOrder), count: z.number() }),
  PreviewLoaded: z.object({ ...quote, preview: Preview }),
  PreviewFailed: z.object({ ...quote, problem: Problem }),
  ExecutionAnswered: z.object({ ...execution, expected_profit: z.optional(z.number()), result: ExecutionResult }),
  ExecutionFailed: z.object({ ...execution, problem: Problem }),

  PairSearchBegan: z.object({ exchanges: z.array(text) }),
  /** `failed`: the exchanges that could not be asked. */
  PairSearchEnded: z.object({ pairs: z.array(text), failed: z.array(text) }),

  BacktestRunFailed: z.object({ problem: Problem }),
  /** The bot has taken it up. */
  BacktestStarted: z.object({ backtest: Backtest }),
  /** The progress of a backtest, whether or not it was asked for here. */
  BacktestReported: z.object({ backtest: Backtest }),
  /** A question for the progress failed. */
  BacktestUnanswered: z.object({ backtest_id: text, problem: Problem }),
  BacktestReportLoaded: z.object({ backtest_id: text, report: Report }),
  BacktestReportFailed: z.object({ backtest_id: text, problem: Problem }),
  BacktestCancelBegan: z.object({ backtest_id: text }),
  BacktestCancelFailed: z.object({ backtest_id: text, problem: Problem }),
  BacktestDeleteBegan: z.object({ backtest_id: text }),
  BacktestDeleted: z.object({ backtest_id: text }),
  BacktestDeleteFailed: z.object({ backtest_id: text, problem: Problem }),
  ReportSaveBegan: z.object({ backtest_id: text }),
  ReportSaved: z.object({ backtest_id: text }),
  ReportSaveFailed: z.object({ backtest_id: text, problem: Problem }),

  ExportBegan: z.object({ file: text }),
  /** The whole of it. */
  ExportSaved: z.object({ file: text }),
  /** The save failed as a whole. */
  ExportFailed: z.object({ file: text, problem: Problem }),

  OrderPlaceBegan: z.object(market),
  OrderPlaced: z.object({ ...market, order: Order }),
  OrderPlaceFailed: z.object({ ...market, problem: Problem }),
  OrderCancelBegan: z.object({ order_id: text }),
  OrderCancelled: z.object({ order_id: text, order: z.nullable(Order) }),
  OrderCancelFailed: z.object({ order_id: text, problem: Problem }),
  /** `notification_ids` null means all. */
  NotificationsRead: z.object({ notification_ids: z.nullable(z.array(text)) }),
  NotificationsReadFailed: z.object({ problem: Problem }),
  WalletsRefreshAsked: nothing,
  WalletsRefreshFailed: z.object({ problem: Problem }),
  DepositLoaded: z.object({ ...account, deposit: DepositAddressRecord }),
  DepositFailed: z.object({ ...account, problem: Problem }),
  RecorderSwitched: nothing,
  RecorderSwitchFailed: z.object({ problem: Problem }),
  /** The bot has taken a choice of market, or a look at exchanges, and works at it. */
  MarketAnswered: nothing,
  MarketRefused: z.object({ problem: Problem }),
  /** The present state forbids the command; nothing was sent. `detail`: the text in session files without codes. */
  CommandRefused: z.object({ command: text, code, params, detail: z.optional(z.nullable(text)) }),
  /** A second has passed: ages, expiries and windows follow from it. */
  Ticked: nothing,
};

/** A fact that the client knows. */
export type ClientEvent = Tagged<typeof events>;
