import type * as z from 'zod/mini';
import type { FilledOf, IsExact } from './mark.ts';

/** A record as a client has it: fields that a bot leaves out are null, empty or absent, and unknown texts of enums stay. */
export type Tolerant<S> =
  S extends z.core.$ZodOptional<infer I>
    ? Tolerant<I> | undefined
    : S extends z.core.$ZodNullable<infer I>
      ? Tolerant<I> | null
      : S extends z.core.$ZodDefault<infer I>
        ? Tolerant<I>
        : S extends z.core.$ZodArray<infer I>
          ? Tolerant<I>[]
          : S extends z.core.$ZodRecord<infer _K, infer V>
            ? Record<string, Tolerant<V>>
            : S extends z.core.$ZodObject<infer Shape>
              ? IsExact<S> extends true
                ? Fields<Shape, FilledOf<S>, true>
                : Fields<Shape, FilledOf<S>, false>
              : S extends z.core.$ZodUnion<infer O>
                ? Tolerant<O[number]>
                : S extends z.core.$ZodEnum
                  ? string
                  : S extends z.core.$ZodLiteral<infer L>
                    ? L extends string
                      ? string
                      : L
                    : z.core.output<S>;

type Optional = z.core.$ZodOptional;
type Fields<Shape extends z.core.$ZodShape, Filled extends string, Exact> = Flat<
  {
    -readonly [K in keyof Shape as Shape[K] extends Optional ? (K extends Filled ? K : never) : K]: K extends Filled
      ? Defined<Value<Shape[K], Exact>>
      : Shape[K] extends z.core.$ZodArray | z.core.$ZodRecord | z.core.$ZodDefault
        ? Value<Shape[K], Exact>
        : Value<Shape[K], Exact> | null;
  } & {
    -readonly [K in keyof Shape as Shape[K] extends Optional ? (K extends Filled ? never : K) : never]?: Value<
      Shape[K],
      Exact
    >;
  }
>;
type Value<S, Exact> = Exact extends true ? Known<S> : Tolerant<S>;
/** The texts of an enum alone. */
type Known<S> =
  S extends z.core.$ZodNullable<infer I>
    ? Known<I> | null
    : S extends z.core.$ZodOptional<infer I>
      ? Known<I> | undefined
      : S extends z.core.$ZodEnum
        ? z.core.output<S>
        : Tolerant<S>;
type Defined<T> = T extends undefined ? never : T;
type Flat<T> = { [K in keyof T]: T[K] };
