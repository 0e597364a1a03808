/** A part of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;
export const recordOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** A field of a schema: its type as text, and the fields inside it. */
export type Field = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The values it may have, where they are few. */
  readonly values: readonly string[];
  readonly fields: readonly Field[];
};

/** Deeper fields are not listed: the type says that there are some. */
const deepest = 4;
/** Bounds above this only keep numbers exact and are not shown. */
const largestBound = 1e12;
const isChosen = (bound: unknown): bound is number => typeof bound === 'number' && Math.abs(bound) < largestBound;

/** The fields of an object, or of the objects of a list; none for anything else. */
export const fieldsOf = (schema: unknown, depth = 0): readonly Field[] => {
  const whole = recordOf(schema);
  if (whole === null || depth > deepest) return [];
  const part = variantsOf(whole).find((one) => one.properties !== undefined || one.items !== undefined) ?? whole;
  if (part.items !== undefined) return fieldsOf(part.items, depth);
  const required = Array.isArray(part.required) ? part.required : [];
  return Object.entries(recordOf(part.properties) ?? {}).map(([name, inner]) => {
    const field = recordOf(inner) ?? {};
    return {
      name,
      type: typeText(field),
      isRequired: required.includes(name),
      description: typeof field.description === 'string' ? field.description : '',
      values: valuesOf(field),
      fields: fieldsOf(field, depth + 1),
    };
  });
};

/** `anyOf` and the like, each on its own; the schema itself without. */
const variantsOf = (schema: Json): readonly Json[] => {
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (variants === undefined) return [schema];
  return variants.flatMap((one: unknown): readonly Json[] => {
    const variant = recordOf(one);
    return variant === null ? [] : [variant];
  });
};

const valuesOf = (schema: Json): readonly string[] =>
  variantsOf(schema).flatMap((one) => (Array.isArray(one.enum) ? one.enum.map(String) : []));

/** e.g. `integer 1…500, default 50`, `"buy" | "sell"`, `list of object`, `string or null`. */
export const typeText = (schema: unknown): string => {
  const whole = recordOf(schema);
  if (whole === null) return 'any';
  const names = [...new Set(variantsOf(whole).map(oneType))];
  const given = whole.default === undefined ? '' : `, default ${JSON.stringify(whole.default)}`;
  return names.join(' or ') + given;
};

const oneType = (schema: Json): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items !== undefined || schema.type === 'array') return `list of ${typeText(schema.items)}`;
  const types = (
    Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? 'object' : 'any')]
  ).map(String);
  if (types.includes('object')) {
    const values = recordOf(schema.additionalProperties);
    return values === null || Object.keys(values).length === 0 ? 'object' : `object of ${typeText(values)}`;
  }
  return types.map((type) => (type === 'null' ? type : type + boundsOf(schema))).join(' or ');
};

const boundsOf = ({ minimum, maximum, exclusiveMinimum, format }: Json): string => {
  if (format === 'date-time') return ' (date and time, UTC)';
  const from = isChosen(minimum) ? `${minimum}` : '';
  const to = isChosen(maximum) ? `${maximum}` : '';
  if (from !== '' && to !== '') return ` ${from}…${to}`;
  if (from !== '') return ` ≥ ${from}`;
  if (to !== '') return ` ≤ ${to}`;
  return isChosen(exclusiveMinimum) ? ` > ${exclusiveMinimum}` : '';
};

/** A body to begin with: every required field with its default or an empty value of its type. */
export const sampleOf = (schema: unknown): unknown => {
  const whole = recordOf(schema) ?? {};
  if (whole.default !== undefined) return whole.default;
  const [part = whole] = variantsOf(whole);
  if (Array.isArray(part.enum)) return part.enum[0];
  if (part.const !== undefined) return part.const;
  const type = Array.isArray(part.type) ? part.type[0] : part.type;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return isChosen(part.minimum) ? part.minimum : 0;
  if (type === 'string') return '';
  if (type !== 'object') return null;
  const required = Array.isArray(part.required) ? part.required.map(String) : [];
  const properties = recordOf(part.properties) ?? {};
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name])]));
};
