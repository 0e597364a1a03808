import { setTimeout as delay } from 'node:timers/promises';
import type { BotConfigRecord, BotStatusRecord, OrderRecord, RiskRecord } from '@triquad/core/contract';
import type { Bot } from '../harness/bot.ts';

const limitMs = 120_000;
const lookEveryMs = 20;
/** Long enough for the kill switch to fall between two legs, and short enough for most first legs to find their price. */
const travel = { median_ms: 300, p99_ms: 300 };
/** Percent: cycles that pay hardly anything are frequent. */
const threshold = 0.02;
const exchanges = Object.fromEntries(['binance', 'kucoin', 'kraken'].map((name) => [name, { order_delay: travel }]));

const callsOf =
  (bot: Bot) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await bot.call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };

/** What an operator does who wants the bot to go on: every breaker that is tripped is reset. */
export async function resetBreakers(bot: Bot): Promise<void> {
  const call = callsOf(bot);
  for (const { name, status } of (await call<RiskRecord>('GET', '/risk/')).breakers)
    if (status === 'tripped') await call('POST', `/risk/breakers/${name}/reset`);
}

/** Starts a stopped bot and leaves a residual position: the kill switch falls while a second leg travels. The halt is lifted again. */
export async function leaveResidual(bot: Bot): Promise<{ readonly asset: string; readonly exchange: string }> {
  const deadline = performance.now() + limitMs;
  const call = callsOf(bot);
  const ask = <T>(path: string) => call<T>('GET', path);
  const state = async () =>
    JSON.stringify(await Promise.all(['/bot/status', '/risk/', '/orders/?limit=5'].map((path) => ask(path))));
  const found = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const one = await look();
      if (one !== undefined) return one;
      if (performance.now() > deadline) throw new Error(`no execution has left a residual position: ${await state()}`);
      await delay(lookEveryMs);
    }
  };
  const orders = async () => (await ask<{ data: readonly OrderRecord[] }>('/orders/?limit=20')).data;
  const configure = async (fields: Partial<BotConfigRecord>) => {
    const { id, version } = await ask<BotConfigRecord>('/config/');
    await call('PUT', `/config/${id}`, { version, ...fields });
  };
  const { paper = {}, min_profit_threshold, risk } = await ask<BotConfigRecord>('/config/');
  await configure({
    ...{ paper: { ...paper, exchanges }, min_profit_threshold: threshold },
    risk: { ...risk, cooldown_after_failure_seconds: 1 },
  });
  const residual = await found(async () => {
    await call('POST', '/bot/start', {});
    const { execution_id } = await found(async () => {
      // At such a delay many executions fail, and five in a row trip a breaker.
      await resetBreakers(bot);
      return (await orders()).find(({ leg, status }) => leg === 2 && status === 'pending');
    });
    await call('POST', '/bot/kill', { reason: 'in the middle of an execution' });
    const ofIt = (one: { readonly execution_id?: string | null }) => one.execution_id === execution_id;
    await found(async () => {
      const { bot_status } = await ask<BotStatusRecord>('/bot/status');
      const open = (await orders()).some((order) => ofIt(order) && order.status === 'pending');
      return bot_status === 'stopped' && !open ? true : undefined;
    });
    const { stranded } = await ask<RiskRecord>('/risk/');
    // On a busy machine the kill may come after the last leg: the halt is lifted, and the next execution is waited for.
    await call('POST', '/bot/kill/reset');
    return stranded.find(ofIt);
  });
  await configure({ paper, min_profit_threshold, risk });
  await resetBreakers(bot);
  return residual;
}
