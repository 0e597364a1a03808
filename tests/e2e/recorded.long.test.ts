import { expect, onTestFinished } from 'vitest';
import { startBot } from '../harness/bot.ts';
import { openBrowser, test } from '../harness/browser.ts';
import { listen } from '../harness/listener.ts';
import { recordedData } from '../harness/recorded-data.ts';

const recording = recordedData('kucoin_l1_2022/kucoin_ticker_l1.csv.gz');

(recording === null ? test.skip : test)(
  'a recorded market is called one, yields nothing above the fees, and says why',
  async () => {
    await using bot = await startBot({ args: ['--market', `recorded:${recording}`, '--speed', '20', '--autostart'] });
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const { page, errors } = await browser.open();
    await page.goto(bot.loginLink);
    await page.getByText('RECORDED MARKET').waitFor();
    await page.getByText('What the bot sees').waitFor();
    using socket = await listen(bot, 'metrics');
    const [seen] = await socket.first(1, 'metrics', ({ scan }) => scan.best_cycle !== null);
    expect(seen?.scan).toMatchObject({
      market_source: 'recorded',
      opportunities_found: 0,
      best_cycle: { exchange: 'kucoin' },
    });
    const best = seen?.scan.best_cycle?.profit_pct ?? Number.NaN;
    expect(best).toBeLessThan(seen?.scan.threshold_pct ?? 0);
    await page.getByText(`${seen?.scan.directed_tri} TRI`).waitFor();
    expect(errors).toEqual([]);
  },
);
