import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

/** Only a test that hangs may fail by this, also on a busy machine. */
const PATIENCE_MS = 120_000;

/** A Chromium; each `open` is a fresh profile. */
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

/** Starts a headless Chromium; to close it ends it. */
export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await launch();
  return { open: (options) => openPage(browser, options), close: () => browser.close() };
}

let shared: Browser | undefined;

/** The Chromium that the test files of this process share, which ends with it; to close it closes what this caller opened. */
export async function sharedBrowser(): Promise<TestBrowser> {
  if (shared?.isConnected() !== true) shared = await launch();
  const browser = shared;
  const opened: OpenPage[] = [];
  return {
    open: async (options) => {
      const page = await openPage(browser, options);
      opened.push(page);
      return page;
    },
    close: async () => void (await Promise.all(opened.map((page) => page.close()))),
  };
}

async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), headless: true, args: CHROMIUM_FLAGS });
}

type Opening = Parameters<TestBrowser['open']>[0];

async function openPage(
  browser: Browser,
  { width = 1440, height = 900, theme = 'light' }: Opening = {},
): Promise<OpenPage> {
  const profile = { viewport: { width, height }, colorScheme: theme, acceptDownloads: true };
  const context = await browser.newContext(profile);
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
