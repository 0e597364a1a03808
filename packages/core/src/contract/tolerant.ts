import * as z from 'zod/mini';
import { type Mark, markOf } from './mark.ts';
import { moment as enteredMoment } from './primitives.ts';
import { flag, isObject, moment, number, type Omission, type Read, Tally, text, texts, unread } from './reading.ts';
import type { Tolerant } from './tolerant-type.ts';

// The client's reader of a record, derived from its strict schema.

type Schema = z.core.$ZodType;
// biome-ignore lint/suspicious/noExplicitAny: zod's definitions have no common type of their parts
type Def = { readonly type: string } & Record<string, any>;
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

/** `isApart`: unreadable parts are left out instead of refusing the whole. `isExact`: texts outside an enum are unreadable. */
type Mode = { readonly isApart: boolean; readonly isExact: boolean };

/** The reader of a schema. Throws for a type of schema that no record has had so far. */
const readerOf = (schema: Schema, mode: Mode): Read => {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return isTime(schema) ? moment : text;
    case 'enum':
      return mode.isExact ? oneOf(Object.values(def.entries)) : text;
    case 'literal':
      return def.values.every((one: unknown) => typeof one === 'string') && !mode.isExact ? text : oneOf(def.values);
    case 'number':
      return number;
    case 'boolean':
      return flag;
    case 'unknown':
      return (value) => value;
    case 'undefined':
      return () => undefined;
    case 'null':
      return oneOf([null]);
    case 'nullable':
      return orNull(readerOf(def.innerType, mode));
    case 'optional':
    case 'default':
      return readerOf(def.innerType, mode);
    case 'array':
      return list(def.element, mode);
    case 'record':
      return map(readerOf(def.valueType, mode), mode.isApart || markOf(schema).apart === true);
    case 'union':
      return def.discriminator === undefined ? scalar(def.options) : tagged(def.discriminator, def.options, mode);
    case 'object':
      return object(markOf(schema), def.shape, mode);
    default:
      throw new Error(`a client cannot read ${def.type}`);
  }
};

const isTime = (schema: Schema): boolean => schema === enteredMoment || defOf(schema).format === 'datetime';

const oneOf =
  (values: readonly unknown[]): Read =>
  (value, tally) =>
    values.includes(value) ? value : tally.refuse(`not one of ${values.join(', ')}`);

const orNull =
  (read: Read): Read =>
  (value, tally) =>
    value === null || value === undefined ? null : read(value, tally);

/** A list is whole or unreadable: a cycle with a missing leg is another cycle. */
const list = (element: Schema, mode: Mode): Read => {
  const { type } = defOf(element);
  if (!mode.isExact && (type === 'enum' || (type === 'string' && !isTime(element)))) return texts;
  const read = readerOf(element, mode);
  return (value, tally) => {
    if (!Array.isArray(value)) return tally.refuse('not a list');
    const items = new Array(value.length);
    for (let at = 0; at < value.length; at++) {
      tally.within.push(at);
      items[at] = read(value[at], tally);
      tally.within.pop();
      if (items[at] === unread) return tally.inside(at);
    }
    return items;
  };
};

const map =
  (read: Read, isApart: boolean): Read =>
  (value, tally) => {
    if (!isObject(value)) return tally.refuse('not an object');
    const entries: [string, unknown][] = [];
    for (const name of Object.keys(value)) {
      tally.within.push(name);
      const one = read(value[name], tally);
      tally.within.pop();
      if (one !== unread) entries.push([name, one]);
      else if (isApart) tally.omit(name);
      else return tally.inside(name);
    }
    return Object.fromEntries(entries);
  };

const scalarTypes = ['string', 'number', 'boolean', 'null'];
/** A value of several scalar types stays as it is: a text is not read as a number where it may be either. */
const scalar = (options: readonly Schema[]): Read => {
  const types = options.map((option) => defOf(option).type);
  const unknown = types.find((type) => !scalarTypes.includes(type));
  if (unknown !== undefined) throw new Error(`a client cannot read a union with ${unknown}`);
  return (value, tally) => {
    const fits =
      types.includes(value === null ? 'null' : typeof value) && (typeof value !== 'number' || Number.isFinite(value));
    return fits ? value : tally.refuse(`not a ${types.join(' or ')}`);
  };
};

/** A record of a kind that its `tag` names; one of an unknown kind stays as it is. */
const tagged = (tag: string, options: readonly Schema[], mode: Mode): Read => {
  const readers = new Map<unknown, Read>();
  for (const option of options)
    for (const value of defOf(defOf(option).shape[tag]).values) readers.set(value, readerOf(option, mode));
  return (value, tally) => {
    if (!isObject(value)) return tally.refuse('not an object');
    return (readers.get(value[tag]) ?? unchanged)(value, tally);
  };
};
const unchanged: Read = (value) => value;

type Field = {
  readonly name: string;
  readonly read: Read;
  readonly isNested: boolean;
  readonly rule: 'required' | 'optional' | 'filled';
  readonly isNullable: boolean;
  readonly isApart: boolean;
  readonly empty: () => unknown;
};

const object = (mark: Mark, shape: Readonly<Record<string, Schema>>, mode: Mode): Read => {
  const fields = Object.entries(shape).map(([name, field]) => fieldOf(name, field, mark, mode));
  const computed = mark.computed as ((record: unknown) => object) | undefined;
  return (value, tally) => {
    if (!isObject(value)) return tally.refuse('not an object');
    const record: Record<string, unknown> = { ...value };
    for (const [one, other] of mark.aliases ?? []) {
      record[one] ??= record[other];
      record[other] ??= record[one];
    }
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as Field;
      const sent = record[field.name];
      const read = sent === undefined || sent === null ? missing(field, sent, tally) : present(field, sent, tally);
      if (read === unread) return tally.inside(field.name);
      if (read !== sent) record[field.name] = read;
    }
    return computed === undefined ? record : Object.assign(record, computed(record));
  };
};

const fieldOf = (name: string, schema: Schema, mark: Mark, mode: Mode): Field => {
  const { isApart } = mode;
  const below = { isApart: isApart || mark.apart === true, isExact: mark.exact === true };
  const isOptional = defOf(schema).type === 'optional';
  const inner = isOptional ? (defOf(schema).innerType as Schema) : schema;
  const bare = defOf(inner).type === 'nullable' ? (defOf(inner).innerType as Schema) : inner;
  const isNullable = bare !== inner;
  const isRequired = mark.required === 'all' ? !isOptional && !isNullable : mark.required?.includes(name);
  return {
    name,
    read: readerOf(schema, below),
    isNested: ['object', 'array', 'record', 'union'].includes(defOf(bare).type),
    rule: isRequired ? 'required' : isOptional ? 'optional' : 'filled',
    isNullable,
    isApart: below.isApart || named(mark.apart, name) || markOf(bare).apart === true,
    empty: mark.defaults?.[name] === undefined ? emptyOf(schema) : () => mark.defaults?.[name],
  };
};

const named = (apart: Mark['apart'], name: string): boolean => apart !== true && apart?.includes(name) === true;

/** A missing text is null: an empty one would replace the known value when a partial record is merged. */
const emptyOf = (schema: Schema): (() => unknown) => {
  const { type, defaultValue } = defOf(schema);
  if (type === 'array') return () => [];
  if (type === 'record') return () => ({});
  return () => (type === 'default' ? defaultValue : null);
};

const missing = ({ rule, isNullable, read, empty }: Field, sent: null | undefined, tally: Tally): unknown => {
  if (rule === 'filled') return empty();
  if (rule === 'optional') return sent === null && isNullable ? null : undefined;
  return read(undefined, tally) === unread ? unread : tally.refuse('missing');
};

const present = (field: Field, sent: unknown, tally: Tally): unknown => {
  const { name, read, isNested, rule } = field;
  if (isNested) tally.within.push(name);
  const value = read(sent, tally);
  if (isNested) tally.within.pop();
  if (value !== unread || rule === 'required' || (rule === 'filled' && !field.isApart)) return value;
  tally.omit(name);
  return rule === 'optional' ? undefined : field.empty();
};

/** A value as a client reads it, with the parts that were left out; or where and why it cannot be read. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly omitted: readonly Omission[] }
  | ({ readonly ok: false } & Omission);

interface ReaderDef extends z.core.$ZodTypeDef {
  readonly read: Read;
  /** The strict schema that the reader was derived from; for a list, the one of its rows. */
  readonly record: Schema;
}
/** A reader as a schema of zod. */
export interface Reader<T> extends z.ZodMiniType<T> {
  readonly _zod: z.ZodMiniType<T>['_zod'] & { readonly def: ReaderDef };
}
const ReaderSchema = z.core.$constructor<z.ZodMiniType, ReaderDef>('Reader', (schema, def) => {
  const type: z.core.$constructor<z.ZodMiniType> = z.ZodMiniType;
  type.init(schema, def as never);
  schema._zod.parse = (payload) => {
    const tally = new Tally();
    const input = payload.value;
    const value = def.read(input, tally);
    if (value === unread) payload.issues.push({ code: 'custom', message: tally.reason, path: [...tally.path], input });
    else payload.value = value;
    return payload;
  };
});
export const reader = <T>(record: Schema, read: Read): Reader<T> =>
  new ReaderSchema({ type: 'custom', record, read } as z.core.$ZodTypeDef & ReaderDef) as Reader<T>;

/** The client's form of a record: what any bot sends in its place, as far as it can be read. */
export const tolerant = <S extends Schema>(schema: S): Reader<Tolerant<S>> => {
  let read: Read | undefined;
  // Made at the first use: most programs read few of the records.
  return reader(schema, (value, tally) => {
    read ??= readerOf(schema, { isApart: false, isExact: false });
    return read(value, tally);
  });
};

export const readOf = <T>({ _zod: { def } }: Reader<T>): Read => def.read;
export const recordOf = <T>({ _zod: { def } }: Reader<T>): Schema => def.record;

/** Reads a value and reports the omitted parts. */
export const readWith = <T>({ _zod: { def } }: Reader<T>, value: unknown): Reading<T> => {
  const tally = new Tally();
  const read = def.read(value, tally);
  return read === unread
    ? { ok: false, path: tally.path.join('.'), reason: tally.reason }
    : { ok: true, value: read as T, omitted: tally.omitted };
};
