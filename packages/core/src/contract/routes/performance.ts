import { enveloped, looseSeries } from '../loose.ts';
import {
  DrawdownPoint,
  DrawdownRecord,
  EquityCurveRecord,
  EquityPoint,
  EquityQuery,
  HeatmapRecord,
  MetricsQuery,
  Pair,
  PerformanceMetricsRecord,
  PerformanceSummary,
  PerformanceSummaryRecord,
  PeriodQuery,
} from '../performance.ts';
import { asOfCommit } from '../primitives.ts';
import { route } from '../route.ts';

export const performanceRoutes = {
  'performance.metrics': route({
    method: 'GET',
    path: '/performance/metrics',
    role: 'viewer',
    query: MetricsQuery,
    record: asOfCommit(PerformanceMetricsRecord),
    answer: enveloped(PerformanceSummary),
    summary: 'Every figure of performance',
  }),
  'performance.summary': route({
    method: 'GET',
    path: '/performance/summary',
    role: 'viewer',
    record: asOfCommit(PerformanceSummaryRecord),
    answer: enveloped(PerformanceSummary),
    summary: 'The figures of the overview',
  }),
  'performance.equity': route({
    method: 'GET',
    path: '/performance/equity-curve',
    role: 'viewer',
    query: EquityQuery,
    record: asOfCommit(EquityCurveRecord),
    answer: looseSeries('data', EquityPoint),
    summary: 'Equity over time',
  }),
  'performance.drawdown': route({
    method: 'GET',
    path: '/performance/drawdown',
    role: 'viewer',
    query: PeriodQuery,
    record: asOfCommit(DrawdownRecord),
    answer: looseSeries('drawdown_series', DrawdownPoint),
    summary: 'Drawdown over time',
  }),
  'performance.heatmap': route({
    method: 'GET',
    path: '/performance/heatmap',
    role: 'viewer',
    query: PeriodQuery,
    record: HeatmapRecord,
    answer: looseSeries('pairs', Pair),
    summary: 'Profit by trading pair',
  }),
} as const;
