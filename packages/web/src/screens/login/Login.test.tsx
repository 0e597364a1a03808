import { screen } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Login } from './Login.tsx';
import { RequireSession } from './RequireSession.tsx';

const operator = { name: 'ada', role: 'operator' };
const signedIn = ok({ access_token: 'a-token', token_type: 'bearer', expires_at: null, operator });
const opened = async (capabilities: string[], address = '/login', answers: object = {}, more: object = {}) => {
  const rendered = await render(
    <Routes>
      <Route path="login" element={<Login />} />
      <Route element={<RequireSession />}>
        <Route path="*" element={<h1>Screen</h1>} />
      </Route>
    </Routes>,
    {
      address,
      ...more,
      answers: {
        health: healthOf(...capabilities),
        'auth.login': signedIn,
        'auth.code': signedIn,
        'auth.me': ok(operator),
        ...answers,
      },
    },
  );
  await rendered.advance(200);
  const bodies = (name: string) =>
    rendered.api.calls.filter((call) => call.name === name).map(({ request }) => request.body);
  return { ...rendered, bodies };
};
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });

test('name and password sign in, and lead to the screen that was asked for', async () => {
  const { user, bodies, advance } = await opened(['auth'], '/scanner?type=TRI');
  expect(window.location.pathname).toBe('/login');
  expect(submit().disabled).toBe(true);
  await user.type(screen.getByLabelText('User'), ' ada ');
  expect(submit().disabled).toBe(true);
  await user.type(screen.getByLabelText('Password'), ' pass word ');
  await user.click(submit());
  await advance(200);
  expect(bodies('auth.login')).toEqual([{ username: 'ada', password: ' pass word ' }]);
  expect(screen.getByRole('heading').textContent).toBe('Screen');
  expect(window.location.pathname + window.location.search).toBe('/scanner?type=TRI');
});

test('a refusal is announced with its reason, and the form stays as it was typed', async () => {
  const refused = { status: 401, body: { detail: 'wrong name or password' } };
  const { user, advance } = await opened(['auth'], '/login', { 'auth.login': refused });
  await user.type(screen.getByLabelText('User'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  await advance(200);
  expect(screen.getByRole('alert').textContent).toMatch(/not signed in.*wrong name or password/i);
  expect(screen.getByLabelText<HTMLInputElement>('User').value).toBe('ada');
});

test('a bot without users asks for a token, which is not shown while it is typed', async () => {
  const { user, advance, storage } = await opened(['auth.code', 'socket.auth']);
  const field = screen.getByLabelText<HTMLInputElement>('Token');
  expect([field.type, submit().disabled, screen.queryByLabelText('Password')]).toEqual(['password', true, null]);
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  expect(screen.getByLabelText<HTMLInputElement>('Token').type).toBe('text');
  await user.type(screen.getByLabelText('Token'), '  secret ');
  await user.click(submit());
  await advance(200);
  expect(storage.get('auth_token')).toBe('secret');
});

test('where there are users, a token can be used instead and back', async () => {
  const { user } = await opened(['auth']);
  await user.click(screen.getByRole('button', { name: 'Sign in with a token instead' }));
  expect(screen.getByLabelText('Token')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign in with name and password instead' }));
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('the code of a login link is used once and leaves the address', async () => {
  const { bodies, advance } = await opened(['auth.code', 'socket.auth'], '/dashboard#code=once');
  await advance(200);
  expect([bodies('auth.code'), window.location.hash]).toEqual([[{ code: 'once' }], '']);
  expect(screen.getByRole('heading').textContent).toBe('Screen');
});

test.each([
  ['en', /signed out because this session was not used/],
  ['es', /cerrado tu sesión porque no la has usado/],
])('who was signed out by idling reads why (%s)', async (language, said) => {
  const refused = { 'auth.me': { status: 401, body: { code: 'session_idle', detail: 'not used' } } };
  const { advance } = await opened(['auth.code'], '/scanner', refused, { language, token: 'old' });
  await advance(200);
  expect(await screen.findByText(said)).toBeTruthy();
});
