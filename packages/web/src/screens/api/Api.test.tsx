import { screen } from '@testing-library/react';
import { healthOf } from '@triquad/core/testing';
import { expect, test, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Api } from './Api.tsx';

const opened = async (address: string, ...capabilities: string[]) => {
  const page = await render(<Api />, { address, answers: { health: healthOf(...capabilities) } });
  await page.advance(1_000);
  return page;
};
const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

test('a call is described with its lines for a shell, and nothing is sent from here', async () => {
  const { api } = await opened('/api?call=bot.stop', 'bot.kill');
  screen.getByRole('heading', { name: 'In a shell' });
  screen.getByText(/^curl -X POST 'http:.*\/api\/v1\/bot\/stop'/);
  screen.getByText('triquad api POST /bot/stop');
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  expect(api.count('bot.stop')).toBe(0);
});

test('a line is copied', async () => {
  const { user } = await opened('/api?call=bot.stop');
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy: triquad' }));
  expect(write.mock.calls).toEqual([['triquad api POST /bot/stop']]);
  write.mockRestore();
  await screen.findByText('Copied');
});

test('a bot gets the calls that it announces, and the link to its document', async () => {
  const spec = await opened('/api');
  expect(names()).toContain('POST /bot/start');
  expect(names()).not.toContain('POST /bot/kill');
  expect(screen.queryByRole('link', { name: 'Open the OpenAPI document' })).toBeNull();
  spec.unmount();
  await opened('/api', 'bot.kill');
  expect(names()).toContain('POST /bot/kill');
  const link = screen.getByRole<HTMLAnchorElement>('button', { name: 'Open the OpenAPI document' });
  expect(link.getAttribute('href')).toBe('/api/v1/openapi.json');
});

test('the search narrows the calls', async () => {
  const { user } = await opened('/api?call=orders.list');
  await user.type(screen.getByRole('searchbox'), 'heatmap');
  expect(window.location.search).toBe('?q=heatmap');
  await user.click(screen.getAllByRole('link', { name: 'GET /performance/heatmap' })[0] as HTMLElement);
  expect(window.location.search).toBe('?q=heatmap&call=performance.heatmap');
  screen.getByText('triquad api GET /performance/heatmap');
});
