import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenPage, test } from '../harness/browser.ts';
import { openSettings, panel, type SettingsScreen, showTab, status } from './settings-screen.ts';

const secrets = {
  token: '123456789:AAcanaryTOKENcanaryTOKENcanary',
  password: 'canaryPASSWORDcanary',
};

let screen: SettingsScreen;
let open: OpenPage;
let page: Page;
const seen: string[] = [];
beforeAll(async () => {
  screen = await openSettings();
  open = await screen.enter('admin');
  page = open.page;
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) seen.push(await response.text().catch(() => ''));
  });
});
afterAll(() => screen[Symbol.asyncDispose]());

test('Telegram is tested, then saved; the stored token stays where none is entered', async () => {
  await showTab(page, screen, 'alerts');
  const form = panel(page, 'Alertas por Telegram');
  await form.getByRole('button', { name: 'Probar Telegram' }).click();
  await form.getByText('Por favor ingresa el Bot Token y Chat ID').waitFor();
  await form.getByLabel('Bot Token', { exact: true }).fill(secrets.token);
  await form.getByLabel('Chat ID').fill('7');
  await form.getByRole('button', { name: 'Probar Telegram' }).click();
  await status(page, 'Alertas por Telegram').getByText('The test message was handed over.').waitFor();
  expect(screen.live.telegrams.at(-1)).toContain('Esta es una prueba de las alertas de tu bot.');

  await form.getByText('Habilitar alertas por Telegram').click();
  await form.getByText('Cortacircuitos, parada de emergencia').click();
  await form.getByRole('button', { name: 'Guardar Telegram' }).click();
  await status(page, 'Alertas por Telegram').getByText('Guardado en el bot').waitFor();
  expect(await form.getByLabel('Bot Token', { exact: true }).inputValue()).toBe('');

  await form.getByLabel('Chat ID').fill('8');
  await form.getByRole('button', { name: 'Guardar Telegram' }).click();
  await expect
    .poll(async () => (await screen.live.call('telegram.get')).body)
    .toEqual({
      enabled: true,
      bot_token: '12345678••••••••nary',
      chat_id: '8',
      alert_events: 'failure,stop_loss,circuit_breaker',
    });
  await form.getByRole('button', { name: 'Probar Telegram' }).click();
  await expect.poll(() => screen.live.telegrams.length).toBe(2);
  expect(screen.live.telegrams.at(-1)).toContain(`/bot${secrets.token}/`);
});

test('an unreachable mail server is reported in the form', async () => {
  const form = panel(page, 'Alertas por Email');
  await form.getByRole('button', { name: 'Probar Email' }).click();
  await form.getByText('Por favor completa todos los campos de Email').waitFor();
  await form.getByLabel('Host SMTP').fill('127.0.0.1');
  await form.getByLabel('Puerto').fill('1');
  await form.getByLabel('Usuario').fill('ada');
  await form.getByLabel('Contraseña', { exact: true }).fill(secrets.password);
  await form.getByLabel('Remitente').fill('bot@example.org');
  await form.getByLabel('Destinatario').fill('ada@example.org');
  await form.getByRole('button', { name: 'Probar Email' }).click();
  await status(page, 'Alertas por Email')
    .getByText(/La prueba falló: no se puede llegar al servidor de correo/)
    .waitFor();
  await form.getByRole('button', { name: 'Guardar Email' }).click();
  await status(page, 'Alertas por Email').getByText('Guardado en el bot').waitFor();

  await form.getByLabel('Remitente').fill('no address');
  await form.getByRole('button', { name: 'Guardar Email' }).click();
  await form.getByText('Una dirección de correo, p. ej. ada@example.org', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Descartar cambios' }).click();
});

test('no secret came back, neither in an answer nor in the session that is kept', async () => {
  await showTab(page, screen, 'alerts');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Session recorder' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Session recorder' }).getByRole('button', { name: 'Export' }).click(),
  ]);
  const texts = [...seen, readFileSync(await saved.path(), 'utf8'), await page.content()];
  expect(seen.length).toBeGreaterThan(10);
  expect(Object.values(secrets).filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  expect(open.errors.filter((text) => !/\b(409|422)\b/.test(text))).toEqual([]);
});
