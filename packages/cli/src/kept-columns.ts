import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contextsFile } from './contexts.ts';
import type { ColumnChoices } from './ui/chosen-columns.ts';

const file = (): string => join(dirname(contextsFile()), 'columns.json');

const isText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isChoice = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  'hidden' in value &&
  isText(value.order) &&
  isText(value.hidden);

/** All that is kept, by context; what cannot be read counts as nothing: only the look of lists depends on it. */
function all(): Readonly<Record<string, ColumnChoices>> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file(), 'utf8'));
    return Object.fromEntries(
      Object.entries(kept ?? {}).map(([context, choices]) => [
        context,
        Object.fromEntries(Object.entries(choices ?? {}).filter(([, one]) => isChoice(one))) as ColumnChoices,
      ]),
    );
  } catch {
    return {};
  }
}

/** The columns that were chosen for a bot. */
export const keptColumns = (context: string): ColumnChoices => {
  const kept = all();
  return Object.hasOwn(kept, context) ? (kept[context] ?? {}) : {};
};

/** Keeps them for the next time. A file that is half written never takes the place of the one before. @throws Error where it cannot be written. */
export function keepColumns(context: string, choices: ColumnChoices): void {
  const path = file();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${process.pid}`;
  writeFileSync(made, `${JSON.stringify({ ...all(), [context]: choices }, null, 2)}\n`, { mode: 0o600 });
  renameSync(made, path);
}
