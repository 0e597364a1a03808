import * as z from 'zod/mini';
import { readMoment } from '../time/index.ts';

// What a client accepts from any bot: missing fields get a fallback, unknown fields are kept,
// numbers may be numeric strings, times may be epoch seconds or milliseconds.

interface ReadingDef extends z.core.$ZodTypeDef {
  readonly expected: string;
  readonly read: (value: unknown) => unknown;
}

// Performance: every field of every frame passes through here.
const Reading = z.core.$constructor<z.core.$ZodType, ReadingDef>('Reading', (schema, { expected, read }) => {
  z.core.$ZodType.init(schema, { type: 'custom' });
  schema._zod.parse = (payload) => {
    const input = payload.value;
    const value = read(input);
    if (value === undefined) payload.issues.push({ code: 'custom', message: `not ${expected}`, input });
    else if (value !== input) payload.value = value;
    return payload;
  };
});
const reading = <T>(expected: string, read: (value: unknown) => T | undefined) =>
  new Reading({ type: 'custom', expected, read } as z.core.$ZodTypeDef & ReadingDef) as z.core.$ZodType<T>;

const numeric = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

/** A finite number, or a string that is one. */
export const looseNumber = reading('a number', (input) => {
  const value = typeof input === 'string' && numeric.test(input) ? Number(input) : input;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
});

const epochSecondsLimit = 1e11;
const momentOf = (value: string | number): Date => {
  if (typeof value === 'number') return new Date(value < epochSecondsLimit ? value * 1000 : value);
  const read = readMoment(value);
  return new Date(read.ok ? read.at : Number.NaN);
};

// Usually the text is already in this form. Reformatting it would cost a third of the time of a frame.
const canonical = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
/** The 28th is in every month. */
const isCanonical = (value: string): boolean =>
  canonical.test(value) && (value.slice(8, 10) <= '28' || new Date(value).getUTCDate() === Number(value.slice(8, 10)));

/** A time in a form of `readMoment` (no zone means UTC), epoch seconds or epoch milliseconds; returns ISO 8601 UTC with milliseconds. */
export const looseTime = reading('a moment in time', (input) => {
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  if (typeof input === 'string' && isCanonical(input)) return input;
  const moment = momentOf(input);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
});

const textOf = (input: unknown): string | undefined =>
  typeof input === 'string' ? input : typeof input === 'number' ? String(input) : undefined;

/** A string, or a number read as one (ids of other bots may be integers). */
export const looseText = reading('a text', textOf);

interface OrElseDef extends z.core.$ZodTypeDef {
  readonly field: z.core.$ZodType;
  readonly fallback: unknown;
}

const OrElse = z.core.$constructor<z.core.$ZodType, OrElseDef>('OrElse', (schema, def) => {
  z.core.$ZodType.init(schema, def);
  schema._zod.optin = 'optional';
  schema._zod.parse = (payload, context) => {
    if (payload.value !== undefined && payload.value !== null) return def.field._zod.run(payload, context);
    payload.value = def.fallback;
    return payload;
  };
});

// A hundred fields are a number or null: one shared schema saves creating the others at startup.
const made = new WeakMap<z.core.$ZodType, Map<unknown, z.core.$ZodType>>();

/** The field, or `fallback` if it is missing or null. */
export const orElse = <T extends z.core.$ZodType, F extends z.output<T> | null>(field: T, fallback: F) => {
  const known = made.get(field) ?? new Map<unknown, z.core.$ZodType>();
  const schema = known.get(fallback) ?? new OrElse({ type: 'custom', field, fallback });
  made.set(field, known.set(fallback, schema));
  return schema as z.core.$ZodType<NonNullable<z.output<T>> | Extract<F, null>>;
};

/** The field, or null if it is missing. */
export const orNull = <T extends z.core.$ZodType>(field: T) => orElse(field, null);

interface IfAnyDef extends z.core.$ZodTypeDef {
  readonly field: z.core.$ZodType;
}

const IfAny = z.core.$constructor<z.core.$ZodType, IfAnyDef>('IfAny', (schema, { field }) => {
  z.core.$ZodType.init(schema, { type: 'custom', field } as z.core.$ZodTypeDef);
  schema._zod.optin = 'optional';
  schema._zod.optout = 'optional';
  schema._zod.parse = (payload, context) => {
    if (payload.value === undefined) return payload;
    const read = field._zod.run({ value: payload.value, issues: [] }, context) as z.core.ParsePayload;
    payload.value = read.issues.length === 0 ? read.value : undefined;
    return payload;
  };
});

type Optional<T> = z.core.$ZodType<T> & { readonly _zod: { readonly optin: 'optional'; readonly optout: 'optional' } };

/**
 * A field of an extension. If it is missing or unreadable the result has no value for it, and the rest of the record
 * stays readable, so that a faulty extension does not blank the screen.
 */
export const ifAny = <T extends z.core.$ZodType>(field: T) =>
  new IfAny({ type: 'custom', field }) as unknown as Optional<z.output<T> | undefined>;

/** The field, or null if it is unreadable. */
export const readableOrNull = <T extends z.core.$ZodType>(field: T): z.core.$ZodType<z.output<T> | null> =>
  reading('anything', (input) => {
    const read = field._zod.run({ value: input, issues: [] }, {}) as z.core.ParsePayload;
    return (read.issues.length === 0 ? read.value : null) as z.output<T> | null;
  });

type Scalar = string | number | boolean | null;
/** Parameters of a message: names, amounts, percentages, ISO times. */
export type Params = Readonly<Record<string, Scalar>>;
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Parameters of a code; values that a text cannot show are omitted. */
const looseParams = reading('parameters', (input): Params | undefined => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  return Object.fromEntries(Object.entries(input).filter((entry): entry is [string, Scalar] => isScalar(entry[1])));
});

/** The code of a message and its values, from a bot that announces `codes`. Clients that do not know the code show the bot's text. */
export const coded = { code: ifAny(looseText), params: ifAny(looseParams) };

/** Of a figure that is as old as the last commit, because the disk has not taken yet what the bot knows: for how long, in milliseconds. */
export const commitAge = { journal: ifAny(z.looseObject({ behind_ms: orNull(looseNumber) })) };

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface LooseRecordDef extends z.core.$ZodTypeDef {
  readonly shape: Shape;
}

const LooseRecord = z.core.$constructor<z.core.$ZodType, LooseRecordDef>('LooseRecord', (schema, { shape }) => {
  z.core.$ZodType.init(schema, { type: 'custom' });
  const isOptional = ({ _zod }: z.core.$ZodType): boolean => _zod.optout === 'optional';
  const fields = Object.entries(shape).map(([name, field]) => ({ name, field, isOptional: isOptional(field) }));
  schema._zod.parse = (payload, context) => {
    const input = payload.value;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      payload.issues.push({ code: 'custom', message: 'not an object', input });
      return payload;
    }
    const record: Record<string, unknown> = { ...input };
    payload.value = record;
    let one: z.core.ParsePayload = { value: undefined, issues: [] };
    // By index, and no pair taken apart: until it is optimised, each step of an iterator leaves an object, which were most of what a frame left.
    for (let at = 0; at < fields.length; at++) {
      const { name, field, isOptional } = fields[at] as (typeof fields)[number];
      const sent = record[name];
      if (isOptional && sent === undefined) continue;
      one.value = sent;
      const read = field._zod.run(one, context) as z.core.ParsePayload;
      if (read.value !== sent || sent === undefined) record[name] = read.value;
      if (read.issues.length === 0) continue;
      payload.issues.push(...z.core.util.prefixIssues(name, read.issues));
      one = { value: undefined, issues: [] };
    }
    return payload;
  };
});

/** Like `z.looseObject` in half the time and memory. The result has every field, those of `ifAny` only if sent. */
export const looseRecord = <S extends Shape>(shape: S) =>
  new LooseRecord({ type: 'custom', shape }) as z.core.$ZodType<z.core.$InferObjectOutput<S, Record<string, unknown>>>;

/** A list of strings; also a text joined by commas, arrows or `->`. */
export const looseList = reading('a list of texts', (input) => {
  if (typeof input === 'string') return input.split(/\s*(?:,|→|->|>)\s*/).filter((part) => part !== '');
  if (!Array.isArray(input)) return undefined;
  if (input.every((one) => typeof one === 'string')) return input;
  const texts = input.map(textOf);
  return texts.includes(undefined) ? undefined : (texts as string[]);
});

/** `{data: X}` or X itself. */
export const enveloped = <T extends z.core.$ZodType>(body: T) =>
  z.union([
    z.pipe(
      z.looseObject({ data: body }),
      z.transform((value) => value.data as z.output<T>),
    ),
    body,
  ]);

/**
 * A list, bare or as `{data: […]}`. Invalid items are omitted and counted,
 * so that one invalid row does not blank a screen.
 */
export const looseRows = <T extends z.core.$ZodType>(item: T) =>
  z.pipe(
    enveloped(z.array(z.unknown())),
    z.transform((rows): LooseRows<z.output<T>> => {
      const read: LooseRows<z.output<T>> = { rows: [], rejected: [] };
      for (const [index, row] of rows.entries()) {
        const parsed = z.safeParse(item, row);
        if (parsed.success) read.rows.push(parsed.data);
        else
          read.rejected.push({
            path: [index, ...(parsed.error.issues[0]?.path ?? [])].join('.'),
            message: parsed.error.issues[0]?.message ?? 'not readable',
          });
      }
      return read;
    }),
  );

/** The readable rows, and the reasons for the rejected ones. */
export type LooseRows<T> = { rows: T[]; rejected: { path: string; message: string }[] };

const seriesIn = (name: string, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = body as Record<string, unknown>;
  if (Array.isArray(fields[name])) return fields[name];
  return fields.data === undefined ? body : seriesIn(name, fields.data);
};

/** The source that the series states, for each of its points. */
const withProvenance = (rows: unknown, body: unknown): unknown => {
  if (!Array.isArray(rows)) return rows;
  const { provenance } = (
    isFields(body) && isFields(body.data) && !('provenance' in body) ? body.data : body
  ) as Fields;
  return provenance === undefined ? rows : rows.map((row) => (isFields(row) ? { provenance, ...row } : row));
};
type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows under `name`, under `data`, under both nested, or bare; each with the provenance that is stated beside them. */
export const looseSeries = <T extends z.core.$ZodType>(name: string, item: T) =>
  z.pipe(
    z.pipe(
      z.unknown(),
      z.transform((body) => withProvenance(seriesIn(name, body), body)),
    ),
    looseRows(item),
  );
