import * as z from 'zod/mini';
import { type Bounds, type FieldKind, type FormSchema, fieldAt, skeletonOf } from './form-field.ts';
import { readNumber } from './number-text.ts';

/** Value of a field: text (numbers too, as typed), a switch, or the chosen names. */
export type FieldValue = string | boolean | readonly string[];

/** Values by path (`risk.assets.BTC.max_position`). A `number` is a saved value without edits: it is not parsed. */
export type FormValues = Readonly<Record<string, FieldValue | number>>;

/** Why a field cannot be submitted. Clients hold the text for each code. */
export type FieldCode =
  | 'missing'
  | 'not_a_number'
  | 'thousands'
  | 'not_whole'
  | 'out_of_range'
  | 'too_long'
  | 'invalid'
  | 'end_before_start'
  | 'skipped_time'
  | 'no_type'
  | 'enter_again';

/** `bounds` of a field that holds a number, else null. */
export type FieldProblem = { readonly code: FieldCode; readonly bounds: Bounds | null };

/** `value` null while anything is wrong; `valid` has the top-level fields that are not. */
export type FormReading<T> = {
  readonly value: T | null;
  readonly valid: Partial<T>;
  readonly problems: Readonly<Record<string, FieldProblem>>;
};

type Leaf = string | number | boolean | readonly unknown[];
/** The paths of the fields of `T` whose value is a `V`. */
export type PathTo<T, V = Leaf> = {
  [K in keyof T & string]: NonNullable<T[K]> extends infer F
    ? F extends Leaf
      ? F extends V
        ? K
        : never
      : `${K}.${PathTo<F, V>}`
    : never;
}[keyof T & string];

/** Parses the values of a form by its schema. */
export const readForm = <T>(schema: FormSchema<T>, values: FormValues): FormReading<T> => {
  const problems: Record<string, FieldProblem> = {};
  const read = skeletonOf(schema);
  for (const [path, value] of Object.entries(values)) {
    const kind = fieldAt(schema, path);
    // A bot's record may have more fields than the form.
    if (kind === null || (kind.group !== null && isEmptied(values, kind.group))) continue;
    const result = readField(kind, value);
    if (!result.ok) problems[path] = { code: result.code, bounds: kind.bounds };
    else if (result.value !== undefined) put(read, path.split('.'), result.value);
  }
  const parsed = z.core.safeParse(schema, read);
  for (const issue of parsed.error?.issues ?? []) {
    // An issue of one item is an issue of its list.
    const path = issue.path.filter((part) => typeof part === 'string').join('.');
    problems[path] ??= { code: codeOf(issue, values[path]), bounds: fieldAt(schema, path)?.bounds ?? null };
  }
  const isWrong = (name: string) => Object.keys(problems).some((path) => path.split('.')[0] === name);
  const valid = Object.fromEntries(Object.entries(read).filter(([name]) => !isWrong(name)));
  // The schema reported no issue for any of these fields.
  return { value: parsed.success && isEmpty(problems) ? parsed.data : null, valid: valid as Partial<T>, problems };
};

/** True if each field of a group is an empty text. */
const isEmptied = (values: FormValues, group: string): boolean =>
  Object.keys(values).every((path) => !path.startsWith(`${group}.`) || values[path] === '');

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

type Field = { ok: true; value: unknown } | { ok: false; code: FieldCode };

const readField = ({ bounds, isOptional }: FieldKind, value: FieldValue | number): Field => {
  const text = typeof value === 'string' ? value.trim() : value;
  if (isOptional && (text === '' || (Array.isArray(text) && text.length === 0))) return { ok: true, value: undefined };
  if (typeof text !== 'string') return { ok: true, value };
  if (bounds === null) return { ok: true, value: text };
  const read = readNumber(text);
  if (!read.ok) return { ok: false, code: read.why === 'empty' ? 'missing' : 'not_a_number' };
  // `1.500` is ambiguous where both 1.5 and 1500 are within the bounds.
  if (read.thousands !== null && isWithin(bounds, read.thousands)) return { ok: false, code: 'thousands' };
  return { ok: true, value: read.value };
};

const isWithin = ({ least, most }: Bounds, value: number): boolean =>
  (least === null || value >= least) && (most === null || value <= most);

const put = (target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void => {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name] ?? {};
  target[name] = inner;
  put(inner as Record<string, unknown>, rest, value);
};

const codeOf = (issue: z.core.$ZodIssue, value: FieldValue | number | undefined): FieldCode => {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    if (issue.code !== 'custom') return 'missing';
  }
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? 'missing' : 'out_of_range';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'out_of_range';
    case 'invalid_type':
      return issue.expected === 'int' ? 'not_whole' : 'invalid';
    case 'custom':
      return customCodes.find((code) => code === issue.params?.code) ?? 'invalid';
    default:
      return 'invalid';
  }
};

/** The rules that concern more than one field name their code in the `params` of `z.refine`. */
const customCodes = ['end_before_start', 'skipped_time', 'no_type'] as const satisfies FieldCode[];
