import { RiskRecord } from '@triquad/core/contract';
import type { Bot } from './bot.ts';

/** What an operator does when the hurried market has moved on before every leg: resets breakers, sells residual positions. */
export async function attend(bot: Bot): Promise<void> {
  const { breakers, stranded } = RiskRecord.parse((await bot.call('GET', '/risk/')).body);
  for (const { name, status } of breakers) {
    if (status === 'tripped') await bot.call('POST', `/risk/breakers/${name}/reset`);
  }
  for (const { exchange, asset } of stranded) {
    await bot.call('POST', `/risk/stranded/${exchange}/${asset}/resolve`, { action: 'sell', confirm: true });
  }
}
