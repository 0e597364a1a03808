import { act, cleanup, render, screen } from '@testing-library/react';
import { memoryStorage } from '@triquad/core';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { StorageContext } from '../app-context.tsx';
import { dollars, setFormatLanguage } from './format.ts';
import { languageOf } from './language.ts';
import { MessagesProvider, SpokenUntilChosen, useLanguage, useMessages } from './messages.tsx';

afterEach(() => {
  cleanup();
  setFormatLanguage('en');
});

const speaking = (...languages: string[]) => {
  Object.defineProperty(navigator, 'languages', { configurable: true, value: languages });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'languages');
  });
};

function Page() {
  const { setLanguage } = useLanguage();
  return (
    <>
      <h1>{useMessages().titles.settings.title}</h1>
      <p>{dollars(50_051.57)}</p>
      <button type="button" onClick={() => setLanguage('en')}>
        English
      </button>
    </>
  );
}
const shown = async (storage = memoryStorage(), part?: 'es') => {
  const page = (
    <StorageContext value={storage}>
      <MessagesProvider>
        <Page />
        {part && (
          <SpokenUntilChosen language={part}>
            <Page />
          </SpokenUntilChosen>
        )}
      </MessagesProvider>
    </StorageContext>
  );
  await act(async () => {
    render(page);
    await import('./es.ts');
  });
  return storage;
};

test.each([
  [null, ['es-AR', 'en'], 'es'],
  [null, ['de', 'es'], 'es'],
  [null, ['en-GB', 'es'], 'en'],
  [null, ['ja'], 'en'],
  ['en', ['es'], 'en'],
  ['es', ['en'], 'es'],
  ['xx', ['es'], 'es'],
] as const)('chosen %s, browser %j: %s', (chosen, preferred, language) => {
  expect(languageOf(chosen, preferred)).toBe(language);
});

test('a Spanish browser is spoken to in Spanish, figures and settings too', async () => {
  speaking('es-ES');
  await shown();
  expect((await screen.findByRole('heading')).textContent).toBe('Configuración');
  expect(screen.getByText(/50\.051,57/)).toBeTruthy();
  expect(document.documentElement.lang).toBe('es');
});

test('any other browser is spoken to in English, settings too', async () => {
  speaking('de');
  await shown();
  expect(screen.getByRole('heading').textContent).toBe('Settings');
  expect(screen.getByText('$50,051.57')).toBeTruthy();
});

test('a part in a language of its own speaks it until the operator chooses one', async () => {
  speaking('en');
  await shown(memoryStorage(), 'es');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Settings', 'Configuración']);
  expect(screen.getByText('Configuración').closest('[lang]')?.getAttribute('lang')).toBe('es');
  await act(async () => screen.getAllByRole('button')[0]?.click());
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Settings', 'Settings']);
});

test('the language that is chosen is kept', async () => {
  speaking('es');
  const storage = await shown();
  await screen.findByRole('heading', { name: 'Configuración' });
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByRole('heading').textContent).toBe('Settings');
  expect(storage.get('language')).toBe('en');
});
