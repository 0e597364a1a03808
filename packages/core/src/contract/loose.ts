import * as z from 'zod/mini';

// What a client accepts from a bot it does not know: missing fields fall back, unknown fields stay,
// numbers may be numeric strings, moments may be epoch seconds or milliseconds.

// A flood of frames is read field by field: what is one step here saves many there.
const reading = <T>(expected: string, read: (value: unknown) => T | undefined) =>
  z.transform((input: unknown, { issues }): T => {
    const value = read(input);
    if (value === undefined) {
      issues.push({ code: 'custom', message: `not ${expected}`, input });
      return z.NEVER;
    }
    return value;
  });

const numeric = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

/** A finite number, or a string that is one. */
export const looseNumber = reading('a number', (input) => {
  const value = typeof input === 'string' && numeric.test(input) ? Number(input) : input;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
});

const epochSecondsLimit = 1e11;
const momentOf = (value: string | number): Date =>
  new Date(typeof value === 'number' ? (value < epochSecondsLimit ? value * 1000 : value) : zoned(value));
const zoned = (value: string): string =>
  !value.endsWith('Z') && /\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(value) ? `${value}Z` : value;

/** A moment as ISO text (no zone means UTC), epoch seconds or epoch milliseconds; read as ISO 8601 UTC with milliseconds. */
export const looseTime = reading('a moment in time', (input) => {
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  const moment = momentOf(input);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
});

/** A string, or a number read as one (ids of other bots may be integers). */
export const looseText = reading('a text', (input) =>
  typeof input === 'string' ? input : typeof input === 'number' ? String(input) : undefined,
);

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

/** The field, or `fallback` where it is missing or null. */
export const orElse = <T extends z.core.$ZodType, F extends z.output<T> | null>(field: T, fallback: F) =>
  new OrElse({ type: 'custom', field, fallback }) as z.core.$ZodType<NonNullable<z.output<T>> | Extract<F, null>>;

/** The field, or null where it is missing. */
export const orNull = <T extends z.core.$ZodType>(field: T) => orElse(field, null);

/** A list of strings; also a text joined by commas, arrows or `->`. */
export const looseList = z.union([
  z.array(looseText),
  z.pipe(
    z.string(),
    z.transform((value) => value.split(/\s*(?:,|→|->|>)\s*/).filter((part) => part !== '')),
  ),
]);

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
 * A list, bare or as `{data: […]}`. An item that does not fit is left out and counted,
 * so that one odd row does not blank a screen.
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

/** Rows that could be read, and why the others could not. */
export type LooseRows<T> = { rows: T[]; rejected: { path: string; message: string }[] };

const seriesIn = (name: string, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = body as Record<string, unknown>;
  if (Array.isArray(fields[name])) return fields[name];
  return fields.data === undefined ? body : seriesIn(name, fields.data);
};

/** Rows that stand under `name`, under `data`, under both nested, or bare. */
export const looseSeries = <T extends z.core.$ZodType>(name: string, item: T) =>
  z.pipe(
    z.pipe(
      z.unknown(),
      z.transform((body) => seriesIn(name, body)),
    ),
    looseRows(item),
  );
