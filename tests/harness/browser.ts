import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

/** Only a test that hangs may fail by this, also on a busy machine. */
const PATIENCE_MS = 120_000;

/** One Chromium for a test file; each `open` is a fresh profile. */
export type TestBrowser = {
  open(options?: { width?: number; height?: number; theme?: 'light' | 'dark' }): Promise<OpenPage>;
  close(): Promise<void>;
};

/** A page in a profile of its own, with its errors so far. */
export type OpenPage = {
  page: Page;
  context: BrowserContext;
  /** Console errors and uncaught exceptions, in order. */
  errors: string[];
  close(): Promise<void>;
};

/** Starts a headless Chromium; the caller closes it. */
export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath: await findChromium(), headless: true, args: CHROMIUM_FLAGS });
  return {
    open: ({ width = 1440, height = 900, theme = 'light' } = {}) => openPage(browser, width, height, theme),
    close: () => browser.close(),
  };
}

async function openPage(
  browser: Browser,
  width: number,
  height: number,
  colorScheme: 'light' | 'dark',
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own text of a refused call does not name it.
    const { url } = message.location();
    errors.push(`${message.text()} ${URL.canParse(url) ? new URL(url).pathname : url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, context, errors, close: () => context.close() };
}
