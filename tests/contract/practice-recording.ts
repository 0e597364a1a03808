import { join } from 'node:path';
import { type BacktestRecord, channel, type RecordingRecord, type TradeRecord } from '@triquad/core/contract';
import { expect, vi } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { HANG_MS } from '../harness/hang.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { type LiveSocket, openSocket } from './live-socket.ts';

/** A bot that plays a recording of the practice market, in a data directory with trades of both; with a socket on every channel. */
export interface PlayedPractice extends AsyncDisposable {
  readonly live: LiveBot;
  readonly socket: LiveSocket;
  /** Name of the recording of an exchange, and its path. */
  readonly recording: string;
  readonly path: string;
  /** Ids of what is there to be asked for. */
  readonly ids: Readonly<Record<'opportunity' | 'order' | 'trade' | 'backtest' | 'exchange' | 'config', string>>;
}

const EASY = { min_profit_threshold: 0.02 };

/** Records a bot of the practice market while it trades; gives the recording of the exchange with the most trades. */
async function record(live: LiveBot): Promise<RecordingRecord> {
  await live.call('recordings.switch', { body: { recording: true } });
  await live.call('bot.start', { body: EASY });
  const trades = await completed(live, 5);
  await live.call('recordings.switch', { body: { recording: false } });
  const { data } = (await live.call('recordings.list')).body as { data: readonly RecordingRecord[] };
  const count = (name: string) => trades.filter(({ exchange }) => exchange === name).length;
  const [most] = data.toSorted((one, other) => count(other.exchange) - count(one.exchange));
  return most ?? expect.unreachable('nothing was recorded');
}

const completed = (live: LiveBot, count: number): Promise<readonly TradeRecord[]> =>
  live.until(async () => {
    const { data } = (await live.call('orders.history')).body as { data: readonly TradeRecord[] };
    const ended = data.filter(({ status }) => status === 'completed');
    expect(ended.length).toBeGreaterThanOrEqual(count);
    return ended;
  });

/** Runs a backtest and a what-if on the recording to their ends. */
async function research(live: LiveBot, { name, exchange, from, to }: RecordingRecord): Promise<string> {
  const body = {
    ...{ name: 'Played practice', start_date: from, end_date: to, exchanges: [exchange], recordings: [name] },
    ...{ initial_capital: 10_000, max_position_size: 1_000, max_slippage: 0.5, ...EASY },
    ...{ enable_triangular: true, enable_quadrangular: true },
  };
  const { id } = (await live.call('backtest.run', { body })).body as { id: string };
  const status = async () => ((await live.call('backtest.get', { parameters: { id } })).body as BacktestRecord).status;
  const ends = { timeout: HANG_MS };
  await vi.waitFor(async () => expect(await status()).toBe('completed'), ends);
  const whatIf = async () => (await live.call('research.whatif', { query: { recording: name } })).body;
  await vi.waitFor(async () => expect(await whatIf()).toMatchObject({ status: 'completed' }), ends);
  return id;
}

/** Executes an opportunity by hand; gives its id. */
async function executeOne(live: LiveBot): Promise<string> {
  const body = await live.until(async () => {
    const best = (await live.call('opportunities.best')).body as { id: string } | null;
    const wanted = { opportunity_id: best?.id, amount: 50 };
    expect(await live.call('orders.preview', { body: wanted })).toMatchObject({ status: 200 });
    return wanted;
  });
  await live.during(live.call('orders.execute', { body }));
  return body.opportunity_id ?? '';
}

/** `dashboardDir`: of the built dashboard, where it is to be served. */
export async function playPractice(dashboardDir: string | null = null): Promise<PlayedPractice> {
  const first = await startLiveBot({ time: createLocalTime() });
  const played = await record(first);
  await first.stop();
  const path = join(first.dataDir, 'recordings', played.name);
  const live = await startLiveBot({
    dataDir: first.dataDir,
    time: createLocalTime(),
    market: { source: 'recorded', file: path, speed: 1 },
    config: { auto_execute: false, paper: { conditions: 'practice' } },
    ...(dashboardDir !== null && { dashboardDir }),
  });
  const socket = await openSocket(live.address, live.adminToken);
  for (const one of channel.options) socket.send({ type: 'subscribe', channel: one });
  const telegram = { enabled: true, bot_token: '123456789:AAcanary_token-0123456789abcdefghi', chat_id: '1' };
  await live.call('telegram.save', { body: { ...telegram, alert_events: 'opportunity,execution,failure' } });
  await live.call('bot.start', { body: EASY });
  const opportunity = await executeOne(live);
  await completed(live, 1);
  live.passTime(60_000);
  const backtest = await research(live, played);
  const { data: trades } = (await live.call('orders.history')).body as { data: readonly { id: string }[] };
  const { data: orders } = (await live.call('orders.list')).body as { data: readonly { id: string }[] };
  const config = (await live.call('config.current')).body as { id: string };
  return {
    ...{ live, socket, recording: played.name, path },
    ids: {
      ...{ opportunity, backtest, exchange: played.exchange, config: config.id },
      ...{ order: orders[0]?.id ?? '', trade: trades[0]?.id ?? '' },
    },
    async [Symbol.asyncDispose]() {
      socket[Symbol.dispose]();
      await live[Symbol.asyncDispose]();
    },
  };
}
