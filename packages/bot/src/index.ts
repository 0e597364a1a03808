export type { LogRecord } from '@triquad/core/contract';
export { loadAdapters } from './adapter.ts';
export { planBacktest } from './backtest/plan-backtest.ts';
export { startBacktest } from './backtest/start-backtest.ts';
export {
  cellsOf as sweepCells,
  configOf as sweepConfig,
  runSweep,
  type SweepAxis,
  type SweepRange,
  type SweepResult,
  type SweepValue,
} from './backtest/sweep.ts';
export type { BotOptions } from './bot.ts';
export { type Bot, createBot } from './bot-life.ts';
export { checkExchange } from './check-exchange.ts';
export { openKillFile, type ThrownFile, throwKillFile } from './guards/kill-file.ts';
export { readWitness } from './journal/witness.ts';
export { adopt, planAdoption } from './maintenance/adopt.ts';
export { backUp } from './maintenance/backup.ts';
export type { Check } from './maintenance/check.ts';
export { type JournalledMarket, journalledMarket } from './maintenance/chosen-market.ts';
export { compactJournal, planCompaction } from './maintenance/compact.ts';
export { diagnose } from './maintenance/diagnose.ts';
export { keepCheck, keptCheck } from './maintenance/exchange-checks.ts';
export { usable } from './maintenance/obstacles.ts';
export { isInUse, restore } from './maintenance/restore.ts';
export { rotateIdentity, rotateToken, rotateVaultKey } from './maintenance/rotate.ts';
export { type OpenUsers, openUsers } from './maintenance/users.ts';
export { verifyBackup } from './maintenance/verify-backup.ts';
export type { MarketChoice } from './market-choice.ts';
export { CannotStart } from './model/cannot-start.ts';
export type { KeptChoice } from './model/market-event.ts';
export { recordingsFolder } from './open-recorder.ts';
export { recordExchange } from './record-exchange.ts';
export { examine } from './recording/examine.ts';
export { importFiles } from './recording/import.ts';
export { previewFiles } from './recording/preview.ts';
export { isRecording } from './recording/recording-folder.ts';
export { createRecordings } from './recording/recordings.ts';
export { exportQuotes } from './recording/transfer.ts';
export { replaySession } from './replay-session.ts';
export { askWhatIf } from './research/what-if.ts';
export { provideSample } from './sample.ts';
export type { UserProblem } from './server/users.ts';
export type { Finding } from './venues/exchange/finding.ts';
export { createProxies, setProxies, withoutPassword } from './venues/exchange/proxy.ts';
