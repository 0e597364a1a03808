import { type Command, createView } from '@triquad/core';
import {
  createTestClient,
  healthOf,
  logEntry,
  ok,
  opportunityRecord,
  type TestClient,
  timeOf,
} from '@triquad/core/testing';
import { render } from 'ink';
import { expect, onTestFinished, vi } from 'vitest';
import { App, screenOptions } from './App.tsx';
import { createTestTerminal } from './test-terminal.ts';
import { themeOf } from './theme.ts';
import { watched } from './watched.ts';

process.env.TZ = 'UTC';
const viewPace = 10;
const betweenPaints = 110;
const patience = { timeout: 10_000, interval: 1 };

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
const filledLeg = { leg: 1, status: 'filled', quantity: 0.96, expected_quantity: 1 };
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
  'performance.summary': ok({ total_pnl: 124.08, total_trades: 47, win_rate: 91.5, max_drawdown: 0.4 }),
  'orders.history': ok({ data: [{ id: 't', status: 'completed', legs: [filledLeg] }] }),
  'performance.equity': ok({ data: [1, 2, 3].map((equity) => ({ timestamp: timeOf(equity), equity })) }),
  'orders.list': ok({ data: [] }),
  'orders.preview': ok(preview),
  'orders.execute': ok({ status: 'success', execution_id: 'e', result: { actual_profit: 8, actual_profit_pct: 0.8 } }),
  'bot.stop': ok({ message: 'Bot stopped' }),
  'bot.kill': ok({ message: 'Killed' }),
};

type OpenApp = TestClient &
  Omit<ReturnType<typeof createTestTerminal>, 'input' | 'output'> & {
    /** Keys as an operator presses them, each after the screen has shown what the one before did. */
    type: (...keys: string[]) => Promise<void>;
    shows: (what: RegExp) => Promise<void>;
    sent: Command[];
    files: { name: string; content: string }[];
    left: Promise<unknown>;
    stops: () => number;
  };

/** The screen of a client whose bot answers so, in a terminal of this size. */
export async function openApp(
  more: Parameters<typeof createTestClient>[0] = {},
  columns = 80,
  rows = 24,
  env = { LANG: 'C.UTF-8' },
  isPainted = true,
  contexts: readonly string[] = [],
): Promise<OpenApp> {
  const given = createTestClient({ ...more, answers: { ...answers, ...more?.answers } });
  const { clock } = given;
  given.client.start();
  for (const resource of watched) given.client.send({ type: 'Watch', resource });
  await clock.advance(2500);
  const sent: Command[] = [];
  const files: { name: string; content: string }[] = [];
  const send = (command: Command) => {
    // Watches of a view are no commands of the operator.
    if (command.type !== 'Watch' && command.type !== 'Unwatch') sent.push(command);
    given.client.send(command);
  };
  let stops = 0;
  const job = { stop: () => void stops++, listen: () => () => {} };
  const { input, output, ...screen } = createTestTerminal({ columns, rows });
  const { unmount, waitUntilExit } = render(
    <App
      client={{ ...given.client, send }}
      view={createView(given.client, clock, viewPace)}
      clock={clock}
      job={job}
      theme={themeOf({ write: () => true }, env)}
      place="bot-1:8787"
      isLive
      contexts={contexts}
      load={(path) => {
        const file = files.find(({ name }) => name === path);
        if (file === undefined) throw new Error('no such file');
        return file.content;
      }}
      filesAt={(path) => {
        if (path.includes('nowhere')) throw new Error('there is no file');
        return [{ name: path.split('/').at(-1) ?? path, bytes: 1_000, content: path }];
      }}
      save={(name, content) => {
        files.push({ name, content });
        return name;
      }}
    />,
    { ...screenOptions, stdin: input, stdout: output },
  );
  onTestFinished(() => unmount());
  const left = waitUntilExit();
  // Ink reads keys only after the first commit.
  await vi.waitFor(() => expect(input.listenerCount('readable')).toBe(1), patience);
  const { lines, receive } = screen;
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      receive(key);
      await clock.advance(400);
    }
  };
  const shows = async (what: RegExp) => {
    await clock.advance(betweenPaints);
    await vi.waitFor(() => expect(lines().join('\n')).toMatch(what), patience);
  };
  // Keys count from the first paint on.
  if (isPainted) await clock.advance(400);
  return { ...given, ...screen, type, shows, sent, files, left, stops: () => stops };
}
