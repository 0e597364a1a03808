import * as z from 'zod/mini';
import type { RecordingCode } from './code.ts';
import { commands } from './command.ts';
import { events } from './event.ts';
import type { Entry, Fold, Message, Segment } from './journal.ts';
import { format, version } from './recording.ts';

const latestMoment = 8.64e15;
const longestMs = latestMoment / 2;

const Header = z.object({ format: z.literal(format), version: z.int(), state: z.unknown() });
const Line = z.object({
  seq: z.int(),
  at: z.number().check(z.gte(0), z.lte(longestMs)),
  message: z.looseObject({ type: z.string() }),
});
const schemas: Readonly<Record<string, z.core.$ZodType>> = { ...events, ...commands };

/** A recording that was read; `skipped` counts the lines that could not be. */
export type Recording<S> =
  | { readonly ok: true; readonly segments: readonly Segment<S>[]; readonly skipped: number }
  | { readonly ok: false; readonly code: RecordingCode };

/**
 * Reads a recording from anywhere. Never throws: a bad line is skipped, a bad head refuses the whole. `complete` adds to the
 * state of an earlier build what later builds added to it.
 */
export const readRecording = <S>(
  text: string,
  stateSchema: z.core.$ZodType<S>,
  fold: Fold<S>,
  complete: (state: unknown) => unknown = (state) => state,
): Recording<S> => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const head = parse(Header, json(lines[0] ?? ''));
  if (head === null) return { ok: false, code: 'not_a_recording' };
  if (head.version !== version) return { ok: false, code: 'recording_of_other_version' };
  const before = parse(stateSchema, complete(head.state));
  if (before === null) return { ok: false, code: 'recording_incomplete' };
  const entries: Entry[] = [];
  let skipped = 0;
  for (const line of lines.slice(1)) {
    const read = readLine(line, entries.at(-1)?.seq ?? Number.NEGATIVE_INFINITY);
    if (read === null) skipped += 1;
    else entries.push(read);
  }
  return { ok: true, segments: segmented(before, entries, fold), skipped };
};

const readLine = (line: string, last: number): Entry | null => {
  const read = parse(Line, json(line));
  if (read === null || read.seq <= last) return null;
  const { seq, at, message } = read;
  const schema = Object.hasOwn(schemas, message.type) ? schemas[message.type] : undefined;
  const content = schema === undefined ? null : parse(schema, message);
  return content === null ? null : { seq, at, message: { ...(content as object), type: message.type } as Message };
};

const perSegment = 500;
const segmented = <S>(before: S, entries: readonly Entry[], fold: Fold<S>): Segment<S>[] => {
  const segments: Segment<S>[] = [];
  let state = before;
  for (let start = 0; start < entries.length; start += perSegment) {
    const part = entries.slice(start, start + perSegment);
    segments.push({ before: state, entries: part });
    state = part.reduce(fold, state);
  }
  return segments.length === 0 ? [{ before, entries: [] }] : segments;
};

const json = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
const parse = <T>(schema: z.core.$ZodType<T>, value: unknown): T | null => {
  try {
    const read = z.safeParse(schema, value);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};
