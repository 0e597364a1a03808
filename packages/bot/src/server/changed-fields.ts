/** Values by their dotted names, e.g. `risk.stop_loss_pct`. */
export type Fields = Readonly<Record<string, unknown>>;

/** As JSON, of one value. A list of some thousand trading pairs is not told in full. */
const LONGEST_VALUE = 500;
const MOST_FIELDS = 100;
/** They change with every change. */
const UNTOLD = ['updated_at'];

/** What differs between two records, before and after; null for a record that was not there, and for no difference. */
export function changedFields(before: unknown, after: unknown): { before: Fields | null; after: Fields | null } {
  const [old, now] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .slice(0, MOST_FIELDS);
  const told = (fields: ReadonlyMap<string, unknown>): Fields | null => {
    const some = names.filter((name) => fields.has(name)).map((name) => [name, brief(fields.get(name))] as const);
    return some.length === 0 ? null : Object.fromEntries(some);
  };
  return { before: told(old), after: told(now) };
}

function flat(record: unknown): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  const add = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (value !== undefined && !UNTOLD.includes(name)) fields.set(name, value);
      return;
    }
    for (const [key, inner] of Object.entries(value)) add(inner, name === '' ? key : `${name}.${key}`);
  };
  if (record !== null && record !== undefined) add(record, '');
  return fields;
}

function brief(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text.length <= LONGEST_VALUE) return value;
  return Array.isArray(value) ? `${value.length} entries` : `${text.slice(0, LONGEST_VALUE)}…`;
}
