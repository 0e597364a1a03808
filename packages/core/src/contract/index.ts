export { NewUser, Session, SessionRecord, User, UserChange, UserRecord } from './access.ts';
export { AcceptDifference, Difference, DifferenceRecord } from './account.ts';
export {
  AlertTestRecord,
  alertEvent,
  alertEvents,
  EmailConfig,
  EmailConfigRecord,
  EmailTest,
  isEmailAddress,
  LooseEmailConfig,
  LooseTelegramConfig,
  TelegramConfig,
  TelegramConfigRecord,
  TelegramTest,
} from './alert.ts';
export type { LooseRows } from './answer.ts';
export { Audit, AuditQuery, AuditRecord } from './audit.ts';
export { Credentials, LoginCode, LoginRecord, OperatorRecord } from './auth.ts';
export {
  Backtest,
  BacktestConfig,
  BacktestMetricsRecord,
  BacktestRecord,
  BacktestStartedRecord,
  backtestStatus,
  ComparedRecord,
  DailyPnlRecord,
  ExplainedRecord,
  LookAheadRecord,
  NearCycleRecord,
  Report,
  ReportQuery,
  ReportRecord,
} from './backtest.ts';
export { BootstrapRecord, bootstrapCall, bootstrapMost } from './bootstrap.ts';
export {
  BotAnswer,
  BotAnswerRecord,
  BotStoppedRecord,
  KillParameters,
  ModeChange,
  StartParameters,
  StopParameters,
} from './bot.ts';
export { BotStatus, BotStatusRecord, botState, type MarketSource, marketNameOf, marketSource } from './bot-status.ts';
export { Breakdown, BreakdownRecord, TradeGroupRecord } from './breakdown.ts';
export {
  type Conditions,
  ConditionsRecord,
  ExchangeConditions,
  ExchangeConditionsRecord,
  PaperConditionsRecord,
  PlayedRecord,
} from './conditions.ts';
export {
  AssetLimits,
  BotConfig,
  BotConfigFields,
  BotConfigRecord,
  BotConfigUpdate,
  ByHand,
  ExchangeFees,
  Fees,
  PaperDelay,
  PaperFields,
  PaperSettings,
  Parameters,
  RiskLimits,
  readParameters,
  SomeParameters,
  usualBounds,
} from './config.ts';
export {
  AvailablePairs,
  AvailablePairsQuery,
  AvailablePairsRecord,
  ExchangeConfig,
  ExchangeConfigRecord,
  Exchanges,
  ExchangesRecord,
  ExchangeTest,
  ExchangeTestRecord,
  TestResult,
} from './exchange.ts';
export { type ExportTable, exportFilters, exportTables } from './export.ts';
export { Facts, FactsRecord, factTypes, type JournalFactRecord } from './fact.ts';
export { Feed, FeedChange, FeedRecord } from './feed.ts';
export { Flattened, FlattenedRecord, FlattenParameters } from './flatten.ts';
export { Health, HealthRecord } from './health.ts';
export { IdentityProof } from './identity.ts';
export {
  Import,
  ImportFile,
  type ImportForm,
  ImportPreview,
  ImportPreviewRecord,
  ImportRecord,
  ImportRequest,
} from './import.ts';
export {
  Decided,
  DecidedRecord,
  type FactRecord,
  forgotten,
  Life,
  LifeRecord,
  Lives,
  LivesQuery,
  LivesRecord,
} from './life.ts';
export { LogEntry, type LogLevel, LogQuery, LogRecord, logLevel } from './log.ts';
export {
  Market,
  type MarketCheck,
  MarketCheckRecord,
  MarketRecord,
  MarketWanted,
  type UnrealMarket,
  unrealKind,
  unrealMarket,
  unrealRecording,
} from './market.ts';
export {
  Money,
  MoneyDay,
  MoneyDayRecord,
  MoneyParts,
  MoneyPartsRecord,
  MoneyQuery,
  MoneyRecord,
} from './money.ts';
export {
  Marked,
  MarkedRecord,
  MarkRead,
  type NoticeCode,
  type NoticeParams,
  Notification,
  NotificationPage,
  NotificationPageRecord,
  NotificationQuery,
  NotificationRecord,
  noticeCode,
  notificationLevel,
} from './notification.ts';
export { openApi } from './openapi.ts';
export {
  BestQuery,
  cycleType,
  LegRecord,
  level,
  Opportunity,
  OpportunityQuery,
  OpportunityRecord,
  OpportunityStats,
  OpportunityStatsRecord,
  side,
} from './opportunity.ts';
export {
  ExecuteOrder,
  GuardedExecuteOrder,
  Order,
  OrderQuery,
  OrderRecord,
  orderStatus,
  orderType,
  PlaceOrder,
  Preview,
  PreviewOrder,
  PreviewRecord,
  timeInForce,
} from './order.ts';
export { type PathParameters, pathOf } from './path.ts';
export {
  DrawdownPoint,
  DrawdownPointRecord,
  DrawdownRecord,
  EquityCurveRecord,
  EquityPoint,
  EquityPointRecord,
  EquityQuery,
  HeatmapRecord,
  MetricsQuery,
  Pair,
  PairRecord,
  PerformanceMetrics,
  PerformanceMetricsRecord,
  PerformanceSpan,
  PerformanceSpanRecord,
  PerformanceSummary,
  PerformanceSummaryRecord,
  PeriodQuery,
} from './performance.ts';
export { type Params, type TradingMode, tradingMode } from './primitives.ts';
export { ProblemBody, ProblemRecord } from './problem.ts';
export {
  atExchange,
  combinedProvenance,
  isInvented,
  type MoneyKind,
  moneyKind,
  type PriceKind,
  type Provenance,
  ProvenanceRecord,
  paperProvenance,
  priceKind,
  recordedKind,
  underMode,
} from './provenance.ts';
export { provenanceCells, provenanceColumns } from './provenance-columns.ts';
export { RecorderRecord, RecorderStatus, Recording, RecordingRecord } from './recording.ts';
export {
  type WhatIf,
  WhatIfAnswer,
  WhatIfAnswerRecord,
  WhatIfConfig,
  WhatIfRecord,
  type WhatIfTerms,
} from './research.ts';
export {
  BreakerRecord,
  LimitRecord,
  ResidualReason,
  ResidualRecord,
  ResolveStranded,
  Risk,
  RiskAnswerRecord,
  RiskRecord,
  riskState,
} from './risk.ts';
export {
  type Capability,
  capability,
  knownCapability,
  type Role,
  type RouteDefinition,
  role,
  route,
} from './route.ts';
export {
  type AnswerOf,
  type BodyOf,
  type CallName,
  type CallRow,
  type ClientRoutes,
  callText,
  clientRoutes,
  type QueryOf,
  type ReadBodyOf,
  type RecordOf,
  type RouteName,
  type Routes,
  routes,
} from './routes.ts';
export {
  BestCycleRecord,
  Decision,
  DecisionQuery,
  DecisionRecord,
  Metrics,
  MetricsRecord,
  Scan,
  ScanRecord,
} from './scan.ts';
export {
  type Channel,
  ClientFrame,
  channel,
  channelOf,
  closeCode,
  type Frame,
  type FrameProblem,
  type FrameReading,
  FrameRecord,
  latestChannels,
  readFrames,
  specChannels,
} from './socket.ts';
export { BackupRecord, BackupWish, Doctor, DoctorRecord } from './system.ts';
export {
  ExecutedLegRecord,
  ExecutionResult,
  ExecutionResultRecord,
  executionStatus,
  HistoryQuery,
  HistoryRecord,
  HistorySummaryRecord,
  isCounted,
  marketOf,
  ofMarket,
  Trade,
  TradeRecord,
} from './trade.ts';
export {
  AssetBalanceRecord,
  Balances,
  BalancesRecord,
  DepositAddressRecord,
  Dust,
  DustRecord,
  ExchangeBalances,
  ExchangeBalancesRecord,
  RefreshedRecord,
} from './wallet.ts';
