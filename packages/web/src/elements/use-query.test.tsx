import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { useQuery } from './use-query.ts';

function Filters() {
  const { get, set, replace, type, settle } = useQuery();
  return (
    <>
      <h1>{`${get('type')} ${get('q')} ${get('id')}`}</h1>
      <button type="button" onClick={() => set({ type: 'TRI' })}>
        choose
      </button>
      <button
        type="button"
        onClick={() => {
          set({ type: 'QUAD' });
          set({ id: '1' });
        }}
      >
        both
      </button>
      <button type="button" onClick={() => replace({ id: '7' })}>
        replace
      </button>
      <input value={get('q')} onChange={(event) => type({ q: event.currentTarget.value })} onBlur={settle} />
    </>
  );
}
const shown = () => screen.getByRole('heading').textContent;
const back = async (text: string) => {
  await act(async () => window.history.back());
  await waitFor(() => expect(shown()).toBe(text));
};

test('a choice is undone by the back button', async () => {
  const { user } = await render(<Filters />, { address: '/scanner?q=eth' });
  await user.click(screen.getByText('choose'));
  expect([shown(), window.location.search]).toEqual(['TRI eth ', '?q=eth&type=TRI']);
  await back(' eth ');
});

test('a choice that changes nothing is no step of the history', async () => {
  const { user } = await render(<Filters />, { address: '/scanner?type=TRI' });
  const before = window.history.length;
  await user.click(screen.getByText('choose'));
  expect(window.history.length).toBe(before);
});

test('a typed text is one step, however long it is, and one more after the field was left', async () => {
  const { user } = await render(<Filters />, { address: '/scanner' });
  await user.type(screen.getByRole('textbox'), 'btc');
  await user.tab();
  await user.type(screen.getByRole('textbox'), 'usd');
  expect(shown()).toBe(' btcusd ');
  await back(' btc ');
  await back('  ');
});

test('of two changes at once both are kept', async () => {
  const { user } = await render(<Filters />, { address: '/scanner' });
  await user.click(screen.getByText('both'));
  expect(window.location.search).toBe('?type=QUAD&id=1');
});

test('a replaced value is no step of the history, and an empty one leaves the address', async () => {
  const { user } = await render(<Filters />, { address: '/scanner?q=x' });
  const before = window.history.length;
  await user.click(screen.getByText('replace'));
  expect([window.history.length, window.location.search]).toEqual([before, '?q=x&id=7']);
  await user.clear(screen.getByRole('textbox'));
  expect(window.location.search).toBe('?id=7');
});
