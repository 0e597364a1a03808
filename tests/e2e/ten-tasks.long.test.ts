import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { bringOpportunity, sendByEnter, standing } from './ticket.ts';

const MOST_CLICKS = 4;

let browser: TestBrowser;
let bot: TimedBot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([openBrowser(), startTimedBot({ config: { min_profit_threshold: 0.05 } })]);
  open = await browser.open({ language: 'en' });
  page = open.page;
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('sign in and start the bot', async () => {
  await page.goto(bot.url);
  await task(async (click) => {
    await page.getByLabel('Token', { exact: true }).fill(bot.token);
    await click(button('Sign in'));
    await click(header('Start the bot'));
    await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  });
});

test('why one was left alone', async () => {
  await bringOpportunity(bot);
  await bot.until(codes, (all) => all.includes('executed'));
  await configure({ auto_execute: false });
  await bringOpportunity(bot);
  await bot.until(codes, (all) => all.some((code) => code !== 'executed'));
  await task(async (click) => {
    await click(link('History'));
    await click(button('All decisions'));
    const reason = page.getByRole('combobox', { name: 'Reason' });
    await expect.poll(() => reason.locator('option').count()).toBeGreaterThan(1);
    const codes = await reason
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await reason.selectOption(codes.find((code) => code !== '' && code !== 'executed') ?? '');
    await click(
      page
        .getByRole('table', { name: 'All decisions' })
        .getByRole('button', { name: /^One life of/ })
        .first(),
    );
    await page.getByRole('dialog', { name: /USDT/ }).getByRole('list', { name: 'Decisions' }).waitFor();
  });
});

test('the log line of an order', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Logs'));
    await page.getByRole('searchbox').fill('Leg 1, ');
    const line = page.getByRole('row').filter({ hasText: /Leg 1, (buy|sell) \w+\/\w+ on \w+: filled/ });
    await click(line.getByRole('button').first());
    await page.getByRole('dialog', { name: /USDT/ }).getByText('Journal facts').waitFor();
  });
});

test('execute an opportunity by hand', async () => {
  await begin();
  await using _ = await standing(bot, page);
  await task(async (click) => {
    await click(link('Scanner'));
    await click(page.getByText('Valid', { exact: true }).first());
    await sendByEnter(bot, page);
  });
});

test('the profit of yesterday', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Performance'));
    await click(button('Yesterday'));
    await page.waitForURL('**/performance?window=yesterday');
    const realised = page.getByRole('group', { name: 'Realised profit' }).locator('[data-value]');
    await expect.poll(() => realised.textContent()).toMatch(/^[+−]?\$[\d,.]+$/);
  });
});

test('run a backtest', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Backtest'));
    await page.getByLabel('Backtest Name').fill('Two minutes');
    await page.getByLabel('Start Date').fill('2026-01-01T00:00');
    await page.getByLabel('End Date').fill('2026-01-01T00:02');
    await click(button('Run Backtest'));
    // Nothing is recorded, and no market is invented unasked.
    await click(button('Play the practice market (invented)'));
    await page.getByRole('group', { name: 'Net Profit' }).waitFor();
  });
});

test('change a limit and apply it', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Settings'));
    await click(page.getByRole('tab', { name: 'Risk Management' }));
    const form = page.getByRole('region', { name: 'Risk Management', exact: true });
    await form.getByLabel('Global Stop-Loss %').fill('8');
    await click(form.getByRole('button', { name: 'Save' }));
    await form.getByText('Saved in the bot').waitFor();
  });
  const { body } = await bot.call('GET', '/risk/');
  const { limits } = body as { limits: { name: string; limit: number }[] };
  expect(limits.find(({ name }) => name === 'stop_loss')?.limit).toBe(8);
});

test('find what a user changed', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Settings'));
    await click(page.getByRole('tab', { name: 'Audit' }));
    const log = page.getByRole('table', { name: 'Audit log' });
    await log
      .getByText(/risk\.stop_loss_pct 10 → 8/)
      .first()
      .waitFor();
  });
});

test('add the key of an exchange', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Settings'));
    await click(button('Add Exchange'));
    const dialog = page.getByRole('dialog', { name: 'Add Exchange' });
    await dialog.getByLabel('Exchange', { exact: true }).selectOption('binance');
    await dialog.getByLabel('API Key', { exact: true }).fill('0123456789abcdefghijklmn');
    await dialog.getByLabel('API Secret', { exact: true }).fill('no real secret');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('listitem').filter({ hasText: '01234567••••••••klmn' }).waitFor();
  });
});

test('kill, and recover', async () => {
  await begin();
  await task(async (click) => {
    await click(header('Kill switch'));
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Stop everything' }));
    await page.getByRole('status', { name: 'Bot Halted' }).waitFor();
    await click(button('Lift the halt').first());
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Lift the halt' }));
    await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  });
  expect(open.errors.filter((text) => !/409|422 .*backtest/.test(text))).toEqual([]);
});

test('the keyboard alone is enough: sign in, start, execute, one life, a limit, a backtest, kill and reset', async () => {
  const { page: plain, errors, close } = await browser.open({ language: 'en' });
  const keys = keyboardOf(plain);
  await plain.goto(`${bot.url}/scanner`);
  await keys.type('textbox "Token"', bot.token, 'Enter');
  await plain.getByRole('heading', { level: 1 }).waitFor();

  // Which is configured to leave what it finds to its operator.
  await keys.press('button "Start the bot"');
  await plain.getByRole('status', { name: 'Bot Active' }).waitFor();
  {
    await using _ = await standing(bot, plain);
    await plain.getByText('Valid', { exact: true }).first().waitFor();
    await keys.press('button "Open ');
    await sendByEnter(bot, plain);
  }
  await keys.go('History');
  await keys.press('button "One life of');
  await plain.getByRole('dialog', { name: /USDT/ }).getByText('Journal facts').waitFor();
  await plain.keyboard.press('Escape');

  await keys.go('Settings');
  await keys.reach('tab "Exchanges"');
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await plain.keyboard.press(key);
  await keys.type('textbox "Global Stop-Loss %', '9');
  await keys.press('button "Save"');
  await plain.getByRole('region', { name: 'Risk Management', exact: true }).getByText('Saved in the bot').waitFor();

  await keys.go('Backtest');
  await keys.type('textbox "Backtest Name"', 'By keys');
  // Each part of a moment takes its digits; a year could have more.
  for (const [field, minute] of [
    ['Start', '00'],
    ['End', '02'],
  ] as const) {
    await keys.reach(`textbox "${field} Date`);
    await plain.keyboard.type('01012026');
    await plain.keyboard.press('Tab');
    await plain.keyboard.type(`12${minute}AM`);
    expect(await plain.getByLabel(`${field} Date`).inputValue(), `${field} Date`).toBe(`2026-01-01T00:${minute}`);
  }
  await keys.press('button "Run Backtest"');
  await plain.getByRole('button', { name: 'Play the practice market (invented)' }).waitFor();
  await keys.press('button "Play the practice market (invented)"');
  await plain.getByRole('group', { name: 'Net Profit' }).waitFor();

  await keys.press('button "Kill switch"');
  await keys.press('button "Stop everything"');
  await plain.getByRole('status', { name: 'Bot Halted' }).waitFor();
  await keys.press('button "Lift the halt"');
  await keys.press('button "Lift the halt"');
  await plain.getByRole('status', { name: 'Bot Stopped' }).waitFor();

  console.log(`What a screen reader says of each stop of the Tab key:\n${keys.said.join('\n')}`);
  // Everything that takes the focus has a role and a name, or is a message or a summary, which is read as it is.
  expect(keys.said.filter((line) => !/^(\w+ ".+"|alert: .+|text: \d+ notes )/.test(line))).toEqual([]);
  expect(errors.filter((text) => !/409|422 .*backtest/.test(text))).toEqual([]);
  await close();
});

/** Each task begins at the overview, whatever the one before has left open. */
const begin = () => page.goto(`${bot.url}/dashboard`);
const button = (name: string): Locator => page.getByRole('button', { name });
const header = (name: string): Locator => page.getByRole('banner').getByRole('button', { name });
const link = (name: string): Locator =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

type Click = (target: Locator) => Promise<void>;

/** Does a task, and counts its clicks. */
async function task(work: (click: Click) => Promise<void>): Promise<void> {
  let clicks = 0;
  await work((target) => {
    clicks += 1;
    return target.click();
  });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
}

/** Far more than any screen has. */
const MOST_STOPS = 300;

/** Drives a page by its keys; `said` is what a screen reader says of each stop of the Tab key, in order. */
function keyboardOf(page: Page) {
  const said: string[] = [];
  /** Role and name of what has the focus; empty where nothing has it. */
  const heard = async (): Promise<string> => {
    if (await page.evaluate(() => !document.activeElement?.matches(':focus'))) return '';
    // What is repainted meanwhile may have lost it.
    const spoken = await page
      .locator(':focus')
      .ariaSnapshot({ timeout: 5_000 })
      .catch(() => '');
    return (spoken.split('\n')[0] ?? '').replace(/^- '?/, '');
  };
  const reach = async (what: string): Promise<void> => {
    let line = await heard();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (line.startsWith(what)) return;
      await page.keyboard.press('Tab');
      line = await heard();
      if (line !== '') said.push(line);
    }
    throw new Error(`the Tab key never comes to ${what}, only to\n${said.slice(-MOST_STOPS).join('\n')}`);
  };
  return {
    said,
    reach,
    press: async (what: string) => {
      await reach(what);
      await page.keyboard.press('Enter');
    },
    /** In place of what the field holds. */
    type: async (what: string, text: string, ...after: readonly string[]) => {
      await reach(what);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      for (const key of after) await page.keyboard.press(key);
    },
    /** Opens a screen by the palette. */
    go: async (screen: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      const palette = page.getByPlaceholder('Go to, start, stop, find…');
      await palette.waitFor();
      await page.keyboard.type(`Go to ${screen}`);
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'detached' });
      await page.waitForURL(`**/${screen.toLowerCase()}*`);
    },
  };
}

/** The codes of the newest decisions. */
async function codes(): Promise<readonly string[]> {
  const { body } = await bot.call('GET', '/history/?limit=200');
  return (body as { data: { reason: string }[] }).data.map(({ reason }) => reason);
}

async function configure(fields: object): Promise<void> {
  const { body } = await bot.call('GET', '/config/');
  const { id, version } = body as { id: string; version: number };
  expect((await bot.call('PUT', `/config/${id}`, { version, ...fields })).status).toBe(200);
}
