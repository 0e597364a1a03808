import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../harness/axe.ts';
import { triquad } from '../harness/bot.ts';
import { type OpenPage, openBrowser, type TestBrowser, test } from '../harness/browser.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';

const screens = [
  ...['dashboard', 'trading', 'scanner', 'execution', 'backtest', 'feeds', 'research', 'logs', 'positions', 'history'],
  ...['window=today', 'window=custom&from=2026-01-01&to=2026-01-02', 'exchange=kraken&compare=no'].map(
    (query) => `performance?${query}`,
  ),
  ...['market', 'exchanges', 'global', 'risk', 'paper', 'alerts', 'configs', 'people', 'audit'].map(
    (tab) => `settings?tab=${tab}`,
  ),
  ...['docs', 'docs?q=stop%20loss', 'docs?page=operations', 'docs?page=glossary', 'support', 'privacy', 'terms'],
  ...['api', 'api?call=orders.execute', 'api?call=config.update'],
];
const profiles = [
  { theme: 'light', width: 1_440, language: 'en' },
  { theme: 'dark', width: 1_024, language: 'en' },
  { theme: 'dark', width: 390, language: 'es' },
] as const;
/** WCAG 2.2 AA: of text, and of text from 18.66 px bold or 24 px. */
const LEAST_CONTRAST = { text: 4.5, large: 3 };

let browser: TestBrowser;
let bot: TimedBot;
beforeAll(async () => {
  browser = await openBrowser();
  bot = await startTimedBot({ seed: 7, autostart: true, config: { min_profit_threshold: 0.1 } });
  expect(await triquad(['data', 'sample', '--data-dir', bot.dataDir])).toMatchObject({ code: 0 });
  const trades = () => bot.call('GET', '/orders/history?limit=1');
  await bot.until(trades, ({ body }) => (body as { total: number }).total > 0);
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

describe.each(profiles)('in $language, $theme, at $width px', (profile) => {
  let open: OpenPage;
  beforeAll(async () => {
    open = await browser.open({ token: bot.token, ...profile });
  });
  afterAll(() => open.close());

  test.each(screens)(
    '/%s has one heading, names for all that can be used, text that stands out, and no more width than the window',
    async (name) => {
      await open.page.goto(`${bot.url}/${name}`);
      await expectAccessible(open.page);
    },
  );

  test('so has Research with a recording, its heat map and its lifetimes by market', async () => {
    const { page } = open;
    await page.goto(`${bot.url}/research?recording=sample&fee=0.01&by=market`);
    await page.locator('main table').first().waitFor();
    await page.locator('main [role=img]').first().waitFor();
    await expectAccessible(page);
  });

  test('so has the report of a backtest', async () => {
    const { page } = open;
    await page.goto(`${bot.url}/backtest?id=${await completedBacktest()}`);
    await page.locator('main table').first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.evaluate(nameless)).toEqual([]);
    expect(await page.evaluate(faint, LEAST_CONTRAST)).toEqual([]);
  });
});

test.each(['light', 'dark'] as const)(
  'so have the sign-in and forms with their mistakes, in the %s theme',
  async (theme) => {
    const stranger = await browser.open({ theme });
    await stranger.page.goto(bot.url);
    await stranger.page.getByLabel('Token', { exact: true }).waitFor();
    expect(await stranger.page.evaluate(faint, LEAST_CONTRAST)).toEqual([]);
    await stranger.close();

    const { page, close } = await browser.open({ theme, token: bot.token, language: 'es' });
    await page.goto(`${bot.url}/settings?tab=risk`);
    await page.getByLabel('Posición Máxima de BTC').fill('1.500');
    await page.getByText('Podría leerse como miles').waitFor();
    await expectAccessible(page);
    await page.goto(`${bot.url}/settings?tab=alerts`);
    await page.getByLabel('Chat ID').fill('7');
    await page.getByRole('button', { name: 'Probar Telegram' }).click();
    await page.getByRole('button', { name: 'Probar Email' }).click();
    await expectAccessible(page);
    await page.goto(`${bot.url}/settings`);
    await page.getByRole('button', { name: 'Agregar Exchange' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar Exchange' });
    await dialog.getByText('Usar la testnet').click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText('estas credenciales llegan a fondos reales').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(nameless)).toEqual([]);
    expect(await page.evaluate(faint, LEAST_CONTRAST)).toEqual([]);
    await page.goto(`${bot.url}/backtest`);
    await page.getByRole('button', { name: 'Ejecutar backtest' }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await expectAccessible(page);
    await close();
  },
);

test.each(['dashboard', 'execution'])('at 1024 px in Spanish, /%s cuts nothing off', async (name) => {
  const { page, close } = await browser.open({ token: bot.token, width: 1_024, language: 'es' });
  await page.goto(`${bot.url}/${name}`);
  await page.getByText('Bot activo').waitFor();
  await page.getByRole('region', { name: 'Situación del bot' }).getByText('confirmado ahora').waitFor();
  await expect.poll(() => page.evaluate(cut)).toEqual([]);
  await close();
});

/** Runs in the page: what is cut off or overlapped in the header, the band and the names and values of figures. */
function cut(): string[] {
  const textOf = (element: Element) => element.textContent ?? '';
  const header = document.querySelector('[role=banner]');
  const band = document.querySelector('section[aria-label="Situación del bot"]');
  const clipped = [...(header?.querySelectorAll('[role=status]') ?? [])].filter(
    (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth,
  );
  const parts = [...(band?.children ?? [])];
  const overlapped = parts.filter((part, index) => {
    const next = parts[index + 1]?.getBoundingClientRect();
    return next !== undefined && next.width > 0 && part.getBoundingClientRect().right > next.left + 1;
  });
  // A value is a figure, which has no place to break.
  const broken = [...document.querySelectorAll('dd')].filter(
    (element) => textOf(element).length < 12 && element.getBoundingClientRect().height > 40,
  );
  return [...clipped, ...overlapped, ...broken].map(textOf);
}

/** The screen as it is once everything has come. */
async function expectAccessible(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('.bp6-skeleton').count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.evaluate(nameless)).toEqual([]);
  expect(await page.evaluate(faint, LEAST_CONTRAST)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

/** A backtest of five simulated minutes, run once. */
let completed = '';
async function completedBacktest(): Promise<string> {
  if (completed !== '') return completed;
  const config = {
    name: 'Five minutes',
    start_date: '2026-01-01T00:00:00Z',
    end_date: '2026-01-01T00:05:00Z',
    initial_capital: 10_000,
    exchanges: ['binance'],
    min_profit_threshold: 0.1,
    max_position_size: 1_000,
    max_slippage: 0.5,
    enable_triangular: true,
    enable_quadrangular: true,
    seed: 7,
  };
  const { id } = (await bot.call('POST', '/backtest/run', config)).body as { id: string };
  const status = async () => ((await bot.call('GET', `/backtest/${id}`)).body as { status: string }).status;
  await expect.poll(status).toBe('completed');
  completed = id;
  return id;
}

/** Runs in the page: controls without an accessible name. */
function nameless(): string[] {
  const named = (element: Element): boolean => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const texts = [element.getAttribute('aria-label'), element.textContent, element.getAttribute('title')];
    return [...texts, ...labels.map((label) => label.textContent)].some((text) => (text ?? '').trim() !== '');
  };
  return [...document.querySelectorAll('button, a[href], input, select, textarea, [role=button]')]
    .filter((element) => !element.closest('[aria-hidden=true]') && !named(element))
    .map((element) => element.outerHTML.slice(0, 160));
}

/** Runs in the page: texts with too little contrast. Disabled elements and those that just appeared are skipped. */
function faint(least: { text: number; large: number }): string[] {
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const read = (colour: string): Colour => {
    brush?.clearRect(0, 0, 1, 1);
    if (brush) brush.fillStyle = colour;
    brush?.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush?.getImageData(0, 0, 1, 1).data ?? [];
    return [red, green, blue, alpha / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (channel: 0 | 1 | 2) => top[channel] * top[3] + below[channel] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const behind = (element: Element | null): Colour => {
    if (element === null) return [255, 255, 255, 1];
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = (value: number) =>
      value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const left = '.bp6-disabled, :disabled, .bp6-skeleton, .stale, [class*=flash], canvas, script, noscript, .skip';
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const text = [...element.childNodes]
      .map((node) => (node.nodeType === 3 ? (node.textContent ?? '').trim() : ''))
      .join('');
    const style = getComputedStyle(element);
    if (text === '' || style.visibility === 'hidden' || element.getClientRects().length === 0 || element.closest(left))
      return [];
    const ground = behind(element);
    const [light = 0, dark = 0] = [luminance(over(read(style.color), ground)), luminance(ground)].sort((a, b) => b - a);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (light + 0.05) / (dark + 0.05);
    return contrast >= (large ? least.large : least.text) ? [] : [`${text.slice(0, 40)}: ${contrast.toFixed(2)}`];
  });
}
