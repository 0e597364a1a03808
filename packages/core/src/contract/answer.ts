import * as z from 'zod/mini';
import { asOfCommit } from './primitives.ts';
import { isObject, type Omission, type Read, unread } from './reading.ts';
import { type Reader, reader, readOf, recordOf, tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

// The forms in which bots answer around a record.

/** An answer that no client reads. */
export const anything = tolerant(z.unknown());

/** `{data: X}` or X itself. */
export const enveloped = <T>(form: Reader<T>): Reader<T> => reader(recordOf(form), either(readOf(form)));
const either =
  (read: Read): Read =>
  (value, tally) => {
    if (!isObject(value) || value.data === undefined) return read(value, tally);
    const before = tally.omitted.length;
    const inData = (): unknown => {
      tally.within.push('data');
      const inner = read(value.data, tally);
      tally.within.pop();
      return inner === unread ? tally.inside('data') : inner;
    };
    const inner = inData();
    if (inner !== unread) return inner;
    tally.omitted.length = before;
    const bare = read(value, tally);
    return bare === unread ? inData() : bare;
  };

type Committed<S extends z.core.$ZodObject> = ReturnType<typeof asOfCommit<S>>;
/** Both sides of an answer about the account. */
export const committed = <S extends z.core.$ZodObject>(
  account: S,
): { record: Committed<S>; answer: Reader<Tolerant<Committed<S>>> } => {
  const record = asOfCommit(account);
  return { record, answer: enveloped(tolerant(record)) };
};

/** The readable rows of a list; `rejected`: where and why a row was dropped. */
export type LooseRows<T> = { rows: T[]; rejected: Omission[] };

/** A list, bare or as `{data: […]}`. Unreadable rows are dropped and counted, so that one of them does not blank a screen. */
export const looseRows = <T>(item: Reader<T>): Reader<LooseRows<T>> => reader(recordOf(item), rowsBy(readOf(item)));
const rowsBy =
  (read: Read): Read =>
  (value, tally) => {
    const listed = Array.isArray(value) ? value : isObject(value) ? value.data : undefined;
    if (!Array.isArray(listed)) return tally.refuse('not a list');
    const result: LooseRows<unknown> = { rows: [], rejected: [] };
    for (const [at, row] of listed.entries()) {
      tally.within.push(at);
      const one = read(row, tally);
      tally.within.pop();
      if (one !== unread) result.rows.push(one);
      else result.rejected.push({ path: [at, ...tally.path].join('.'), reason: tally.reason });
    }
    return result;
  };

/** Rows under `name`, under `data`, under both nested, or bare; each with the provenance that is stated beside them. */
export const looseSeries = <T>(name: string, item: Reader<T>): Reader<LooseRows<T>> => {
  const rows = rowsBy(readOf(item));
  return reader(recordOf(item), (body, tally) => rows(withProvenance(seriesIn(name, body), body), tally));
};

const seriesIn = (name: string, body: unknown): unknown => {
  if (!isObject(body)) return body;
  if (Array.isArray(body[name])) return body[name];
  return body.data === undefined ? body : seriesIn(name, body.data);
};
const withProvenance = (rows: unknown, body: unknown): unknown => {
  if (!Array.isArray(rows) || !isObject(body)) return rows;
  const { provenance } = isObject(body.data) && !('provenance' in body) ? body.data : body;
  return provenance === undefined ? rows : rows.map((row) => (isObject(row) ? { provenance, ...row } : row));
};
