import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createTestClient } from '@triquad/core/testing';
import { useState } from 'react';
import { Link, Route, Routes, useSearchParams } from 'react-router-dom';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ClientProvider } from '../client-context.tsx';
import { useUnsavedQuestion } from '../shell/use-unsaved-question.ts';
import { ConfirmHost } from '../testing/confirm-host.tsx';
import { GuardedRouter, useGuard } from './unsaved-guard.tsx';

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(cleanup);

const texts = { title: 'Leave?', body: 'It is not saved.', confirm: 'Leave', cancel: 'Stay' };

function Form() {
  const [dirty, setDirty] = useState(false);
  const [search, setSearch] = useSearchParams();
  useGuard(dirty ? texts : null);
  return (
    <>
      <h1>Form {search.get('tab')}</h1>
      <button type="button" onClick={() => setDirty((before) => !before)}>
        Edit
      </button>
      <button type="button" onClick={() => setSearch({ tab: 'two' })}>
        Tab
      </button>
      <Link to="/other">Other</Link>
    </>
  );
}

function Leaving() {
  useUnsavedQuestion();
  return null;
}

const opened = async () => {
  window.history.replaceState(null, '', '/first');
  const user = userEvent.setup({ delay: null });
  render(
    <ClientProvider client={createTestClient().client}>
      <GuardedRouter basePath="/">
        <ConfirmHost>
          <Routes>
            <Route path="form" element={<Form />} />
            <Route path="*" element={<Link to="/form">To the form</Link>} />
          </Routes>
          <Leaving />
        </ConfirmHost>
      </GuardedRouter>
    </ClientProvider>,
  );
  await user.click(screen.getByText('To the form'));
  return user;
};
const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent ?? null;
const question = () => within(screen.getByRole('alertdialog', { name: 'Leave?' }));
const back = () => act(async () => window.history.back());

test('a screen without changes is left without a question', async () => {
  const user = await opened();
  await user.click(screen.getByText('Other'));
  expect([heading(), window.location.pathname]).toEqual([null, '/other']);
});

test('a link asks first: staying keeps the screen, leaving goes on', async () => {
  const user = await opened();
  await user.click(screen.getByText('Edit'));
  await user.click(screen.getByText('Other'));
  expect(window.location.pathname).toBe('/form');
  await user.click(question().getByText('Stay'));
  expect(heading()).toBe('Form ');
  await user.click(screen.getByText('Other'));
  await user.click(question().getByText('Leave'));
  expect([heading(), window.location.pathname]).toEqual([null, '/other']);
});

test('the back button asks first: staying keeps screen and address, leaving goes back', async () => {
  const user = await opened();
  await user.click(screen.getByText('Edit'));
  await back();
  await waitFor(() => expect(window.location.pathname).toBe('/form'));
  expect(heading()).toBe('Form ');
  await user.click(question().getByText('Stay'));
  await back();
  await user.click(await screen.findByText('Leave'));
  await waitFor(() => expect(window.location.pathname).toBe('/first'));
  expect(heading()).toBe(null);
});

test('another tab of the same screen is no leaving, forward and back', async () => {
  const user = await opened();
  await user.click(screen.getByText('Edit'));
  await user.click(screen.getByText('Tab'));
  expect([heading(), window.location.search]).toEqual(['Form two', '?tab=two']);
  await back();
  await waitFor(() => expect(heading()).toBe('Form '));
  expect(screen.queryByRole('alertdialog')).toBe(null);
});

test('changes that were saved or undone are not asked about', async () => {
  const user = await opened();
  await user.click(screen.getByText('Edit'));
  await user.click(screen.getByText('Edit'));
  await user.click(screen.getByText('Other'));
  expect(window.location.pathname).toBe('/other');
});

test('the browser asks before the page is closed, and only while there are changes', async () => {
  const user = await opened();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  await user.click(screen.getByText('Edit'));
  expect(closing()).toBe(true);
  await user.click(screen.getByText('Edit'));
  expect(closing()).toBe(false);
});
