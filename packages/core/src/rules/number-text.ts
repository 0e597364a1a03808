/** What a text says as a number. `thousands`: it may be one of two, a thousand apart: `1.500` or `1,500`. */
export type NumberText =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly why: 'empty' | 'not-a-number' | 'thousands' };

const plain = /^\d+([.,]\d+)?$/;
const grouped = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads digits with a point or a comma before the decimals. What could mean a thousand times as much is refused where that is an amount. */
export const readNumber = (text: string, isAmount: boolean): NumberText => {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, why: 'empty' };
  if (!plain.test(trimmed)) return { ok: false, why: 'not-a-number' };
  if (isAmount && grouped.test(trimmed)) return { ok: false, why: 'thousands' };
  return { ok: true, value: Number(trimmed.replace(',', '.')) };
};
