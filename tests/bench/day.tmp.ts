import { createHash } from 'node:crypto';
import { planBacktest } from '../../packages/bot/src/backtest/plan-backtest.ts';
import { runBacktest } from '../../packages/bot/src/backtest/run-backtest.ts';
const hours = Number(process.argv[2] ?? 1);
const seed = Number(process.argv[3] ?? 7);
const start = Date.UTC(2026, 0, 31);
const planned = planBacktest('bench', {
  name: 'bench', start_date: new Date(start).toISOString(), end_date: new Date(start + hours * 3_600_000).toISOString(),
  initial_capital: 10_000, exchanges: ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'], min_profit_threshold: 0.5, max_position_size: 1000,
  max_slippage: 0.5, enable_triangular: true, enable_quadrangular: true, seed,
}, []);
if (!planned.ok) throw new Error(planned.detail);
const [began, used] = [performance.now(), process.cpuUsage()];
const outcome = await runBacktest(planned.job, () => {});
const { user, system } = process.cpuUsage(used);
if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
const { report, rows } = outcome;
console.log((performance.now() - began).toFixed(0), 'ms', ((user + system) / 1000).toFixed(0), 'cpu', report.data.events, report.trades.length, JSON.stringify(rows), createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 12));
