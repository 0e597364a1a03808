import * as z from 'zod/mini';
import { enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { count, text, time } from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

/** A recording that can be played and backtested. `from`: its first quote; `to`: the millisecond after its last. */
export const RecordingRecord = mark(
  z.object({
    name: text,
    exchange: text,
    provenance: ProvenanceRecord,
    from: time,
    to: time,
    rows: count,
    bytes: count,
  }),
  { required: ['name', 'exchange', 'from', 'to'] },
);
export type RecordingRecord = z.infer<typeof RecordingRecord>;

/** The client's form. */
export const Recording = tolerant(RecordingRecord);
export type Recording = Tolerant<typeof RecordingRecord>;

/**
 * State of the price recorder. Rows and bytes are those of the current recording. `quota_bytes`: limit for all recordings of the bot.
 * `reason`: of an automatic end. `inputs`: the recorded inputs of the engine, for replays of the session; absent unless requested.
 */
export const RecorderRecord = mark(
  z.object({
    recording: z.boolean(),
    since: z.nullable(time),
    rows: count,
    bytes: count,
    quota_bytes: count,
    reason: z.nullable(text),
    inputs: z.optional(
      mark(z.object({ recording: z.boolean(), name: text, rows: count, bytes: count, reason: z.nullable(text) }), {
        required: ['name'],
        defaults: { recording: false },
      }),
    ),
  }),
  { defaults: { recording: false } },
);
export type RecorderRecord = z.infer<typeof RecorderRecord>;

/** The client's form. */
export const RecorderStatus = tolerant(RecorderRecord);
export type RecorderStatus = Tolerant<typeof RecorderRecord>;

const RecorderSwitch = z.strictObject({ recording: z.boolean() });

export const recordingRoutes = {
  'recordings.list': route({
    method: 'GET',
    path: '/recordings/',
    role: 'viewer',
    extension: 'recordings',
    record: z.object({ data: z.array(RecordingRecord) }),
    answer: looseRows(Recording),
    summary: 'The recordings that can be played and backtested',
  }),
  'recordings.recorder': route({
    method: 'GET',
    path: '/recordings/recorder',
    role: 'viewer',
    extension: 'recordings',
    record: RecorderRecord,
    answer: enveloped(RecorderStatus),
    summary: 'Whether the prices that the bot sees are recorded',
  }),
  'recordings.switch': route({
    method: 'POST',
    path: '/recordings/recorder',
    role: 'operator',
    extension: 'recordings',
    idempotent: true,
    body: RecorderSwitch,
    record: RecorderRecord,
    answer: enveloped(RecorderStatus),
    summary: 'Begin or end recording',
  }),
} as const;
