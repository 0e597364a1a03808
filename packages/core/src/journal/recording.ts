import type { Segment } from './journal.ts';
import { entriesOf } from './timeline.ts';

export const format = 'triquad-session';
export const version = 3;

/** Segments as JSON lines: first the format and the state before, then one entry a line. */
export const writeRecording = <S>(segments: readonly Segment<S>[]): string =>
  [{ format, version, state: segments[0]?.before ?? null }, ...entriesOf(segments)]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
