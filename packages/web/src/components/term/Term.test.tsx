import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { glossary as en } from '../../messages/en/glossary.ts';
import { glossary as es } from '../../messages/es/glossary.ts';
import { render } from '../../testing/render.tsx';
import { Term } from './Term.tsx';

test.each([
  ['en', en],
  ['es', es],
] as const)('a word says in %s what it means once it has the focus', async (language, { glossary }) => {
  const { user } = await render(<Term name="dust">Word</Term>, { language, idle: true });
  const word = await screen.findByRole('button', { name: 'Word' });
  expect(screen.queryByText(glossary.terms.dust.text)).toBeNull();
  await user.tab();
  expect(document.activeElement).toBe(word);
  await screen.findByText(glossary.terms.dust.text, { exact: false });
  const described = document.getElementById(word.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain(glossary.terms.dust.text);
});

test('a word brings its definition only when it is asked for', async () => {
  const { user } = await render(<Term name="tri">TRI</Term>, { idle: true });
  const word = screen.getByRole('button', { name: 'TRI' });
  expect(word.getAttribute('aria-describedby')).toBeNull();
  await user.hover(word);
  await screen.findByText(/triangular cycle/);
});
