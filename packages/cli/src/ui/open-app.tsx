import { createTestClient, healthOf, logEntry, ok, opportunityRecord, timeOf } from '@triquad/core/testing';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, vi } from 'vitest';
import { App } from './App.tsx';
import { ThemeProvider, themeOf } from './theme.ts';
import { watched } from './watched.ts';

process.env.TZ = 'UTC';
const patience = { timeout: 10_000, interval: 10 };

/** What its bot says of itself. */
export const status = {
  is_running: true,
  bot_status: 'running',
  mode: 'paper',
  uptime: 8049,
  market_source: 'simulated',
  enabled_exchanges: ['kucoin', 'binance', 'kraken'],
  executions_today: 12,
  opportunities_found: 340,
  min_profit_threshold: 0.5,
  max_capital_per_route: 1000,
};
const legs = [
  { market: 'BTC/USDT', side: 'buy', price: 50_000, quantity: 0.02, fee_pct: 0.1 },
  { market: 'ETH/BTC', side: 'buy', price: 0.05, quantity: 0.4, fee_pct: 0.1 },
  { market: 'ETH/USDT', side: 'sell', price: 2_525, quantity: 0.4, fee_pct: 0.1 },
];
const preview = {
  opportunity_id: 'a',
  amount: 1000,
  legs,
  expected_profit: 7.9,
  expected_profit_pct: 0.79,
  fees: 3,
  slippage_pct: 0.05,
  max_amount: 1000,
  warnings: ['thin book on kraken'],
};
const answers = {
  health: healthOf('bot.kill', 'bot.mode', 'logs.history'),
  'bot.status': ok(status),
  'opportunities.list': ok({
    data: [
      opportunityRecord('a', 2000, { legs }),
      opportunityRecord('b', 1000, {
        type: 'QUAD',
        exchange: 'kraken',
        symbols: ['USDT', 'SOL', 'BTC', 'ETH', 'USDT'],
        profit_pct: 1.61,
        is_valid: false,
      }),
    ],
  }),
  'logs.list': ok({ data: [logEntry('2', 1, { level: 'ERROR', message: 'leg 2 failed' }), logEntry('1')] }),
  'performance.summary': ok({ total_pnl: 124.08, total_trades: 47, win_rate: 91.5, max_drawdown: 0.4, fill_rate: 96 }),
  'performance.equity': ok({ data: [1, 2, 3].map((equity) => ({ timestamp: timeOf(equity), equity })) }),
  'orders.preview': ok(preview),
  'orders.execute': ok({ status: 'success', execution_id: 'e', result: { actual_profit: 8, actual_profit_pct: 0.8 } }),
  'bot.stop': ok({ message: 'Bot stopped' }),
  'bot.kill': ok({ message: 'Killed' }),
};

afterEach(cleanup);

/** The screen of a client whose bot answers so, in a terminal of this size. */
export async function openApp(
  more: Parameters<typeof createTestClient>[0] = {},
  columns = 80,
  rows = 24,
  env = { LANG: 'C.UTF-8' },
) {
  const given = createTestClient({ ...more, answers: { ...answers, ...more?.answers } });
  given.client.start();
  for (const resource of watched) given.client.send({ type: 'Watch', resource });
  await given.clock.advance(2500);
  const screen = render(
    <ThemeProvider value={themeOf({ write: () => true }, env)}>
      <App client={given.client} pace={{ urgent: 10, figures: 10 }} />
    </ThemeProvider>,
  );
  Object.defineProperty(screen.stdout, 'columns', { value: columns, configurable: true });
  Object.assign(screen.stdout, { rows });
  screen.stdout.emit('resize');
  const lines = () => (screen.lastFrame() ?? '').split('\n');
  const type = async (...keys: string[]) => {
    for (const key of keys) screen.stdin.write(key);
    await given.clock.advance(100);
  };
  const shows = (what: RegExp) => vi.waitFor(() => expect(lines().join('\n')).toMatch(what), patience);
  await vi.waitFor(() => expect(lines().map(({ length }) => length)).toContain(columns), patience);
  return { ...given, lines, type, shows };
}
