import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The input whose label begins with this text. */
export const field = (label: string): HTMLInputElement => {
  const found = screen
    .getAllByLabelText(label, { exact: false })
    .find((element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement);
  if (found === undefined) throw new Error(`No input is labelled ${label}`);
  return found as HTMLInputElement;
};

/** Accessible description of the field: its error, else its help. */
export const noteOf = (label: string): string =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? '';

/** Replaces the value of the field and returns its description. */
export const fill = async (user: UserEvent, label: string, text: string): Promise<string> => {
  await user.clear(field(label));
  if (text !== '') await user.type(field(label), text);
  return noteOf(label);
};

export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name });
