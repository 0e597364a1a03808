import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { useNamedField } from './use-named-field.ts';

/** A screen whose field comes later, and whose value later still. */
function Late() {
  const [step, setStep] = useState(0);
  useNamedField();
  return (
    <main id="content">
      <button type="button" onClick={() => setStep(step + 1)}>
        Go on
      </button>
      {step > 0 && <input id="global-x" aria-label="X" disabled={step === 1} />}
      <input id="global-y" aria-label="Y" />
    </main>
  );
}

test('the field that the address names has the focus once it is drawn and can be changed', async () => {
  const { user } = await render(<Late />, { address: '/settings#global-x', idle: true });
  const next = screen.getByRole('button');
  await user.click(next);
  expect(document.activeElement).toBe(next);
  await user.click(next);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('X'));
});

test('without a name in the address the focus stays where it is', async () => {
  await render(<Late />, { address: '/settings', idle: true });
  expect(document.activeElement).toBe(document.body);
});
