import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { useTheme } from './theme.tsx';

function Toggle() {
  const { theme, toggle } = useTheme();
  return (
    <button type="button" onClick={toggle}>
      {theme}
    </button>
  );
}

test('the theme is switched at once, marked on the page, and stored', async () => {
  const { user, storage } = await render(<Toggle />);
  const dark = () => document.documentElement.classList.contains('bp6-dark');
  expect([screen.getByRole('button').textContent, storage.get('theme')]).toEqual(['light', null]);
  await user.click(screen.getByRole('button'));
  expect([screen.getByRole('button').textContent, dark(), storage.get('theme')]).toEqual(['dark', true, 'dark']);
  await user.click(screen.getByRole('button'));
  expect([screen.getByRole('button').textContent, dark(), storage.get('theme')]).toEqual(['light', false, 'light']);
});
