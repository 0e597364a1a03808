import type { Bounds, FieldCode } from '@triquad/core/rules';
import { formatIn } from '../format.ts';

const digits = formatIn('en').amount;

const limits = ({ least, most, isAbove }: Bounds): string => {
  if (least !== null && most !== null) return ` from ${digits(least)} to ${digits(most)}`;
  if (least !== null) return isAbove ? ` above ${digits(least)}` : ` of at least ${digits(least)}`;
  return most === null ? '' : ` of at most ${digits(most)}`;
};
const enter = (bounds: Bounds | null): string => {
  if (bounds === null) return 'Fill this in';
  return `Enter a ${bounds.isWhole ? 'whole ' : ''}number${limits(bounds)}`;
};
const range = (bounds: Bounds | null): string => {
  const { least = null, most = null, isAbove = false } = bounds ?? {};
  if (least !== null && most !== null) return `Must be between ${digits(least)} and ${digits(most)}`;
  if (least !== null) return isAbove ? `Must be more than ${digits(least)}` : `Must be at least ${digits(least)}`;
  return most === null ? 'This value is not possible' : `Must be at most ${digits(most)}`;
};

const problems: Record<FieldCode, (bounds: Bounds | null) => string> = {
  missing: enter,
  not_a_number: enter,
  thousands: () => 'Could be read as thousands: write 1500 or 1.50',
  not_whole: (bounds) => `Must be a whole number${bounds === null ? '' : limits(bounds)}`,
  out_of_range: range,
  too_long: () => 'Too long',
  invalid: () => 'This value is not possible',
  end_before_start: () => 'End date must be after the start date',
  skipped_time: () =>
    'This time does not exist in your zone: the clocks go forward over it. Choose an earlier or a later one',
  no_type: () => 'Select at least one opportunity type',
  enter_again: () => 'This bot shows nothing of it: enter it again to save.',
};

export const forms = {
  forms: {
    /** Why a field cannot be submitted, by its code and the limits of its number. */
    problems,
    save: 'Save',
    discard: 'Discard changes',
    reset: 'Reset',
    meanwhile: (value: string) => (value === '' ? 'Emptied meanwhile' : `Changed to ${value} meanwhile`),
    show: (what: string) => `Show ${what}`,
    hide: (what: string) => `Hide ${what}`,
  },
};
