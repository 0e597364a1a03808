export type { LogRecord } from '@triquad/core/contract';
export { type Bot, type BotOptions, createBot } from './bot.ts';
export type { MarketChoice } from './market-choice.ts';
export { type ScanOptions, type ScanSummary, scan } from './scan.ts';
export { CannotStart } from './server/cannot-start.ts';
export type { UserProblem } from './server/users.ts';
export type { ScannedCycle } from './strategy/scanner.ts';
export { type OpenUsers, openUsers } from './users.ts';
