import { fireEvent, screen, waitFor } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { SessionRecorder } from './SessionRecorder.tsx';

const opened = async () => {
  const close = vi.fn();
  const rendered = await render(<SessionRecorder close={close} />, {
    answers: { health: healthOf(), 'bot.status': ok({ is_running: true, mode: 'paper' }) },
  });
  await rendered.advance(3_000);
  const replay = () => rendered.client.getSnapshot().replay;
  return { ...rendered, close, replay };
};
const load = (text: string) => {
  const input = screen.getByLabelText<HTMLInputElement>('Load', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File([text], 'session.jsonl')] } });
};
afterEach(() => vi.restoreAllMocks());

test('pause shows the end of the session, the slider its other moments, and resume the present', async () => {
  const { user, replay, paint, client } = await opened();
  const slider = () => screen.getByRole('slider', { name: 'Moment shown' });
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await paint();
  const last = replay()?.last;
  expect([replay()?.source, replay()?.seq]).toEqual(['session', last]);
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  await paint();
  expect(replay()?.seq).toBe((last ?? 0) - 1);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await paint();
  expect([replay(), client.getSnapshot().replay]).toEqual([null, null]);
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
});

test('closing returns to the present', async () => {
  const { user, replay, close } = await opened();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await user.click(screen.getByRole('button', { name: 'Close the recorder' }));
  expect([replay(), close.mock.calls.length]).toEqual([null, 1]);
});

test('what is exported can be loaded again', async () => {
  const { user, replay, advance } = await opened();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:session';
  });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const text = (await saved[0]?.text()) ?? '';
  expect(text.split('\n').length).toBeGreaterThan(3);
  load(text);
  await waitFor(() => expect(replay()?.source).toBe('recording'));
  await advance(0);
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
});

test('a file that is no session says so and changes nothing', async () => {
  const { client, replay } = await opened();
  load('{"some":"other file"}\n');
  const codes = () => client.getSnapshot().toasts.map(({ code }) => code);
  await waitFor(() => expect(codes()).toEqual(['not_a_recording']));
  expect(replay()).toBe(null);
});
