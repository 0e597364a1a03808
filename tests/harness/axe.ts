import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA and what axe recommends beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe-core finds wrong on the page as it is now, a line each: the rule, and the first elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  // On a busy machine a panel may be there before the title of the screen is.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Text that fades in has no contrast yet.
  await page.evaluate(() => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const ending = document.getAnimations().filter(ends);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const found = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => {
    const elements = nodes.slice(0, 3).map(({ html }) => html.slice(0, 140));
    return `${id}: ${elements.join(' | ')}`;
  });
}
