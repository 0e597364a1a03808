import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBot } from '../harness/bot.ts';
import { openBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';
import { exchanges, opportunityAt, relay } from './page-relay.ts';
import { printTable } from './table.ts';

/**
 * Delay from an opportunity's frame to the paint of its row in the Scanner. The page counts from the oldest frame that no paint has followed:
 * no row is later than that. The goal is 300 ms.
 */
const measuredMs = 8_000;
const settleMs = 3_000;
const everyMs = 10;
const goalMs = 300;
const paces = [1, 10, 1_000] as const;
/** More than any simulated market offers, so that the bot itself finds nothing. */
const unreachablePct = 20;

/** In the page: notes when each frame of an opportunity arrives, and the delay of each paint of changed rows. */
function watchPage(): void {
  const delays: number[] = [];
  let oldest: number | null = null;
  Object.assign(window, { rowDelays: () => delays.splice(0) });
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (String(data).startsWith('{"type":"opportunity"')) oldest ??= performance.now();
      });
    }
  };
  const painted = () => {
    if (oldest === null) return;
    const since = oldest;
    oldest = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => void delays.push(performance.now() - since);
      port2.postMessage(null);
    });
  };
  const isOfRows = ({ target }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest('tbody') != null;
  const watch = () =>
    new MutationObserver((changes) => changes.some(isOfRows) && painted()).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  document.addEventListener('DOMContentLoaded', watch);
}

const bot = await startBot({ args: ['--market', 'simulated', '--seed', '7'] });
await bot.call('POST', '/bot/start', { min_profit_threshold: unreachablePct, enabled_exchanges: exchanges });
const between = await relay(bot);
between.serve(join(repository, 'packages', 'web', 'dist'));
const browser = await openBrowser();
const { page, context, close } = await browser.open();
await context.addInitScript((token) => localStorage.setItem('auth_token', token), bot.token);
await context.addInitScript(watchPage);
await page.goto(`${between.url}/scanner`);
await page.getByText('Live', { exact: true }).waitFor();

const rows: string[][] = [];
for (const pace of paces) {
  const start = performance.now();
  let sent = 0;
  let begun = false;
  for (let now = 0; now < settleMs + measuredMs; now = performance.now() - start) {
    for (; sent < (now / 1_000) * pace; sent += 1) between.send(opportunityAt(Date.now()));
    if (!begun && now >= settleMs) {
      begun = true;
      await page.evaluate(() => (window as unknown as { rowDelays(): number[] }).rowDelays());
    }
    await sleep(everyMs);
  }
  const delays = await page.evaluate(() => (window as unknown as { rowDelays(): number[] }).rowDelays());
  if (delays.length === 0) throw new Error(`no row was painted at ${pace} a second`);
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} ms`;
  rows.push([String(pace), String(delays.length), at(0.5), at(0.99), at(1), `${goalMs} ms`]);
}
await close();
await browser.quit();
between.close();
await bot[Symbol.asyncDispose]();
printTable(
  'Scanner: from the frame of an opportunity to the paint of its row, of the oldest frame that waits',
  ['opportunities a second', 'paints', 'median', 'p99', 'worst', 'goal'],
  rows,
);
