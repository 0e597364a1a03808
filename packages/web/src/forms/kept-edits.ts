import type { KeyStore } from '@triquad/core';
import { useEffect, useState } from 'react';
import { useStorage } from '../app-context.tsx';
import type { Edits } from './edits.ts';

/** Edits of a form, stored in the browser so that they survive leaving the screen. */
export const useKeptEdits = (key: string): readonly [Edits, (change: (known: Edits) => Edits) => void] => {
  const storage = useStorage();
  const [edits, setEdits] = useState(() => readEdits(storage, key));
  useEffect(() => {
    if (Object.keys(edits).length === 0) storage.remove(key);
    else storage.set(key, JSON.stringify(edits));
  }, [storage, key, edits]);
  return [edits, setEdits];
};

/** Reads the stored edits; invalid ones are skipped. */
const readEdits = (storage: KeyStore, key: string): Edits => {
  try {
    const kept: unknown = JSON.parse(storage.get(key) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((entry): entry is [string, Edits[string]] => isEdit(entry[1])),
    );
  } catch {
    return {};
  }
};

const isEdit = (kept: unknown): boolean =>
  typeof kept === 'object' &&
  kept !== null &&
  'value' in kept &&
  'before' in kept &&
  [kept.value, kept.before].every(isValue);

const isValue = (value: unknown): boolean =>
  value === null ||
  ['string', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));
