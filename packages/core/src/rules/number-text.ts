import { exactNumber } from '../format/number.ts';

/** Result of parsing a number. `thousands`: the value if the mark groups thousands (`1.500` is 1500); null if it cannot. */
export type NumberText =
  | { readonly ok: true; readonly value: number; readonly thousands: number | null }
  | { readonly ok: false; readonly why: 'empty' | 'not-a-number' };

const plain = /^-?\d+([.,]\d+)?$/;
const grouped = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Parses digits with a point or a comma before the decimals; no exponents and no grouping. */
export const readNumber = (text: string): NumberText => {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, why: 'empty' };
  if (!plain.test(trimmed)) return { ok: false, why: 'not-a-number' };
  const thousands = grouped.test(trimmed) ? Number(trimmed.replace(/[.,]/, '')) : null;
  return { ok: true, value: Number(trimmed.replace(',', '.')), thousands };
};

/** A number as text for an input: every digit, without an exponent; empty for null. */
export const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : exactNumber(value);
