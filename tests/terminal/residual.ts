import type { BotConfigRecord, BotStatusRecord, OrderRecord, RiskRecord } from '@triquad/core/contract';
import type { TimedBot } from '../harness/timed-bot.ts';

/** Long enough for the kill switch to fall between two legs, and short enough for most first legs to find their price. */
const travel = { median_ms: 300, p99_ms: 300 };
/** Percent: cycles that pay hardly anything are frequent. */
const threshold = 0.02;
const exchanges = Object.fromEntries(['binance', 'kucoin', 'kraken'].map((name) => [name, { order_delay: travel }]));

const callsOf =
  (bot: TimedBot) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await bot.call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };

/** Resets every breaker that is tripped. */
async function resetBreakers(bot: TimedBot): Promise<void> {
  const call = callsOf(bot);
  for (const { name, status } of (await call<RiskRecord>('GET', '/risk/')).breakers)
    if (status === 'tripped') await call('POST', `/risk/breakers/${name}/reset`);
}

/** Starts a stopped bot and leaves a residual position: the kill switch falls while a second leg travels. The halt is lifted again. */
export async function leaveResidual(bot: TimedBot): Promise<{ readonly asset: string; readonly exchange: string }> {
  const call = callsOf(bot);
  const orders = async () => (await call<{ data: readonly OrderRecord[] }>('GET', '/orders/?limit=20')).data;
  const configure = async (fields: Partial<BotConfigRecord>) => {
    const { id, version } = await call<BotConfigRecord>('GET', '/config/');
    await call('PUT', `/config/${id}`, { version, ...fields });
  };
  const { paper = {}, min_profit_threshold, risk } = await call<BotConfigRecord>('GET', '/config/');
  await configure({
    ...{ paper: { ...paper, exchanges }, min_profit_threshold: threshold },
    risk: { ...risk, cooldown_after_failure_seconds: 1 },
  });
  await bot.hold();
  for (;;) {
    await call('POST', '/bot/start', {});
    const travelling = async () => {
      // At such a delay many executions fail, and five in a row trip a breaker.
      await resetBreakers(bot);
      return (await orders()).find(({ leg, status }) => leg === 2 && status === 'pending');
    };
    const execution_id = (await bot.until(travelling, (order) => order !== undefined))?.execution_id;
    const ofIt = (one: { readonly execution_id?: string | null }) => one.execution_id === execution_id;
    // Its answer waits for a moment of the bot's time, where something is to be cancelled.
    const killed = call('POST', '/bot/kill', { reason: 'in the middle of an execution' });
    const isOver = async () =>
      (await call<BotStatusRecord>('GET', '/bot/status')).bot_status === 'stopped' &&
      !(await orders()).some((order) => ofIt(order) && order.status === 'pending');
    await bot.until(isOver, (over) => over);
    await killed;
    const residual = (await call<RiskRecord>('GET', '/risk/')).stranded.find(ofIt);
    await call('POST', '/bot/kill/reset');
    // A second leg that finds no price leaves nothing.
    if (residual === undefined) continue;
    await configure({ paper, min_profit_threshold, risk });
    await resetBreakers(bot);
    bot.run();
    return residual;
  }
}
