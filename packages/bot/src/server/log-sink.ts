import type { LogRecord } from '@triquad/core/contract';
import { pino } from 'pino';
import type { LogLevel, LogWritten } from '../model/event.ts';

const PINO_LEVEL = { DEBUG: 'debug', INFO: 'info', WARNING: 'warn', ERROR: 'error' } as const;

export interface LogSinkOptions {
  /** The least grave level that is kept. */
  readonly level: LogLevel;
  /** Takes secrets out of a line. */
  readonly redact: (line: string) => string;
  /** Gets each entry that passed, redacted: as one line of JSON and as the record. */
  readonly onEntry: (line: string, entry: LogRecord) => void;
}

/** The one way of log entries to files, screens and the terminal: what passes has the wire's form and no secret in it. */
export function createLogSink({ level, redact, onEntry }: LogSinkOptions): (event: LogWritten) => void {
  const write = (line: string) => {
    const clean = redact(line);
    onEntry(clean, JSON.parse(clean) as LogRecord);
  };
  const logger = pino(
    {
      base: null,
      timestamp: false,
      messageKey: 'message',
      level: PINO_LEVEL[level],
      formatters: { level: (label) => ({ level: label === 'warn' ? 'WARNING' : label.toUpperCase() }) },
    },
    { write },
  );
  return ({ id, at, level: entryLevel, source, message, metadata }) => {
    const timestamp = new Date(at).toISOString();
    logger[PINO_LEVEL[entryLevel]]({ id, timestamp, source, metadata }, message);
  };
}
