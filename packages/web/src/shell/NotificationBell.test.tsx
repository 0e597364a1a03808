import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { NotificationBell } from './NotificationBell.tsx';

const note = (id: string, fields: object = {}) => ({
  id,
  title: `Title ${id}`,
  message: `words of ${id}`,
  level: 'warning',
  source: 'engine',
  read: false,
  created_at: timeOf(Number(id)),
  ...fields,
});
const opened = async (notifications: object[], unread_count = notifications.length, language?: 'es') => {
  const rendered = await render(<NotificationBell />, {
    ...(language && { language }),
    token: 't',
    answers: {
      health: healthOf(),
      'notifications.list': ok({ data: { notifications, unread_count } }),
      'notifications.read': ok({ updated: 1 }),
      'notifications.read.all': ok({ updated: 2 }),
    },
  });
  await rendered.advance(200);
  const bodies = (name: string) =>
    rendered.api.calls.filter((call) => call.name === name).map(({ request }) => request.body);
  return { ...rendered, bodies };
};
const bell = () => screen.getByRole('button', { name: /^Notifications/ });

test('the bell counts what is unread, by name too', async () => {
  await opened([note('1'), note('2')]);
  expect([bell().getAttribute('aria-label'), bell().textContent]).toEqual(['Notifications, 2 unread', '2']);
});

test('with nothing unread there is no number', async () => {
  await opened([note('1', { read: true })], 0);
  expect([bell().getAttribute('aria-label'), bell().textContent]).toEqual(['Notifications', '']);
});

test('the list has the newest first; one is marked as read, or all', async () => {
  const { user, bodies, paint } = await opened([note('1'), note('2', { code: 'executed_meanwhile', params: {} })]);
  await user.click(bell());
  const list = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Title 2This opportunity was executed since you saw its preview/),
    expect.stringMatching(/^Title 1words of 1/),
  ]);
  await user.click(list.getByRole('button', { name: 'Mark as read: Title 1' }));
  await paint();
  expect(bodies('notifications.read')).toEqual([{ notification_ids: ['1'] }]);
  await user.click(list.getByRole('button', { name: 'Mark all read' }));
  expect(bodies('notifications.read.all')).toHaveLength(1);
});

test('in Spanish a notification has its own title and text where its code has them, in the list and on the desktop', async () => {
  const { shown } = withDesktop('granted');
  const halted = { title: 'Bot halted', message: 'drill', code: 'bot_halted', params: { reason: 'drill' } };
  const rendered = await opened([note('1', halted), note('2', { code: 'of_another_bot', params: {} })], 2, 'es');
  await rendered.user.click(await screen.findByRole('button', { name: /^Notificaciones/ }));
  await rendered.advance(200);
  const list = within(screen.getByRole('region', { name: 'Notificaciones' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Title 2words of 2/),
    expect.stringMatching(/^Bot bloqueadoBloqueado: drill/),
  ]);
  expect(list.getByRole('button', { name: /: Bot bloqueado$/ })).toBeTruthy();
  await rendered.user.click(screen.getByRole('checkbox', { name: /escritorio/ }));
  await rendered.paint();
  await arrives(rendered, '3', halted);
  expect(shown).toEqual(['Bot bloqueado: Bloqueado: drill']);
});

test('an empty list says so; one that could not be loaded says that, and is loaded again', async () => {
  const { user, api, advance } = await opened([]);
  await user.click(bell());
  expect(screen.getByText('No notifications yet')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all read' }).disabled).toBe(true);
  api.answer('notifications.list', { status: 500, body: {} });
  await user.click(screen.getByRole('button', { name: 'Refresh notifications' }));
  await advance(60_000);
  expect(screen.getByText('Notifications could not be loaded')).toBeTruthy();
});

afterEach(() => vi.unstubAllGlobals());

/** A browser that shows alerts, and asks its user first. */
const withDesktop = (answer: NotificationPermission) => {
  const shown: string[] = [];
  let asked = 0;
  const Desktop = class {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      asked += 1;
      Desktop.permission = answer;
      return answer;
    }
    constructor(title: string, { body }: { body: string }) {
      shown.push(`${title}: ${body}`);
    }
  };
  vi.stubGlobal('Notification', Desktop);
  return { shown, asked: () => asked };
};
const arrives = (rendered: Awaited<ReturnType<typeof opened>>, id: string, fields: object = {}) => {
  rendered.socket.latest.say({ type: 'notification', data: note(id, fields) });
  return rendered.paint();
};

test('desktop alerts are asked for by their switch alone, and show what arrives from then on', async () => {
  const { shown, asked } = withDesktop('granted');
  const rendered = await opened([note('1')]);
  expect([asked(), shown]).toEqual([0, []]);
  await rendered.user.click(bell());
  await rendered.user.click(screen.getByRole('checkbox', { name: 'Desktop alerts' }));
  await rendered.paint();
  expect([asked(), shown]).toEqual([1, []]);
  await arrives(rendered, '2');
  await arrives(rendered, '2');
  await arrives(rendered, '3', { read: true });
  expect(shown).toEqual(['Title 2: words of 2']);
  expect(rendered.storage.get('alerts.desktop')).toBe('on');
});

test('without the permission of the browser the switch stays off, and nothing is shown', async () => {
  const { shown } = withDesktop('denied');
  const rendered = await opened([]);
  await rendered.user.click(bell());
  await rendered.user.click(screen.getByRole('checkbox', { name: 'Desktop alerts' }));
  await rendered.paint();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Desktop alerts' }).checked).toBe(false);
  await arrives(rendered, '2');
  expect(shown).toEqual([]);
});

test('a sound is played for warnings and errors only, once it is turned on', async () => {
  const played: number[] = [];
  const part = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = { frequency: part, gain: part, connect: () => node, start: () => played.push(1), stop: () => {} };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = node;
      createOscillator = () => node;
      createGain = () => node;
    },
  );
  const rendered = await opened([]);
  await arrives(rendered, '1');
  expect(played).toHaveLength(0);
  await rendered.user.click(bell());
  await rendered.user.click(screen.getByRole('checkbox', { name: 'Sound for warnings and errors' }));
  // Its own sample.
  expect(played).toHaveLength(1);
  await arrives(rendered, '2', { level: 'info' });
  expect(played).toHaveLength(1);
  await arrives(rendered, '3', { level: 'error' });
  expect(played).toHaveLength(2);
});

test('in Spanish the money of a notification says whose it is', async () => {
  const executed = {
    ...{ title: 'Cycle completed', message: 'USDT on okx: $8.21 (practice · invented)', code: 'execution_completed' },
    params: { route: 'USDT', exchange: 'okx', profit_usd: 8.21, reason: null },
    provenance: { kind: 'practice', exchange: 'okx', name: 'practice', money: 'invented' },
  };
  const { user, advance } = await opened([note('1', executed)], 1, 'es');
  await user.click(await screen.findByRole('button', { name: /^Notificaciones/ }));
  await advance(200);
  const list = within(screen.getByRole('region', { name: 'Notificaciones' }));
  expect(list.getByRole('listitem').textContent).toMatch(/USDT en okx: \+8,21\s\$ \(práctica · inventado\)/);
});
