import type * as z from 'zod/mini';

type Fields<S> = z.infer<S> extends Record<string, never> ? unknown : z.infer<S>;

/** The union of a table of schemas, each with its name as `type`. */
export type Tagged<Table extends Readonly<Record<string, z.core.$ZodType>>> = {
  [T in keyof Table]: { type: T } & Fields<Table[T]>;
}[keyof Table];
