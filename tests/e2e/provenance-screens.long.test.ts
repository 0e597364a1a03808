import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type PlayedPractice, playPractice } from '../contract/practice-recording.ts';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';

const web = join(repository, 'packages', 'web');
/** Every screen that the dashboard has, by the table that makes them; amounts on that of the settings are what an operator sets. */
const screens = [...readFileSync(join(web, 'src', 'screens.ts'), 'utf8').matchAll(/^ {4}name: '(\w+)'/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'settings');

let played: PlayedPractice;
let browser: TestBrowser;
let open: OpenPage;
beforeAll(async () => {
  [played, browser] = await Promise.all([playPractice(join(web, 'dist')), openBrowser()]);
  open = await browser.open({ token: played.live.adminToken, theme: 'light', width: 1_440, language: 'en' });
});
afterAll(async () => {
  await open.close();
  await browser.close();
  await played[Symbol.asyncDispose]();
});

/** Texts with money of which neither their row, list item, figure or section nor the heading of the screen states the source. */
const unmarkedOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const says = (element: Element): boolean => /practice|invented/i.test(element.textContent ?? '');
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const head = document.querySelector('main h1')?.parentElement;
    const isHeadMarked = head != null && says(head);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!/[$]\s?\d/.test(node.textContent ?? '')) continue;
      let part = node.parentElement?.closest('tr, li, figure, section, article, form, [role=region]') ?? null;
      while (part !== null && !says(part))
        part = part.parentElement?.closest('tr, li, figure, section, article, form, [role=region]') ?? null;
      if (part === null && !isHeadMarked)
        found.push(`${node.textContent} in ${node.parentElement?.parentElement?.textContent?.slice(0, 80)}`);
    }
    return found;
  });

test('the dashboard has screens', () => expect(screens.length).toBeGreaterThan(9));

test.each(screens)('/%s states whose its money is: there, in its panel, or beside its title', async (name) => {
  const { page } = open;
  await page.goto(`${played.live.address}/${name}`);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await unmarkedOn(page)).toEqual([]);
});
