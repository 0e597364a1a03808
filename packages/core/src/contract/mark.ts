import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Fields<S extends Schema> = Extract<keyof z.output<S>, string>;
type Stated<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Rules of a record for the client's reader, beyond its schema. */
export type Mark = {
  /** Fields without which the record is unreadable; `all`: each one that is neither optional nor nullable. */
  readonly required?: 'all' | readonly string[];
  /** Values of missing fields. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Pairs of fields of which each replaces the other where that is missing. */
  readonly aliases?: readonly (readonly [string, string])[];
  /** Fields that count as missing where they are unreadable; `true`: the record itself and each field below it. */
  readonly apart?: true | readonly string[];
  /** Texts outside the enums of the record are unreadable. */
  readonly exact?: true;
  /** Fields computed from the record as it was read. */
  readonly computed?: (record: never) => object;
};

const marks = z.registry<Mark>();
export const markOf = (schema: Schema): Mark => marks.get(schema) ?? {};

type FilledBy<S extends Schema, R, D> = Extract<
  (R extends readonly (infer F)[] ? F : Stated<z.output<S>>) | keyof D,
  string
>;

/** A schema with a mark: `F` names the fields that a client always has. The key exists in types only. */
export type Marked<S, F extends string, E> = S & { readonly '~mark': { readonly filled: F; readonly exact: E } };
export type FilledOf<S> = S extends { readonly '~mark': { readonly filled: infer F extends string } } ? F : never;
export type IsExact<S> = S extends { readonly '~mark': { readonly exact: true } } ? true : false;

/** Marks a record where it is declared. The bot's strict use of the schema stays the same. */
export const mark = <
  S extends Schema,
  const R extends 'all' | readonly Fields<S>[] = readonly [],
  const D extends Partial<Record<Fields<S>, unknown>> = Record<never, never>,
  const E extends true | undefined = undefined,
>(
  schema: S,
  given: {
    readonly required?: R;
    readonly defaults?: D;
    readonly aliases?: readonly (readonly [Fields<S>, Fields<S>])[];
    readonly apart?: true | readonly Fields<S>[];
    readonly exact?: E;
    readonly computed?: Mark['computed'];
  },
): Marked<S, FilledBy<S, R, D>, E> => {
  marks.add(schema, given as Mark);
  return schema as Marked<S, FilledBy<S, R, D>, E>;
};

/** `z.extend` that keeps the mark of the record. */
export const extended = <S extends z.core.$ZodObject, T extends z.core.$ZodLooseShape>(record: S, shape: T) => {
  const wider = z.extend(record as unknown as z.ZodMiniObject, shape);
  marks.add(wider, markOf(record));
  return wider as unknown as Extended<S, T>;
};
type Extended<S extends z.core.$ZodObject, T extends z.core.$ZodLooseShape> = Marked<
  z.ZodMiniObject<z.core.util.Extend<S['_zod']['def']['shape'], T>, S['_zod']['config']>,
  FilledOf<S>,
  IsExact<S>
>;
