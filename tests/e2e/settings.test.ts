import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BotConfigRecord, RiskRecord } from '@triquad/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, startLiveBot } from '../contract/live-bot.ts';
import { launchBrowser, type OpenPage, type TestBrowser } from '../harness/browser.ts';
import { repository } from '../harness/recorded-data.ts';

const secrets = {
  key: 'canaryKEYcanary-the-middle-KEYtail',
  secret: 'canarySECRETcanary',
  passphrase: 'canaryPASSPHRASE',
  token: '123456789:AAcanaryTOKENcanaryTOKENcanary',
  password: 'canaryPASSWORDcanary',
};

let browser: TestBrowser;
let live: LiveBot;
let open: OpenPage;
let page: Page;
const seen: string[] = [];
beforeAll(async () => {
  [browser, live] = await Promise.all([
    launchBrowser(),
    startLiveBot({ dashboardDir: join(repository, 'packages', 'web', 'dist') }),
  ]);
  open = await browser.open();
  page = open.page;
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) seen.push(await response.text().catch(() => ''));
  });
  await signIn(page, live.adminToken);
});
afterAll(async () => {
  await browser.close();
  await live[Symbol.asyncDispose]();
});

const config = async () => (await live.call('config.current')).body as BotConfigRecord;
const status = (name: string, on = page) => panel(name, on).getByRole('status');
const panel = (name: string, on = page) => on.getByRole('region', { name, exact: true });
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const tabTo = async (name: string) => {
  for (let presses = 0; presses < 20 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(name);
};
const go = (tab: string, on = page) => on.goto(`${live.address}/settings?tab=${tab}`);

async function signIn(on: Page, token: string): Promise<void> {
  on.setDefaultTimeout(15_000);
  await on.goto(live.address);
  await on.getByLabel('Token', { exact: true }).fill(token);
  await on.getByRole('button', { name: 'Sign in' }).click();
  await on.waitForURL('**/dashboard');
}

test('the screen is in Spanish until a language is chosen, and lies at every way to it', async () => {
  await page.locator('body').press('Control+k');
  await page.getByLabel('Command palette').fill('Go to Settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Configuración' }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Exchanges',
    'Parámetros Globales',
    'Gestión de Riesgo',
    'Alertas',
  ]);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('language'));
});

test('a global limit is saved into the active configuration, and the bot has it', async () => {
  await go('global');
  const form = panel('Parámetros Globales');
  const save = form.getByRole('button', { name: 'Guardar' });
  const total = form.getByLabel('Capital Total');
  await expect.poll(() => total.inputValue()).toBe('10000');
  expect(await save.isDisabled()).toBe(true);

  await total.fill('2.500');
  await form.getByText('Podría leerse como miles: escribe 1500 o 1.50').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await total.fill('2500');
  await form.getByLabel('Umbral de Ganancia %').fill('0,75');
  await total.press('Enter');
  await status('Parámetros Globales').getByText('Guardado en el bot, versión 2').waitFor();
  expect(await total.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await config()).toMatchObject({ total_capital: 2_500, min_profit_threshold: 0.75, version: 2 });
  await page.getByRole('region', { name: 'Configuración activa' }).getByText('versión 2').waitFor();
});

test('the limits of assets are edited, removed and added, and are those of the risk', async () => {
  await go('risk');
  const form = panel('Gestión de Riesgo');
  await form.getByLabel('Posición Máxima de BTC').fill('700');
  await form.getByRole('button', { name: 'Eliminar BNB' }).click();
  await form.getByLabel('Nuevo activo').fill('sol');
  await form.getByLabel('Nuevo activo').press('Enter');
  await form.getByLabel('Volumen Diario Máximo de SOL').fill('90');
  await form.getByLabel('Stop-Loss Global %').fill('8');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await status('Gestión de Riesgo').getByText('Guardado en el bot').waitFor();

  const { limits } = (await live.call('risk')).body as RiskRecord;
  const limit = (name: string, scope: string) => limits.find((one) => one.name === name && one.scope === scope)?.limit;
  expect([
    limit('position', 'BTC'),
    limit('position', 'BNB'),
    limit('daily_volume', 'SOL'),
    limit('stop_loss', 'all'),
  ]).toEqual([700, undefined, 90, 8]);
});

test('it is used by keys alone', async () => {
  await go('exchanges');
  await page.getByRole('tab', { name: 'Exchanges' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await tabTo('Posición Máxima de BTC');
  await page.keyboard.type('800');
  await tabTo('Guardar');
  await page.keyboard.press('Enter');
  await status('Gestión de Riesgo').getByText('Guardado en el bot').waitFor();
  expect((await config()).risk.assets.BTC?.max_position).toBe(800);
});

test('of a version that somebody else replaced nothing is written, and nothing that was typed is lost', async () => {
  await go('global');
  const form = panel('Parámetros Globales');
  await form.getByLabel('Capital Máximo por Ruta').fill('300');
  await form.getByLabel('Órdenes Simultáneas Máximas').fill('2');
  const { id, version } = await config();
  await live.call('config.update', { parameters: { id }, body: { version, max_concurrent_orders: 7 } });
  await form.getByRole('button', { name: 'Guardar' }).click();
  await status('Parámetros Globales')
    .getByText(/Alguien guardó entretanto una versión más nueva/)
    .waitFor();
  await form.getByText('Entretanto cambió a 7').waitFor();
  expect(await form.getByLabel('Capital Máximo por Ruta').inputValue()).toBe('300');
  expect(await config()).toMatchObject({ max_capital_per_route: 1_000, version: version + 1 });

  await form.getByRole('button', { name: 'Guardar' }).click();
  await status('Parámetros Globales').getByText('Guardado en el bot').waitFor();
  expect(await config()).toMatchObject({ max_capital_per_route: 300, max_concurrent_orders: 2, version: version + 2 });
});

test('an exchange is added, shown by the mask of its key, tested, changed and removed', async () => {
  await go('exchanges');
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
  expect((await live.call('exchanges.list')).body).toMatchObject({
    exchanges: { okx: { enabled: false, has_secret: true, has_passphrase: true } },
  });

  await card.getByRole('button', { name: 'Eliminar okx' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByText('No hay ningún exchange configurado').waitFor();
});

test('Telegram is tested, then saved; the stored token stays where none is entered', async () => {
  await go('alerts');
  const form = panel('Alertas por Telegram');
  await form.getByRole('button', { name: 'Probar Telegram' }).click();
  await form.getByText('Por favor ingresa el Bot Token y Chat ID').waitFor();
  await form.getByLabel('Bot Token', { exact: true }).fill(secrets.token);
  await form.getByLabel('Chat ID').fill('7');
  await form.getByRole('button', { name: 'Probar Telegram' }).click();
  await status('Alertas por Telegram').getByText('The test message was handed over.').waitFor();
  expect(live.telegrams.at(-1)).toContain('Esta es una prueba de las alertas de tu bot.');

  await form.getByText('Habilitar alertas por Telegram').click();
  await form.getByText('Cortacircuitos, parada de emergencia').click();
  await form.getByRole('button', { name: 'Guardar Telegram' }).click();
  await status('Alertas por Telegram').getByText('Guardado en el bot').waitFor();
  expect(await form.getByLabel('Bot Token', { exact: true }).inputValue()).toBe('');

  await form.getByLabel('Chat ID').fill('8');
  await form.getByRole('button', { name: 'Guardar Telegram' }).click();
  await expect
    .poll(async () => (await live.call('telegram.get')).body)
    .toEqual({
      enabled: true,
      bot_token: '12345678••••••••nary',
      chat_id: '8',
      alert_events: 'failure,stop_loss,circuit_breaker',
    });
  await form.getByRole('button', { name: 'Probar Telegram' }).click();
  await expect.poll(() => live.telegrams.length).toBe(2);
  expect(live.telegrams.at(-1)).toContain(`/bot${secrets.token}/`);
});

test('a mail server that is not there is said beside the form', async () => {
  const form = panel('Alertas por Email');
  await form.getByRole('button', { name: 'Probar Email' }).click();
  await form.getByText('Por favor completa todos los campos de Email').waitFor();
  await form.getByLabel('Host SMTP').fill('127.0.0.1');
  await form.getByLabel('Puerto').fill('1');
  await form.getByLabel('Usuario').fill('ada');
  await form.getByLabel('Contraseña', { exact: true }).fill(secrets.password);
  await form.getByLabel('Remitente').fill('bot@example.org');
  await form.getByLabel('Destinatario').fill('ada@example.org');
  await form.getByRole('button', { name: 'Probar Email' }).click();
  await status('Alertas por Email')
    .getByText(/La prueba falló: Not sent/)
    .waitFor();
  await form.getByRole('button', { name: 'Guardar Email' }).click();
  await status('Alertas por Email').getByText('Guardado en el bot').waitFor();

  await form.getByLabel('Remitente').fill('no address');
  await form.getByRole('button', { name: 'Guardar Email' }).click();
  await form.getByText('must be an e-mail address', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Descartar cambios' }).click();
});

test('what is not saved is not left without a question: by a link, back, or closing', async () => {
  await go('global');
  await page.getByRole('link', { name: 'Scanner' }).first().click();
  await page.getByRole('heading', { name: 'Opportunity Scanner' }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('tab', { name: 'Parámetros Globales' }).click();
  const total = panel('Parámetros Globales').getByLabel('Capital Total');
  await total.fill('999');
  await page.getByRole('tab', { name: /Cambios sin guardar/ }).waitFor();
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await question.getByRole('button', { name: 'Quedarme' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.goBack();
  await question.getByRole('button', { name: 'Quedarme' }).click();
  await question.waitFor({ state: 'hidden' });
  expect([new URL(page.url()).pathname, await total.inputValue()]).toEqual(['/settings', '999']);

  await page.goBack();
  await question.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('heading', { name: 'Opportunity Scanner' }).waitFor();
  expect((await config()).total_capital).toBe(2_500);
});

test('a viewer sees why nothing can be changed', async () => {
  const viewer = await browser.open();
  await signIn(viewer.page, live.token('viewer'));
  await go('global', viewer.page);
  await viewer.page.getByText(/Has entrado como viewer: puedes leer la configuración/).waitFor();
  const total = panel('Parámetros Globales', viewer.page).getByLabel('Capital Total');
  await expect.poll(() => total.inputValue()).toBe('2500');
  expect(await total.isDisabled()).toBe(true);
  await go('alerts', viewer.page);
  await viewer.page.getByText('Solo un administrador ve esto').filter({ visible: true }).waitFor();
  expect(viewer.errors).toEqual([]);
  await viewer.close();
});

test('of a bot that speaks only the spec parameters stay in the browser, and the screen says so', async () => {
  const plain = await browser.open();
  await plain.page.route('**/api/v1/health', (route) => route.fulfill({ json: { status: 'ok' } }));
  await plain.page.routeWebSocket(/\/ws$/, () => {});
  await signIn(plain.page, live.adminToken);
  await go('global', plain.page);
  await plain.page.getByText(/Este bot no recibe parámetros desde aquí/).waitFor();
  const before = await config();
  const total = panel('Parámetros Globales', plain.page).getByLabel('Capital Total');
  expect(await total.inputValue()).toBe('10000');
  await total.fill('1234');
  await panel('Parámetros Globales', plain.page).getByRole('button', { name: 'Guardar' }).click();
  await status('Parámetros Globales', plain.page)
    .getByText(/Guardado solo en este navegador/)
    .waitFor();
  await go('global', plain.page);
  await expect.poll(() => total.inputValue()).toBe('1234');
  expect(await config()).toEqual(before);
  await plain.close();
});

test('on a phone everything is within reach of the thumb', async () => {
  const phone = await browser.open({ width: 390, height: 844, theme: 'dark' });
  await signIn(phone.page, live.adminToken);
  for (const [tab, name] of [
    ['exchanges', 'Exchanges configurados'],
    ['global', 'Parámetros Globales'],
    ['risk', 'Gestión de Riesgo'],
    ['alerts', 'Alertas por Email'],
  ] as const) {
    await go(tab, phone.page);
    await panel(name, phone.page).waitFor();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await go('risk', phone.page);
  const form = panel('Gestión de Riesgo', phone.page);
  await form.getByLabel('Enfriamiento tras un Fallo (segundos)').fill('120');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await status('Gestión de Riesgo', phone.page).getByText('Guardado en el bot').waitFor();
  expect((await config()).risk.cooldown_after_failure_seconds).toBe(120);
  await phone.close();
});

test('no secret came back, neither in an answer nor in the session that is kept', async () => {
  await go('alerts');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Session recorder' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Session recorder' }).getByRole('button', { name: 'Export' }).click(),
  ]);
  const texts = [...seen, readFileSync(await saved.path(), 'utf8'), await page.content()];
  expect(seen.length).toBeGreaterThan(20);
  expect(Object.values(secrets).filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  expect(open.errors.filter((text) => !/\b(409|422)\b/.test(text))).toEqual([]);
});
