import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { button, field, fill, noteOf } from '../../testing/form-screen.ts';
import { render } from '../../testing/render.tsx';
import { EmailForm } from './EmailForm.tsx';
import { TelegramForm } from './TelegramForm.tsx';

const telegram = {
  enabled: false,
  bot_token: '12345678••••••••nary',
  chat_id: '7',
  alert_events: 'failure,moon_phase',
};
const email = {
  enabled: false,
  smtp_host: 'mail.example.org',
  smtp_port: 587,
  smtp_user: '',
  has_password: true,
  from_email: 'bot@example.org',
  to_email: 'ada@example.org',
  alert_events: 'failure',
};
const empty = { smtp_host: '', from_email: '', to_email: '' };

const shown = async (form: 'telegram' | 'email', kept: object = {}, ...capabilities: string[]) => {
  const answers = {
    health: healthOf(...capabilities),
    'telegram.get': ok({ ...telegram, ...kept }),
    'email.get': ok({ ...email, ...kept }),
    'telegram.save': ok({ message: 'saved' }),
    'email.save': ok({ message: 'saved' }),
    'telegram.test': ok({ success: true, message: 'It was sent.' }),
    'email.test': ok({ success: false, message: 'Not sent: no answer' }),
  };
  const test = await render(form === 'telegram' ? <TelegramForm /> : <EmailForm />, { answers });
  await test.advance(2_000);
  const bodies = (name: string) => test.api.calls.flatMap((call) => (call.name === name ? [call.request.body] : []));
  const press = async (name: string) => {
    await test.user.click(button(name));
    await test.paint();
  };
  return { ...test, bodies, press };
};
const outcome = () => within(screen.getByRole('status')).queryByText(/./)?.textContent ?? '';
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);

test('the Telegram test needs token and chat id', async () => {
  const { user, press, bodies } = await shown('telegram', { bot_token: '', chat_id: '' }, 'alerts');
  await press('Test Telegram');
  expect(alerts()).toContain('Please enter Bot Token and Chat ID');
  await user.type(field('Chat ID'), '7');
  expect(alerts()).not.toContain('Please enter Bot Token and Chat ID');
  await press('Test Telegram');
  expect([alerts().includes('Please enter Bot Token and Chat ID'), bodies('telegram.test')]).toEqual([true, []]);
});

test('a test sends the form, with the mask of a token that was not entered', async () => {
  const { user, press, bodies } = await shown('telegram', {}, 'alerts');
  await fill(user, 'Chat ID', '8');
  await press('Test Telegram');
  expect(bodies('telegram.test')).toEqual([
    { bot_token: telegram.bot_token, chat_id: '8', message: expect.any(String) },
  ]);
  expect([outcome(), field('Chat ID').value, button('Save Telegram').disabled]).toEqual(['It was sent.', '8', false]);
});

test('Telegram is saved with its events; those that are not known here stay in the list', async () => {
  const { user, press, bodies } = await shown('telegram', {}, 'alerts');
  await user.click(screen.getByLabelText('Stop-loss'));
  await user.click(screen.getByLabelText('Enable Telegram alerts'));
  await press('Save Telegram');
  expect(bodies('telegram.save')).toEqual([
    { enabled: true, bot_token: telegram.bot_token, chat_id: '7', alert_events: 'failure,stop_loss,moon_phase' },
  ]);
  expect(outcome()).toBe('Saved in the bot');
});

test('a bot that keeps no secrets wants the token again before anything is saved', async () => {
  const { user, press, bodies } = await shown('telegram');
  await fill(user, 'Chat ID', '8');
  await press('Save Telegram');
  expect([noteOf('Bot Token'), bodies('telegram.save'), document.activeElement]).toEqual([
    'This bot shows nothing of it: enter it again to save.',
    [],
    field('Bot Token'),
  ]);
  await user.type(field('Bot Token'), '123:abc');
  await press('Save Telegram');
  expect(bodies('telegram.save')).toMatchObject([{ bot_token: '123:abc', chat_id: '8' }]);
});

test('the e-mail test needs host, sender and recipient', async () => {
  const needs = 'Please fill in all e-mail fields';
  const { user, press, bodies } = await shown('email', empty, 'alerts');
  await press('Test e-mail');
  expect(alerts()).toContain(needs);
  await user.type(field('SMTP Host'), 'mail.example.org');
  await user.type(field('Sender'), 'bot@example.org');
  await press('Test e-mail');
  expect([alerts().includes(needs), bodies('email.test')]).toEqual([true, []]);
  await user.type(field('Recipient'), 'ada@example.org');
  await press('Test e-mail');
  expect(bodies('email.test')).toMatchObject([{ smtp_host: 'mail.example.org', smtp_port: 587 }]);
  expect(outcome()).toBe('The test failed: Not sent: no answer');
});

test('a port, a sender and recipients that are none are refused at their fields', async () => {
  const { user, press, bodies } = await shown('email', {}, 'alerts');
  expect(await fill(user, 'Port', '70000')).toBe('Must be between 1 and 65,535');
  expect(await fill(user, 'Port', '465.5')).toBe('Must be a whole number from 1 to 65,535');
  expect(await fill(user, 'Sender', 'no address')).toBe('An e-mail address, e.g. ada@example.org');
  expect(await fill(user, 'Recipient', 'ada@example.org, x')).toBe('E-mail addresses with commas between them');
  await press('Save e-mail');
  expect([bodies('email.save'), document.activeElement]).toEqual([[], field('Port')]);
});

test('a password that was not entered is not sent, and one that was leaves the field once it is saved', async () => {
  const { user, press, bodies } = await shown('email', {}, 'alerts');
  await fill(user, 'Port', '465');
  await press('Save e-mail');
  await user.type(field('Password'), 'secret');
  await press('Save e-mail');
  const { has_password: _, ...mail } = email;
  expect(bodies('email.save')).toEqual([
    { ...mail, smtp_port: 465 },
    { ...mail, smtp_port: 465, smtp_password: 'secret' },
  ]);
  expect(field('Password').value).toBe('');
});

test('of a bot that has no events for e-mail none are offered or sent', async () => {
  const { user, press, bodies } = await shown('email', { alert_events: null }, 'alerts');
  expect(screen.queryByLabelText('Stop-loss')).toBe(null);
  await fill(user, 'Port', '465');
  await press('Save e-mail');
  expect(bodies('email.save')).toEqual([expect.not.objectContaining({ alert_events: expect.anything() })]);
});
