import { screen } from '@testing-library/react';
import { healthOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { render } from '../testing/render.tsx';
import { VersionBar } from './VersionBar.tsx';

const of = (bot: string, ...capabilities: string[]) => {
  const health = healthOf(...capabilities);
  return { ...health, body: { ...Object(health.body), version: bot } };
};
const opened = async (bot: string, capabilities = ['auth'], language: 'en' | 'es' = 'en') => {
  let reloads = 0;
  const page = await render(<VersionBar reload={() => void reloads++} />, {
    language,
    token: 't',
    answers: { health: of(bot, ...capabilities) },
  });
  return { ...page, reloads: () => reloads };
};

test('a page of the version of its bot says nothing', async () => {
  await opened(version);
  expect(screen.queryByRole('status')).toBe(null);
});

test('a bot that comes back with another version while the page is open: the page offers to be reloaded', async () => {
  const { api, client, paint, user, reloads } = await opened(version);
  api.answer('health', of('9.9.9', 'auth'));
  client.send({ type: 'Reconnect' });
  await paint();
  expect(screen.getByRole('status').textContent).toBe(
    `This page is version ${version}, the bot is version 9.9.9. Reload the page before you trade.Reload`,
  );
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloads()).toBe(1);
});

test('the same in Spanish', async () => {
  await opened('9.9.9', ['auth'], 'es');
  expect((await screen.findByRole('status')).textContent).toBe(
    `Esta página es la versión ${version} y el bot la versión 9.9.9. Recarga la página antes de operar.Recargar`,
  );
});

test('a bot without extensions has versions of its own', async () => {
  await opened('2.3', []);
  expect(screen.queryByRole('status')).toBe(null);
});
