import { screen } from '@testing-library/react';
import { healthOf, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Logs } from './Logs.tsx';

const opened = async (address = '/logs') => {
  const test = await render(<Logs />, { token: 't', address, answers: { health: healthOf('socket.auth') } });
  const log = async (...lines: [id: string, level: string, message: string, metadata?: object][]) => {
    for (const [id, level, message, metadata = {}] of lines) {
      const data = { id, timestamp: timeOf(), level, message, source: 'engine', metadata };
      test.socket.latest.say({ type: 'log', data });
    }
    await test.advance(1_000);
  };
  await log(['1', 'INFO', 'Bot started'], ['2', 'WARNING', 'book is stale', { market: 'ETH/BTC' }]);
  return { ...test, log };
};
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[3]?.textContent);

test('entries are listed with the count of their extra fields', async () => {
  await opened();
  expect([shown(), screen.getByText('+1 field') !== null]).toEqual([['Bot started', 'book is stale'], true]);
  expect([screen.getByText('Total: 2') !== null, screen.getByText('Filtered: 2') !== null]).toEqual([true, true]);
});

test('the level and the search narrow them, and are in the address', async () => {
  const { user } = await opened();
  await user.selectOptions(screen.getByLabelText('Level'), 'WARNING');
  expect([shown(), window.location.search]).toEqual([['book is stale'], '?level=WARNING']);
  await user.selectOptions(screen.getByLabelText('Level'), 'ALL');
  await user.type(screen.getByLabelText('Search logs'), 'eth/btc');
  expect([shown(), window.location.search]).toEqual([['book is stale'], '?q=eth%2Fbtc']);
  await user.type(screen.getByLabelText('Search logs'), 'x');
  expect(screen.getByText('No log entry matches the search and level')).toBeTruthy();
});

test('an address brings its filters along', async () => {
  await opened('/logs?level=info');
  expect(shown()).toEqual(['Bot started']);
});

test('while paused new entries are counted, and shown again after Resume', async () => {
  const { user, log, paint, advance } = await opened();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await log(['3', 'ERROR', 'no answer']);
  expect([shown().length, screen.getByText('Paused · 1 more came') !== null]).toEqual([2, true]);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await paint();
  await log(['4', 'INFO', 'going on']);
  await advance(1_000);
  expect(shown().at(-1)).toBe('going on');
});

test('Clear empties the list', async () => {
  const { user, advance } = await opened();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await advance(1_000);
  expect(screen.getByText('Total: 0')).toBeTruthy();
});
