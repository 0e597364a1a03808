import { expect, test, vi } from 'vitest';
import { questionOf } from '../components/questions.tsx';
import { en } from '../messages/en.ts';
import { render } from '../testing/render.tsx';
import { PlainQuestion } from './PlainQuestion.tsx';

const stop = questionOf(en, [{ type: 'StopBot' }]);
const asking = async (typed: boolean | string, question = stop) => {
  const confirm = vi.fn((_: string) => typed === true);
  const prompt = vi.fn((_: string) => typed);
  vi.stubGlobal('confirm', confirm);
  vi.stubGlobal('prompt', prompt);
  const answers: boolean[] = [];
  const element = (isOpen: boolean) => (
    <PlainQuestion question={question} isOpen={isOpen} answer={(isConfirmed) => void answers.push(isConfirmed)} />
  );
  const { rerender } = await render(element(false));
  const closed = confirm.mock.calls.length;
  await rerender(element(true));
  await rerender(element(true));
  vi.unstubAllGlobals();
  return { closed, asked: [...confirm.mock.calls, ...prompt.mock.calls].map(([text]) => text), answers };
};

test.each([true, false])(
  'it asks once each time it opens, in the words of the dialog; the answer is %s',
  async (yes) => {
    expect(await asking(yes)).toEqual({
      closed: 0,
      asked: ['Stop Bot?\n\nAll pending orders will be cancelled.'],
      answers: [yes],
    });
  },
);

test('the kill switch says what it does', async () => {
  expect((await asking(false, questionOf(en, [{ type: 'KillBot' }]))).asked[0]).toMatch(/stay/i);
});

test.each([
  ['LIVE', true],
  ['live', false],
  ['', false],
])('a word is typed exactly: %s', async (typed, isConfirmed) => {
  const { answers, asked } = await asking(typed, { ...questionOf(en, [{ type: 'StartBot' }]), word: 'LIVE' });
  expect(asked[0]).toMatch(/Type LIVE to confirm$/);
  expect(answers).toEqual([isConfirmed]);
});
