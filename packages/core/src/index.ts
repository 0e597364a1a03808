export { type Client, type ClientState, createClient } from './client.ts';
export { provenanceCells, provenanceColumns } from './contract/provenance-columns.ts';
export { type Figure, figureOf, type Sourced } from './format/figure.ts';
export {
  amount,
  amountDigits,
  dollars,
  exactNumber,
  isLost,
  money,
  none,
  number,
  percent,
  withHyphens,
  withMinus,
  withoutNoise,
} from './format/number.ts';
export { marketKind, provenanceOf, provenanceTag, provenanceText } from './format/provenance.ts';
export { age, duration } from './format/time.ts';
export {
  type CallRequest,
  createApi,
  type FileTransport,
  type Headers,
  type Result,
  type Transport,
} from './gateway/api.ts';
export { type Clock, systemClock } from './gateway/clock.ts';
export { contractByArea } from './gateway/contract-by-area.ts';
export { kyTransport } from './gateway/ky-transport.ts';
export type { FileSource } from './gateway/outbox.ts';
export { ConnectionFault, problemOfFailure } from './gateway/problem.ts';
export { createSocket } from './gateway/socket.ts';
export { type KeyStore, memoryStorage } from './gateway/storage.ts';
export { after, every } from './gateway/waiting.ts';
export { wholeContract } from './gateway/whole-contract.ts';
export { type Catalogue, type Code, type Texts, textsOf } from './journal/code.ts';
export type { Command } from './journal/command.ts';
export type { Message } from './journal/journal.ts';
export type { PerformanceWindow } from './journal/performance.ts';
export { mayBeDone, type Problem } from './journal/problem.ts';
export type { ResourceName } from './journal/resource.ts';
export type { EmailKept, ExchangeKept, SettingAction, SettingName } from './journal/setting.ts';
export { type Facts, factsOf, factsOfAnswers } from './permitted/facts.ts';
export { type PreparedOrder, preparedOrder } from './permitted/order.ts';
export {
  isLasting,
  liveWord,
  type Obstacle,
  type Permission,
  permitted,
  roleObstacle,
  selectLackingRole,
  withWord,
} from './permitted/permitted.ts';
export type { Ask } from './permitted/table.ts';
export type { FlattenState } from './projections/flatten.ts';
export { selectUnread, selectUnreadBadge } from './projections/notifications.ts';
export { selectOpportunity, selectRecentOpportunities } from './projections/opportunities.ts';
export type { SendingFile } from './projections/sending.ts';
export { type SettingWork, selectLatestWork, selectWork } from './projections/settings.ts';
export { summarise, type TradeSummary } from './projections/trades.ts';
export { backtestStage, isUnderWay } from './rules/backtest.ts';
export { botConditionOf } from './rules/bot-condition.ts';
export { daysBefore, lastMidnight } from './rules/day.ts';
export {
  autoQuotes,
  backtestDefaults,
  backtestExchanges,
  configurableExchanges,
  globalDefaults,
  pairPresets,
  passphraseExchanges,
  riskAssets,
  riskDefaults,
  tradingDefaults,
  tradingExchanges,
} from './rules/defaults.ts';
export { byDislocation } from './rules/dislocations.ts';
export { chosenFiles, groupedMissing, type Picks, removedAfter } from './rules/import-choice.ts';
export {
  caps,
  executionToastMs,
  history,
  moneyDays,
  recentWindowMs,
  reconnect,
  rows,
  storageKeys,
  toastDurations,
} from './rules/limits.ts';
export { profitBand } from './rules/profit-band.ts';
export { filterOpportunities, type ScannerFilter } from './rules/scanner-filter.ts';
export { type Attention, type AttentionCode, selectAttention } from './selectors/attention.ts';
export {
  selectBacktestRunning,
  selectBacktestStarting,
  selectBacktests,
  selectOpenBacktest,
  selectOpenBacktestId,
  selectRunProblem,
  selectShownBacktest,
} from './selectors/backtests.ts';
export {
  type BotCondition,
  selectBotCommand,
  selectBotCondition,
  selectBotStatus,
  selectHalt,
  selectKill,
  selectLive,
  selectMarketSource,
  selectMode,
  selectModeChanging,
  selectModeProblem,
  selectPending,
  selectRunning,
  selectStateSince,
  selectTradingState,
  selectUnrealMarket,
  selectUptime,
} from './selectors/bot.ts';
export {
  selectAttempt,
  selectBotNow,
  selectConfirmedAge,
  selectConfirmedAt,
  selectConnection,
  selectFreshness,
  selectLatency,
  selectRetryIn,
  selectStale,
  selectStaleSince,
} from './selectors/connection.ts';
export {
  selectActiveCount,
  selectAvgExecutionMs,
  selectAvgSlippage,
  selectBotMinute,
  selectFillRate,
  selectMinute,
  selectRecentCount,
  selectResidualUsd,
  selectToday,
  selectTodaysProfit,
} from './selectors/figures.ts';
export {
  fullAt,
  type LimitUse,
  nearLimit,
  selectLastingLimits,
  selectLimits,
  selectNearestLimit,
} from './selectors/limits.ts';
export {
  selectCan,
  selectExtended,
  selectIdentified,
  selectOperator,
  selectReplaying,
  selectSession,
  selectSignedOutReason,
  selectSignInProblem,
} from './selectors/session.ts';
export { selectRestartDue, selectThreshold } from './selectors/threshold.ts';
export { selectExecuting, selectOpenTicket, selectTicket, type Ticket } from './selectors/ticket.ts';
export { createView, type View } from './streams/view.ts';
