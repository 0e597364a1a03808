import * as z from 'zod/mini';
import {
  BotStatus,
  Life,
  LogEntry,
  Notification,
  Opportunity,
  type OpportunityRecord,
  Order,
  Trade,
} from '../contract/index.ts';
import { startOfTest } from './given.ts';

/** ISO text of the start of a test plus `ms`. */
export const timeOf = (ms = 0): string => new Date(startOfTest + ms).toISOString();

type Fields = Readonly<Record<string, unknown>>;

/** An opportunity as the embedded bot writes it, detected `ms` after the start of the test. */
export const opportunityRecord = (id: string, ms = 0, fields: Fields = {}): OpportunityRecord => ({
  id,
  provenance: { kind: 'live', exchange: 'binance', name: 'live', money: 'paper' },
  type: 'TRI',
  exchange: 'binance',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  path: ['USDT', 'BTC', 'ETH', 'USDT'],
  markets: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
  legs: [],
  profit_pct: 0.82,
  profit_usd: 8.2,
  profit_absolute: 8.2,
  capital_required: 1_000,
  liquidity_level: 'high',
  risk_level: 'low',
  risk: 'low',
  risk_reasons: [],
  execution_time_ms: 120,
  detected_at: timeOf(ms),
  expires_at: timeOf(ms + 10_000),
  is_valid: true,
  lifetime_ms: null,
  best_tri_pct: null,
  decision: null,
  ...fields,
});

/** The records as a client reads them; the test gives only the fields it needs. */
export const opportunity = (id: string, ms = 0, fields: Fields = {}): Opportunity =>
  z.parse(Opportunity, opportunityRecord(id, ms, fields));
export const trade = (id: string, ms = 0, fields: Fields = {}): Trade =>
  z.parse(Trade, { id, execution_id: id, status: 'completed', entry_time: timeOf(ms), profit: 1, ...fields });
export const order = (id: string, ms = 0, fields: Fields = {}): Order =>
  z.parse(Order, {
    id,
    symbol: 'BTC/USDT',
    status: 'pending',
    created_at: timeOf(ms),
    updated_at: timeOf(ms),
    ...fields,
  });
export const logEntry = (id: string, ms = 0, fields: Fields = {}): LogEntry =>
  z.parse(LogEntry, { id, timestamp: timeOf(ms), level: 'INFO', message: id, source: 'engine', ...fields });
export const notification = (id: string, ms = 0, fields: Fields = {}): Notification =>
  z.parse(Notification, { id, created_at: timeOf(ms), title: id, ...fields });
export const life = (id: string, fields: Fields = {}): Life => z.parse(Life, { id, ...fields });
export const botStatus = (fields: Fields = {}): BotStatus => z.parse(BotStatus, fields);
