import { expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { PlainQuestion } from './PlainQuestion.tsx';

const asking = async (answer: boolean, question: 'stop' | 'kill') => {
  const ask = vi.fn((_: string) => answer);
  vi.stubGlobal('confirm', ask);
  const [confirm, close] = [vi.fn(), vi.fn()];
  const element = (isOpen: boolean) => (
    <PlainQuestion question={question} isOpen={isOpen} confirm={confirm} close={close} />
  );
  const { rerender } = await render(element(false));
  const closed = ask.mock.calls.length;
  await rerender(element(true));
  await rerender(element(true));
  vi.unstubAllGlobals();
  return {
    closed,
    asked: ask.mock.calls.map(([text]) => text),
    confirmed: confirm.mock.calls.length,
    left: close.mock.calls.length,
  };
};

test.each([
  [true, 1, 0],
  [false, 0, 1],
])('it asks once each time it opens, in the words of the dialog; the answer is %s', async (answer, confirmed, left) => {
  const stop = await asking(answer, 'stop');
  expect(stop).toEqual({ closed: 0, asked: ['Stop Bot?\n\nAll pending orders will be cancelled.'], confirmed, left });
});

test('the kill switch says what it does', async () => {
  expect((await asking(false, 'kill')).asked[0]).toMatch(/stay/i);
});
