import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenPage } from '../harness/browser.ts';
import { openSettings, panel, type SettingsScreen, showTab, status } from './settings-screen.ts';

const secrets = {
  key: 'canaryKEYcanary-the-middle-KEYtail',
  secret: 'canarySECRETcanary',
  passphrase: 'canaryPASSPHRASE',
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

test('an exchange is added, shown by the mask of its key, tested, changed and removed', async () => {
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
});

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
    .poll(async () => (await screen.live.call('telegram.get')).body, { timeout: 60_000 })
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
    .getByText(/La prueba falló: Not sent/)
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
  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await page.getByRole('menuitem', { name: 'Grabadora de sesión' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Grabadora de sesión' }).getByRole('button', { name: 'Exportar' }).click(),
  ]);
  const texts = [...seen, readFileSync(await saved.path(), 'utf8'), await page.content()];
  expect(seen.length).toBeGreaterThan(20);
  expect(Object.values(secrets).filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  expect(open.errors.filter((text) => !/\b(409|422)\b/.test(text))).toEqual([]);
});
