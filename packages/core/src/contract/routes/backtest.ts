import * as z from 'zod/mini';
import {
  Backtest,
  BacktestConfig,
  BacktestRecord,
  BacktestStartedRecord,
  Report,
  ReportQuery,
  ReportRecord,
} from '../backtest.ts';
import { enveloped, looseRows } from '../loose.ts';
import { listOf, page } from '../primitives.ts';
import { route } from '../route.ts';

export const backtestRoutes = {
  'backtest.run': route({
    method: 'POST',
    path: '/backtest/run',
    role: 'operator',
    idempotent: true,
    body: BacktestConfig,
    record: BacktestStartedRecord,
    answer: enveloped(Backtest),
    success: 202,
    refuses: [409],
    summary: 'Run a backtest',
  }),
  'backtest.list': route({
    method: 'GET',
    path: '/backtest/',
    role: 'viewer',
    query: z.object(page),
    record: listOf(BacktestRecord),
    answer: looseRows(Backtest),
    summary: 'Backtests, newest first',
  }),
  'backtest.get': route({
    method: 'GET',
    path: '/backtest/{id}',
    role: 'viewer',
    record: BacktestRecord,
    answer: enveloped(Backtest),
    summary: 'One backtest',
  }),
  'backtest.delete': route({
    method: 'DELETE',
    path: '/backtest/{id}',
    role: 'operator',
    idempotent: true,
    record: z.undefined(),
    answer: z.unknown(),
    success: 204,
    refuses: [409],
    summary: 'Delete a backtest',
  }),
  'backtest.cancel': route({
    method: 'POST',
    path: '/backtest/{id}/cancel',
    role: 'operator',
    extension: 'backtest.cancel',
    idempotent: true,
    record: BacktestRecord,
    answer: enveloped(Backtest),
    refuses: [409],
    summary: 'Cancel a running backtest',
  }),
  'backtest.report': route({
    method: 'GET',
    path: '/backtest/{id}/report',
    role: 'viewer',
    query: ReportQuery,
    record: ReportRecord,
    answer: enveloped(Report),
    refuses: [409],
    summary: 'The report, as JSON or a self-contained HTML file',
  }),
} as const;
