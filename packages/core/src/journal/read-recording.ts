import * as z from 'zod/mini';
import type { RecordingCode } from './code.ts';
import { commands } from './command.ts';
import { events } from './event.ts';
import type { Entry, Fold, Message, Segment } from './journal.ts';
import { format } from './recording.ts';
import { renamed, upgraded } from './version-1.ts';

const latestMoment = 8.64e15;
const longestMs = latestMoment / 2;

const Header = z.object({ format: z.literal(format), version: z.literal([1, 2]), state: z.unknown() });
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
 * Reads a recording from anywhere. Never throws: a bad line is skipped, a bad head refuses the whole. `upgradeState` gives the
 * state of an earlier version or build the shape that `stateSchema` demands.
 */
export const readRecording = <S>(
  text: string,
  stateSchema: z.core.$ZodType<S>,
  fold: Fold<S>,
  upgradeState: (state: unknown, version: 1 | 2) => unknown = (state) => state,
): Recording<S> => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const head = parse(Header, json(lines[0] ?? ''));
  if (head === null) return { ok: false, code: 'not_a_recording' };
  const before = parse(stateSchema, upgradeState(head.state, head.version));
  if (before === null) return { ok: false, code: 'recording_incomplete' };
  const entries: Entry[] = [];
  let skipped = 0;
  for (const line of lines.slice(1)) {
    const read = readLine(line, head.version, entries.at(-1)?.seq ?? Number.NEGATIVE_INFINITY);
    if (read === null) skipped += 1;
    else entries.push(...read);
  }
  return { ok: true, segments: segmented(before, entries, fold), skipped };
};

const readLine = (line: string, version: 1 | 2, last: number): readonly Entry[] | null => {
  const read = parse(Line, json(line));
  if (read === null || read.seq <= last) return null;
  const { seq, at } = read;
  const messages = version === 1 ? upgraded(read.message, at) : [renamed(read.message)];
  // Those put before the one that was recorded are numbered between it and the one before.
  const entries = messages.map((message, index) => readEntry(message, seq - 1 + (index + 1) / messages.length, at));
  return entries.every((entry) => entry !== null) ? entries : null;
};

const readEntry = (message: z.infer<typeof Line>['message'], seq: number, at: number): Entry | null => {
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
