import type * as z from 'zod/mini';

/** A schema of the contract, or one narrowed to the limits of the specification. */
export type FormSchema<T> = z.core.$ZodType<T, unknown>;

/** The limits of a number; null for no limit. `isAbove`: `least` itself is excluded. */
export type Bounds = {
  readonly least: number | null;
  readonly most: number | null;
  readonly isAbove: boolean;
  readonly isWhole: boolean;
};

/**
 * How a field is read. `bounds` is null unless the field holds a number; an optional field is omitted while empty. `group`: path of the
 * innermost optional object around it, which is omitted while all of its fields are empty.
 */
export type FieldKind = { readonly bounds: Bounds | null; readonly isOptional: boolean; readonly group: string | null };

/** A limit this large (money, safe integers) is technical: messages do not name it. */
const largest = 1e15;

const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** The schema without its wrappers. */
const unwrapped = (schema: z.core.$ZodType): { inner: z.core.$ZodType; isOptional: boolean } => {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
      return { ...unwrapped(def.innerType), isOptional: true };
    case 'default':
    case 'nullable':
      return unwrapped(def.innerType);
    default:
      return { inner: schema, isOptional: false };
  }
};

/** The field at this path, null when the schema has none. */
export const fieldAt = (schema: z.core.$ZodType, path: string): FieldKind | null => {
  let found = unwrapped(schema);
  let group: string | null = null;
  const names = path.split('.');
  for (const [index, name] of names.entries()) {
    if (index > 0 && found.isOptional) group = names.slice(0, index).join('.');
    const def = defOf(found.inner);
    const next = def.type === 'object' ? def.shape[name] : def.type === 'record' ? def.valueType : undefined;
    if (next === undefined) return null;
    found = unwrapped(next);
  }
  return { bounds: boundsOf(found.inner), isOptional: found.isOptional, group };
};

const boundsOf = (schema: z.core.$ZodType): Bounds | null => {
  const def = defOf(schema);
  if (def.type !== 'number') return null;
  let bounds: Bounds = { least: null, most: null, isAbove: false, isWhole: 'format' in def };
  for (const { _zod } of def.checks ?? []) {
    const check = (_zod as z.core.$ZodChecks['_zod']).def;
    if (check.check !== 'greater_than' && check.check !== 'less_than') continue;
    const { value, inclusive } = check;
    if (typeof value !== 'number' || Math.abs(value) >= largest) continue;
    bounds =
      check.check === 'less_than' ? { ...bounds, most: value } : { ...bounds, least: value, isAbove: !inclusive };
  }
  return bounds;
};

/** The required objects and records of the schema, empty, so that a table without rows is not missing. */
export const skeletonOf = (schema: z.core.$ZodType): Record<string, unknown> => {
  const def = defOf(schema);
  if (def.type !== 'object') return {};
  const parts = Object.entries(def.shape).flatMap(([name, field]) => {
    const { inner, isOptional } = unwrapped(field);
    const { type } = defOf(inner);
    return !isOptional && (type === 'object' || type === 'record') ? [[name, skeletonOf(inner)] as const] : [];
  });
  return Object.fromEntries(parts);
};
