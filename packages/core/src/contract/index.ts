export { SessionRecord, UserRecord } from './access.ts';
export { Difference, DifferenceRecord } from './account.ts';
export { alertEvent, alertEvents, isEmailAddress } from './alert.ts';
export { Audit } from './audit.ts';
export { LoginRecord } from './auth.ts';
export {
  Backtest,
  BacktestConfig,
  BacktestRecord,
  ComparedRecord,
  ExplainedRecord,
  LookAheadRecord,
  NearCycleRecord,
  Report,
  ReportRecord,
} from './backtest.ts';
export { BootstrapRecord, bootstrapCall, bootstrapMost } from './bootstrap.ts';
export { StartParameters } from './bot.ts';
export { BotStatus, BotStatusRecord, type MarketSource, marketNameOf } from './bot-status.ts';
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
  BotConfig,
  BotConfigFields,
  BotConfigRecord,
  ByHand,
  ExchangeFees,
  Fees,
  PaperDelay,
  PaperFields,
  PaperSettings,
  Parameters,
  readParameters,
  SomeParameters,
  usualBounds,
} from './config.ts';
export { ExchangeConfig, Exchanges } from './exchange.ts';
export { type ExportTable, exportFilters, exportTables } from './export.ts';
export { Facts, FactsRecord, factTypes, type JournalFactRecord } from './fact.ts';
export { Feed, FeedRecord } from './feed.ts';
export { Flattened, FlattenedRecord } from './flatten.ts';
export { HealthRecord } from './health.ts';
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
export { Decided, DecidedRecord, type FactRecord, Life, LifeRecord, LivesRecord } from './life.ts';
export { LogEntry, type LogLevel, LogRecord } from './log.ts';
export {
  Market,
  type MarketCheck,
  MarketCheckRecord,
  MarketRecord,
  MarketWanted,
  type UnrealMarket,
  unrealKind,
  unrealRecording,
} from './market.ts';
export { Money, MoneyDayRecord, MoneyParts, MoneyPartsRecord, MoneyRecord } from './money.ts';
export { type NoticeCode, type NoticeParams, Notification, NotificationRecord, noticeCode } from './notification.ts';
export { openApi } from './openapi.ts';
export { LegRecord, level, Opportunity, OpportunityRecord, OpportunityStats } from './opportunity.ts';
export { Order, OrderRecord, PlaceOrder, Preview, PreviewRecord } from './order.ts';
export { type PathParameters, pathOf } from './path.ts';
export {
  DrawdownPoint,
  DrawdownPointRecord,
  DrawdownRecord,
  EquityCurveRecord,
  EquityPoint,
  EquityPointRecord,
  HeatmapRecord,
  Pair,
  PairRecord,
  PerformanceMetrics,
  PerformanceMetricsRecord,
  PerformanceSpan,
  PerformanceSpanRecord,
  PerformanceSummary,
  PerformanceSummaryRecord,
} from './performance.ts';
export type { TradingMode } from './primitives.ts';
export { ProblemRecord } from './problem.ts';
export {
  atExchange,
  combinedProvenance,
  isInvented,
  type PriceKind,
  type Provenance,
  paperProvenance,
  priceKind,
  recordedKind,
  underMode,
} from './provenance.ts';
export { provenanceCells, provenanceColumns } from './provenance-columns.ts';
export { RecorderRecord, RecordingRecord } from './recording.ts';
export {
  type WhatIf,
  WhatIfAnswer,
  WhatIfAnswerRecord,
  WhatIfConfig,
  WhatIfRecord,
  type WhatIfTerms,
} from './research.ts';
export { ResidualReason, Risk, RiskRecord } from './risk.ts';
export { type Capability, capability, type Role, type RouteDefinition } from './route.ts';
export {
  type AnswerOf,
  type BodyOf,
  type CallName,
  clientRoutes,
  type QueryOf,
  type ReadBodyOf,
  type RecordOf,
  type RouteName,
  type Routes,
  routes,
} from './routes.ts';
export { Decision, DecisionRecord, MetricsRecord, Scan, ScanRecord } from './scan.ts';
export {
  type Channel,
  ClientFrame,
  channel,
  channelOf,
  closeCode,
  FrameRecord,
  latestChannels,
  readFrames,
} from './socket.ts';
export { BackupRecord, DoctorRecord } from './system.ts';
export {
  ExecutedLegRecord,
  ExecutionResult,
  ExecutionResultRecord,
  HistoryRecord,
  isCounted,
  marketOf,
  ofMarket,
  Trade,
  TradeRecord,
} from './trade.ts';
export { Balances, BalancesRecord, Dust, DustRecord, ExchangeBalancesRecord } from './wallet.ts';
