import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Docs } from './Docs.tsx';

const heading = (name: string) => screen.findByRole('heading', { name });

test('the guide opens with its headings as contents, each a link to its place', async () => {
  await render(<Docs />, { address: '/docs', idle: true });
  await heading("Operator's guide");
  const contents = screen.getByRole('navigation', { name: 'Contents' });
  expect(within(contents).getByRole('link', { name: 'Breakers' }).getAttribute('href')).toBe('/docs#breakers');
  expect(
    within(screen.getByRole('heading', { name: 'Breakers' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/docs#breakers');
});

test('a document named in the address is shown, and links between documents stay inside', async () => {
  await render(<Docs />, { address: '/docs?page=performance', idle: true });
  await heading('Performance formulas');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/docs#what-paper-orders-meet');
});

test('typing searches all documents and the glossary; the word that was found is marked', async () => {
  const { user } = await render(<Docs />, { address: '/docs', idle: true });
  await user.type(screen.getByRole('searchbox', { name: 'Search the documentation' }), 'dust');
  expect(window.location.search).toBe('?q=dust');
  const hit = screen.getByRole('link', { name: 'Dust' });
  expect(hit.getAttribute('href')).toBe('/docs?page=glossary#dust');
  expect(screen.getAllByText(/^dust$/i, { selector: 'mark' }).length).toBeGreaterThan(0);
  await user.click(hit);
  await heading('Glossary');
  expect(document.activeElement?.id).toBe('dust');
});

test('a search without a match says what to do, and can be cleared', async () => {
  const { user } = await render(<Docs />, { address: '/docs?q=xyzzy', idle: true });
  await screen.findByText('Nothing found for “xyzzy”');
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  await heading("Operator's guide");
});

test('in Spanish the screen is Spanish, says that the guide is in English, and marks it so', async () => {
  await render(<Docs />, { address: '/docs', language: 'es', idle: true });
  await screen.findByText('Este documento está en inglés.');
  expect((await heading("Operator's guide")).closest('article')?.lang).toBe('en');
  expect(screen.getByRole('navigation', { name: 'Contenido' })).toBeTruthy();
});
