import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as anyTest, type TestAPI } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { HANG_MS } from './hang.ts';

const executablePath = await findChromium();

/** Tests in a browser. Without one on this machine they are not run, nor are the hooks of a file of such tests. */
export const test: TestAPI = executablePath === null ? (anyTest.skip as TestAPI) : anyTest;

/** The Chromium that the test files of this process share; each `open` is a fresh profile. */
export type TestBrowser = {
  open(options?: Profile): Promise<OpenPage>;
  /** Closes all pages that were opened by this. */
  close(): Promise<void>;
  /** Ends Chromium. */
  quit(): Promise<void>;
};
/** `token` signs the page in. */
type Profile = {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly token?: string;
  readonly language?: 'en' | 'es';
  /** Certificates that nobody has signed are taken. */
  readonly trustsAll?: true;
};

/** A page in a profile of its own, with its errors so far. */
export type OpenPage = {
  page: Page;
  context: BrowserContext;
  /** Console errors and uncaught exceptions, in order. */
  errors: string[];
  close(): Promise<void>;
};

let shared: Promise<Browser> | undefined;

export async function openBrowser(): Promise<TestBrowser> {
  if (executablePath === null) throw new Error('no Chromium or Chrome starts here');
  shared ??= chromium.launch({ executablePath, headless: true, args: CHROMIUM_FLAGS });
  const browser = await shared;
  const opened: OpenPage[] = [];
  return {
    open: async (profile) => {
      const page = await openPage(browser, profile);
      opened.push(page);
      return page;
    },
    close: async () => void (await Promise.all(opened.map((page) => page.close()))),
    quit: () => {
      shared = undefined;
      return browser.close();
    },
  };
}

async function openPage(browser: Browser, profile: Profile = {}): Promise<OpenPage> {
  const { width = 1440, height = 900, theme = 'light', token, language, trustsAll = false } = profile;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    acceptDownloads: true,
    ignoreHTTPSErrors: trustsAll,
  });
  context.setDefaultTimeout(HANG_MS);
  const stored = Object.entries({ auth_token: token, language }).filter(([, value]) => value !== undefined);
  await context.addInitScript((items) => {
    for (const [name, value = ''] of items) localStorage.setItem(name, value);
  }, stored);
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
