import type { BotConfigFields, BotConfigRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { test } from '../harness/browser.ts';
import { openSettings, panel, type SettingsScreen, showTab, status } from './settings-screen.ts';

let screen: SettingsScreen;
let page: Page;
let first: Pick<BotConfigFields, (typeof settable)[number]>;
const settable = [
  'total_capital',
  'max_capital_per_route',
  'min_profit_threshold',
  'max_concurrent_orders',
  'max_daily_drawdown_pct',
  'risk',
] as const;
beforeAll(async () => {
  screen = await openSettings();
  page = (await screen.enter('admin')).page;
  const found = await config();
  first = Object.fromEntries(settable.map((name) => [name, found[name]])) as typeof first;
});
afterAll(() => screen[Symbol.asyncDispose]());
// Each test begins with the same configuration, independent of the test before it.
beforeEach(async () => {
  await save(first);
  await page.goto(`${screen.live.address}/dashboard`);
});

const config = async () => (await screen.live.call('config.current')).body as BotConfigRecord;
const save = async (fields: Partial<BotConfigFields>): Promise<void> => {
  const { id, version } = await config();
  const { status } = await screen.live.call('config.update', { parameters: { id }, body: { version, ...fields } });
  expect(status).toBe(200);
};
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const tabTo = async (name: string) => {
  for (let presses = 0; presses < 20 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(name);
};
const speakOnlyTheSpec = async (on: Page) => {
  await on.route('**/api/v1/health', (route) => route.fulfill({ json: { status: 'ok' } }));
  await on.routeWebSocket(/\/ws$/, () => {});
};

test('the screen has the specified texts in Spanish, and follows the language that is chosen', async () => {
  const palette = page.getByLabel('Command palette', { exact: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('body').press('Control+k');
  await palette.fill('Go to Settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Configuración' }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Exchanges',
    'Parámetros Globales',
    'Gestión de Riesgo',
    'Mercado',
    'Comisiones y papel',
    'Alertas',
    'Configuraciones',
    'Usuarios y sesiones',
    'Auditoría',
  ]);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Exchanges',
    'Global Parameters',
    'Risk Management',
    'Market',
    'Fees & Paper',
    'Alerts',
    'Configurations',
    'Users & Sessions',
    'Audit',
  ]);
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Configuración' }).waitFor();
});

test('the keyboard alone is enough', async () => {
  await showTab(page, screen, 'exchanges');
  await page.getByRole('tab', { name: 'Exchanges' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByLabel('Posición Máxima de BTC').waitFor();
  await tabTo('Posición Máxima de BTC');
  await page.keyboard.type('800');
  await tabTo('Guardar');
  await page.keyboard.press('Enter');
  await status(page, 'Gestión de Riesgo').getByText('Guardado en el bot').waitFor();
  expect((await config()).risk.assets.BTC?.max_position).toBe(800);
});

test('a viewer sees why nothing can be changed', async () => {
  const viewer = await screen.enter('viewer');
  await showTab(viewer.page, screen, 'global');
  await viewer.page.getByText(/Has entrado como viewer: puedes leer la configuración/).waitFor();
  const total = panel(viewer.page, 'Parámetros Globales').getByLabel('Capital Total');
  await expect.poll(() => total.inputValue()).toBe('10000');
  expect(await total.isDisabled()).toBe(true);
  await showTab(viewer.page, screen, 'alerts');
  await viewer.page.getByText('Solo un administrador ve esto').filter({ visible: true }).waitFor();
  expect(viewer.errors).toEqual([]);
  await viewer.close();
});

test('parameters stay in the browser for a bot that speaks only the spec, and the screen says so', async () => {
  const plain = await screen.enter('admin', { prepare: speakOnlyTheSpec });
  await showTab(plain.page, screen, 'global');
  await plain.page.getByText(/Este bot no recibe parámetros desde aquí/).waitFor();
  const before = await config();
  const total = panel(plain.page, 'Parámetros Globales').getByLabel('Capital Total');
  expect(await total.inputValue()).toBe('10000');
  await total.fill('1234');
  await panel(plain.page, 'Parámetros Globales').getByRole('button', { name: 'Guardar' }).click();
  await status(plain.page, 'Parámetros Globales')
    .getByText(/Guardado solo en este navegador/)
    .waitFor();
  await showTab(plain.page, screen, 'global');
  await expect.poll(() => total.inputValue()).toBe('1234');
  expect(await config()).toEqual(before);
  await plain.close();
});

test('every tab fits a phone and can be used there', async () => {
  const phone = await screen.enter('admin', { width: 390, height: 844, theme: 'dark' });
  for (const [tab, name] of [
    ['exchanges', 'Exchanges configurados'],
    ['global', 'Parámetros Globales'],
    ['risk', 'Gestión de Riesgo'],
    ['alerts', 'Alertas por Email'],
  ] as const) {
    await showTab(phone.page, screen, tab);
    await panel(phone.page, name).waitFor();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await showTab(phone.page, screen, 'risk');
  const form = panel(phone.page, 'Gestión de Riesgo');
  await form.getByLabel('Enfriamiento tras un Fallo (segundos)').fill('120');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await status(phone.page, 'Gestión de Riesgo').getByText('Guardado en el bot').waitFor();
  expect((await config()).risk.cooldown_after_failure_seconds).toBe(120);
  await phone.close();
});
