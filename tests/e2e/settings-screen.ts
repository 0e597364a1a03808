import { join } from 'node:path';
import type { Role } from '@triquad/core/contract';
import type { Locator, Page } from 'playwright-core';
import { type LiveBot, startLiveBot } from '../contract/live-bot.ts';
import { type OpenPage, openBrowser, type TestBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';

/** A bot whose alerts are not sent, and a browser with its settings screen. */
export type SettingsScreen = AsyncDisposable & {
  live: LiveBot;
  /** A page for a user of the role, who has chosen no language: the settings are Spanish then. */
  enter(role: Role, options?: EnterOptions): Promise<OpenPage>;
};
type EnterOptions = NonNullable<Parameters<TestBrowser['open']>[0]> & { prepare?: (page: Page) => Promise<void> };

export async function openSettings(): Promise<SettingsScreen> {
  const dashboardDir = join(repository, 'packages', 'web', 'dist');
  const [browser, live] = await Promise.all([openBrowser(), startLiveBot({ dashboardDir })]);
  return {
    live,
    async enter(role, { prepare, ...options } = {}) {
      const token = role === 'admin' ? live.adminToken : live.token(role);
      const open = await browser.open({ token, ...options });
      await prepare?.(open.page);
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
