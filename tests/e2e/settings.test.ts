import type { BotConfigRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, test } from '../harness/browser.ts';
import { openSettings, panel, type SettingsScreen, showTab, status } from './settings-screen.ts';

const secrets = {
  key: 'canaryKEYcanary-the-middle-KEYtail',
  secret: 'canarySECRETcanary',
  passphrase: 'canaryPASSPHRASE',
};

let screen: SettingsScreen;
let open: OpenPage;
let page: OpenPage['page'];
const answers: string[] = [];
beforeAll(async () => {
  screen = await openSettings();
  open = await screen.enter('admin');
  page = open.page;
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
});
afterAll(() => screen[Symbol.asyncDispose]());

const config = async () => (await screen.live.call('config.current')).body as BotConfigRecord;

test('the settings and their messages are Spanish in an English page until a language is chosen', async () => {
  const { page: english, close } = await screen.enter('admin', { language: 'en' });
  await showTab(english, screen, 'global');
  await panel(english, 'Global Parameters').waitFor();
  await close();
  await showTab(page, screen, 'global');
  await panel(page, 'Parámetros Globales').waitFor();
  expect(await page.getByRole('navigation').getByText('Dashboard').first().isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});

test('a global limit is saved into the active configuration, and the bot has it', async () => {
  await showTab(page, screen, 'global');
  const form = panel(page, 'Parámetros Globales');
  const save = form.getByRole('button', { name: 'Guardar' });
  const total = form.getByLabel('Capital Total');
  await expect.poll(() => total.inputValue()).toBe('10000');
  expect(await save.isDisabled()).toBe(true);

  await total.fill('2.500');
  await form.getByText('Podría leerse como miles: escribe 1500 o 1.50').waitFor();
  const threshold = form.getByLabel('Umbral de Ganancia %');
  await threshold.fill('-1');
  await form.getByText('Debe estar entre 0 y 100').waitFor();
  await threshold.fill('0,75');
  await threshold.press('Enter');
  const { version } = await config();
  expect(await total.evaluate((field) => field === document.activeElement)).toBe(true);
  await total.fill('2500');
  await total.press('Enter');
  const next = `versión ${version + 1}`;
  await status(page, 'Parámetros Globales').getByText(`Guardado en el bot, ${next}`).waitFor();
  expect(await total.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await config()).toMatchObject({ total_capital: 2_500, min_profit_threshold: 0.75, version: version + 1 });
  await page.getByRole('region', { name: 'Configuración activa' }).getByText(next).waitFor();
});

test('an exchange is added, shown by the mask of its key, tested, changed and removed; no secret comes back', async () => {
  await showTab(page, screen, 'exchanges');
  await page.getByText('No hay ningún exchange configurado').waitFor();
  await page.getByRole('button', { name: 'Agregar Exchange' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar Exchange' });
  await dialog.getByText('Nunca habilites permisos de retiro').waitFor();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  expect(await dialog.getByLabel('Exchange', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Exchange', { exact: true }).selectOption('binance');
  expect(await dialog.getByLabel('Passphrase', { exact: true }).count()).toBe(0);
  await dialog.getByLabel('Exchange', { exact: true }).selectOption('okx');
  expect(await dialog.getByLabel('Usar la testnet').isChecked()).toBe(true);
  await dialog.getByLabel('API Key', { exact: true }).fill(secrets.key);
  await dialog.getByLabel('API Secret', { exact: true }).fill(secrets.secret);
  await dialog.getByLabel('Passphrase', { exact: true }).fill(secrets.passphrase);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const card = page.getByRole('listitem').filter({ hasText: 'okx' });
  await card.getByText('canaryKE••••••••tail').waitFor();
  await card.getByText('Habilitado', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Probar okx' }).click();
  await card.getByText(/Not tested/).waitFor();

  await card.getByRole('button', { name: 'Editar okx' }).click();
  const edit = page.getByRole('dialog', { name: 'Editar okx' });
  await edit.getByText('Habilitar el exchange').click();
  await edit.getByRole('button', { name: 'Guardar' }).click();
  await edit.waitFor({ state: 'hidden' });
  await card.getByText('Deshabilitado').waitFor();
  expect(await card.getByRole('button', { name: 'Probar okx' }).isDisabled()).toBe(true);
  expect((await screen.live.call('exchanges.list')).body).toMatchObject({
    exchanges: { okx: { enabled: false, has_secret: true, has_passphrase: true } },
  });

  await card.getByRole('button', { name: 'Eliminar okx' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByText('No hay ningún exchange configurado').waitFor();

  expect(answers.length).toBeGreaterThan(0);
  const texts = [...answers, await page.content()];
  expect(Object.values(secrets).filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  expect(open.errors.filter((text) => !text.includes('409'))).toEqual([]);
});
