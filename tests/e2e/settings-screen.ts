import { join } from 'node:path';
import type { Role } from '@triquad/core/contract';
import type { Locator, Page } from 'playwright-core';
import { type LiveBot, startLiveBot } from '../contract/live-bot.ts';
import { type OpenPage, sharedBrowser, type TestBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';

/** A bot whose alerts are not sent, and a browser with its settings screen. */
export type SettingsScreen = AsyncDisposable & {
  live: LiveBot;
  /** A page in Spanish in which somebody with the role is signed in; `prepare` comes before the dashboard. */
  enter(role: Role, options?: EnterOptions): Promise<OpenPage>;
};
type EnterOptions = NonNullable<Parameters<TestBrowser['open']>[0]> & { prepare?: (page: Page) => Promise<void> };

export async function openSettings(): Promise<SettingsScreen> {
  const dashboardDir = join(repository, 'packages', 'web', 'dist');
  const [browser, live] = await Promise.all([sharedBrowser(), startLiveBot({ dashboardDir })]);
  return {
    live,
    async enter(role, { prepare, ...options } = {}) {
      const open = await browser.open(options);
      const { page } = open;
      await prepare?.(page);
      await page.goto(live.address);
      await page.getByLabel('Token', { exact: true }).fill(role === 'admin' ? live.adminToken : live.token(role));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/dashboard');
      // The settings are specified in Spanish.
      await page.evaluate(() => localStorage.setItem('language', 'es'));
      return open;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await live[Symbol.asyncDispose]();
    },
  };
}

/** One form by its title. */
export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** The status of a form after its last command. */
export const status = (page: Page, name: string): Locator => panel(page, name).getByRole('status');
export const showTab = (page: Page, { live }: SettingsScreen, tab: string) =>
  page.goto(`${live.address}/settings?tab=${tab}`);
