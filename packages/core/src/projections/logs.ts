import * as z from 'zod/mini';
import { LogEntry } from '../contract/log.ts';
import { type Coded, ownSource } from '../journal/code.ts';
import type { Entry } from '../journal/journal.ts';
import { caps } from '../rules/limits.ts';
import { iso } from './merge.ts';
import type { Projection } from './projection.ts';

/** Oldest first, each id once. `missed` counts entries received while paused; entries older than `cleared_through` are ignored. */
export const LogsState = z.object({
  entries: z.array(LogEntry),
  paused: z.boolean(),
  missed: z.number(),
  cleared_through: z.nullable(z.string()),
});
export type LogsState = z.infer<typeof LogsState>;

/** The bot's log, and the client's own entries (source `client`). */
export const logs: Projection<LogsState> = {
  initial: { entries: [], paused: false, missed: 0, cleared_through: null },
  evolve: (state, entry) => {
    const { at, message } = entry;
    switch (message.type) {
      case 'LogReported':
        return add(state, dated(message.entry, at));
      case 'ResourceLoaded':
        return message.resource === 'logs'
          ? message.value.reduce((known, loaded) => add(known, dated(loaded, at), 0), state)
          : state;
      case 'PauseLogs':
        return { ...state, paused: true };
      case 'ResumeLogs':
        return { ...state, paused: false, missed: 0 };
      case 'ClearLogs':
        return { ...state, entries: [], missed: 0, cleared_through: state.entries.at(-1)?.timestamp ?? null };
      default: {
        const own = ownEntry(entry);
        return own === null ? state : add(state, own);
      }
    }
  },
};

const dated = (entry: LogEntry, at: number): LogEntry =>
  entry.timestamp === null ? { ...entry, timestamp: iso(at) } : entry;

const add = (state: LogsState, entry: LogEntry, missed = 1): LogsState => {
  if (state.paused) return missed === 0 ? state : { ...state, missed: state.missed + missed };
  const stamp = entry.timestamp ?? '';
  if (state.cleared_through !== null && stamp <= state.cleared_through) return state;
  if (state.entries.some(({ id }) => id === entry.id)) return state;
  let place = state.entries.length;
  while (place > 0 && (state.entries[place - 1]?.timestamp ?? '') > stamp) place -= 1;
  const entries = state.entries.slice();
  entries.splice(place, 0, entry);
  if (entries.length > caps.logs) entries.shift();
  return { ...state, entries };
};

const ownEntry = ({ seq, at, message }: Entry): LogEntry | null => {
  const own = (level: string, { code, params }: Coded, id = `client:${seq}`): LogEntry => ({
    id,
    timestamp: iso(at),
    level,
    message: '',
    source: ownSource,
    metadata: {},
    code,
    params,
  });
  // Repeated reports of the same defect are one entry.
  const same = (said: Coded): LogEntry => own('WARNING', said, `client:${JSON.stringify(said)}`);
  switch (message.type) {
    case 'ReconnectionExhausted':
      return own('ERROR', { code: 'reconnection_exhausted', params: {} });
    case 'RequestFailed': {
      const { kind, detail } = message.problem;
      return own('ERROR', { code: 'request_failed', params: { call: message.call, kind, detail } });
    }
    case 'ResponseRejected': {
      const { call, path, reason } = message;
      return same({ code: 'answer_unreadable', params: { call, path, reason } });
    }
    case 'FrameRejected':
      return same({ code: 'frame_unreadable', params: { path: message.path, reason: message.reason } });
    default:
      return null;
  }
};
